//! Short texts of the page: buttons, headings, legends.
//!
//! A label has no numbers in it; those are in [`crate::caption`].
// tidy: table

use crate::lang::Lang;

macro_rules! labels {
    ($($(#[$doc:meta])* $name:ident = $ko:literal, $en:literal;)*) => {
        /// A short text.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Label {
            $($(#[$doc])* $name,)*
        }

        impl Label {
            /// Every label.
            pub const ALL: &'static [Label] = &[$(Label::$name,)*];

            /// The text.
            #[must_use]
            pub fn text(self, lang: Lang) -> &'static str {
                match (self, lang) {
                    $((Label::$name, Lang::Ko) => $ko, (Label::$name, Lang::En) => $en,)*
                }
            }
        }
    };
}

labels! {
    /// The page's subtitle.
    Tagline = "Kafka 복제를 직접 돌려 보는 놀이터", "A playground for Kafka replication";
    /// Names the language switch.
    Language = "언어", "Language";
    /// Names the theme switch.
    Theme = "화면 밝기", "Theme";
    /// Follows the system.
    ThemeAuto = "자동", "Auto";
    /// Light.
    ThemeLight = "밝게", "Light";
    /// Dark.
    ThemeDark = "어둡게", "Dark";
    /// First link of the page.
    SkipToFigure = "그림으로 건너뛰기", "Skip to the figure";
    /// First link in an embed.
    SkipFigure = "그림 건너뛰기", "Skip the figure";

    /// Names the scenario picker.
    Scenario = "시나리오", "Scenario";
    /// A run without a script.
    FreePlay = "자유 실험", "Free play";
    /// The reader's own text.
    OwnText = "직접 쓰기", "Your own text";
    /// What free play is about.
    FreePlayIdea = "대본 없이 브로커를 끄고 켜고, 레코드를 보내 보세요.", "No script: stop and start brokers, send records, see what holds.";
    /// Title of a scenario without one.
    Untitled = "이름 없는 시나리오", "Untitled scenario";

    /// Heading of the generation switch.
    Generation = "규칙", "Rules";
    /// Says what the switch does.
    GenerationHint = "같은 대본을 다른 시대의 Kafka로 다시 돌립니다", "The same script under the rules of another Kafka";

    /// The controller strip.
    Controller = "컨트롤러", "Controller";
    /// Leader of the partition.
    Leader = "리더", "Leader";
    /// Follower.
    Follower = "팔로워", "Follower";
    /// Nobody.
    Nobody = "없음", "none";
    /// Leader epoch.
    Epoch = "에포크", "Epoch";
    /// Offset.
    Offset = "오프셋", "Offset";
    /// In the ISR.
    InIsr = "ISR", "ISR";
    /// In the ELR.
    InElr = "ELR", "ELR";
    /// In neither.
    OutOfIsr = "ISR 밖", "out of ISR";
    /// No copy of the partition.
    NoCopy = "이 파티션의 사본 없음", "no copy of this partition";
    /// Chosen as leader, and not aware of it.
    ElectedLeader = "리더로 뽑힘", "elected";
    /// Believes that it leads.
    StaleLeader = "옛 리더", "stale leader";
    /// A follower without a leader.
    NoLeaderToFollow = "리더 없음", "no leader";
    /// A replica without metadata.
    Idle = "대기", "idle";
    /// A process that was stopped in order.
    Stopped = "꺼짐", "off";
    /// A process that was killed.
    Crashed = "죽음", "crashed";
    /// A machine without power.
    NoPower = "정전", "no power";
    /// A process that starts.
    Starting = "켜지는 중", "starting";
    /// A process that shuts down.
    ShuttingDown = "종료 중", "shutting down";
    /// Fenced by the controller.
    Fenced = "펜싱됨", "fenced";
    /// Slow.
    Slow = "느림", "slow";
    /// A link that is cut.
    LinkCut = "링크 끊김", "link cut";
    /// A follower that waits for metadata after an error.
    FetchFailed = "복제 멈춤", "copying stopped";
    /// A follower that asks where to cut.
    Asking = "자를 곳을 묻는 중", "asking where to cut";

    /// The producer.
    Producer = "프로듀서", "Producer";
    /// The consumer.
    Consumer = "컨슈머", "Consumer";
    /// Nothing produced yet.
    NothingSent = "아직 보낸 것 없음", "nothing sent yet";
    /// The consumer isn't there.
    NotReading = "읽지 않음", "not reading";
    /// Acknowledged.
    Acked = "확인받음", "acked";
    /// Refused.
    Refused = "거부됨", "refused";
    /// Unknown outcome.
    Unknown = "결과 모름", "unknown";
    /// No answer yet.
    Pending = "응답 대기", "waiting";
    /// Acknowledged and lost.
    LostTag = "유실", "lost";

    /// Legend: committed.
    Committed = "커밋", "committed";
    /// Legend: not committed.
    Uncommitted = "미커밋", "uncommitted";
    /// Legend: cut or lost.
    LostRecord = "유실", "lost";
    /// Legend: cut, and nothing was promised.
    CutRecord = "잘림", "cut";
    /// Legend: on disk.
    OnDisk = "디스크에 있음", "on disk";
    /// Legend: in the page cache only.
    InPageCache = "페이지 캐시에만", "page cache only";
    /// Legend: colours.
    HueIsEpoch = "색 = 리더 에포크", "colour = leader epoch";
    /// Legend: LEO.
    LeoLegend = "LEO 다음에 쓸 자리", "LEO next to write";
    /// Legend: HW.
    HwLegend = "HW 여기 앞까지 커밋", "HW committed before this";
    /// Legend: a long poll.
    WaitingFetch = "리더가 붙들고 있는 Fetch", "Fetch that waits at the leader";
    /// Legend: a message from or to the controller.
    ControlMessage = "컨트롤러와의 메시지", "message of the controller";
    /// Legend heading.
    Legend = "범례", "Legend";
    /// Guide at lost records.
    LostFromHere = "여기서부터 사라짐", "lost from here";
    /// Guide at diverging logs.
    DifferFromHere = "여기서부터 다름", "logs differ from here";

    /// Heading of the now line for screen readers.
    Now = "방금 일어난 일", "What just happened";
    /// Nothing has happened.
    NothingYet = "아직 아무 일도 없습니다.", "Nothing has happened yet.";
    /// A step in which nothing was noted.
    TimePassed = "시간이 흘렀습니다.", "Time passed.";
    /// What that means.
    TimePassedWhy = "눈에 보이는 변화는 없습니다.", "Nothing on the stage changed.";
    /// What to do first.
    PressStep = "▶를 누르면 한 걸음씩 진행됩니다.", "Press ▶ to go on step by step.";
    /// Narration heading for screen readers.
    Narration = "해설", "Narration";

    /// Transport: to the start.
    ToStart = "처음으로", "To the start";
    /// Transport: step back.
    StepBack = "한 걸음 뒤로", "Step back";
    /// Transport: play.
    Play = "재생", "Play";
    /// Transport: pause.
    Pause = "멈춤", "Pause";
    /// Transport: step.
    Step = "한 걸음 앞으로", "Step forward";
    /// Transport: to the end.
    ToEnd = "끝으로", "To the end";
    /// Transport: which steps.
    StepBy = "걸음 크기", "Step by";
    /// Meaningful events.
    ByMeaning = "의미", "change";
    /// Single events.
    ByEvent = "이벤트", "event";
    /// Fetch rounds.
    ByRound = "라운드", "round";
    /// Speed.
    Speed = "속도", "Speed";
    /// Scrubber.
    Timeline = "시간선", "Timeline";

    /// Verdict, nothing broken.
    AllPromisesKept = "약속이 지켜졌습니다", "Every promise was kept";
    /// What that means.
    AllPromisesKeptWhy = "이 실행에서 확인받은 레코드는 하나도 사라지지 않았습니다.", "In this run no acknowledged record was lost.";
    /// Verdict that has not come yet.
    VerdictAhead = "이 실행의 끝에서는", "By the end of this run";
    /// Names the verdict.
    Verdict = "판정", "Verdict";
    /// Nothing broken yet.
    SoFarKept = "지금까지는 약속이 지켜지고 있습니다", "So far every promise is kept";
    /// Names the picture.
    StageTitle = "브로커별 로그와 오가는 메시지", "Logs of the brokers and the messages between them";
    /// Jump to it.
    GoThere = "그 순간으로", "Go to that moment";

    /// Settings heading.
    Settings = "설정", "Settings";
    /// Number of brokers.
    Brokers = "브로커 수", "Brokers";
    /// acks of the produce button.
    AcksForAll = "쓰기의 acks", "acks of writes";
    /// As the script has it.
    AsScripted = "대본대로", "as scripted";
    /// Back to the scenario's own settings.
    ResetSettings = "원래 설정으로", "Back to the original settings";
    /// Heading of what came out differently.
    Difference = "무엇이 달라졌나", "What came out differently";
    /// Nothing.
    NoDifference = "결과는 같습니다.", "The outcome is the same.";
    /// Switch on.
    On = "켬", "on";
    /// Switch off.
    Off = "끔", "off";

    /// Produce button.
    Produce = "레코드 보내기", "Send a record";
    /// Consumer button.
    StartConsumer = "컨슈머 시작", "Start the consumer";
    /// Heading of actions.
    Act = "해 보기", "Try it";
    /// Hint beside it.
    ActHint = "브로커를 누르면 끄고 켤 수 있습니다.", "Click a broker to stop or start it.";

    /// Menu: clean stop.
    StopClean = "정상 종료", "Stop cleanly";
    /// Menu: crash.
    StopCrash = "프로세스 죽이기", "Kill the process";
    /// Menu: power cut.
    StopPower = "전원 끊기", "Cut its power";
    /// Menu: start.
    Start = "켜기", "Start";
    /// Menu: restart.
    Restart = "정상 재시작", "Restart cleanly";
    /// Menu: slow.
    MakeSlow = "느리게", "Make it slow";
    /// Menu: fast again.
    MakeFast = "속도 되돌리기", "Normal speed";
    /// Menu: flush.
    Flush = "디스크에 쓰기", "Flush to disk";
    /// Menu: unclean election.
    ElectUnclean = "unclean 선출 요청", "Ask for an unclean election";
    /// Menu: close.
    Close = "닫기", "Close";

    /// Branches heading.
    Branches = "갈래", "Branches";
    /// The first branch.
    Original = "원래 실행", "Original run";
    /// Undo.
    Undo = "되돌리기", "Undo";

    /// Table view.
    TableView = "표로 보기", "Show as a table";
    /// Column.
    Broker = "브로커", "Broker";
    /// Column.
    Partition = "파티션", "Partition";
    /// Column.
    Role = "역할", "Role";
    /// Column.
    Membership = "ISR", "ISR";
    /// Column.
    Log = "로그", "Log";
    /// Column.
    EpochTable = "에포크 표", "Epoch table";
    /// Messages under way.
    Messages = "오가는 메시지", "Messages under way";
    /// None.
    NoMessages = "오가는 메시지 없음", "no message under way";

    /// Editor heading.
    EditorTitle = "시나리오 글", "Scenario text";
    /// Editor: run.
    RunText = "이 글로 실행", "Run this text";
    /// Editor: start from the present scenario.
    EditThis = "이 시나리오 고쳐 쓰기", "Edit this scenario";
    /// Editor: fine.
    TextIsFine = "오류 없음", "no mistakes";
    /// Errors heading.
    Mistakes = "고칠 곳", "Mistakes";
    /// Unmet expectations.
    UnmetExpectations = "대본의 기대와 다른 점", "Expectations of the script that don't hold";

    /// About heading.
    AboutRun = "이 실행에 대하여", "About this run";
    /// Digest.
    Digest = "다이제스트", "digest";
    /// Events.
    Events = "이벤트", "events";
    /// Keys heading.
    Keys = "키보드", "Keyboard";
    /// A key.
    KeyPlay = "재생과 멈춤", "play and pause";
    /// A key.
    KeyStep = "한 걸음 뒤로, 앞으로", "step back and forward";
    /// A key.
    KeyEvent = "이벤트 하나씩", "one event";
    /// A key.
    KeyEnds = "처음으로, 끝으로", "to the start and to the end";
    /// A key.
    KeyBrokers = "브로커 사이를 오가기", "from broker to broker";
    /// A key.
    KeyMenu = "브로커 메뉴 열기", "open a broker's menu";
    /// A key.
    KeyActs = "고른 브로커 죽이기·켜기·링크 끊기, 레코드 보내기", "crash, start, cut off the chosen broker; send a record";
    /// A key.
    KeySpeed = "느리게, 빠르게", "slower and faster";
    /// A key.
    KeyClose = "메뉴 닫기", "close a menu";
    /// Copy a link.
    CopyLink = "링크 복사", "Copy link";
    /// It was copied.
    LinkCopied = "복사했습니다", "Copied";
    /// Copying is blocked.
    LinkBlocked = "주소창의 링크를 복사하세요", "Copy the link from the address bar";
    /// A scenario's text did not arrive.
    NotFetched = "시나리오를 받아 오지 못했습니다. 연결을 확인하고 다시 골라 주세요.", "The scenario could not be fetched. Check the connection and choose it again.";
    /// A link that could not be read.
    BrokenLink = "링크를 읽지 못해 기본 시나리오를 열었습니다.", "The link could not be read; this is the default scenario.";
    /// Heading of the search for the least that must go wrong.
    BreakIt = "무너뜨려 보기", "Break it";
    /// What that is.
    BreakItHint = "지금 설정에서 최소한 무엇이 잘못되면 약속이 깨지는지 찾습니다.", "Looks for the least that must go wrong under these settings.";
    /// Names the choice of what shall not happen.
    WhatBreaks = "일어나면 안 되는 일", "What must not happen";
    /// Names the choice of the budget.
    HowManyFaults = "허용할 장애 수", "How many faults";
    /// Starts it.
    Search = "찾기", "Search";
    /// Ends it.
    CancelSearch = "그만 찾기", "Cancel";
    /// Plays what was found.
    PlaySchedule = "이 순서로 재생", "Play this";
    /// Heading of the assumptions.
    TakenForGranted = "전제로 한 것", "What is taken for granted";
    /// The page stopped.
    CrashTitle = "문제가 생겨 멈췄습니다", "Something went wrong and the page stopped";
    /// What helps.
    CrashHelp = "새로 고치면 다시 시작합니다. 주소에는 지금까지의 설정이 들어 있습니다.", "Reload to start again; the address keeps your settings.";
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
