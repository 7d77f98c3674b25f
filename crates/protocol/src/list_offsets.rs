//! What a leader answers to `ListOffsets`: where a log begins, ends, or holds a point in time.
//!
//! Records here have no timestamps: what a search by time found in the log is an argument.

use crate::error::ErrorCode;
use crate::generation::Generation;
use crate::ids::{LeaderEpoch, Offset};
use crate::read::{self, Reader};
use crate::replica::Replica;

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Spot {
    /// The first readable offset (-2).
    Earliest,
    /// The offset after the last readable record (-1).
    Latest,
    /// The first record at or after a time, as a search of the whole log found it or not.
    AtTime(Option<Offset>),
}

/// Which errors the sender of a request knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RequestVersion {
    /// `ListOffsets` 0 to 4, without `OFFSET_NOT_AVAILABLE`.
    BeforeFive,
    /// `ListOffsets` 5 and later (2.2).
    FiveOn,
}

/// A request for one offset of a partition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ListOffset {
    /// Who asks.
    pub reader: Reader,
    /// What for.
    pub spot: Spot,
    /// The leader epoch that the sender knows, if it says so.
    pub leader_epoch: Option<LeaderEpoch>,
    /// The version of the request.
    pub version: RequestVersion,
}

impl Replica {
    /// Answers with an offset, or with `None` where no record is at or after the time.
    ///
    /// A new leader's high watermark is the one it had as a follower and can lie below offsets that
    /// consumers have seen. Until it reaches the start of the leader's epoch, a client learns
    /// neither the end nor of anything beyond it. A fetch has no such guard. Source:
    /// `Partition.fetchOffsetForTimestamp`, KIP-207 (2.2; counted from `kip320` here).
    ///
    /// # Errors
    /// As [`Replica::check_leads`]; `OFFSET_NOT_AVAILABLE` while the end isn't told, which old
    /// requests see as `LEADER_NOT_AVAILABLE`.
    pub fn list_offset(
        &self,
        asked: &ListOffset,
        last_stable: Offset,
        generation: Generation,
    ) -> Result<Option<Offset>, ErrorCode> {
        let epoch_start = self.check_leads(asked.leader_epoch)?.epoch_start;
        let end = read::bound(&self.log, last_stable, asked.reader);
        let is_withheld = self.log.high_watermark() < epoch_start
            && asked.reader != Reader::Replica
            && generation.guards_latest_offset();
        let not_available = match asked.version {
            RequestVersion::BeforeFive => ErrorCode::LeaderNotAvailable,
            RequestVersion::FiveOn => ErrorCode::OffsetNotAvailable,
        };
        match asked.spot {
            Spot::Earliest => Ok(Some(self.log.start())),
            Spot::Latest if is_withheld => Err(not_available),
            Spot::Latest => Ok(Some(end)),
            Spot::AtTime(found) => match found.filter(|offset| *offset < end) {
                None if is_withheld => Err(not_available),
                visible => Ok(visible),
            },
        }
    }
}
