//! What happened between the leader of a partition and its followers.

use super::Sentence;
use crate::compose::{Offsets, Piece, text};

/// By which rule a follower cut its log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CutWord {
    /// To its own high watermark, without asking.
    OwnHighWatermark,
    /// To its own high watermark, because an epoch is unknown.
    NoEpoch,
    /// To the end offset of its last epoch.
    EpochEnd,
    /// To where epoch and end offset agree.
    EpochAndEnd,
    /// To the divergence that a fetch reported.
    Diverging,
    /// To the leader's log end.
    OutOfRange,
}

/// News of a partition's copies.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub enum ReplicationNews<'a> {
    /// A follower sent a fetch; the offset if it asks for one partition only.
    FetchSent { follower: u8, leader: u8, offset: Option<u32> },
    /// The leader took note of the follower's log end.
    FetchNoted { leader: u8, follower: u8, log_end: u32 },
    /// The leader answered.
    FetchAnswered { leader: u8, follower: u8 },
    /// The leader refused a fetch.
    FetchRefused { leader: u8, follower: u8, error: &'a str },
    /// The leader found that logs diverge.
    Diverged { leader: u8, follower: u8, epoch: u32, end: u32 },
    /// A follower asked where an epoch ends.
    EpochAsked { follower: u8, leader: u8, epoch: u32 },
    /// The leader's answer: epoch and end.
    EpochAnswered { leader: u8, follower: u8, asked: u32, answer: Option<(u32, u32)> },
    /// A follower appended what it fetched.
    Replicated { broker: u8, from: u32, to: u32 },
    /// A follower knows where its log has to end.
    Settled { broker: u8, log_end: u32 },
    /// A follower cut its log; `names` are the records, and may be empty.
    Cut { broker: u8, from: u32, to: u32, names: &'a str, rule: CutWord },
    /// A power cut took what was not on disk.
    PowerCut { broker: u8, from: u32, to: u32, names: &'a str },
    /// A leader's high watermark rose to the minimum of these log ends.
    LeaderHw { broker: u8, from: u32, to: u32, ends: &'a [(u8, u32)] },
    /// A follower took a high watermark from a response.
    FollowerHw { broker: u8, from: u32, to: u32, leader_value: u32, log_end: u32 },
    /// A high watermark is frozen by the minimum ISR.
    HeldByMinIsr { broker: u8, at: u32, isr: u8, min_isr: u8 },
    /// A high watermark waits for a replica that hasn't fetched.
    HeldByUnknown { broker: u8, at: u32, replica: u8 },
    /// Where a leader's LSO is, beside its high watermark.
    LastStable { broker: u8, at: u32, hw: u32 },
}

/// `min(LEO of …)` with its numbers: "브로커 1의 LEO 5, 브로커 2의 LEO 4".
struct Ends<'a> {
    ends: &'a [(u8, u32)],
    ko: bool,
}

impl Piece for Ends<'_> {
    fn put(&self, out: &mut String) {
        for (index, (broker, end)) in self.ends.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            let part = if self.ko {
                text!["브로커 " (*broker) "의 LEO " (*end)]
            } else {
                text!["LEO " (*end) " of broker " (*broker)]
            };
            out.push_str(&part);
        }
    }
}

impl ReplicationNews<'_> {
    pub(super) fn ko(&self) -> Sentence {
        use ReplicationNews as R;
        match *self {
            R::FetchSent { follower, leader, offset: Some(offset) } => Sentence::new(
                text!["브로커 " follower 이가 " 브로커 " leader "에 오프셋 " offset "부터 달라고 Fetch를 보냈습니다."],
                text!["요청한 오프셋 " offset 이가 " 곧 팔로워의 LEO입니다. 리더는 이렇게만 팔로워의 진도를 압니다."],
            ),
            R::FetchSent { follower, leader, offset: None } => Sentence::new(
                text!["브로커 " follower 이가 " 브로커 " leader "에 Fetch를 보냈습니다."],
                "요청한 오프셋이 곧 팔로워의 LEO입니다.",
            ),
            R::FetchNoted { leader, follower, log_end } => Sentence::new(
                text!["리더 브로커 " leader 이가 " 브로커 " follower "의 LEO를 " log_end 으로 " 적었습니다."],
                text!["오프셋 " log_end "부터 달라는 말은 그 앞까지 다 가졌다는 뜻입니다."],
            ),
            R::FetchAnswered { leader, follower } => Sentence::new(
                text!["리더 브로커 " leader 이가 " 브로커 " follower "의 Fetch에 응답했습니다."],
                "응답에는 레코드와 함께 그 순간 리더의 HW가 실려 갑니다.",
            ),
            R::FetchRefused { leader, follower, error } => Sentence::new(
                text!["브로커 " leader 이가 " 브로커 " follower "의 Fetch를 거절했습니다: " error "."],
                refused_ko(error),
            ),
            R::Diverged { leader, follower, epoch, end } => Sentence::new(
                text!["리더 브로커 " leader 이가 " 브로커 " follower "에 로그가 갈라졌다고 알렸습니다."],
                text!["리더의 로그에서 에포크 " epoch 은는 " 오프셋 " end " 앞에서 끝납니다. 팔로워는 거기까지 되돌아가야 합니다."],
            ),
            R::EpochAsked { follower, leader, epoch } => Sentence::new(
                text!["브로커 " follower 이가 " 브로커 " leader "에 에포크 " epoch "의 끝을 물었습니다."],
                "짐작으로 자르지 않고 리더에게 먼저 묻습니다(KIP-101).",
            ),
            R::EpochAnswered { leader, asked, answer, .. } => {
                epoch_answered_ko(leader, asked, answer)
            }
            R::Replicated { broker, from, to } => Sentence::new(
                text!["브로커 " broker 이가 " 오프셋 " (Offsets(from, to)) 을를 " 복제했습니다."],
                text!["팔로워의 LEO가 " to 이가 " 되었지만, 리더는 다음 Fetch를 받아야 그것을 압니다."],
            ),
            R::Settled { broker, log_end } => Sentence::new(
                text!["브로커 " broker "의 로그 끝이 " log_end 으로 " 정해졌습니다."],
                text!["이제 오프셋 " log_end "부터 Fetch합니다."],
            ),
            R::Cut { broker, from, to, names, rule } => cut_ko(broker, (from, to), names, rule),
            R::PowerCut { broker, from, to, names } => Sentence::new(
                text!["정전으로 브로커 " broker "에서 " (Lost { names, from, to, ko: true }) 이가 " 없어졌습니다."],
                "페이지 캐시에만 있고 디스크에는 아직 쓰이지 않은 레코드였습니다. 확인 응답은 fsync를 뜻하지 않습니다.",
            ),
            R::LeaderHw { broker, from, to, ends } => Sentence::new(
                text!["리더 브로커 " broker "의 HW가 " from "에서 " to 으로 " 올랐습니다."],
                text!["HW = min(" (Ends { ends, ko: true }) ") = " to ". 여기까지는 커밋되었고 컨슈머도 볼 수 있습니다."],
            ),
            R::FollowerHw { broker, from, to, leader_value, log_end } => Sentence::new(
                text!["브로커 " broker "의 HW가 " from "에서 " to 으로 " 바뀌었습니다."],
                text!["min(응답에 실린 HW " leader_value ", 자기 LEO " log_end ") = " to ". 팔로워는 리더보다 한 라운드 늦게 압니다."],
            ),
            R::HeldByMinIsr { broker, at, isr, min_isr } => Sentence::new(
                text!["리더 브로커 " broker "의 HW가 " at "에서 움직이지 않습니다."],
                text!["ISR이 " isr "개로 min.insync.replicas " min_isr "보다 적으면 HW를 올리지 않습니다(3.7부터). 새 레코드는 컨슈머에게 보이지 않습니다."],
            ),
            R::HeldByUnknown { broker, at, replica } => Sentence::new(
                text!["리더 브로커 " broker "의 HW가 " at "에서 기다립니다."],
                text!["ISR에 있는 브로커 " replica 이가 " 아직 이 리더에게 Fetch하지 않아 어디까지 가졌는지 모릅니다."],
            ),
            R::LastStable { broker, at, hw } => Sentence::new(
                text!["리더 브로커 " broker "의 LSO는 " at ", HW는 " hw "입니다."],
                if at < hw {
                    "LSO 자리에서 시작된 트랜잭션이 아직 끝나지 않았습니다. read_committed 컨슈머는 그 앞까지만 읽고, 뒤에 쓰인 다른 레코드도 함께 기다립니다."
                } else {
                    "끝나지 않은 트랜잭션이 없으므로 read_committed 컨슈머도 HW까지 읽습니다."
                },
            ),
        }
    }

    pub(super) fn en(&self) -> Sentence {
        use ReplicationNews as R;
        match *self {
            R::FetchSent { follower, leader, offset: Some(offset) } => Sentence::new(
                text!["Broker " follower " asked broker " leader " for records from offset " offset " on."],
                text!["The offset asked for, " offset ", is the follower's LEO. The leader learns a follower's progress in no other way."],
            ),
            R::FetchSent { follower, leader, offset: None } => Sentence::new(
                text!["Broker " follower " sent a Fetch to broker " leader "."],
                "The offset it asks for is the follower's LEO.",
            ),
            R::FetchNoted { leader, follower, log_end } => Sentence::new(
                text!["Leader broker " leader " noted LEO " log_end " for broker " follower "."],
                text!["Whoever asks for offset " log_end " has everything before it."],
            ),
            R::FetchAnswered { leader, follower } => Sentence::new(
                text!["Leader broker " leader " answered broker " follower "'s Fetch."],
                "The answer carries records and the leader's HW as of this moment.",
            ),
            R::FetchRefused { leader, follower, error } => Sentence::new(
                text!["Broker " leader " refused broker " follower "'s Fetch: " error "."],
                refused_en(error),
            ),
            R::Diverged { leader, follower, epoch, end } => Sentence::new(
                text!["Leader broker " leader " told broker " follower " that their logs diverge."],
                text!["In the leader's log epoch " epoch " ends before offset " end "; the follower has to go back to there."],
            ),
            R::EpochAsked { follower, leader, epoch } => Sentence::new(
                text!["Broker " follower " asked broker " leader " where epoch " epoch " ends."],
                "It doesn't guess where to cut: it asks the leader first (KIP-101).",
            ),
            R::EpochAnswered { leader, asked, answer, .. } => {
                epoch_answered_en(leader, asked, answer)
            }
            R::Replicated { broker, from, to } => Sentence::new(
                text!["Broker " broker " copied offset " (Offsets(from, to)) "."],
                text!["The follower's LEO is now " to ", but the leader learns of it only from the next Fetch."],
            ),
            R::Settled { broker, log_end } => Sentence::new(
                text!["Broker " broker "'s log is settled to end at " log_end "."],
                text!["From now on it fetches from offset " log_end "."],
            ),
            R::Cut { broker, from, to, names, rule } => cut_en(broker, (from, to), names, rule),
            R::PowerCut { broker, from, to, names } => Sentence::new(
                text!["The power cut took " (Lost { names, from, to, ko: false }) " from broker " broker "."],
                "It was in the page cache and not yet on disk. An acknowledgement doesn't mean fsync.",
            ),
            R::LeaderHw { broker, from, to, ends } => Sentence::new(
                text!["Leader broker " broker "'s HW rose from " from " to " to "."],
                text!["HW = min(" (Ends { ends, ko: false }) ") = " to ". Up to here all is committed, and consumers may see it."],
            ),
            R::FollowerHw { broker, from, to, leader_value, log_end } => Sentence::new(
                text!["Broker " broker "'s HW changed from " from " to " to "."],
                text!["min(HW " leader_value " in the answer, own LEO " log_end ") = " to ". A follower knows one round later than its leader."],
            ),
            R::HeldByMinIsr { broker, at, isr, min_isr } => Sentence::new(
                text!["Leader broker " broker "'s HW stays at " at "."],
                text!["With " isr " in the ISR and min.insync.replicas " min_isr " the HW is frozen (since 3.7); consumers don't see new records."],
            ),
            R::HeldByUnknown { broker, at, replica } => Sentence::new(
                text!["Leader broker " broker "'s HW waits at " at "."],
                text!["Broker " replica " is in the ISR and hasn't fetched from this leader yet, so how much it has is not known."],
            ),
            R::LastStable { broker, at, hw } => Sentence::new(
                text!["Leader broker " broker "'s LSO is " at ", its HW " hw "."],
                if at < hw {
                    "The transaction that began at the LSO has not ended. A read_committed consumer reads up to there, and everything written behind it waits, too."
                } else {
                    "No transaction is open, so a read_committed consumer reads up to the HW, too."
                },
            ),
        }
    }
}

/// What disappeared: by name if there are names.
struct Lost<'a> {
    names: &'a str,
    from: u32,
    to: u32,
    ko: bool,
}

impl Piece for Lost<'_> {
    fn put(&self, out: &mut String) {
        let offsets = Offsets(self.to, self.from);
        let part = match (self.names.is_empty(), self.ko) {
            (false, true) => text![(self.names) "(오프셋 " offsets ")"],
            (false, false) => text![(self.names) " (offset " offsets ")"],
            (true, true) => text!["오프셋 " offsets],
            (true, false) => text!["offset " offsets],
        };
        out.push_str(&part);
    }
}

fn epoch_answered_ko(leader: u8, asked: u32, answer: Option<(u32, u32)>) -> Sentence {
    match answer {
        Some((epoch, end)) if epoch == asked => Sentence::new(
            text!["브로커 " leader 이가 " 에포크 " epoch "의 끝은 " end 이라 "고 답했습니다."],
            text!["에포크 " epoch "에 쓰인 것은 오프셋 " end " 앞까지라는 뜻입니다. 팔로워는 그 뒤만 자릅니다."],
        ),
        Some((epoch, end)) => Sentence::new(
            text!["브로커 " leader 이가 " 에포크 " asked 은는 " 없고, 에포크 " epoch "의 끝이 " end 이라 "고 답했습니다."],
            "팔로워는 둘 다 아는 에포크까지 거슬러 올라갑니다.",
        ),
        None => Sentence::new(
            text!["브로커 " leader 이가 " 에포크 " asked 을를 " 모른다고 답했습니다."],
            "물을 기준이 없으니 팔로워는 자기 HW를 기준으로 삼습니다.",
        ),
    }
}

fn epoch_answered_en(leader: u8, asked: u32, answer: Option<(u32, u32)>) -> Sentence {
    match answer {
        Some((epoch, end)) if epoch == asked => Sentence::new(
            text!["Broker " leader " answered that epoch " epoch " ends at " end "."],
            text!["What was written in epoch " epoch " lies before offset " end "; the follower cuts only what is beyond."],
        ),
        Some((epoch, end)) => Sentence::new(
            text!["Broker " leader " has no epoch " asked "; it answered that epoch " epoch " ends at " end "."],
            "The follower goes back to an epoch that both know.",
        ),
        None => Sentence::new(
            text!["Broker " leader " answered that it knows nothing of epoch " asked "."],
            "With nothing to go by, the follower falls back to its own HW.",
        ),
    }
}

fn cut_ko(broker: u8, (from, to): (u32, u32), names: &str, rule: CutWord) -> Sentence {
    if from == to {
        return Sentence::new(
            text!["브로커 " broker 이가 " 자를 것이 없었습니다. LEO는 그대로 " to "입니다."],
            match rule {
                CutWord::OwnHighWatermark | CutWord::NoEpoch => {
                    "자기 HW가 이미 로그 끝입니다.".to_owned()
                }
                _ => text!["리더의 답에 따르면 " to " 앞까지는 두 로그가 같습니다."],
            },
        );
    }
    let why = match rule {
        CutWord::OwnHighWatermark => {
            text!["팔로워가 되면 자기 HW " to " 뒤를 미커밋으로 보고 무조건 버립니다(0.11 이전). 팔로워의 HW는 한 라운드 늦은 값인데도 그렇습니다."]
        }
        CutWord::NoEpoch => {
            text!["한쪽에 에포크 기록이 없어 자기 HW " to 을를 " 기준으로 잘랐습니다."]
        }
        CutWord::EpochEnd => {
            text!["리더가 알려 준 에포크의 끝이 " to 이라 " 그 뒤만 버렸습니다(KIP-101)."]
        }
        CutWord::EpochAndEnd => {
            text!["에포크와 끝 오프셋이 리더와 모두 맞는 지점이 " to "입니다(KIP-279)."]
        }
        CutWord::Diverging => {
            text!["Fetch 응답이 두 로그가 " to "에서 갈라졌다고 알려 주었습니다(2.7부터)."]
        }
        CutWord::OutOfRange => {
            text!["리더의 로그가 " to "에서 끝나므로 거기에 맞췄습니다(OFFSET_OUT_OF_RANGE)."]
        }
    };
    Sentence::new(
        text!["브로커 " broker 이가 " " (Lost { names, from, to, ko: true }) 을를 " 잘랐습니다."],
        why,
    )
}

fn cut_en(broker: u8, (from, to): (u32, u32), names: &str, rule: CutWord) -> Sentence {
    if from == to {
        return Sentence::new(
            text!["Broker " broker " had nothing to cut; its LEO stays " to "."],
            match rule {
                CutWord::OwnHighWatermark | CutWord::NoEpoch => {
                    "Its own HW is the end of its log already.".to_owned()
                }
                _ => text!["By the leader's answer both logs agree up to " to "."],
            },
        );
    }
    let why = match rule {
        CutWord::OwnHighWatermark => {
            text!["A broker that becomes a follower drops whatever lies beyond its own HW " to " as uncommitted (before 0.11), although a follower's HW is one round old."]
        }
        CutWord::NoEpoch => {
            text!["One side has no epoch on record, so it cut at its own HW " to "."]
        }
        CutWord::EpochEnd => {
            text!["The leader says that the epoch ends at " to ", so only what lies beyond went (KIP-101)."]
        }
        CutWord::EpochAndEnd => {
            text!["Epoch and end offset agree with the leader's at " to " (KIP-279)."]
        }
        CutWord::Diverging => {
            text!["The Fetch response said that the logs part at " to " (since 2.7)."]
        }
        CutWord::OutOfRange => {
            text!["The leader's log ends at " to ", so it went back to there (OFFSET_OUT_OF_RANGE)."]
        }
    };
    Sentence::new(
        text!["Broker " broker " cut " (Lost { names, from, to, ko: false }) " from its log."],
        why,
    )
}

fn refused_ko(error: &str) -> &'static str {
    match error {
        "FENCED_LEADER_EPOCH" => {
            "팔로워가 아는 에포크가 옛것입니다. 새 메타데이터가 올 때까지 복제를 멈춥니다."
        }
        "UNKNOWN_LEADER_EPOCH" => {
            "팔로워가 리더보다 새 에포크를 알고 있습니다. 리더도 곧 알게 되니 조금 뒤 다시 묻습니다."
        }
        "OFFSET_OUT_OF_RANGE" => {
            "달라는 오프셋이 리더의 로그 밖입니다. 리더의 로그 범위를 묻고 거기에 맞춥니다."
        }
        "NOT_LEADER_OR_FOLLOWER" => {
            "이 파티션의 리더가 아닙니다. 메타데이터가 퍼지면 제 리더를 찾아갑니다."
        }
        _ => "조금 뒤 다시 시도합니다.",
    }
}

fn refused_en(error: &str) -> &'static str {
    match error {
        "FENCED_LEADER_EPOCH" => {
            "The follower's epoch is old. It stops copying until new metadata comes."
        }
        "UNKNOWN_LEADER_EPOCH" => {
            "The follower knows a newer epoch than the leader does; it asks again shortly."
        }
        "OFFSET_OUT_OF_RANGE" => {
            "The offset asked for is outside the leader's log; the follower asks for its bounds and adapts."
        }
        "NOT_LEADER_OR_FOLLOWER" => {
            "It doesn't lead this partition; with new metadata the follower finds the one that does."
        }
        _ => "It tries again shortly.",
    }
}
