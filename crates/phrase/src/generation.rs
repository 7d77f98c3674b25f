//! Protocol generations as a reader is told of them.

use crate::lang::Lang;

/// A generation of the replication protocol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GenerationWord {
    /// Before 0.11.
    Hw,
    /// 0.11
    Kip101,
    /// 2.0
    Kip279,
    /// 2.1 to 3.6
    Kip320,
    /// 3.7 and later
    Strict,
    /// 4.x with ELR
    Elr,
}

impl GenerationWord {
    /// A name short enough for a button.
    #[must_use]
    pub fn short(self, lang: Lang) -> &'static str {
        match self {
            GenerationWord::Hw => lang.pick("HW 절단", "HW cut"),
            GenerationWord::Kip101 => "KIP-101",
            GenerationWord::Kip279 => "KIP-279",
            GenerationWord::Kip320 => "KIP-320",
            GenerationWord::Strict => lang.pick("엄격한 HW", "Strict HW"),
            GenerationWord::Elr => "ELR",
        }
    }

    /// What is particular about it, in a few words.
    #[must_use]
    pub fn rule(self, lang: Lang) -> &'static str {
        match self {
            GenerationWord::Hw => lang.pick(
                "팔로워가 자기 HW까지 로그를 자릅니다",
                "followers cut their log to their own HW",
            ),
            GenerationWord::Kip101 => lang.pick(
                "에포크의 끝을 리더에게 묻고 자릅니다",
                "followers ask the leader where their epoch ends",
            ),
            GenerationWord::Kip279 => lang.pick(
                "에포크와 끝 오프셋이 모두 맞을 때까지 묻습니다",
                "they ask until epoch and end offset agree",
            ),
            GenerationWord::Kip320 => lang.pick(
                "Fetch에 에포크를 실어 옛 리더와 팔로워를 막습니다",
                "fetches carry the epoch, and stale ones are fenced",
            ),
            GenerationWord::Strict => lang.pick(
                "ISR이 최소보다 적으면 HW가 멈춥니다",
                "the HW is frozen while the ISR is below its minimum",
            ),
            GenerationWord::Elr => lang.pick(
                "ISR에서 빠져도 믿을 수 있는 레플리카를 기억합니다",
                "replicas that left the ISR but can be trusted are remembered",
            ),
        }
    }
}
