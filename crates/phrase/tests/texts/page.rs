//! The page that texts are written on, and sample numbers for them.

use highwater_phrase::{Lang, Sentence};

/// What has been written.
#[derive(Default)]
pub(crate) struct Page {
    pub(crate) text: String,
}

impl Page {
    /// A heading.
    pub(crate) fn heading(&mut self, title: &str) {
        self.text.push_str(&format!("\n== {title}\n"));
    }

    /// One text in both languages, under what it is made of.
    pub(crate) fn text(&mut self, of: impl std::fmt::Debug, say: impl Fn(Lang) -> String) {
        self.text.push_str(&format!("{of:?}\n"));
        for lang in Lang::ALL {
            self.text.push_str(&format!("  {} {}\n", lang.tag(), say(lang)));
        }
    }

    /// A sentence and why, in both languages.
    pub(crate) fn sentence(&mut self, of: impl std::fmt::Debug, say: impl Fn(Lang) -> Sentence) {
        self.text(of, |lang| {
            let said = say(lang);
            format!("{}\n     {}", said.what, said.why)
        });
    }
}

/// How often a variant with numbers is sampled.
pub(crate) const ROUNDS: usize = 3;

/// Any three in a row end in ㄹ, in a vowel and in another consonant when they are read in Korean.
const NUMBERS: [u32; 9] = [1, 2, 3, 8, 12, 6, 1_001, 1_234, 0];

/// A sample number.
pub(crate) fn number(index: usize) -> u32 {
    NUMBERS[index % NUMBERS.len()]
}

/// A sample broker.
pub(crate) fn broker(index: usize) -> u8 {
    u8::try_from(number(index) % 100).unwrap_or_default()
}

/// Makes samples of every variant and hands them to `$say`. A variant without a row does not
/// compile; a row whose samples are of another variant fails.
macro_rules! samples {
    ($say:expr; $kind:ty; $($pattern:pat => $samples:expr,)+) => {{
        fn _has_a_row(value: &$kind) {
            match value { $($pattern => (),)+ }
        }
        let mut say = $say;
        $(
            let samples = $samples;
            assert!(!samples.is_empty());
            for sample in samples {
                assert!(matches!(&sample, $pattern), "in the wrong row: {sample:?}");
                say(sample);
            }
        )+
    }};
}

/// Samples that differ in their numbers.
pub(crate) fn rounds<T>(sample: impl Fn(usize) -> T) -> Vec<T> {
    (0..ROUNDS).map(sample).collect()
}
