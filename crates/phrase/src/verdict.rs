//! What a broken invariant means for a reader: the card and the sentence.

use crate::compose::{Value, said, sentence, template, text};
use crate::keys::Key;
use crate::lang::Lang;
use crate::news::{AcksWord, CutWord, NodeWord, Sentence};

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
        match *self {
            VerdictWord::Lost { name, count, acks, by, last_copies, .. } => {
                let records = Value::Records(name, count);
                let mut why = why_lost(lang, by);
                why.push(' ');
                why.push_str(&match last_copies {
                    [] => text!(lang, NoCopyLeft),
                    holders => text!(lang, LastCopyDropped, Value::List(holders)),
                });
                Sentence::new(text!(lang, VerdictLost, acks.name(), records), why)
            }
            VerdictWord::Diverged { leader, follower, offset } => {
                sentence!(lang, VerdictDiverged, leader, follower, offset)
            }
            VerdictWord::ConsumedLost { offset, leader } => {
                sentence!(lang, VerdictConsumedLost, offset, leader)
            }
            VerdictWord::HwWentBack { leader, from, to } => {
                sentence!(lang, VerdictHwWentBack, leader, from, to)
            }
        }
    }

    /// The verdict as a card.
    #[must_use]
    pub fn card(&self, lang: Lang) -> Card {
        let row = |term: Key, text: String| (said(lang, term).to_owned(), text);
        let broker = |id: u8| NodeWord::Broker(id).name(lang);
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
                let offsets = Value::Offsets(first, end);
                let at = match epoch {
                    Some(epoch) => text!(lang, CardOffsetAndEpoch, offsets, epoch),
                    None => text!(lang, AtOffset, offsets),
                };
                Card {
                    title: match count {
                        1 => text!(lang, CardLostOne, acks.name()),
                        _ => text!(lang, CardLostMany, acks.name(), count),
                    },
                    rows: vec![
                        (template(lang, "{0}", &[Value::Records(name, count)]), at),
                        row(Key::CardWhoLost, who_lost(lang, by)),
                        row(Key::CardLastCopy, last_copy(lang, last_copies, copies_left)),
                    ],
                }
            }
            VerdictWord::Diverged { leader, follower, offset } => Card {
                title: text!(lang, CardDiverged),
                rows: vec![
                    row(Key::CardWhere, text!(lang, AtOffset, offset)),
                    row(Key::CardLeader, broker(leader)),
                    row(Key::CardFollower, broker(follower)),
                ],
            },
            VerdictWord::ConsumedLost { offset, leader } => Card {
                title: text!(lang, CardConsumedLost),
                rows: vec![
                    row(Key::CardWhere, text!(lang, AtOffset, offset)),
                    row(Key::CardLeaderNow, broker(leader)),
                ],
            },
            VerdictWord::HwWentBack { leader, from, to } => Card {
                title: text!(lang, CardHwWentBack),
                rows: vec![
                    row(Key::CardNewLeader, broker(leader)),
                    ("HW".to_owned(), template(lang, "{0} → {1}", &[from.into(), to.into()])),
                    row(Key::CardMeaning, text!(lang, CardHwMeaning)),
                ],
            },
        }
    }
}

fn why_lost(lang: Lang, by: LostWord) -> String {
    match by {
        LostWord::Cut(id, rule) => text!(lang, WhyLostCut, id, cut_short(rule)),
        LostWord::PowerCut(id) => text!(lang, WhyLostPowerCut, id),
        LostWord::NeverHad(id) => text!(lang, WhyLostNeverHad, id),
    }
}

pub(crate) fn who_lost(lang: Lang, by: LostWord) -> String {
    match by {
        LostWord::Cut(id, rule) => {
            text!(lang, CardLostByCut, NodeWord::Broker(id), cut_short(rule))
        }
        LostWord::PowerCut(id) => text!(lang, CardLostByPowerCut, NodeWord::Broker(id)),
        LostWord::NeverHad(id) => text!(lang, CardNeverHad, NodeWord::Broker(id)),
    }
}

pub(crate) fn cut_short(rule: CutWord) -> Key {
    match rule {
        CutWord::OwnHighWatermark => Key::CardCutOwnHighWatermark,
        CutWord::NoEpoch => Key::CardCutNoEpoch,
        CutWord::EpochEnd => Key::CardCutEpochEnd,
        CutWord::EpochAndEnd => Key::CardCutEpochAndEnd,
        CutWord::Diverging => Key::CardCutDiverging,
        CutWord::OutOfRange => Key::CardCutOutOfRange,
    }
}

fn last_copy(lang: Lang, holders: &[u8], left: bool) -> String {
    match (holders, left) {
        ([], _) => text!(lang, Nowhere),
        (_, true) => text!(lang, CardLastCopyOn, Value::List(holders)),
        (_, false) => text!(lang, CardLastCopyGone, Value::List(holders)),
    }
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
