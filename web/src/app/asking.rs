//! The way to the program that answers questions about the run.
//!
//! One message is under way at a time; when its reply is there, what has changed meanwhile is asked
//! anew, so that an answer follows the run without ever queueing up.

use std::rc::Rc;

use highwater_phrase::Lang;
use yew::Callback;

use super::way::Way;
use crate::store::Store;

/// What a question is about: the question and the position.
type Asked = (Rc<str>, usize);

/// An open way to the answers.
pub(super) struct Asking {
    way: Way,
    /// The run that the program has been told, by its number and language.
    run: Option<(u64, Lang)>,
    /// What was asked last.
    asked: Option<Asked>,
    is_under_way: bool,
}

/// What came of a reply.
pub(super) enum Heard {
    /// The run is there.
    Ready,
    /// An answer, or a reason why there is none.
    Answer,
}

impl Asking {
    /// Opens the way.
    pub(super) fn open(on: Callback<String>) -> Asking {
        Asking { way: Way::open("answers", on), run: None, asked: None, is_under_way: false }
    }

    /// Asks what is to be asked next, if anything is.
    pub(super) fn go_on(&mut self, store: &Store) {
        let Some(question) = store.inquiry.question.as_ref().filter(|_| !self.is_under_way) else {
            return;
        };
        let run = (store.run(), store.lang);
        if self.run != Some(run) {
            self.run = Some(run);
            self.asked = None;
            self.send(&store.run_message());
            return;
        }
        let wanted = (Rc::clone(question), store.position());
        let is_another = self.asked.as_ref().is_none_or(|asked| asked.0 != wanted.0);
        // To play out every fault takes longer than a frame: it is done where the film stands.
        let waits = store.player().playing && wanted.0.starts_with('d') && !is_another;
        if self.asked.as_ref() != Some(&wanted) && !waits {
            self.send(&format!("ask {} {}", wanted.1, wanted.0));
            self.asked = Some(wanted);
        }
    }

    /// Notes that a reply has come, and says to what.
    pub(super) fn heard(&mut self) -> Heard {
        self.is_under_way = false;
        match self.asked {
            None => Heard::Ready,
            Some(_) => Heard::Answer,
        }
    }

    fn send(&mut self, message: &str) {
        self.is_under_way = true;
        self.way.send(message);
    }
}
