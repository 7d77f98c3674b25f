//! What a reader can want. Components send these and know nothing of what comes of them.

use highwater_engine::Command;
use highwater_phrase::Lang;
use highwater_phrase::news::NodeWord;
use highwater_protocol::Generation;
use highwater_protocol::control::UncleanElection;
use highwater_protocol::produce::Acks;
use highwater_scenario::{BranchId, Direction, Outcome};

use crate::address::Address;

/// How far a step goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepMode {
    /// To the next change on the stage.
    Meaning,
    /// To the next event.
    Event,
    /// To the next answered fetch.
    Round,
}

impl StepMode {
    /// All, in the order of the switch.
    pub const ALL: [StepMode; 3] = [StepMode::Event, StepMode::Meaning, StepMode::Round];
}

/// The page's colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// As the system has it.
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// All, in the order of the switch.
    pub const ALL: [Theme; 3] = [Theme::Auto, Theme::Light, Theme::Dark];

    /// The word for attributes and links.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Theme::Auto => "auto",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    /// The theme of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }

    /// The next one in the order of the switch.
    #[must_use]
    pub fn next(self) -> Theme {
        match self {
            Theme::Auto => Theme::Light,
            Theme::Light => Theme::Dark,
            Theme::Dark => Theme::Auto,
        }
    }
}

/// A setting that takes the place of the scenario's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The rules.
    Generation(Generation),
    /// How many brokers.
    Brokers(u8),
    /// The replication factor.
    ReplicationFactor(u8),
    /// `min.insync.replicas`
    MinInsyncReplicas(u8),
    /// `unclean.leader.election.enable`
    Unclean(UncleanElection),
    /// `replica.lag.time.max.ms`
    Lag(u64),
    /// `acks` of every write; `None` for the script's own.
    Acks(Option<Acks>),
}

/// What happens to a broker, before it is known what that means at the moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// The command itself.
    Do(Command),
    /// Crash it if it runs, start it if it doesn't.
    CrashOrStart(u8),
    /// Cut the link if it is whole, mend it if it is cut.
    Link(u8, NodeWord),
    /// Slow if it is not, and the other way round.
    Slow(u8),
    /// Write a record with a new name.
    Produce,
    /// Start the consumer.
    Consume,
}

/// What a reader wants of the search for the least that must go wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HuntWish {
    /// Another question, by its index.
    Question(usize),
    /// Another number of faults.
    Faults(u8),
    /// Search.
    Start,
    /// Search no longer.
    Cancel,
    /// Play what was found.
    Play,
}

/// What a reader wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Intent {
    /// A scenario of the library.
    OpenLibrary(String),
    /// The text that a link needs has arrived, or has not.
    Brought(Address, Option<String>),
    /// A file that was asked for did not arrive.
    NotFetched,
    /// A cluster without a script.
    OpenFreePlay,
    /// The text in the editor.
    OpenText,
    /// The text in the editor has changed.
    EditText(String),
    /// Put the present scenario's text into the editor.
    EditThis,
    /// Another setting.
    Set(Setting),
    /// The scenario's own settings.
    ResetSettings,
    /// Play or pause.
    TogglePlay,
    /// To the start.
    ToStart,
    /// To the end.
    ToEnd,
    /// One step in the chosen mode, or in this one.
    Step(Direction, Option<StepMode>),
    /// To a position.
    Seek(usize),
    /// How far a step goes.
    StepMode(StepMode),
    /// How fast it plays; an index into [`crate::player::SPEEDS`].
    Speed(usize),
    /// So many ms of the reader's time have passed.
    Tick(u32),
    /// Do something to the cluster.
    Act(Act),
    /// Choose a branch.
    Branch(BranchId),
    /// Undo the last act.
    Undo,
    /// Tell about a place in the picture, by the text of its mark.
    Ask(String),
    /// Ask why what just happened did.
    AskWhy,
    /// Ask nothing any more.
    AskNoMore,
    /// What the script asks the reader will turn out so.
    Guess(Outcome),
    /// Another value of the slider that answers.
    GuessAt(u32),
    /// No answer to what the script asks.
    SkipGuess,
    /// Show the offsets from this one on, one by one; `None` for those at which something ends.
    LookAt(Option<u32>),
    /// Go past the figure.
    SkipFigure,
    /// Open a broker's menu.
    OpenMenu(u8),
    /// Close it.
    CloseMenu,
    /// Speak another language.
    Language(Lang),
    /// Other colours.
    Theme(Theme),
    /// The stage has this width.
    Width(i32),
    /// The reader wants less motion, or no longer.
    ReducedMotion(bool),
    /// The address has changed.
    Address(String),
    /// Something about the search for the least that must go wrong.
    Hunt(HuntWish),
    /// Search for what the map or the lab says, as they write it.
    HuntFor(String),
    /// Put a link into the clipboard.
    CopyLink,
    /// That worked or not.
    LinkCopied(bool),
}
