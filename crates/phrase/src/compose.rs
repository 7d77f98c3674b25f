//! Putting a text together: what a language says under a key, with values in it.
//!
//! Only appends; the one look backwards is a particle's, at what has been written before it.

use crate::keys::Key;
use crate::lang::Lang;
use crate::news::{NodeWord, Sentence};
use crate::pack::{self, Entry};
use crate::particle::Particle;

/// Something that a text is told.
#[derive(Clone, Copy)]
pub(crate) enum Value<'a> {
    /// A number, with commas between thousands.
    Number(u64),
    /// As it is.
    Text(&'a str),
    /// Brokers with commas.
    List(&'a [u8]),
    /// Brokers in braces.
    Set(&'a [u8]),
    /// One offset, or the first and the last one of several. The end is exclusive.
    Offsets(u32, u32),
    /// Records by name; several of one batch by its name and number.
    Records(&'a str, u32),
    /// One of those who talk.
    Node(NodeWord),
    /// Another text, without values.
    Said(Key),
}

impl Value<'_> {
    fn put(self, out: &mut String, lang: Lang) {
        match self {
            Value::Number(number) => out.push_str(&grouped(number)),
            Value::Text(text) => out.push_str(text),
            Value::List(brokers) => put_list(out, brokers),
            Value::Set(brokers) => {
                out.push('{');
                put_list(out, brokers);
                out.push('}');
            }
            Value::Offsets(first, end) => {
                out.push_str(&grouped(first.into()));
                if first + 1 < end {
                    out.push('–');
                    out.push_str(&grouped((end - 1).into()));
                }
            }
            Value::Records(name, count) if count > 1 => {
                let values = [Value::Text(name), Value::Number(count.into())];
                fill(out, lang, entry(lang, Key::BatchOf).what, &values);
            }
            Value::Records(name, _) => out.push_str(name),
            Value::Node(NodeWord::Broker(id)) => {
                fill(out, lang, entry(lang, Key::NodeBroker).what, &[id.into()]);
            }
            Value::Node(NodeWord::Controller) => Value::Said(Key::NodeController).put(out, lang),
            Value::Node(NodeWord::Producer) => Value::Said(Key::NodeProducer).put(out, lang),
            Value::Node(NodeWord::Consumer) => Value::Said(Key::NodeConsumer).put(out, lang),
            Value::Said(key) => out.push_str(said(lang, key)),
        }
    }
}

fn put_list(out: &mut String, brokers: &[u8]) {
    for (index, broker) in brokers.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        out.push_str(&grouped((*broker).into()));
    }
}

macro_rules! values_from {
    ($($from:ty: $value:ident => $made:expr;)*) => {
        $(impl<'a> From<$from> for Value<'a> {
            fn from($value: $from) -> Value<'a> {
                $made
            }
        })*
    };
}

values_from! {
    u8: number => Value::Number(number.into());
    u32: number => Value::Number(number.into());
    u64: number => Value::Number(number);
    Option<u32>: number => number.map_or(Value::Text("–"), Value::from);
    &'a str: text => Value::Text(text);
    &'a String: text => Value::Text(text);
    NodeWord: node => Value::Node(node);
    Key: key => Value::Said(key);
}

/// A number with commas between thousands.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A place in a template, such as `{0}`, `{0:이가}` or `{:이라}`.
pub(crate) struct Mark {
    /// Which value stands there.
    pub(crate) value: Option<usize>,
    /// The particle after it.
    pub(crate) particle: Option<Particle>,
}

impl Mark {
    /// Reads what stands between the braces.
    pub(crate) fn read(text: &str) -> Option<Mark> {
        let (value, particle) = text.split_once(':').unwrap_or((text, ""));
        Some(Mark {
            value: match value.as_bytes() {
                [] => None,
                [digit @ b'0'..=b'9'] => Some(usize::from(digit - b'0')),
                _ => return None,
            },
            particle: match particle {
                "" => None,
                name => Some(Particle::by_name(name)?),
            },
        })
    }
}

/// Adds a template with its values. A mark that can't be read, or that asks for a value which isn't
/// there, is left out: a pack with such a mark is never installed.
pub(crate) fn fill(out: &mut String, lang: Lang, template: &str, values: &[Value<'_>]) {
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let (mark, after) = after.split_once('}').unwrap_or((after, ""));
        let mark = Mark::read(mark);
        if let Some(value) = mark.as_ref().and_then(|mark| values.get(mark.value?)) {
            value.put(out, lang);
        }
        if let Some(particle) = mark.and_then(|mark| mark.particle) {
            out.push_str(particle.after(out));
        }
        rest = after;
    }
    out.push_str(rest);
}

fn entry(lang: Lang, key: Key) -> Entry<'static> {
    pack::entry(lang, key.index())
}

/// What is said under a key that has no values.
pub(crate) fn said(lang: Lang, key: Key) -> &'static str {
    entry(lang, key).what
}

/// What is said under a key. Called by [`text!`], which counts the values.
pub(crate) fn say(lang: Lang, key: Key, values: &[Value<'_>]) -> String {
    template(lang, entry(lang, key).what, values)
}

/// What is said under a key, and why. Called by [`sentence!`], which counts the values.
pub(crate) fn say_and_why(lang: Lang, key: Key, values: &[Value<'_>]) -> Sentence {
    let Entry { what, why } = entry(lang, key);
    Sentence { what: template(lang, what, values), why: template(lang, why, values) }
}

/// A text that is the same in every language but for its values.
pub(crate) fn template(lang: Lang, template: &str, values: &[Value<'_>]) -> String {
    let mut out = String::with_capacity(template.len() + 4 * values.len());
    fill(&mut out, lang, template, values);
    out
}

/// A text by its key: `text!(lang, Consumed, from, broker)`. That the key has so many values, and no
/// why that would be lost, is checked when this is compiled.
macro_rules! text {
    ($lang:expr, $key:ident $(, $value:expr)* $(,)?) => {{
        const {
            let given: &[&str] = &[$(stringify!($value)),*];
            assert!($crate::keys::Key::$key.values() == given.len(), "another number of values");
            assert!(!$crate::keys::Key::$key.has_why(), "it has a why: use sentence!");
        }
        $crate::compose::say(
            $lang,
            $crate::keys::Key::$key,
            &[$($crate::compose::Value::from($value)),*],
        )
    }};
}
pub(crate) use text;

/// A sentence and why by its key: `sentence!(lang, Reset, from, to)`.
macro_rules! sentence {
    ($lang:expr, $key:ident $(, $value:expr)* $(,)?) => {{
        const {
            let given: &[&str] = &[$(stringify!($value)),*];
            assert!($crate::keys::Key::$key.values() == given.len(), "another number of values");
            assert!($crate::keys::Key::$key.has_why(), "it has no why: use text!");
        }
        $crate::compose::say_and_why(
            $lang,
            $crate::keys::Key::$key,
            &[$($crate::compose::Value::from($value)),*],
        )
    }};
}
pub(crate) use sentence;

#[cfg(test)]
mod tests {
    use super::*;

    fn ko(text: &str, values: &[Value<'_>]) -> String {
        template(Lang::Ko, text, values)
    }

    #[test]
    fn particles_look_at_what_was_written() {
        let values = [3_u8.into(), 2_u32.into(), Value::Set(&[1, 2])];
        assert_eq!(ko("브로커 {0:이가} m{1:을를} {2:으로}", &values), "브로커 3이 m2를 {1, 2}로");
        assert_eq!(ko("“{0}”{:이라}고", &["끝".into()]), "“끝”이라고");
    }

    #[test]
    fn values_are_put_in_any_order_and_repeated() {
        assert_eq!(ko("{1} {0} {1}", &["a".into(), "b".into()]), "b a b");
    }

    #[test]
    fn what_can_not_be_read_is_left_out() {
        assert_eq!(ko("a{7}b{x}c{0:을}d{", &["v".into()]), "abcd");
    }

    #[test]
    fn ranges_name_their_last_offset() {
        assert_eq!(ko("{0}", &[Value::Offsets(2, 3)]), "2");
        assert_eq!(ko("{0}", &[Value::Offsets(100, 200)]), "100–199");
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(30_000), "30,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn several_records_are_counted() {
        let records = [Value::Records("m", 100)];
        assert_eq!(ko("{0:을를}", &records), "m 레코드 100건을");
        assert_eq!(template(Lang::En, "{0}", &records), "m (100 records)");
    }
}
