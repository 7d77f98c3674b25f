//! An answer as HTML, for the page that asked.
//!
//! Everything that is not written here is escaped. A place in the picture is `data-mark`, a question
//! `data-ask`, a position `data-seek`; what pressing these does is the page's business.

use crate::document::{Answer, Block, Line, Piece, Row, Step};

/// Writes an answer.
#[must_use]
pub fn write(answer: &Answer) -> String {
    let mut out = Html(String::new());
    if !answer.title.is_empty() {
        out.element("h2", "", |out| out.text(&answer.title));
    }
    for block in &answer.blocks {
        out.block(block);
    }
    out.0
}

struct Html(String);

impl Html {
    fn text(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '<' => self.0.push_str("&lt;"),
                '&' => self.0.push_str("&amp;"),
                '"' => self.0.push_str("&quot;"),
                c => self.0.push(c),
            }
        }
    }

    fn open(&mut self, tag: &str, class: &str) {
        self.0.push('<');
        self.0.push_str(tag);
        if !class.is_empty() {
            self.attribute("class", class);
        }
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.0.push(' ');
        self.0.push_str(name);
        self.0.push_str("=\"");
        self.text(value);
        self.0.push('"');
    }

    fn close(&mut self, tag: &str) {
        self.0.push_str("</");
        self.0.push_str(tag);
        self.0.push('>');
    }

    fn element(&mut self, tag: &str, class: &str, content: impl FnOnce(&mut Html)) {
        self.open(tag, class);
        self.0.push('>');
        content(self);
        self.close(tag);
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading(text) => self.element("h3", "", |out| out.text(text)),
            Block::Text(line) => self.element("p", "", |out| out.line(line)),
            Block::Steps(steps) => self.element("ol", "chain", |out| {
                for step in steps {
                    out.element("li", "", |out| out.step(step));
                }
            }),
            Block::Terms(terms) => self.element("dl", "fate", |out| {
                for (term, line) in terms {
                    out.element("div", "fate-row", |out| {
                        out.element("dt", "", |out| out.text(term));
                        out.element("dd", "", |out| out.line(line));
                    });
                }
            }),
            Block::Table { name, head, rows } => self.table(name, head, rows),
            Block::Verbatim { name, text } => self.verbatim(name, text),
            Block::Figure { caption, svg, notes } => self.figure(caption, svg, notes),
            Block::Columns(blocks) => self.element("div", "side-by-side", |out| {
                for block in blocks {
                    out.block(block);
                }
            }),
            Block::Choices(choices) => self.element("p", "choices", |out| {
                for (words, question) in choices {
                    out.piece(&Piece::Ask(words.clone(), question.clone()));
                    out.0.push(' ');
                }
            }),
        }
    }

    fn line(&mut self, line: &Line) {
        for piece in &line.0 {
            self.piece(piece);
        }
    }

    fn piece(&mut self, piece: &Piece) {
        match piece {
            Piece::Text(text) => self.text(text),
            // It can have the focus, so that the keyboard finds its place, too.
            Piece::Marked(text, mark) => self.pressable("mark", "data-mark", &mark.text(), text),
            Piece::Ask(text, question) => self.pressable("link", "data-ask", question, text),
            Piece::Seek(text, position) => {
                self.pressable("link", "data-seek", &position.to_string(), text);
            }
            Piece::Hunt { text, name, class, hunt } => {
                self.open("button", class);
                self.attribute("type", "button");
                self.attribute("data-hunt", hunt);
                self.attribute("aria-label", name);
                self.0.push('>');
                self.text(text);
                self.close("button");
            }
        }
    }

    fn pressable(&mut self, class: &str, name: &str, value: &str, text: &str) {
        self.open("button", class);
        self.attribute("type", "button");
        self.attribute(name, value);
        self.0.push('>');
        self.text(text);
        self.close("button");
    }

    fn step(&mut self, step: &Step) {
        self.element("p", "what", |out| {
            out.line(&step.what);
            out.0.push(' ');
            out.piece(&Piece::Seek(step.when.clone(), step.position));
        });
        if !step.why.is_empty() {
            self.element("p", "why", |out| out.line(&step.why));
        }
        if !step.rule.is_empty() {
            self.element("p", "rule", |out| out.text(&step.rule));
        }
    }

    fn table(&mut self, name: &str, head: &[String], rows: &[Row]) {
        // A wide table is moved by itself instead of the page.
        self.open("div", "table-frame");
        self.attribute("role", "region");
        self.attribute("tabindex", "0");
        self.attribute("aria-label", name);
        self.0.push('>');
        self.element("table", "", |out| {
            out.element("caption", "", |out| out.text(name));
            out.element("thead", "", |out| {
                out.element("tr", "", |out| {
                    for word in head {
                        out.0.push_str("<th scope=\"col\">");
                        out.text(word);
                        out.close("th");
                    }
                });
            });
            out.element("tbody", "", |out| {
                for row in rows {
                    out.row(row);
                }
            });
        });
        self.close("div");
    }

    fn row(&mut self, row: &Row) {
        let class = if row.stands_out { "stands-out" } else { "" };
        self.element("tr", class, |out| {
            let (first, rest) = row.cells.split_at(row.cells.len().min(1));
            for cell in first {
                out.0.push_str("<th scope=\"row\">");
                out.line(cell);
                out.close("th");
            }
            for cell in rest {
                out.element("td", "", |out| out.line(cell));
            }
        });
    }

    fn verbatim(&mut self, name: &str, text: &str) {
        self.element("p", "file", |out| out.element("code", "", |out| out.text(name)));
        self.open("pre", "verbatim");
        self.attribute("tabindex", "0");
        self.attribute("aria-label", name);
        self.attribute("role", "region");
        self.0.push('>');
        self.text(text);
        self.close("pre");
    }

    fn figure(&mut self, caption: &Line, svg: &str, notes: &[Line]) {
        self.element("figure", "column", |out| {
            out.element("figcaption", "", |out| out.line(caption));
            out.0.push_str(svg);
            for note in notes {
                out.element("p", "note", |out| out.line(note));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_scenario_says_can_not_become_markup() {
        let answer = Answer {
            title: "<script>\"&".to_owned(),
            blocks: vec![Block::Text(Line(vec![Piece::Ask(
                "<b>".to_owned(),
                "record x\" onclick=\"x".to_owned(),
            )]))],
            endangered: Vec::new(),
        };
        assert_eq!(
            write(&answer),
            "<h2>&lt;script>&quot;&amp;</h2><p><button class=\"link\" type=\"button\" \
             data-ask=\"record x&quot; onclick=&quot;x\">&lt;b></button></p>"
        );
    }
}
