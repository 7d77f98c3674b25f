//! The scenarios that come with the project: files of `scenarios/`, by name. What is for tests only
//! is in [`crate::conformance`].
//!
//! A page lists the library by its titles and fetches the text of a scenario when somebody opens
//! it, so that the library can grow without the page. Everything else has the texts at hand, by
//! the feature `texts`.
//!
//! Data only; whether they do what they say is tested, not assumed.

#[cfg(feature = "texts")]
use crate::parse::parse;
#[cfg(feature = "texts")]
use crate::script::Scenario;

/// The cluster to play with, without a script; its times are Kafka's own.
pub const FREE_PLAY: &str = "\
scenario free-play
cluster brokers=3 generation=strict
topic orders partitions=1 rf=3 min.insync.replicas=2
";

/// A scenario of the library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name.
    pub slug: &'static str,
    /// Its file in `scenarios/`.
    pub file: &'static str,
    /// The generation that takes the place of the file's own: another name for the same story.
    twin: Option<&'static str>,
    /// Its title in Korean.
    pub korean: &'static str,
    /// Its title in English.
    pub english: &'static str,
}

macro_rules! twin {
    () => {
        None
    };
    ($generation:literal) => {
        Some($generation)
    };
}

macro_rules! library {
    ($(
        $slug:literal = $file:literal $(as $generation:literal)?: $korean:literal, $english:literal;
    )*) => {
        /// The library in reading order, twins behind the file they belong to.
        pub const ENTRIES: &[Entry] = &[$(Entry {
            slug: $slug,
            file: $file,
            twin: twin!($($generation)?),
            korean: $korean,
            english: $english,
        }),*];

        #[cfg(feature = "texts")]
        const TEXTS: &[&str] = &[$(include_str!(concat!("../../../scenarios/", $file))),*];
    };
}

library! {
    "placement-3x3" = "placement-3x3.hw":
        "리더와 팔로워는 어디에 놓이는가: 브로커 3대, 파티션 3개",
        "Where leaders and followers go: three brokers, three partitions";
    "hw-round-trip" = "hw-round-trip.hw":
        "HW가 올라가는 두 라운드",
        "The two rounds that move the high watermark";
    "clean-failover" = "clean-failover.hw":
        "아무것도 잃지 않는 리더 교체",
        "A failover that loses nothing";
    "uncommitted-tail" = "uncommitted-tail.hw":
        "리더에만 있던 레코드: acks에 따라 갈리는 판정",
        "A record that only the leader had: the verdict depends on acks";
    "read-bounds" = "read-bounds.hw":
        "누가 어디까지 읽는가: LEO, HW, LSO",
        "Who may read how far: LEO, HW, LSO";
    "kip101-loss" = "kip101-loss.hw":
        "성공 응답까지 받은 레코드가 재시작 뒤에 사라진다 (KIP-101)",
        "An acknowledged record vanishes after a restart (KIP-101)";
    "kip101-divergence" = "kip101-divergence.hw":
        "같은 오프셋에 서로 다른 레코드가 영원히 남는다 (KIP-101)",
        "Two different records at one offset, for ever (KIP-101)";
    "divergence-200" = "divergence-200.hw":
        "오프셋 200에서 갈라진 두 로그",
        "Two logs that part at offset 200";
    "rolling-restart-hw" = "rolling-restart-hw.hw":
        "정상 종료로만 진행한 롤링 재시작과 acks=all",
        "A rolling restart, clean stops only, and acks=all";
    "rolling-restart-epoch" = "rolling-restart-hw.hw" as "kip320":
        "정상 종료로만 진행한 롤링 재시작과 acks=all",
        "A rolling restart, clean stops only, and acks=all";
    "acks-min-isr" = "acks-min-isr.hw":
        "acks=all과 min.insync.replicas가 함께 지키는 것",
        "What acks=all and min.insync.replicas guard together";
    "hw-gate" = "worked/s3-hw-gate.hw":
        "ISR이 최소치보다 작을 때 멈추는 HW (3.7)",
        "The HW is frozen while the ISR is below the minimum (3.7)";
    "after-append" = "worked/s4-after-append.hw":
        "로그에 붙은 뒤의 실패: NOT_ENOUGH_REPLICAS_AFTER_APPEND와 시간 초과",
        "Failed after the append: NOT_ENOUGH_REPLICAS_AFTER_APPEND, or a timeout";
    "cut-link" = "worked/s5-cut-link.hw":
        "하트비트는 오가는데 복제만 끊겼을 때",
        "Heartbeats arrive, replication does not";
    "hw-after-failover" = "worked/s7-hw-after-failover.hw":
        "새 리더의 HW는 어디서 시작하는가",
        "Where a new leader's HW begins";
    "isolated-leader" = "worked/s8-isolated-leader.hw":
        "컨트롤러와 끊긴 리더는 무엇을 할 수 있는가",
        "What a leader can still do when it has lost the controller";
    "unclean-election" = "unclean-election.hw":
        "기다릴 것인가, 잃을 것인가: unclean 리더 선출",
        "Wait or lose: unclean leader election";
    "last-replica-standing" = "last-replica-standing.hw":
        "마지막까지 남은 레플리카를 믿어도 될까 (KIP-966)",
        "Can the last replica standing be trusted? (KIP-966)";
    "elr-membership" = "elr-membership.hw":
        "누가 ELR에 들어가고 언제 나오는가 (KIP-966)",
        "Who enters the ELR, and when it empties (KIP-966)";
}

impl Entry {
    /// Its text, made of the text of its file.
    #[must_use]
    pub fn text_of(&self, file: &str) -> String {
        let Some(generation) = self.twin else {
            return file.to_owned();
        };
        let mut text = String::with_capacity(file.len() + 16);
        for line in file.lines() {
            if line.starts_with("scenario ") {
                text.push_str("scenario ");
                text.push_str(self.slug);
            } else if line.starts_with("cluster ") {
                for word in line.split(' ').filter(|word| !word.starts_with("generation=")) {
                    text.push_str(word);
                    text.push(' ');
                }
                text.push_str("generation=");
                text.push_str(generation);
            } else {
                text.push_str(line);
            }
            text.push('\n');
        }
        text
    }
}

/// The scenario of this name.
#[must_use]
pub fn entry(slug: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.slug == slug)
}

/// The names of the library's scenarios, in reading order.
pub fn slugs() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().map(|entry| entry.slug)
}

/// The text of a scenario of the library.
#[cfg(feature = "texts")]
#[must_use]
pub fn text(slug: &str) -> Option<String> {
    let index = ENTRIES.iter().position(|entry| entry.slug == slug)?;
    Some(ENTRIES[index].text_of(TEXTS[index]))
}

/// A scenario of the library.
#[cfg(feature = "texts")]
#[must_use]
pub fn load(slug: &str) -> Option<Scenario> {
    parse(&text(slug)?).ok()
}
