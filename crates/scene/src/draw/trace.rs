//! Paths, made of a pattern and numbers.
//!
//! Most shapes are a few strokes at some place. A pattern takes a tenth of the bytes that general
//! formatting takes in a page, and is as easy to read.

/// The pattern, with each `#` replaced by the next number.
pub(crate) fn trace(pattern: &str, numbers: &[i32]) -> String {
    let mut numbers = numbers.iter();
    let mut path = String::new();
    for c in pattern.chars() {
        match c {
            '#' => path.push_str(&numbers.next().unwrap_or(&0).to_string()),
            c => path.push(c),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_their_places() {
        assert_eq!(trace("M# #h#Z", &[3, -4, 0]), "M3 -4h0Z");
        assert_eq!(trace("Z", &[]), "Z");
    }
}
