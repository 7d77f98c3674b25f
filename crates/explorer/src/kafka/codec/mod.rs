//! Worlds as bytes, and back.
//!
//! Two worlds in which the same can happen have the same bytes, as far as that is cheap to see:
//! epochs keep their order only, partition epochs only whether they are the present one, and what
//! neither a rule nor the question will ask for is left out. (Whether the leader came from an
//! unclean election is such: no rule for the next leader or ISR looks at it.)

mod read;
mod write;

pub(super) use read::decode;
pub(super) use write::encode;

use highwater_protocol::PartitionEpoch;

/// Bits of a broker id, with [`NOBODY`].
const BROKER: u32 = 3;
/// The code for no broker.
const NOBODY: u32 = 7;
/// Bits of a set of brokers, which is also the code of the first id that is none.
const BROKERS: u32 = 5;
/// Bits of an offset or of a record id: 7 at most.
const OFFSET: u32 = 3;
/// Bits of a leader epoch's rank.
const EPOCH: u32 = 5;
/// Bits of a broker epoch's rank, with [`NO_RANK`].
const RANK: u32 = 2;
/// The code for no broker epoch.
const NO_RANK: u32 = 3;

/// The present partition epoch after decoding; an older one is one less.
const PRESENT: PartitionEpoch = PartitionEpoch(1);
