//! Which texts there are: the table that every language's file of words is held to.
//!
//! A key has no text here. Its row says how many values it is given and whether it has a why; what
//! is said is in `words/`, in the order of this table, after the labels of [`crate::label`].
// tidy: table

use crate::label::Label;

macro_rules! keys {
    ($($name:ident = $values:literal $($why:ident)?;)*) => {
        /// The name of a text.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Key {
            $($name,)*
        }

        impl Key {
            /// The table as text, one line a key: its name, its number of values, and `why`.
            pub(crate) const ROWS: &str =
                concat!($(stringify!($name), " ", $values, $(" ", stringify!($why),)? "\n",)*);

            /// How many values the text is given.
            pub(crate) const fn values(self) -> usize {
                match self {
                    $(Key::$name => $values,)*
                }
            }

            /// Whether a why belongs to it.
            pub(crate) const fn has_why(self) -> bool {
                match self {
                    $(Key::$name => !concat!($(stringify!($why))?).is_empty(),)*
                }
            }
        }
    };
}

impl Key {
    /// Its place among all texts.
    pub(crate) fn index(self) -> usize {
        Label::ALL.len() + self as usize
    }
}

keys! {
    // Things that are named inside of other texts.
    NodeBroker = 1;
    NodeController = 0;
    NodeProducer = 0;
    NodeConsumer = 0;
    BatchOf = 2;
    AtOffset = 1;
    Nowhere = 0;

    // News of the producer and the consumer.
    Sent = 2;
    SentAgain = 3;
    SentAcksNone = 0;
    SentAcksLeader = 0;
    SentAcksAll = 0;
    Appended = 5 why;
    Recognized = 3 why;
    WriteAcked = 2;
    WriteRefused = 2;
    WriteUnknown = 2 why;
    WillRetry = 2 why;
    ProducerLearnedLeader = 2 why;
    ConsumerLearnedLeader = 2 why;
    ProducerLearnedNoLeader = 0 why;
    ConsumerLearnedNoLeader = 0 why;
    Consumed = 2 why;
    ConsumedWithHidden = 2 why;
    ReadingStarted = 2 why;
    OffsetWithheld = 2;
    WithheldByKip207 = 0;
    WithheldForNow = 0;
    Reset = 2 why;
    IdempotenceOn = 0 why;
    IdempotenceOff = 0 why;
    RefusedTooFewInSync = 2;
    RefusedNothingWritten = 0;
    AckedAcksNone = 0;
    AckedAcksLeader = 0;
    AckedAcksAll = 0;

    // News of the leader of a partition and its followers.
    BrokersLeo = 2;
    NamedAtOffset = 2;
    FetchSent = 3 why;
    FetchManySent = 2 why;
    FetchNoted = 3 why;
    FetchAnswered = 2 why;
    FetchRefused = 3;
    Diverged = 4 why;
    EpochAsked = 3 why;
    Replicated = 3 why;
    Settled = 2 why;
    PowerCut = 2 why;
    LeaderHw = 4 why;
    FollowerHw = 5 why;
    HeldByMinIsr = 4 why;
    HeldByUnknown = 3 why;
    LastStableBehind = 3 why;
    LastStableAtHw = 3 why;
    FetchRefusedFenced = 0;
    FetchRefusedUnknownEpoch = 0;
    FetchRefusedOutOfRange = 0;
    FetchRefusedNotLeader = 0;
    FetchRefusedOtherwise = 0;
    EpochEndsAt = 3 why;
    EpochUnknownEndsAt = 4 why;
    EpochUnknown = 2 why;
    Cut = 2;
    CutOwnHighWatermark = 1;
    CutNoEpoch = 1;
    CutEpochEnd = 1;
    CutEpochAndEnd = 1;
    CutDiverging = 1;
    CutOutOfRange = 1;
    NothingToCut = 2;
    NothingAboveHw = 0;
    BothAgreeUpTo = 1;

    // News of the controller.
    IsrProposed = 2 why;
    IsrRefused = 2 why;
    ElrChanged = 2 why;
    EpochRaised = 2 why;
    Elected = 2;
    ElectionRefused = 1 why;
    Moving = 2 why;
    ReplicasNow = 1 why;
    PartitionCreated = 2 why;
    CopyDeleted = 1 why;
    RequestRefused = 1 why;
    BecameLeader = 4 why;
    BecameFollower = 4 why;
    BecameIdle = 2 why;
    Offline = 1 why;
    OfflineWithElr = 1 why;
    IsrShrunk = 2;
    IsrGrown = 2;
    IsrReplaced = 2;
    IsrLag = 1;
    IsrCaughtUp = 0;
    IsrMoved = 0;
    IsrByController = 0;
    ElrKeeps = 1;
    ElectedIsr = 0;
    ElectedElr = 0;
    ElectedLastLeader = 0;
    ElectedAnyone = 0;

    // News of brokers and links, and of settings.
    ShutdownStarted = 1 why;
    Started = 1 why;
    RegisteredClean = 1 why;
    RegisteredUnclean = 1 why;
    RestartUnnoticed = 1 why;
    RegistrationRefused = 2 why;
    WasFenced = 1 why;
    Unfenced = 1 why;
    MetadataApplied = 1;
    LinkWasCut = 2 why;
    LinkHealed = 2;
    NormalSpeed = 1;
    Slowed = 2 why;
    MinIsrSet = 2 why;
    Flushed = 1 why;
    UncleanOn = 1 why;
    UncleanOff = 1 why;
    StoppedClean = 1 why;
    StoppedCrash = 1 why;
    StoppedPowerCut = 1 why;

    // Verdicts: the sentence and why.
    VerdictLost = 2;
    WhyLostCut = 2;
    WhyLostPowerCut = 1;
    WhyLostNeverHad = 1;
    NoCopyLeft = 0;
    LastCopyDropped = 1;
    VerdictDiverged = 3 why;
    VerdictConsumedLost = 2 why;
    VerdictHwWentBack = 3 why;

    // Verdicts: the card.
    CardLostOne = 1;
    CardLostMany = 2;
    CardOffsetAndEpoch = 2;
    CardWhoLost = 0;
    CardLostByCut = 2;
    CardLostByPowerCut = 1;
    CardNeverHad = 1;
    CardCutOwnHighWatermark = 0;
    CardCutNoEpoch = 0;
    CardCutEpochEnd = 0;
    CardCutEpochAndEnd = 0;
    CardCutDiverging = 0;
    CardCutOutOfRange = 0;
    CardLastCopy = 0;
    CardLastCopyOn = 1;
    CardLastCopyGone = 1;
    CardDiverged = 0;
    CardWhere = 0;
    CardLeader = 0;
    CardFollower = 0;
    CardConsumedLost = 0;
    CardLeaderNow = 0;
    CardHwWentBack = 0;
    CardNewLeader = 0;
    CardMeaning = 0;
    CardHwMeaning = 0;

    // How a run ended, and what came out differently.
    EndFinished = 0;
    EndStuck = 2;
    EndRefused = 2;
    EndTooLong = 1;
    DiffersSaved = 1;
    DiffersLost = 1;
    DiffersFate = 3;
    DiffersAnswer = 3;
    DiffersLeader = 3;
    DiffersEpoch = 3;
    DiffersIsr = 3;
    DiffersLogEnd = 3;
    DiffersHighWatermark = 3;
    DiffersConsumed = 2;
    DiffersVerdicts = 2;
    DiffersUnclean = 2;
    FateKept = 0;
    FateLost = 0;
    FateElsewhere = 0;
    AnswerNotSent = 0;
    AnswerPending = 0;
    AnswerAcked = 0;
    AnswerRefused = 1;
    AnswerUnknown = 1;
    LeaderNone = 0;

    // Wishes that are refused.
    WishNoSuchBroker = 1;
    WishNoSuchPartition = 0;
    WishNotRunning = 1;
    WishAlreadyRunning = 1;
    WishAlreadyStopping = 1;
    WishNameTaken = 1;
    WishBadCount = 1;
    WishNoSuchLink = 2;
    WishLinkUnchanged = 2;
    WishNoTransactions = 0;
    WishTransactionNeedsAcksAll = 0;
    WishNoOpenTransaction = 1;
    WishNotAllAcked = 1;
    WishNoRoom = 1;
    WishBadMinIsr = 0;
    WishUnavailable = 0;

    // Mistakes in the text of a scenario.
    FaultUnknownStatement = 0;
    FaultUnexpected = 0;
    FaultLeftover = 0;
    FaultUnclosedQuote = 0;
    FaultBadEscape = 0;
    FaultOutOfRange = 0;
    FaultUnknownBroker = 0;
    FaultUnknownTopic = 0;
    FaultUnknownPartition = 0;
    FaultWhichPartition = 0;
    FaultUnknownRecord = 0;
    FaultNameTaken = 1;
    FaultRepeated = 1;
    FaultMissing = 1;
    FaultMissingSetting = 1;
    FaultTooFewBrokers = 1;
    FaultAssignmentLength = 1;
    FaultEpochGoesBack = 1;
    FaultTooLate = 0;
    FaultUnknownTransaction = 0;
    FaultTransactionNeedsAcksAll = 0;
    FaultNoSuchLink = 0;
    FaultTooLong = 1;
    AcceptedHere = 1;
    DidYouMean = 1;

    // What may stand in the text of a scenario.
    AcceptedNumber = 2;
    AcceptedEndOfLine = 0;
    AcceptedSlug = 0;
    AcceptedText = 0;
    AcceptedTopicName = 0;
    AcceptedRecordName = 0;
    AcceptedDuration = 0;
    AcceptedBroker = 0;
    AcceptedPartition = 0;
    AcceptedBrokers = 0;
    AcceptedGenerations = 0;
    AcceptedCount = 0;
    AcceptedEpochStart = 0;
    AcceptedRecordInEpoch = 0;
    AcceptedEscape = 0;

    // Generations of the protocol.
    GenerationHw = 0;
    GenerationStrict = 0;
    RuleHw = 0;
    RuleKip101 = 0;
    RuleKip279 = 0;
    RuleKip320 = 0;
    RuleStrict = 0;
    RuleElr = 0;

    // Messages under way: short, then in full.
    ShortRecords = 2;
    ShortRecordsMany = 1;
    ShortEpochEnds = 2;
    ShortEpochEnd = 1;
    ShortNotKnown = 0;
    ShortLogBounds = 0;
    ShortRead = 1;
    ShortRegister = 0;
    ShortReady = 0;
    ShortShutdown = 0;
    ShortMetadata = 0;
    FullFetch = 1;
    FullRecords = 2;
    FullDiverging = 2;
    FullEpochEnd = 1;
    FullEpochEndAnswer = 2;
    FullProduce = 1;
    FullReadAnswer = 1;

    // Captions.
    Seconds = 1;
    BrokerCaption = 1;
    EpochCaption = 1;
    EpochStart = 2;
    MoreRecords = 1;
    RecordsOne = 1;
    RecordsMany = 1;
    NextOffset = 1;
    ParkedAt = 2;
    Parked = 1;
    Branch = 2;
    Position = 3;
    NotDone = 1;
    PredictLeader = 1;
    PredictHw = 1;
    PredictHwAcked = 2;
    PredictHwAt = 3;
    PredictLost = 1;
    PredictedWrong = 1;
    PredictScore = 2;
    CutLinkTo = 1;
    MendLinkTo = 1;
    Place = 2;
    MistakesOne = 1;
    MistakesMany = 1;
    KeptNone = 0;
    KeptOne = 0;
    KeptMany = 1;

    // Steps of a schedule that was searched for.
    StepWrite = 0;
    StepExchange = 1;
    StepDrop = 1;
    StepFence = 1;
    StepStart = 1;
    StepRejoin = 1;
    StepPreferredElection = 0;
    StepCleanStop = 1;
    StepQuickRestart = 1;
    StepCrash = 1;
    StepPowerCut = 1;
    StepBlackout = 0;
    StepLag = 1;
    StepIsolate = 1;
    StepSetMinInsyncReplicas = 1;

    // What shall never happen.
    NeverAckedRecordLost = 0;
    NeverConsumedRecordLost = 0;
    NeverDiverged = 0;
    NeverHighWatermarkWentBack = 0;
    NeverWriteBlocked = 0;
    NeverUnrecoverable = 0;

    // What an answer takes for granted.
    GivenOnePartition = 0;
    GivenOneController = 0;
    GivenOneAttemptPerRecord = 0;
    GivenConsumersReadAtOnce = 0;
    GivenBrokersReachEachOther = 0;
    GivenMetadataArrivesAtOnce = 0;
    GivenExchangesAreWhole = 0;
    GivenIsrRequestsAreAnsweredAtOnce = 0;
    GivenNothingIsFlushed = 0;
    GivenNothingIsCheckpointed = 0;
    GivenGraceIsOver = 0;
    GivenSessionsEndInAnyOrder = 0;

    // What a guard of the protocol says.
    GuardBrokerEpoch = 0;
    GuardMinIsrGate = 0;
    GuardHighWatermarkReached = 0;
    GuardEpochStart = 0;
    GuardFetchFencing = 0;
    GuardDivergenceCheck = 0;
    GuardUncleanShutdown = 0;

    // What a figure of the safety map counts.
    MeasureLose = 0;
    MeasureLoseOneUnclean = 0;
    MeasureLoseDisksKept = 0;
    MeasureBlock = 0;

    // What is said of a search for the least that must go wrong.
    HuntProgress = 5;
    HuntNeedsNone = 0;
    HuntNeedsOne = 0;
    HuntNeedsMany = 1;
    HuntNever = 2;
    HuntLimit = 2;
    HuntFailed = 1;
    HuntUpToOne = 0;
    HuntUpToMany = 1;

    // What one fault would cost.
    FaultOfClean = 1;
    FaultOfCrash = 1;
    FaultOfPower = 1;
    FaultOfLink = 2;
    FaultOfElection = 1;
    DangerLoses = 2;
    DangerBreaks = 1;
    DangerCount = 2;
    DangerNone = 1;
    DangerHow = 0;
    DangerUnsettled = 2;
    WritesTaken = 0;
    WritesOffline = 1;
    WritesRefused = 1;
    WritesStay = 1;
    WindowsNone = 0;
    WindowsOne = 0;
    WindowsMany = 1;
    WindowsHow = 1;
    WindowsLimit = 2;
    DangerAnyway = 1;
    DangerNoMore = 0;

    // Runs side by side.
    CompareEnded = 1;
    CompareDeeds = 2;
    CompareUnplayable = 0;

    // What a broker is and knows.
    StandsLeader = 5;
    StandsStale = 6;
    StandsAlone = 5;
    StandsChosen = 5;
    StandsFollower = 5;
    StandsIdle = 4;
    StandsOff = 4;
    StandsCopies = 3;
    StandsNowhere = 1;
    StandsCluster = 4;
    FetchGoesOn = 2;
    FetchAsks = 2;
    FetchFails = 0;
    FetchNobody = 0;
    WaitsForHw = 2;
    WaitsToRead = 1;
    WaitsForIsr = 1;
    Ago = 1;
    CacheWhat = 0;
    CacheNone = 0;
    StandsStarting = 4;
    FetchPauses = 1;

    // Where chains of causes begin, and what they add to events.
    ByScript = 0;
    ByReader = 0;
    RootStopClean = 2;
    RootStopCrash = 2;
    RootStopPower = 2;
    RootStartsAgain = 0;
    RootStart = 2;
    RootProduce = 3;
    RootConsume = 1;
    RootCutLink = 3;
    RootHealLink = 3;
    RootNormalSpeed = 2;
    RootSlow = 3;
    RootSet = 3;
    RootElectUnclean = 1;
    RootElectPreferred = 1;
    RootReassign = 2;
    RootCancelReassignment = 1;
    RootCommit = 2;
    RootAbort = 2;
    RootGrow = 2;
    RootFlush = 2;
    RootTime = 0;
    RootPreferredTask = 0;
    RootUncleanTask = 0;
    RootFetching = 0;
    WhyTitle = 0;
    WhyHw = 2;
    WhyLeo = 2;
    WhyLeads = 2;
    WhyFollows = 2;
    WhyIdle = 1;
    WhyInIsr = 1;
    WhyInElr = 1;
    WhyOutside = 1;
    WhyNotMoving = 0;
    WhyLastChange = 0;
    StateHeldBy = 4;
    StateAllCommitted = 2;
    StateBehindLeader = 3;
    StateLikeLeader = 2;
    StateStill = 1;
    StateDown = 1;
    StateLogAsBegun = 1;
    StateLogEmpty = 0;
    StateRoleAsBegun = 2;
    StateNoRoleAsBegun = 0;
    StateIsrAsBegun = 1;
    StateOutsideAsBegun = 1;
    WhyCandidates = 3;
    WhyCandidatesElr = 4;
    WhySessionOver = 2;
    WhyWaitedFor = 2;
    WhyReadUpTo = 2;
    WhyHwFromCheckpoint = 2;
    WhyElrEmptied = 3;
    WhyElrLeft = 1;
    IsrByElection = 0;
    AskRecord = 1;

    // What became of a record.
    FateAllRecords = 0;
    FateBatch = 0;
    FateAppended = 0;
    FateCommitted = 0;
    FateReadBy = 0;
    FateGoneFrom = 0;
    FateCopies = 0;
    FateState = 0;
    FateSince = 0;
    FateUntil = 0;
    FateWhy = 0;
    FateAppend = 3;
    FateNeverAppended = 0;
    FateFromTheStart = 0;
    FatePassed = 1;
    FateNotPassed = 0;
    FateRead = 1;
    FateHidden = 1;
    FateNotRead = 0;
    FateNotGone = 0;
    FatePromiseKept = 0;
    FatePromiseOpen = 0;
    FateNoPromise = 0;
    FatePowerCut = 0;
    FateCopyDeleted = 0;
    FateNeverHad = 0;
    FatePart = 2;
    FateDown = 1;
}
