//! Near misses: which known word was probably meant.
//!
//! Distances are small and words are short, so nothing here is clever.

/// The candidate that differs least from what was written, if it differs little enough: by two
/// letters, or by one where the word is too short for that.
pub(crate) fn nearest<'a>(
    written: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<String> {
    // Every word of the language is ASCII; the tables of other scripts' capitals are large.
    let lower =
        |word: &str| -> Vec<char> { word.chars().map(|c| c.to_ascii_lowercase()).collect() };
    let written = lower(written);
    let most = if written.len() <= 3 { 1 } else { 2 };
    candidates
        .filter_map(|candidate| {
            let distance = distance(&written, &lower(candidate), most)?;
            Some((distance, candidate))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate.to_owned())
}

/// How many letters must be put in, taken out or changed, if it is at most `most`.
fn distance(a: &[char], b: &[char], most: usize) -> Option<usize> {
    // A word of one letter is one change away from any other.
    if a.len().abs_diff(b.len()) > most || a.len() < 2 && a != b {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (index, letter) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (place, other) in b.iter().enumerate() {
            let changed = diagonal + usize::from(letter != other);
            diagonal = row[place + 1];
            row[place + 1] = changed.min(row[place] + 1).min(diagonal + 1);
        }
    }
    row.last().copied().filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_suggested_only_if_it_is_near() {
        let words = ["produce", "preload", "stop", "start", "restart", "cut", "say"];
        let cases = [
            ("prodce", Some("produce")),
            ("porduce", Some("produce")),
            ("Produce", Some("produce")),
            ("sart", Some("start")),
            ("cu", Some("cut")),
            ("kill", None),
            ("x", None),
            ("", None),
            ("재시작", None),
        ];
        for (written, meant) in cases {
            assert_eq!(nearest(written, words.into_iter()).as_deref(), meant, "{written}");
        }
    }

    #[test]
    fn the_nearest_word_wins() {
        assert_eq!(nearest("stat", ["stop", "start"].into_iter()).as_deref(), Some("start"));
    }
}
