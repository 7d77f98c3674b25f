//! Names of places in the picture that show something of the cluster.
//!
//! A mark is what a number outside the picture and its place inside have in common: pressing one
//! leads to the other. It says what is shown, never what is true of it, and has a short text form
//! that fits into an attribute.

/// A place in the picture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub enum Mark {
    /// The flag of a log's end.
    Leo { broker: u8, partition: u16 },
    /// The flag of a high watermark.
    HighWatermark { broker: u8, partition: u16 },
    /// A copy's role, with the leader epoch that it knows.
    Epoch { broker: u8, partition: u16 },
    /// Where a copy stands in the controller's sets.
    Membership { broker: u8, partition: u16 },
    /// A record, or what is left of it.
    Record { partition: u16, offset: u32, broker: u8 },
    /// A broker.
    Broker(u8),
    /// The row that shows which epoch begins where.
    EpochCache { broker: u8, partition: u16 },
}

impl Mark {
    /// Its text form: a word and numbers with hyphens between them.
    #[must_use]
    pub fn text(self) -> String {
        let (word, numbers, count) = self.parts();
        let mut text = word.to_owned();
        for number in &numbers[..count] {
            text.push('-');
            text.push_str(&number.to_string());
        }
        text
    }

    /// The mark of this text form; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Mark> {
        let mut words = text.split('-');
        let word = words.next()?;
        let mut numbers = words.map(str::parse::<u32>);
        let first = numbers.next()?.ok()?;
        let byte = |number: u32| u8::try_from(number).ok();
        let mark = if word == "broker" {
            Mark::Broker(byte(first)?)
        } else {
            let second = numbers.next()?.ok()?;
            if word == "rec" {
                let partition = u16::try_from(first).ok()?;
                let broker = byte(numbers.next()?.ok()?)?;
                Mark::Record { partition, offset: second, broker }
            } else {
                let (broker, partition) = (byte(first)?, u16::try_from(second).ok()?);
                match word {
                    "leo" => Mark::Leo { broker, partition },
                    "hw" => Mark::HighWatermark { broker, partition },
                    "epoch" => Mark::Epoch { broker, partition },
                    "isr" => Mark::Membership { broker, partition },
                    "cache" => Mark::EpochCache { broker, partition },
                    _ => return None,
                }
            }
        };
        // There is one text for each mark: what has more words, signs or zeros is none.
        Some(mark).filter(|mark| mark.text() == text)
    }

    /// A word, and so many of these numbers.
    fn parts(self) -> (&'static str, [u32; 3], usize) {
        let (word, broker, partition) = match self {
            Mark::Leo { broker, partition } => ("leo", broker, partition),
            Mark::HighWatermark { broker, partition } => ("hw", broker, partition),
            Mark::Epoch { broker, partition } => ("epoch", broker, partition),
            Mark::Membership { broker, partition } => ("isr", broker, partition),
            Mark::EpochCache { broker, partition } => ("cache", broker, partition),
            Mark::Record { partition, offset, broker } => {
                return ("rec", [partition.into(), offset, broker.into()], 3);
            }
            Mark::Broker(broker) => return ("broker", [broker.into(), 0, 0], 1),
        };
        (word, [broker.into(), partition.into(), 0], 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_is_read_as_it_was_written() {
        let (broker, partition) = (1, 0);
        let cases = [
            (Mark::Leo { broker, partition }, "leo-1-0"),
            (Mark::HighWatermark { broker, partition }, "hw-1-0"),
            (Mark::Epoch { broker, partition }, "epoch-1-0"),
            (Mark::Membership { broker, partition }, "isr-1-0"),
            (Mark::EpochCache { broker, partition }, "cache-1-0"),
            (Mark::Record { partition, offset: 12, broker }, "rec-0-12-1"),
            (
                Mark::Record { partition: 65_535, offset: u32::MAX, broker: 255 },
                "rec-65535-4294967295-255",
            ),
            (Mark::Broker(1), "broker-1"),
        ];
        for (mark, text) in cases {
            assert_eq!(mark.text(), text);
            assert_eq!(Mark::parse(text), Some(mark));
        }
    }

    #[test]
    fn what_is_no_mark_is_refused() {
        for text in [
            "",
            "-",
            "leo",
            "leo-",
            "leo-1",
            "leo-1-0-2",
            "leo-256-0",
            "leo-1-65536",
            "leo-+1-0",
            "leo-01-0",
            "leo--1-0",
            "LEO-1-0",
            "rec-0-12",
            "rec-0-4294967296-1",
            "broker-1-0",
            "broker-x",
            "log-1-0",
            " leo-1-0",
        ] {
            assert_eq!(Mark::parse(text), None, "{text}");
        }
    }
}
