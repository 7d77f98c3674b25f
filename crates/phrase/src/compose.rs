//! Putting a sentence together from pieces, without the machinery of format strings.
//!
//! Only appends; the one look backwards is a particle's, at what has been written before it.

use crate::lang::Lang;
use crate::particle::Particle;

/// Something that a sentence is made of.
pub(crate) trait Piece {
    /// Adds itself to the end of `out`.
    fn put(&self, out: &mut String);
}

impl Piece for &str {
    fn put(&self, out: &mut String) {
        out.push_str(self);
    }
}

impl Piece for String {
    fn put(&self, out: &mut String) {
        out.push_str(self);
    }
}

impl Piece for u32 {
    fn put(&self, out: &mut String) {
        out.push_str(&grouped(u64::from(*self)));
    }
}

impl Piece for u64 {
    fn put(&self, out: &mut String) {
        out.push_str(&grouped(*self));
    }
}

impl Piece for u8 {
    fn put(&self, out: &mut String) {
        u32::from(*self).put(out);
    }
}

/// Brokers with commas.
pub(crate) struct List<'a>(pub(crate) &'a [u8]);

impl Piece for List<'_> {
    fn put(&self, out: &mut String) {
        for (index, broker) in self.0.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            broker.put(out);
        }
    }
}

/// Brokers in braces.
pub(crate) struct Set<'a>(pub(crate) &'a [u8]);

impl Piece for Set<'_> {
    fn put(&self, out: &mut String) {
        out.push('{');
        List(self.0).put(out);
        out.push('}');
    }
}

/// One offset, or the first and the last one of several. The end is exclusive.
pub(crate) struct Offsets(pub(crate) u32, pub(crate) u32);

impl Piece for Offsets {
    fn put(&self, out: &mut String) {
        self.0.put(out);
        if self.0 + 1 < self.1 {
            out.push('–');
            (self.1 - 1).put(out);
        }
    }
}

/// Records by name; several of one batch by its name and number.
pub(crate) struct Records<'a>(pub(crate) Lang, pub(crate) &'a str, pub(crate) u32);

impl Piece for Records<'_> {
    fn put(&self, out: &mut String) {
        out.push_str(self.1);
        if self.2 > 1 {
            out.push_str(self.0.pick(" 레코드 ", " ("));
            self.2.put(out);
            out.push_str(self.0.pick("건", " records)"));
        }
    }
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

/// Stands in a template for the next piece.
pub(crate) const PIECE: char = '\u{1}';

/// Puts a sentence together: a template with marks in it, and the pieces for the marks.
pub(crate) fn compose(template: &str, pieces: &[&dyn Piece]) -> String {
    let mut out = String::with_capacity(template.len() + 4 * pieces.len());
    let mut pieces = pieces.iter();
    for c in template.chars() {
        match c {
            PIECE => {
                if let Some(piece) = pieces.next() {
                    piece.put(&mut out);
                }
            }
            _ => match Particle::by_mark(c) {
                Some(particle) => {
                    let form = particle.after(&out);
                    out.push_str(form);
                }
                None => out.push(c),
            },
        }
    }
    out
}

/// Composes a text from pieces that are written one after the other, without commas, so that the
/// sentence can be read in the source: a literal stands as it is, a particle by its name, a value by
/// its name or in parentheses.
///
/// What is known when this is compiled becomes one template: a page that says some hundred
/// sentences in two languages has to be small.
macro_rules! text {
    ($($piece:tt)+) => {
        $crate::compose::munch!([] [] $($piece)+)
    };
}
pub(crate) use text;

/// Takes the pieces of [`text!`] one by one: first the template so far, then the values so far.
macro_rules! munch {
    ([$($template:tt)*] [$($value:expr,)*]) => {
        $crate::compose::compose(
            concat!($($template),*),
            &[$(&$value as &dyn $crate::compose::Piece),*],
        )
    };
    ([$($t:tt)*] [$($v:tt)*] $text:literal $($rest:tt)*) => {
        $crate::compose::munch!([$($t)* $text] [$($v)*] $($rest)*)
    };
    ([$($t:tt)*] [$($v:tt)*] 이가 $($rest:tt)*) => {
        $crate::compose::munch!([$($t)* "\u{2}"] [$($v)*] $($rest)*)
    };
    ([$($t:tt)*] [$($v:tt)*] 은는 $($rest:tt)*) => {
        $crate::compose::munch!([$($t)* "\u{3}"] [$($v)*] $($rest)*)
    };
    ([$($t:tt)*] [$($v:tt)*] 을를 $($rest:tt)*) => {
        $crate::compose::munch!([$($t)* "\u{4}"] [$($v)*] $($rest)*)
    };
    ([$($t:tt)*] [$($v:tt)*] 과와 $($rest:tt)*) => {
        $crate::compose::munch!([$($t)* "\u{5}"] [$($v)*] $($rest)*)
    };
    ([$($t:tt)*] [$($v:tt)*] 으로 $($rest:tt)*) => {
        $crate::compose::munch!([$($t)* "\u{6}"] [$($v)*] $($rest)*)
    };
    ([$($t:tt)*] [$($v:tt)*] 이라 $($rest:tt)*) => {
        $crate::compose::munch!([$($t)* "\u{7}"] [$($v)*] $($rest)*)
    };
    ([$($t:tt)*] [$($v:tt)*] $value:ident $($rest:tt)*) => {
        $crate::compose::munch!([$($t)* "\u{1}"] [$($v)* $value,] $($rest)*)
    };
    ([$($t:tt)*] [$($v:tt)*] ($($value:tt)+) $($rest:tt)*) => {
        $crate::compose::munch!([$($t)* "\u{1}"] [$($v)* ($($value)+),] $($rest)*)
    };
}
pub(crate) use munch;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn particles_look_at_what_was_written() {
        let sentence = text!["브로커 " 3_u8 이가 " m" 2_u32 을를 " " (Set(&[1, 2])) 으로];
        assert_eq!(sentence, "브로커 3이 m2를 {1, 2}로");
    }

    #[test]
    fn ranges_name_their_last_offset() {
        assert_eq!(text![(Offsets(2, 3))], "2");
        assert_eq!(text![(Offsets(100, 200))], "100–199");
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(30_000), "30,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn several_records_are_counted() {
        assert_eq!(text![(Records(Lang::Ko, "m", 100)) 을를], "m 레코드 100건을");
        assert_eq!(text![(Records(Lang::En, "m", 100))], "m (100 records)");
    }
}
