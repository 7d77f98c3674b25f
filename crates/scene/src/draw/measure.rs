//! How wide a text will be, near enough to leave room for it.

/// Width in pixels at a font size.
pub(crate) fn width(text: &str, size: i32) -> i32 {
    let thousandths: i32 = text.chars().map(advance).sum();
    (thousandths * size + 999) / 1_000
}

/// Thousandths of the font size, for a sans serif with Hangul.
fn advance(c: char) -> i32 {
    match c {
        ' ' | '.' | ',' | ':' | 'i' | 'l' | '·' | '|' | '(' | ')' | '{' | '}' | 'I' => 300,
        'f' | 'j' | 'r' | 't' | '-' | '1' => 420,
        'm' | 'w' | 'M' | 'W' => 860,
        'A'..='Z' => 660,
        '\u{0}'..='\u{7f}' => 570,
        '가'..='힣' => 930,
        _ => 700,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hangul_is_wider_than_latin() {
        assert!(width("ab", 10) < width("가나", 10));
        assert_eq!(width("", 10), 0);
    }
}
