//! States as bytes.

use crate::reference::bounds::Bounds;
use crate::reference::state::{Entry, Members, Quorum, State};

/// The low half of a byte for a number that may be missing.
const NONE: u8 = 0xf;

fn halves(low: u8, high: u8) -> u8 {
    low | high << 4
}

fn optional(number: Option<u8>) -> u8 {
    number.unwrap_or(NONE)
}

fn number(half: u8) -> Option<u8> {
    Some(half & NONE).filter(|number| *number != NONE)
}

pub(super) fn encode(bounds: Bounds, state: &State, out: &mut Vec<u8>) {
    out.push(halves(state.next_id, state.next_epoch));
    push_quorum(&state.quorum, out);
    for announced in &state.announced[..usize::from(state.next_epoch)] {
        // Its epoch is its place.
        out.push(announced.leader.unwrap_or(7) | announced.isr.0 << 3);
    }
    for replica in &state.replicas[..usize::from(bounds.replicas())] {
        out.push(halves(replica.end, replica.hw));
        out.push(halves(optional(replica.epoch), optional(replica.leader)));
        out.push(replica.isr.0);
        out.extend(replica.log().iter().map(|entry| halves(entry.id, entry.epoch)));
    }
}

fn push_quorum(quorum: &Quorum, out: &mut Vec<u8>) {
    out.push(halves(optional(quorum.epoch), optional(quorum.leader)));
    out.push(quorum.isr.0);
}

pub(super) fn decode(bounds: Bounds, bytes: &[u8]) -> State {
    let mut state = State::initial(bounds);
    let mut bytes = bytes.iter().copied();
    let mut take = || bytes.next().unwrap_or_default();
    let counters = take();
    state.next_id = counters & NONE;
    state.next_epoch = counters >> 4;
    let decided = take();
    state.quorum.epoch = number(decided);
    state.quorum.leader = number(decided >> 4);
    state.quorum.isr = Members(take());
    for (epoch, announced) in (0..state.next_epoch).zip(&mut state.announced) {
        let byte = take();
        announced.epoch = Some(epoch);
        announced.leader = Some(byte & 7).filter(|leader| *leader != 7);
        announced.isr = Members(byte >> 3);
    }
    for replica in &mut state.replicas[..usize::from(bounds.replicas())] {
        let ends = take();
        let role = take();
        replica.hw = ends >> 4;
        replica.epoch = number(role);
        replica.leader = number(role >> 4);
        replica.isr = Members(take());
        for _ in 0..ends & NONE {
            let byte = take();
            replica.push(Entry { id: byte & NONE, epoch: byte >> 4 });
        }
    }
    state
}
