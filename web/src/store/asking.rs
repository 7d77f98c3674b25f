//! What the reader asks about the run, and what was answered.
//!
//! Questions and answers are texts for the program that answers; here it is only decided which of them
//! stands, and what of a reply the page itself has to show.

use std::rc::Rc;

use highwater_phrase::Lang;
use highwater_scenario::link;

use super::Store;

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answered {
    /// The question.
    pub question: Rc<str>,
    /// What is said, as HTML.
    pub html: Rc<str>,
    /// Brokers that a single fault would make lose a record.
    pub endangered: Vec<u8>,
    /// Positions between which some single fault would lose a record.
    pub windows: Vec<(usize, usize)>,
}

/// What is asked, and the last answer to it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inquiry {
    /// The question that stands.
    pub question: Option<Rc<str>>,
    /// The last answer; of the question before until there is another.
    pub answered: Option<Rc<Answered>>,
    /// Whether there is no answer: the program could not be loaded, or nothing is there to be asked.
    pub has_failed: bool,
}

impl Inquiry {
    /// The brokers to shade.
    #[must_use]
    pub fn endangered(&self) -> &[u8] {
        self.answered.as_ref().map_or(&[], |answered| &answered.endangered)
    }

    /// The stretches of time to shade.
    #[must_use]
    pub fn windows(&self) -> &[(usize, usize)] {
        self.answered.as_ref().map_or(&[], |answered| &answered.windows)
    }
}

/// What is asked side by side; each has a place of its own on the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// The reader's question.
    Question,
    /// What is different since a setting was changed.
    Changed,
    /// What is wrong with the text in the editor.
    Mistakes,
}

impl Slot {
    /// All, the most urgent first.
    pub const ALL: [Slot; 3] = [Slot::Changed, Slot::Mistakes, Slot::Question];
}

/// Something to be asked. While it stays the same the answer does, too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// What it is about.
    pub text: Rc<str>,
    /// The position at which it is asked.
    pub position: usize,
    /// The language of the answer.
    pub lang: Lang,
    /// The run it is about; 0 for none.
    pub run: u64,
}

impl Store {
    pub(super) fn ask(&mut self, question: Rc<str>) {
        self.menu = None;
        self.inquiry.question = Some(question);
        self.inquiry.has_failed = false;
    }

    pub(super) fn ask_no_more(&mut self) {
        self.inquiry = Inquiry::default();
    }

    /// What is to be asked for a place on the page, if anything is.
    #[must_use]
    pub fn wish(&self, slot: Slot) -> Option<Wish> {
        let (text, position, run) = match slot {
            Slot::Question => (self.inquiry.question.clone()?, self.position, self.run),
            Slot::Changed => (self.changed_from.clone()?, 0, self.run),
            Slot::Mistakes if self.mistakes == 0 => return None,
            Slot::Mistakes => (Rc::clone(&self.draft), 0, 0),
        };
        Some(Wish { text, position, lang: self.lang, run })
    }

    /// The run as a message to the program that answers.
    #[must_use]
    pub fn run_message(&self) -> String {
        let mut message = String::from("run ");
        message.push_str(self.lang.tag());
        message.push_str("\nset ");
        message.push_str(&self.overrides.write());
        message.push_str("\ndeeds ");
        message.push_str(&link::write_deeds(&self.scenario, self.timeline.deeds()));
        message.push_str("\n\n");
        message.push_str(&self.text);
        message
    }

    /// Takes the reply to what was asked for a place.
    pub fn hear_answer(&mut self, slot: Slot, reply: &str) {
        let answered = answered(reply);
        match (slot, answered) {
            (Slot::Question, _) if self.inquiry.question.is_none() => {}
            (Slot::Question, Some(answered)) => {
                self.inquiry.has_failed = false;
                self.inquiry.answered = Some(Rc::new(answered));
            }
            (Slot::Question, None) => self.inquiry.has_failed = true,
            (Slot::Changed, Some(answered)) => self.changed = answered.html,
            (Slot::Mistakes, Some(answered)) => self.mistakes_told = answered.html,
            // Without an answer what stands there says nothing, and nothing false.
            (Slot::Changed, None) => self.changed = Rc::from(""),
            (Slot::Mistakes, None) => self.mistakes_told = Rc::from(""),
        }
    }

    /// What is to stand at a place of the page.
    #[must_use]
    pub fn told(&self, slot: Slot) -> Rc<str> {
        match slot {
            Slot::Question => match &self.inquiry.answered {
                Some(answered) => Rc::clone(&answered.html),
                None => Rc::from(""),
            },
            Slot::Changed => Rc::clone(&self.changed),
            Slot::Mistakes if self.mistakes == 0 => Rc::from(""),
            Slot::Mistakes => Rc::clone(&self.mistakes_told),
        }
    }
}

/// Reads a reply: lines of a head, an empty one, and HTML.
fn answered(reply: &str) -> Option<Answered> {
    let mut answered = Answered::default();
    let mut rest = reply;
    loop {
        let (line, after) = rest.split_once('\n')?;
        rest = after;
        let (word, value) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => break,
            "answer" => answered.question = value.into(),
            "danger" => {
                answered.endangered = value.split(',').filter_map(|id| id.parse().ok()).collect();
            }
            "windows" => answered.windows = value.split(',').filter_map(window).collect(),
            _ => return None,
        }
    }
    answered.html = rest.into();
    Some(answered)
}

fn window(text: &str) -> Option<(usize, usize)> {
    let (from, to) = text.split_once('-')?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

#[cfg(test)]
#[expect(missing_docs, reason = "the runner finds tests in public modules only")]
pub mod tests {
    use super::*;

    #[wasm_bindgen_test::wasm_bindgen_test(unsupported = test)]
    fn a_reply_is_read() {
        let reply = "answer danger\ndanger 1,2\nwindows 3-17,40-44\n\n<h2>x</h2>\n\ny";
        let answered = answered(reply).expect("a reply");
        assert_eq!(&*answered.question, "danger");
        assert_eq!(answered.endangered, [1, 2]);
        assert_eq!(answered.windows, [(3, 17), (40, 44)]);
        assert_eq!(&*answered.html, "<h2>x</h2>\n\ny");
    }

    #[wasm_bindgen_test::wasm_bindgen_test(unsupported = test)]
    fn what_is_no_answer_is_none() {
        assert_eq!(answered("error nobody is here"), None);
        assert_eq!(answered("ok"), None);
        assert_eq!(answered("sorry\n\n<p>"), None);
        let nothing = answered("answer x\ndanger \n\n").expect("a reply");
        assert_eq!((nothing.endangered.len(), nothing.windows.len()), (0, 0));
    }
}
