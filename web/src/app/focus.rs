//! Where the focus goes when the page changes under it: nobody who uses keys is ever left outside.

use super::App;
use crate::page;

impl App {
    /// Moves the focus into a menu that has opened, and back to its broker when it has closed.
    pub(super) fn move_focus(&mut self) {
        if self.focused_menu == self.store.menu {
            return;
        }
        match (self.focused_menu, self.store.menu) {
            (_, Some(_)) => page::focus(".menu [role=menuitem]"),
            (Some(broker), None) => {
                // Unless it has gone somewhere else meanwhile.
                if page::focused().is_none_or(|element| element.tag_name() == "BODY") {
                    page::focus(&format!("[data-broker=\"{broker}\"]"));
                }
            }
            (None, None) => {}
        }
        self.focused_menu = self.store.menu;
    }

    /// Where the focus goes when what had it is no longer there: back to what asked, or to the film.
    pub(super) fn rescue_focus(&mut self) {
        let is_open = self.store.inquiry.question.is_some();
        if is_open && self.asker.is_none() {
            self.asker = page::focused();
        }
        let asker = self.asker.take_if(|_| !is_open);
        let lost = match asker {
            Some(_) => "body,[hidden],[hidden] *,:disabled",
            None => "[hidden] *,:disabled",
        };
        if page::focused().is_some_and(|had| had.matches(lost) == Ok(true)) {
            match asker {
                Some(asker) => page::give_focus(&asker),
                None => page::focus("[data-testid=play]"),
            }
        }
    }
}
