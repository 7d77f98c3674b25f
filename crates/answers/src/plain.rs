//! An answer as text, for a terminal or a note. Pictures are left to those who can show them: what is
//! remarkable in one is said.

use std::fmt::Write;

use crate::document::{Answer, Block, Line, Piece, Row, Step};

/// Writes an answer.
#[must_use]
pub fn write(answer: &Answer) -> String {
    let mut out = format!("{}\n", answer.title);
    // A terminal has no buttons; the command's help says what else can be asked.
    for block in answer.blocks.iter().filter(|block| !matches!(block, Block::Choices(_))) {
        out.push('\n');
        block_text(&mut out, block);
    }
    out
}

fn block_text(out: &mut String, block: &Block) {
    match block {
        Block::Heading(text) => {
            let _ = writeln!(out, "## {text}");
        }
        Block::Text(line) => {
            let _ = writeln!(out, "{}", line_text(line));
        }
        Block::Steps(steps) => {
            for (step, number) in steps.iter().zip(1..) {
                step_text(out, step, number);
            }
        }
        Block::Terms(terms) => {
            for (term, line) in terms {
                let _ = writeln!(out, "{term}: {}", line_text(line));
            }
        }
        Block::Table { name, head, rows } => table(out, name, head, rows),
        Block::Verbatim { name, text } => {
            let _ = writeln!(out, "{name}\n{}", text.trim_end_matches('\n'));
        }
        Block::Figure { caption, notes, .. } => {
            let _ = writeln!(out, "{}", line_text(caption));
            for note in notes {
                let _ = writeln!(out, "  {}", line_text(note));
            }
        }
        Block::Columns(blocks) => {
            for block in blocks {
                block_text(out, block);
            }
        }
        Block::Choices(_) => {}
    }
}

/// A line as text. Where a reader would press to ask why, there is the number of the event.
fn line_text(line: &Line) -> String {
    let mut out = String::new();
    for piece in &line.0 {
        match piece {
            Piece::Ask(text, question) => match question.strip_prefix("why event ") {
                Some(number) => {
                    let _ = write!(out, "#{number}");
                }
                None => out.push_str(text),
            },
            Piece::Text(text)
            | Piece::Marked(text, _)
            | Piece::Seek(text, _)
            | Piece::Hunt { text, .. } => out.push_str(text),
        }
    }
    out
}

fn step_text(out: &mut String, step: &Step, number: u32) {
    let _ = writeln!(out, "{number}. {} ({})", line_text(&step.what), step.when);
    for more in [line_text(&step.why), step.rule.clone()] {
        if !more.is_empty() {
            let _ = writeln!(out, "   {more}");
        }
    }
}

fn table(out: &mut String, name: &str, head: &[String], rows: &[Row]) {
    let line = |cells: &[Line]| {
        let cells: Vec<String> = cells.iter().map(line_text).collect();
        cells.join(" | ")
    };
    let _ = writeln!(out, "{name}\n{}", head.join(" | "));
    for row in rows {
        let mark = if row.stands_out { " *" } else { "" };
        let _ = writeln!(out, "{}{mark}", line(&row.cells));
    }
}
