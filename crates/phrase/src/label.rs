//! Short texts of the page: buttons, headings, legends.
//!
//! A label has no numbers in it; those are in [`crate::caption`]. What a label says is in the files
//! of words, under its name.
// tidy: table

use crate::lang::Lang;
use crate::pack;

macro_rules! labels {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        /// A short text.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Label {
            $($(#[$doc])* $name,)*
        }

        impl Label {
            /// Every label.
            pub const ALL: &'static [Label] = &[$(Label::$name,)*];

            /// The names, one a line.
            pub(crate) const ROWS: &str = concat!($(stringify!($name), "\n",)*);
        }
    };
}

impl Label {
    /// The text.
    #[must_use]
    pub fn text(self, lang: Lang) -> &'static str {
        pack::entry(lang, self as usize).what
    }
}

labels! {
    /// The page's subtitle.
    Tagline;
    /// Names the language switch.
    Language;
    /// Names the theme switch.
    Theme;
    /// Follows the system.
    ThemeAuto;
    /// Light.
    ThemeLight;
    /// Dark.
    ThemeDark;
    /// First link in an embed.
    SkipFigure;

    /// Names the scenario picker.
    Scenario;
    /// A run without a script.
    FreePlay;
    /// The reader's own text.
    OwnText;
    /// What free play is about.
    FreePlayIdea;
    /// Title of a scenario without one.
    Untitled;

    /// Heading of the generation switch.
    Generation;

    /// The controller strip.
    Controller;
    /// Leader of the partition.
    Leader;
    /// Follower.
    Follower;
    /// Nobody.
    Nobody;
    /// Leader epoch.
    Epoch;
    /// Offset.
    Offset;
    /// In the ISR.
    InIsr;
    /// In the ELR.
    InElr;
    /// In neither.
    OutOfIsr;
    /// No copy of the partition.
    NoCopy;
    /// Chosen as leader, and not aware of it.
    ElectedLeader;
    /// Believes that it leads.
    StaleLeader;
    /// A follower without a leader.
    NoLeaderToFollow;
    /// A replica without metadata.
    Idle;
    /// A process that was stopped in order.
    Stopped;
    /// A process that was killed.
    Crashed;
    /// A machine without power.
    NoPower;
    /// A process that starts.
    Starting;
    /// A process that shuts down.
    ShuttingDown;
    /// Fenced by the controller.
    Fenced;
    /// Slow.
    Slow;
    /// A link that is cut.
    LinkCut;
    /// A follower that waits for metadata after an error.
    FetchFailed;
    /// A follower that asks where to cut.
    Asking;

    /// The producer.
    Producer;
    /// The consumer.
    Consumer;
    /// Nothing produced yet.
    NothingSent;
    /// The consumer isn't there.
    NotReading;
    /// Acknowledged.
    Acked;
    /// Refused.
    Refused;
    /// Unknown outcome.
    Unknown;
    /// No answer yet.
    Pending;
    /// Acknowledged and lost.
    LostTag;

    /// Legend: committed.
    Committed;
    /// Legend: not committed.
    Uncommitted;
    /// Legend: cut or lost.
    LostRecord;
    /// Legend: cut, and nothing was promised.
    CutRecord;
    /// Legend: on disk.
    OnDisk;
    /// Legend: in the page cache only.
    InPageCache;
    /// Legend: colours.
    HueIsEpoch;
    /// Legend: LEO.
    LeoLegend;
    /// Legend: HW.
    HwLegend;
    /// Legend: a long poll.
    WaitingFetch;
    /// Legend: a message from or to the controller.
    ControlMessage;
    /// Guide at lost records.
    LostFromHere;
    /// Guide at diverging logs.
    DifferFromHere;

    /// Heading of the now line for screen readers.
    Now;
    /// Nothing has happened.
    NothingYet;
    /// A step in which nothing was noted.
    TimePassed;
    /// What that means.
    TimePassedWhy;
    /// What to do first.
    PressStep;
    /// Narration heading for screen readers.
    Narration;

    /// Transport: to the start.
    ToStart;
    /// Transport: step back.
    StepBack;
    /// Transport: play.
    Play;
    /// Transport: pause.
    Pause;
    /// Transport: step.
    Step;
    /// Transport: to the end.
    ToEnd;
    /// Transport: which steps.
    StepBy;
    /// Meaningful events.
    ByMeaning;
    /// Single events.
    ByEvent;
    /// Fetch rounds.
    ByRound;
    /// Speed.
    Speed;
    /// Scrubber.
    Timeline;

    /// Verdict, nothing broken.
    AllPromisesKept;
    /// Verdict that has not come yet.
    VerdictAhead;
    /// Names the verdict.
    Verdict;
    /// Nothing broken yet.
    SoFarKept;
    /// Names the picture.
    StageTitle;
    /// Jump to it.
    GoThere;

    /// Settings heading.
    Settings;
    /// Number of brokers.
    Brokers;
    /// acks of the produce button.
    AcksForAll;
    /// As the script has it.
    AsScripted;
    /// Back to the scenario's own settings.
    ResetSettings;
    /// Heading of what came out differently.
    Difference;
    /// Nothing.
    NoDifference;

    /// Produce button.
    Produce;
    /// Consumer button.
    StartConsumer;
    /// Heading of actions.
    Act;
    /// Hint beside it.
    ActHint;

    /// Menu: clean stop.
    StopClean;
    /// Menu: crash.
    StopCrash;
    /// Menu: power cut.
    StopPower;
    /// Menu: start.
    Start;
    /// Menu: restart.
    Restart;
    /// Menu: slow.
    MakeSlow;
    /// Menu: fast again.
    MakeFast;
    /// Menu: flush.
    Flush;
    /// Menu: unclean election.
    ElectUnclean;
    /// Menu: close.
    Close;

    /// Branches heading.
    Branches;
    /// The first branch.
    Original;
    /// Undo.
    Undo;

    /// Table view.
    TableView;
    /// Column.
    Broker;
    /// Column.
    Partition;
    /// Column.
    Role;
    /// Column.
    Membership;
    /// Column.
    Log;
    /// Column.
    EpochTable;
    /// Messages under way.
    Messages;
    /// None.
    NoMessages;

    /// Editor heading.
    EditorTitle;
    /// Editor: run.
    RunText;
    /// Editor: start from the present scenario.
    EditThis;
    /// Editor: fine.
    TextIsFine;
    /// Unmet expectations.
    UnmetExpectations;

    /// About heading.
    AboutRun;
    /// Digest.
    Digest;
    /// Events.
    Events;
    /// Keys heading.
    Keys;
    /// A key.
    KeyPlay;
    /// A key.
    KeyStep;
    /// A key.
    KeyEvent;
    /// A key.
    KeyEnds;
    /// A key.
    KeyBrokers;
    /// A key.
    KeyMenu;
    /// A key.
    KeyActs;
    /// A key.
    KeySpeed;
    /// A key.
    KeyClose;
    /// Key help: goes to a broker.
    KeyBroker;
    /// Copy a link.
    CopyLink;
    /// It was copied.
    LinkCopied;
    /// Copying is blocked.
    LinkBlocked;
    /// A scenario's text did not arrive.
    NotFetched;
    /// A link that lacks a text which is too long for it.
    TextTooLong;
    /// A link that could not be read.
    BrokenLink;
    /// Heading of the search for the least that must go wrong.
    BreakIt;
    /// What that is.
    BreakItHint;
    /// Names the choice of what shall not happen.
    WhatBreaks;
    /// Names the choice of the budget.
    HowManyFaults;
    /// Starts it.
    Search;
    /// Ends it.
    CancelSearch;
    /// Plays what was found.
    PlaySchedule;
    /// Heading of the assumptions.
    TakenForGranted;
    /// Heading of the map of settings.
    SafetyMap;
    /// What its figures are.
    MapHint;
    /// Heading of the protocol's guards.
    Lab;
    /// What can be done with them.
    LabHint;
    /// Searches with a guard in force.
    WithGuard;
    /// Searches with it off.
    WithoutGuard;
    /// Heading of line numbers.
    LineNumber;
    /// Heading of what was expected.
    Expected;
    /// Heading of what was found.
    FoundInstead;
    /// Heading of what a guard says.
    Guard;
    /// Heading of where it comes from.
    Origin;

    /// Heading of Kafka's metrics.
    Metrics;
    /// What is compared there, and what is left out.
    MetricsHint;
    /// Heading of their names.
    Metric;
    /// Heading of where they are read.
    ReadAt;
    /// Heading of their values a step ago.
    Was;
    /// Heading of their values.
    IsNow;
    /// Heading of the difference.
    Change;

    /// Heading of what can be asked.
    Ask;
    /// Asks why something happened.
    AskWhy;
    /// Asks which single fault would lose a record.
    AskDanger;
    /// Asks what became of each record.
    AskRecords;
    /// Asks what brokers are and know.
    AskInspect;
    /// Asks for the same script under other rules.
    AskCompare;
    /// Asks what each guard of the protocol is there for.
    AskGuards;
    /// Heading of an answer.
    Answer;
    /// An answer is on its way.
    AnswerComes;
    /// There is no answer.
    NoAnswer;

    /// Heading of a question to the reader.
    Predict;
    /// The reader's answer was right.
    PredictedRight;
    /// The reader wants no question.
    PredictSkip;
    /// Gives the answer that is set.
    PredictThis;
    /// An answer: it is lost.
    IsLost;
    /// An answer: it is not lost.
    IsNotLost;
    /// The answer comes later.
    PredictWait;

    /// The page stopped.
    CrashTitle;
    /// What helps.
    CrashHelp;

    // Signs of the picture.
    /// Legend: what is on disk.
    DiskLegend;
    /// Legend: where an acknowledged record was lost before.
    ScarLegend;
    /// Legend: the row with the epoch cache.
    EpochRowLegend;
    /// Legend: records that share few pixels.
    GapLegend;
    /// Legend: where a flag came from.
    MovedLegend;
    /// Legend: lines of requests and answers.
    TrackLegend;
    /// The slider that moves along a long log.
    LookAt;
    /// The button that looks at the ends again.
    LookAtEnds;
    /// Heading of what one fault would cost.
    Danger;
    /// Heading of faults.
    DangerFault;
    /// Heading of what a fault breaks.
    DangerLost;
    /// Heading of whether writes are taken after a fault.
    DangerWrites;
    /// Heading of when one fault would have been enough.
    DangerWindows;
    /// Where a window begins.
    WindowFrom;
    /// Where a window ends.
    WindowTo;
    /// Heading of faults that open a window.
    WindowFault;
    /// Asks about everything.
    WholeCluster;
    /// Names the table of faults.
    DangerTable;

    /// Heading of runs side by side.
    Compare;
    /// Names the table of what differs.
    CompareTable;
    /// At this moment all columns are alike.
    NothingDiffers;
    /// Heading of what is compared.
    CompareRow;

    /// A process that runs.
    Running;
    /// Heading of a process.
    Process;
    /// Unfenced, as the controller has it.
    Active;
    /// A broker epoch.
    BrokerEpoch;
    /// A leader epoch.
    LeaderEpoch;
    /// A partition epoch.
    PartitionEpoch;
    /// How far the metadata was applied.
    MetadataOffset;
    /// When the controller last heard a broker.
    LastHeard;
    /// Heading of what the controller has.
    AtController;
    /// Heading of what the leader has.
    AtLeader;
    /// The checkpointed high watermark.
    HwOnDisk;
    /// Up to where the log is on disk.
    FlushedUpTo;
    /// Where the log begins.
    LogStart;
    /// Names the table of what a leader knows.
    FollowersSeen;
    /// Heading of log ends that a leader knows.
    KnownLeo;
    /// Heading of log ends as they are.
    RealLeo;
    /// Heading of when a follower was last caught up.
    CaughtUp;
    /// Not once.
    Never;
    /// Names the table of what waits.
    Waiting;
    /// Heading of how long it waits.
    WaitsUntil;
    /// Asks why a high watermark is where it is.
    AskWhyHw;
    /// Names the table of copies.
    Copies;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_label_is_said_in_both_languages() {
        for label in Label::ALL {
            assert!(!label.text(Lang::Ko).is_empty());
            assert!(!label.text(Lang::En).is_empty());
        }
    }
}
