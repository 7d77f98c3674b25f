//! The way to the program that answers questions about the run.
//!
//! One message is under way at a time; when its reply is there, what has changed meanwhile is asked
//! anew, so that an answer follows the run without ever queueing up.

use highwater_phrase::Lang;
use yew::Callback;

use super::way::Way;
use crate::store::{Slot, Store, Wish};

/// An open way to the answers.
pub(super) struct Asking {
    way: Way,
    /// The run that the program has been told, by its number and language.
    run: Option<(u64, Lang)>,
    /// What was asked last, in the order of [`Slot::ALL`].
    asked: [Option<Wish>; Slot::ALL.len()],
    under_way: UnderWay,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum UnderWay {
    Nothing,
    Run,
    Question(Slot),
}

impl Asking {
    /// Opens the way.
    pub(super) fn open(on: Callback<String>) -> Asking {
        let way = Way::open("answers", on);
        Asking { way, run: None, asked: [const { None }; 3], under_way: UnderWay::Nothing }
    }

    /// Asks what is to be asked next, if anything is.
    pub(super) fn go_on(&mut self, store: &Store) {
        if self.under_way != UnderWay::Nothing {
            return;
        }
        for (index, slot) in Slot::ALL.into_iter().enumerate() {
            let Some(wish) = store.wish(slot) else {
                // Whoever asks the same once more waits for an answer once more.
                self.asked[index] = None;
                continue;
            };
            let asked = self.asked[index].as_ref();
            if asked == Some(&wish) || waits(store, &wish, asked) {
                continue;
            }
            let run = (wish.run, wish.lang);
            if 0 < wish.run && self.run != Some(run) {
                self.run = Some(run);
                self.under_way = UnderWay::Run;
                self.way.send(&store.run_message());
            } else {
                self.under_way = UnderWay::Question(slot);
                self.way.send(&message(slot, &wish));
                self.asked[index] = Some(wish);
            }
            return;
        }
    }

    /// Takes a reply and says what for.
    pub(super) fn heard(&mut self) -> Option<Slot> {
        match std::mem::replace(&mut self.under_way, UnderWay::Nothing) {
            UnderWay::Question(slot) => Some(slot),
            // If it is an error, what is asked next will be told that there is no run.
            UnderWay::Run | UnderWay::Nothing => None,
        }
    }
}

/// To play out every fault takes longer than a frame: while the film runs, an answer to that stays as
/// it is.
fn waits(store: &Store, wish: &Wish, asked: Option<&Wish>) -> bool {
    let is_answered = || asked.is_some_and(|asked| asked.text == wish.text);
    &*wish.text == "danger" && store.player().playing && is_answered()
}

fn message(slot: Slot, wish: &Wish) -> String {
    match slot {
        Slot::Question => format!("ask {} {}", wish.position, wish.text),
        Slot::Changed => format!("changed {}", wish.text),
        Slot::Mistakes => format!("check {}\n{}", wish.lang.tag(), wish.text),
    }
}
