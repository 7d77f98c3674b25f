//! The names that the style sheet knows shapes by.
//!
//! In a shape a name is one byte; only who writes the shape out needs the text.

macro_rules! styles {
    ($($style:ident = $name:literal;)*) => {
        /// A name that a shape has for the style sheet.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[expect(missing_docs, reason = "each is the class of its name")]
        pub enum Style {
            /// No name: it is left out.
            None,
            $($style,)*
        }

        const NAMES: &[&str] = &["", $($name,)*];
    };
}

styles! {
    Alarm = "alarm";
    Answer = "answer";
    Ask = "ask";
    Axis = "axis";
    AxisPart = "axis-part";
    Bold = "b";
    Box = "box";
    Broker = "broker";
    Cell = "cell";
    Client = "client";
    Consumer = "consumer";
    Crown = "crown";
    Cut = "cut";
    CutLink = "cut-link";
    CutMark = "cut-mark";
    CutsPart = "cuts-part";
    Digits = "m";
    Differs = "differs";
    Disk = "disk";
    Dock = "dock";
    Dotted = "dotted";
    Down = "down";
    E0 = "e0";
    E1 = "e1";
    E2 = "e2";
    E3 = "e3";
    Elr = "elr";
    Epoch = "epoch";
    EpochText = "epoch-text";
    Epochs = "epochs";
    Flag = "flag";
    FlagHw = "flag-hw";
    FlagLeo = "flag-leo";
    FlagText = "flag-text";
    Fresh = "fresh";
    Ghost = "ghost";
    Glyph = "glyph";
    Good = "good";
    Guide = "guide";
    GuidePart = "guide-part";
    Hatched = "hatched";
    Head = "head";
    Hit = "hit";
    Hw = "hw";
    IsDown = "is-down";
    Isr = "isr";
    Lane = "lane";
    Legend = "legend";
    Leo = "leo";
    Lost = "lost";
    Map = "map";
    MapWindow = "map-window";
    Metadata = "metadata";
    Moved = "moved";
    Msg = "msg";
    Name = "name";
    Open = "open";
    Outside = "outside";
    Pill = "pill";
    PillText = "pill-text";
    Pills = "pills";
    Record = "c";
    Plain = "plain";
    Producer = "producer";
    Refusal = "refusal";
    Refused = "refused";
    Ring = "ring";
    Role = "role";
    Scar = "scar";
    Small = "s";
    Solid = "solid";
    Standing = "standing";
    Strike = "strike";
    Text = "t";
    Touch = "touch";
    Track = "track";
    TrackLine = "track-line";
    Tracks = "tracks";
    Trail = "trail";
    Wait = "wait";
    Waiting = "waiting";
    WaitingPart = "waiting-part";
    WaitingText = "waiting-text";
    Weave = "weave";
}

impl Style {
    /// The name as the style sheet has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }
}
