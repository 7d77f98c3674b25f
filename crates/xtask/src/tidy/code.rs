//! Rust source without its comments and literals.
//!
//! This is no parser. It knows just enough to tell words of the program from words about it, and
//! it keeps every line where it was, so that findings can name it.

/// `text` with comments, strings and character literals replaced by spaces.
pub(super) fn code_only(text: &str) -> String {
    let mut scan = Scan { rest: text, code: String::with_capacity(text.len()) };
    while !scan.rest.is_empty() {
        scan.advance();
    }
    scan.code
}

struct Scan<'a> {
    rest: &'a str,
    code: String,
}

impl Scan<'_> {
    /// Consumes one word, literal, comment or other character.
    fn advance(&mut self) {
        let word = self.rest.find(|c: char| !is_word(c)).unwrap_or(self.rest.len());
        if word > 0 {
            self.word(word);
        } else if self.rest.starts_with("//") {
            self.blank(self.rest.find('\n').unwrap_or(self.rest.len()));
        } else if self.rest.starts_with("/*") {
            self.blank(block_comment(self.rest));
        } else if self.rest.starts_with('"') {
            self.blank(string(self.rest));
        } else if self.rest.starts_with('\'') {
            self.quote();
        } else {
            self.keep(self.rest.chars().next().map_or(0, char::len_utf8));
        }
    }

    /// A word, or the prefix of a raw string.
    fn word(&mut self, length: usize) {
        let (word, after) = self.rest.split_at(length);
        let hashes = after.len() - after.trim_start_matches('#').len();
        let is_raw = matches!(word, "r" | "br" | "cr") && after[hashes..].starts_with('"');
        if !is_raw {
            return self.keep(length);
        }
        let opening = length + hashes + 1;
        let closing = format!("\"{}", "#".repeat(hashes));
        let end = self.rest[opening..].find(&closing);
        self.blank(end.map_or(self.rest.len(), |end| opening + end + closing.len()));
    }

    /// A character literal, or the quote of a lifetime or label.
    fn quote(&mut self) {
        let mut after = self.rest[1..].char_indices();
        match (after.next(), after.next()) {
            (Some((_, '\\')), Some((escaped_at, escaped))) => {
                let past_escape = 1 + escaped_at + escaped.len_utf8();
                let end = self.rest[past_escape..].find('\'');
                self.blank(end.map_or(self.rest.len(), |end| past_escape + end + 1));
            }
            (Some(_), Some((at, '\''))) => self.blank(1 + at + 1),
            _ => self.keep(1),
        }
    }

    fn keep(&mut self, length: usize) {
        let (kept, rest) = self.rest.split_at(length);
        self.code.push_str(kept);
        self.rest = rest;
    }

    fn blank(&mut self, length: usize) {
        let (blanked, rest) = self.rest.split_at(length);
        let spaces = blanked.chars().map(|c| if c == '\n' { '\n' } else { ' ' });
        self.code.extend(spaces);
        self.rest = rest;
    }
}

/// Whether a character can be part of an identifier.
pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of the string literal that `text` begins with.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of the block comment that `text` begins with; they nest.
fn block_comment(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::code_only;

    /// Runs of spaces as one, for comparing.
    fn words(text: &str) -> String {
        let code = code_only(text);
        code.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_are_no_code() {
        assert_eq!(words("a // HashMap\nb"), "a b");
        assert_eq!(words("a /* x /* y */ z */ b"), "a b");
        assert_eq!(words("//! f64\n/// f32\nfn g() {}"), "fn g() {}");
        assert_eq!(words("a /* 끝나지 않음"), "a");
    }

    #[test]
    fn literals_are_no_code() {
        assert_eq!(words(r#"f("std::time \" // x", y)"#), "f( , y)");
        assert_eq!(
            words("f(r#\"a \" b\"#, br\"c\", 'x', '\\'', '\\u{1F600}', '한')"),
            "f( , , , , , )"
        );
        assert_eq!(words("f(\"끝나지 않음"), "f(");
    }

    #[test]
    fn lifetimes_and_labels_are_code() {
        assert_eq!(
            words("fn f<'a>(x: &'a str) { 'out: loop {} }"),
            "fn f<'a>(x: &'a str) { 'out: loop {} }"
        );
    }

    #[test]
    fn lines_stay_where_they_were() {
        let text = "a\n/* b\nc */ d\n\"e\nf\" g\n";
        let code = code_only(text);
        let line_of = |word: &str| code.lines().position(|line| line.contains(word));
        assert_eq!((line_of("d"), line_of("g")), (Some(2), Some(4)));
    }
}
