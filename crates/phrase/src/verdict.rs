//! What a broken invariant means for a reader: the card and the sentence.

use crate::compose::{List, Offsets, Records, text};
use crate::lang::Lang;
use crate::news::{AcksWord, CutWord, Sentence};

/// How the new leader came to lack the records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LostWord {
    /// It cut them.
    Cut(u8, CutWord),
    /// A power cut took them.
    PowerCut(u8),
    /// It never had them.
    NeverHad(u8),
}

/// A broken invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub enum VerdictWord<'a> {
    /// Acknowledged records are gone.
    Lost {
        /// Name of the batch, and how many of its records are lost.
        name: &'a str,
        count: u32,
        /// First lost offset and exclusive end.
        first: u32,
        end: u32,
        /// The epoch they were written in, if known.
        epoch: Option<u32>,
        acks: AcksWord,
        by: LostWord,
        /// Who held a copy at that moment.
        last_copies: &'a [u8],
        /// Whether any of them still does.
        copies_left: bool,
    },
    /// Two replicas differ below both high watermarks.
    Diverged { leader: u8, follower: u8, offset: u32 },
    /// A record that the consumer has read is gone.
    ConsumedLost { offset: u32, leader: u8 },
    /// A new leader begins below a high watermark that was seen.
    HwWentBack { leader: u8, from: u32, to: u32 },
}

/// A verdict as a card: a title, rows of term and text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// The title.
    pub title: String,
    /// Terms and texts.
    pub rows: Vec<(String, String)>,
}

impl VerdictWord<'_> {
    /// The verdict as a sentence and why.
    #[must_use]
    pub fn sentence(&self, lang: Lang) -> Sentence {
        match lang {
            Lang::Ko => self.sentence_ko(),
            Lang::En => self.sentence_en(),
        }
    }

    /// The verdict as a card.
    #[must_use]
    pub fn card(&self, lang: Lang) -> Card {
        match *self {
            VerdictWord::Lost {
                name,
                count,
                first,
                end,
                epoch,
                acks,
                by,
                last_copies,
                copies_left,
            } => {
                let at = match epoch {
                    Some(epoch) => {
                        text![(lang.pick("오프셋 ", "offset ")) (Offsets(first, end)) (lang.pick(" · 에포크 ", " · epoch ")) epoch]
                    }
                    None => text![(lang.pick("오프셋 ", "offset "))(Offsets(first, end))],
                };
                Card {
                    title: lost_title(lang, acks, count),
                    rows: vec![
                        (text![(Records(lang, name, count))], at),
                        (lang.pick("잃은 쪽", "Who lost it").to_owned(), who_lost(lang, by)),
                        (
                            lang.pick("마지막 사본", "Last copy").to_owned(),
                            last_copy(lang, last_copies, copies_left),
                        ),
                    ],
                }
            }
            VerdictWord::Diverged { leader, follower, offset } => Card {
                title: lang
                    .pick(
                        "커밋된 영역에서 두 로그가 다릅니다",
                        "Two logs differ where both are committed",
                    )
                    .to_owned(),
                rows: vec![
                    (
                        lang.pick("어디서", "Where").to_owned(),
                        text![(lang.pick("오프셋 ", "offset ")) offset],
                    ),
                    (lang.pick("리더", "Leader").to_owned(), broker(lang, leader)),
                    (lang.pick("팔로워", "Follower").to_owned(), broker(lang, follower)),
                ],
            },
            VerdictWord::ConsumedLost { offset, leader } => Card {
                title: lang
                    .pick("컨슈머가 읽은 레코드가 사라졌습니다", "A record that was read is gone")
                    .to_owned(),
                rows: vec![
                    (
                        lang.pick("어디서", "Where").to_owned(),
                        text![(lang.pick("오프셋 ", "offset ")) offset],
                    ),
                    (lang.pick("지금 리더", "Leader now").to_owned(), broker(lang, leader)),
                ],
            },
            VerdictWord::HwWentBack { leader, from, to } => Card {
                title: lang
                    .pick("리더의 HW가 뒤로 갔습니다", "The leader's HW went back")
                    .to_owned(),
                rows: vec![
                    (lang.pick("새 리더", "New leader").to_owned(), broker(lang, leader)),
                    ("HW".to_owned(), text![from " → " to]),
                    (
                        lang.pick("뜻", "Meaning").to_owned(),
                        lang.pick(
                            "리더가 바뀌면 흔한 일입니다. 팔로워가 Fetch하면 다시 올라갑니다.",
                            "Common after a failover; it comes forward again as followers fetch.",
                        )
                        .to_owned(),
                    ),
                ],
            },
        }
    }

    fn sentence_ko(&self) -> Sentence {
        match *self {
            VerdictWord::Lost { name, count, acks, by, last_copies, .. } => Sentence::new(
                text![(acks.name()) 으로_확인 (Records(Lang::Ko, name, count)) 이가 " 사라졌습니다."],
                text![(why_lost_ko(by)) " " (last_copy_ko(last_copies))],
            ),
            VerdictWord::Diverged { leader, follower, offset } => Sentence::new(
                text!["브로커 " leader 과와 " 브로커 " follower "의 로그가 오프셋 " offset "에서 서로 다릅니다."],
                "둘 다 커밋되었다고 믿는 영역이라 아무도 고치지 않습니다. 누구에게 읽느냐에 따라 다른 데이터가 나옵니다.",
            ),
            VerdictWord::ConsumedLost { offset, leader } => Sentence::new(
                text!["컨슈머가 이미 읽은 오프셋 " offset "의 레코드가 사라졌습니다."],
                text!["새 리더 브로커 " leader "의 로그에는 그 레코드가 없습니다."],
            ),
            VerdictWord::HwWentBack { leader, from, to } => Sentence::new(
                text!["새 리더 브로커 " leader 은는 " HW " from 이가 " 아니라 " to "에서 시작합니다."],
                "팔로워의 HW는 한 라운드 늦기 때문입니다. 데이터가 사라진 것은 아닙니다.",
            ),
        }
    }

    fn sentence_en(&self) -> Sentence {
        match *self {
            VerdictWord::Lost { name, count, acks, by, last_copies, .. } => Sentence::new(
                text![(Records(Lang::En, name, count)) ", acknowledged with " (acks.name()) ", is lost."],
                text![(why_lost_en(by)) " " (last_copy_en(last_copies))],
            ),
            VerdictWord::Diverged { leader, follower, offset } => Sentence::new(
                text!["Brokers " leader " and " follower " hold different records at offset " offset "."],
                "Both believe it committed, so nobody repairs it: what is read depends on who is asked.",
            ),
            VerdictWord::ConsumedLost { offset, leader } => Sentence::new(
                text!["The record at offset " offset ", which the consumer has read, is gone."],
                text!["New leader broker " leader " doesn't have it in its log."],
            ),
            VerdictWord::HwWentBack { leader, from, to } => Sentence::new(
                text!["New leader broker " leader " begins at HW " to " instead of " from "."],
                "A follower's HW is one round old. No record is lost by this.",
            ),
        }
    }
}

/// "확인받은" with the particle that every value of acks takes: 0, 1 and all end in a consonant.
const 으로_확인: &str = "로 확인받은 ";

fn broker(lang: Lang, id: u8) -> String {
    text![(lang.pick("브로커 ", "broker ")) id]
}

fn lost_title(lang: Lang, acks: AcksWord, count: u32) -> String {
    match lang {
        Lang::Ko => text![(acks.name()) 으로_확인 "레코드 " count "건 유실"],
        Lang::En if count == 1 => text!["1 record acknowledged with " (acks.name()) " is lost"],
        Lang::En => text![count " records acknowledged with " (acks.name()) " are lost"],
    }
}

fn who_lost(lang: Lang, by: LostWord) -> String {
    match by {
        LostWord::Cut(id, rule) => text![(broker(lang, id)) " (" (cut_short(lang, rule)) ")"],
        LostWord::PowerCut(id) => text![(broker(lang, id))(lang.pick(" (정전)", " (power cut)"))],
        LostWord::NeverHad(id) => {
            text![(broker(lang, id))(lang.pick(" (받은 적 없음)", " (never had it)"))]
        }
    }
}

fn cut_short(lang: Lang, rule: CutWord) -> &'static str {
    match rule {
        CutWord::OwnHighWatermark => lang.pick("자기 HW까지 자름", "cut to its own HW"),
        CutWord::NoEpoch => {
            lang.pick("에포크를 몰라 HW까지 자름", "cut to its HW for lack of an epoch")
        }
        CutWord::EpochEnd => lang.pick("에포크 끝까지 자름", "cut to the end of the epoch"),
        CutWord::EpochAndEnd => lang.pick("맞는 에포크까지 자름", "cut to the epoch both know"),
        CutWord::Diverging => lang.pick("갈라진 곳에서 자름", "cut where the logs part"),
        CutWord::OutOfRange => lang.pick("리더의 끝에 맞춤", "cut to the leader's end"),
    }
}

fn last_copy(lang: Lang, holders: &[u8], left: bool) -> String {
    if holders.is_empty() {
        return lang.pick("어디에도 없음", "nowhere").to_owned();
    }
    let since = if left { "" } else { lang.pick(" (그 뒤 없어짐)", " (gone since)") };
    text![(lang.pick("브로커 ", "broker ")) (List(holders)) since]
}

fn why_lost_ko(by: LostWord) -> String {
    match by {
        LostWord::Cut(id, rule) => {
            text!["리더가 된 브로커 " id 이가 " 가지고 있다가 버렸습니다(" (cut_short(Lang::Ko, rule)) ")."]
        }
        LostWord::PowerCut(id) => text!["리더가 된 브로커 " id 이가 " 정전으로 잃었습니다."],
        LostWord::NeverHad(id) => {
            text!["리더가 된 브로커 " id 은는 " 이 레코드를 받은 적이 없습니다."]
        }
    }
}

fn why_lost_en(by: LostWord) -> String {
    match by {
        LostWord::Cut(id, rule) => {
            text!["Broker " id ", now the leader, had it and dropped it (" (cut_short(Lang::En, rule)) ")."]
        }
        LostWord::PowerCut(id) => text!["Broker " id ", now the leader, lost it in a power cut."],
        LostWord::NeverHad(id) => text!["Broker " id ", now the leader, never had it."],
    }
}

fn last_copy_ko(holders: &[u8]) -> String {
    if holders.is_empty() {
        return "남은 사본이 없습니다.".to_owned();
    }
    text!["마지막 사본은 브로커 " (List(holders)) "에 있지만, 리더를 따르게 되면 그것도 버립니다."]
}

fn last_copy_en(holders: &[u8]) -> String {
    if holders.is_empty() {
        return "No copy is left.".to_owned();
    }
    text!["The last copy is on broker " (List(holders)) ", which drops it once it follows the leader."]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loss() -> VerdictWord<'static> {
        VerdictWord::Lost {
            name: "m2",
            count: 1,
            first: 1,
            end: 2,
            epoch: Some(5),
            acks: AcksWord::All,
            by: LostWord::Cut(0, CutWord::OwnHighWatermark),
            last_copies: &[1],
            copies_left: true,
        }
    }

    #[test]
    fn a_loss_names_the_record_the_loser_and_the_last_holder() {
        let card = loss().card(Lang::Ko);
        assert_eq!(card.title, "acks=all로 확인받은 레코드 1건 유실");
        assert_eq!(card.rows[0], ("m2".to_owned(), "오프셋 1 · 에포크 5".to_owned()));
        assert_eq!(card.rows[1].1, "브로커 0 (자기 HW까지 자름)");
        assert_eq!(card.rows[2].1, "브로커 1");
        assert!(loss().card(Lang::En).title.contains("1 record"));
    }

    #[test]
    fn a_loss_is_said_in_one_sentence() {
        let sentence = loss().sentence(Lang::Ko);
        assert_eq!(sentence.what, "acks=all로 확인받은 m2가 사라졌습니다.");
        assert!(sentence.why.contains("브로커 0이 가지고 있다가"));
        assert!(loss().sentence(Lang::En).why.contains("last copy is on broker 1"));
    }
}
