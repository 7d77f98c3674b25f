//! What explains an event: the event that it stands on, and others that are good to know.
//!
//! The engine's own cause says what set an event off, mostly a message. That leads through endless
//! rounds of fetches. Here it is the news that counts: a high watermark moved because of what a fetch
//! told, which was so because the follower had copied, because the leader had appended.

mod client;
mod control;
mod replication;
mod verdict;

use highwater_engine::{Event, EventId, Fact};

use super::past::Past;
use super::root::Root;

/// What a chain goes on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Link {
    /// An earlier event.
    Event(EventId),
    /// It begins here.
    Root(Root),
}

/// What explains an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Parents {
    /// What it stands on.
    pub(super) main: Link,
    /// What else has to be known.
    pub(super) sides: Vec<EventId>,
}

impl Parents {
    fn new(main: Link) -> Parents {
        Parents { main, sides: Vec::new() }
    }

    fn with(mut self, side: Option<EventId>) -> Parents {
        self.sides.extend(side);
        self
    }
}

/// What explains an event.
pub(super) fn of(past: Past<'_>, event: &Event) -> Parents {
    let view = View { past, event };
    match &event.fact {
        Fact::Broken(verdict) => view.verdict(verdict),
        fact => view
            .client(fact)
            .or_else(|| view.replication(fact))
            .or_else(|| view.removal_or_watermark(fact))
            .or_else(|| view.control(fact))
            .unwrap_or_else(|| view.caused()),
    }
}

/// An event with what was before it.
#[derive(Clone, Copy)]
struct View<'a> {
    past: Past<'a>,
    event: &'a Event,
}

impl<'a> View<'a> {
    fn last(&self, is_meant: impl Fn(&Fact) -> bool) -> Option<EventId> {
        self.past.last(self.event.id, is_meant)
    }

    /// The engine's cause, where that says enough.
    fn caused(&self) -> Parents {
        Parents::new(self.cause_but(|_| false))
    }

    /// An event if there is one, or else the engine's cause.
    fn found(&self, id: Option<EventId>) -> Parents {
        id.map_or_else(|| self.caused(), |id| Parents::new(Link::Event(id)))
    }

    /// The nearest of the engine's causes that says something and isn't to be skipped.
    fn cause_but(&self, is_skipped: impl Fn(&Fact) -> bool) -> Link {
        let mut at = self.event;
        let mut fetched = false;
        while let Some(cause) = at.cause.and_then(|id| self.past.event(id)) {
            let is_fetch = matches!(
                cause.fact,
                Fact::FetchSent { .. } | Fact::FetchAnswered { .. } | Fact::EpochAsked { .. }
            );
            fetched |= is_fetch;
            if !is_fetch && !says_nothing(&cause.fact) && !is_skipped(&cause.fact) {
                // What a fetch stands on is one of many rounds before.
                return if fetched { Link::Root(Root::Fetching) } else { Link::Event(cause.id) };
            }
            at = cause;
        }
        match self.past.command_of(at.id) {
            Some((index, _)) => Link::Root(Root::Command(index)),
            None if fetched => Link::Root(Root::Fetching),
            None => Link::Root(Root::Time),
        }
    }
}

/// Whether an event only passes on what others say.
fn says_nothing(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::MetadataApplied { .. }
            | Fact::ShutdownAccepted { .. }
            | Fact::RegistrationRefused { .. }
    )
}
