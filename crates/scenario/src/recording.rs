//! What happened, frame by frame, and the states between, without keeping every state.
//!
//! A recording only grows. Full chunks are shared between recordings that have a beginning in
//! common, so a fork costs a few pointers. Any state is a keyframe stepped forward.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use highwater_engine::command::Command;
use highwater_engine::{Cluster, Event, EventId, Refusal, Weight};
use highwater_protocol::lag::Millis;

/// Frames in one chunk, and between two keyframes to begin with.
const CHUNK: usize = 64;
/// The most keyframes; above, every second one goes.
const KEYFRAMES_MAX: usize = 128;

/// One step of a cluster: from one position to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The time after the step.
    pub at: Millis,
    /// The numbers of the events that happened in it.
    pub events: Range<u32>,
    /// How much the weightiest of them means.
    pub weight: Weight,
    /// What made the step.
    pub cause: FrameCause,
}

/// What a step is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FrameCause {
    /// The next message arrived or timer rang.
    Step,
    /// A command was carried out.
    Command(Rc<Command>),
    /// Time passed and nothing happened.
    Time,
}

struct Chunk {
    frames: Vec<Frame>,
    first_event: u32,
    events: Vec<Event>,
}

/// A run of a cluster.
pub(crate) struct Recording {
    chunks: Vec<Rc<Chunk>>,
    len: usize,
    keyframes: Vec<(usize, Rc<Cluster>)>,
    keyframe_every: usize,
    head: Cluster,
    /// The state that was asked for last: the next one is likely to be a little later.
    recent: RefCell<Option<(usize, Rc<Cluster>)>>,
    scratch: Vec<Event>,
}

impl Recording {
    pub(crate) fn new(start: Cluster) -> Recording {
        Recording {
            chunks: Vec::new(),
            len: 0,
            keyframes: vec![(0, Rc::new(start.clone()))],
            keyframe_every: CHUNK,
            head: start,
            recent: RefCell::new(None),
            scratch: Vec::new(),
        }
    }

    /// How many frames there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The state after the last frame.
    pub(crate) fn head(&self) -> &Cluster {
        &self.head
    }

    /// The frame that leads from position `index` to the next.
    pub(crate) fn frame(&self, index: usize) -> Option<&Frame> {
        self.chunks.get(index / CHUNK)?.frames.get(index % CHUNK)
    }

    pub(crate) fn frames(&self) -> impl DoubleEndedIterator<Item = &Frame> {
        self.chunks.iter().flat_map(|chunk| &chunk.frames)
    }

    pub(crate) fn events(&self) -> impl DoubleEndedIterator<Item = &Event> {
        self.chunks.iter().flat_map(|chunk| &chunk.events)
    }

    /// The events of the frame that leads from position `index` to the next.
    pub(crate) fn events_of(&self, index: usize) -> &[Event] {
        let found = self.chunks.get(index / CHUNK).and_then(|chunk| {
            let events = &chunk.frames.get(index % CHUNK)?.events;
            let first = events.start.checked_sub(chunk.first_event)? as usize;
            chunk.events.get(first..first + events.len())
        });
        found.unwrap_or_default()
    }

    pub(crate) fn event(&self, id: EventId) -> Option<&Event> {
        let after = self.chunks.partition_point(|chunk| chunk.first_event <= id.0);
        let chunk = self.chunks.get(after.checked_sub(1)?)?;
        chunk.events.get((id.0 - chunk.first_event) as usize)
    }

    /// The position that a frame with this event leads to.
    pub(crate) fn position_of(&self, id: EventId) -> Option<usize> {
        let after = self.chunks.partition_point(|chunk| chunk.first_event <= id.0);
        let place = after.checked_sub(1)?;
        let within = self.chunks[place].frames.iter().position(|f| f.events.contains(&id.0))?;
        Some(place * CHUNK + within + 1)
    }

    /// The last position that is not later than `at`.
    pub(crate) fn position_at(&self, at: Millis) -> usize {
        let full = self
            .chunks
            .partition_point(|chunk| chunk.frames.first().is_some_and(|frame| frame.at <= at));
        let Some(place) = full.checked_sub(1) else {
            return 0;
        };
        place * CHUNK + self.chunks[place].frames.partition_point(|frame| frame.at <= at)
    }

    /// The state at a position; the end of the recording for one beyond it.
    pub(crate) fn state_at(&self, position: usize) -> Rc<Cluster> {
        let position = position.min(self.len);
        let recent = self.recent.borrow().clone();
        if let Some((at, state)) = &recent
            && *at == position
        {
            return Rc::clone(state);
        }
        let state = if position == self.len {
            Rc::new(self.head.clone())
        } else {
            Rc::new(self.replayed(position, recent))
        };
        *self.recent.borrow_mut() = Some((position, Rc::clone(&state)));
        state
    }

    /// The state at a position before the end, from the nearest known one that is not later.
    fn replayed(&self, position: usize, recent: Option<(usize, Rc<Cluster>)>) -> Cluster {
        let after = self.keyframes.partition_point(|(at, _)| *at <= position);
        let keyframe = after.checked_sub(1).map(|place| self.keyframes[place].clone());
        let recent = recent.filter(|(at, _)| *at <= position);
        let known = keyframe.into_iter().chain(recent).max_by_key(|(at, _)| *at);
        let Some((mut at, known)) = known else {
            return self.head.clone();
        };
        let mut state = Cluster::clone(&known);
        let mut events = Vec::new();
        while at < position
            && let Some(frame) = self.frame(at)
        {
            replay(&mut state, frame, &mut events);
            events.clear();
            at += 1;
        }
        state
    }

    /// A recording that has the same frames up to a position and nothing after it.
    pub(crate) fn fork(&self, position: usize) -> Recording {
        let position = position.min(self.len);
        let mut chunks: Vec<Rc<Chunk>> = self.chunks[..position / CHUNK].to_vec();
        if let Some(chunk) =
            self.chunks.get(position / CHUNK).filter(|_| !position.is_multiple_of(CHUNK))
        {
            let frames = chunk.frames[..position % CHUNK].to_vec();
            let first_event = chunk.first_event;
            let end = frames.last().map_or(first_event, |frame| frame.events.end);
            let events = chunk.events[..(end - first_event) as usize].to_vec();
            chunks.push(Rc::new(Chunk { frames, first_event, events }));
        }
        let keyframes = self.keyframes.iter().filter(|(at, _)| *at <= position);
        Recording {
            chunks,
            len: position,
            keyframes: keyframes.cloned().collect(),
            keyframe_every: self.keyframe_every,
            head: Cluster::clone(&self.state_at(position)),
            recent: RefCell::new(None),
            scratch: Vec::new(),
        }
    }

    /// Does the next thing; false when there is none.
    pub(crate) fn step(&mut self) -> bool {
        let mut events = std::mem::take(&mut self.scratch);
        let went = self.head.step(&mut events);
        if went {
            self.push(FrameCause::Step, &mut events);
        }
        self.scratch = events;
        went
    }

    /// Carries out a command.
    pub(crate) fn command(&mut self, command: Command) -> Result<(), Refusal> {
        let mut events = Vec::new();
        self.head.submit(&command, &mut events)?;
        self.push(FrameCause::Command(Rc::new(command)), &mut events);
        Ok(())
    }

    /// Lets so much time pass, with what happens in it.
    pub(crate) fn wait(&mut self, until: Millis, frames_max: usize) {
        while self.len < frames_max && self.head.next_at().is_some_and(|at| at <= until) {
            self.step();
        }
        if self.head.now() < until && self.len < frames_max {
            self.head.run_until(until, &mut self.scratch);
            let mut events = std::mem::take(&mut self.scratch);
            self.push(FrameCause::Time, &mut events);
            self.scratch = events;
        }
    }

    /// Steps until the cluster is quiet, at most up to a time.
    pub(crate) fn settle(&mut self, until: Millis, frames_max: usize) {
        while !self.head.is_quiet()
            && self.len < frames_max
            && self.head.next_at().is_some_and(|at| at <= until)
        {
            self.step();
        }
    }

    /// Notes what just became of `head`; `events` is left empty.
    fn push(&mut self, cause: FrameCause, events: &mut Vec<Event>) {
        let end = self.head.event_count();
        let start = end - events.len() as u32;
        let least = match cause {
            // A reader who did something stops there, even if nothing came of it at once.
            FrameCause::Command(_) => Weight::Meaningful,
            FrameCause::Step | FrameCause::Time => Weight::Detail,
        };
        let weight = events.iter().map(|event| event.fact.weight()).fold(least, Ord::max);
        let frame = Frame { at: self.head.now(), events: start..end, weight, cause };
        if self.len.is_multiple_of(CHUNK) {
            let frames = Vec::with_capacity(CHUNK);
            self.chunks.push(Rc::new(Chunk { frames, first_event: start, events: Vec::new() }));
        }
        // A chunk that is not full belongs to one recording: a fork copies its part of it.
        if let Some(chunk) = self.chunks.last_mut().and_then(Rc::get_mut) {
            chunk.frames.push(frame);
            chunk.events.append(events);
        }
        self.len += 1;
        self.keep_keyframe();
    }

    fn keep_keyframe(&mut self) {
        if !self.len.is_multiple_of(self.keyframe_every) {
            return;
        }
        self.keyframes.push((self.len, Rc::new(self.head.clone())));
        if KEYFRAMES_MAX < self.keyframes.len() {
            self.keyframe_every *= 2;
            let every = self.keyframe_every;
            self.keyframes.retain(|(at, _)| at.is_multiple_of(every));
        }
    }
}

fn replay(state: &mut Cluster, frame: &Frame, events: &mut Vec<Event>) {
    match &frame.cause {
        FrameCause::Step => {
            state.step(events);
        }
        FrameCause::Command(command) => {
            // It was accepted in this very state when it was recorded.
            let _ = state.submit(command, events);
        }
        FrameCause::Time => state.run_until(frame.at, events),
    }
}
