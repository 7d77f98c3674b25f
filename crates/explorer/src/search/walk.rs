//! The search itself.

use std::ops::Range;

use crate::search::batch::{Batch, Successor};
use crate::search::budget::{Budget, FaultKind, Limit};
use crate::search::hash::hash_bytes;
use crate::search::layers::Layers;
use crate::search::model::{Model, Property};
use crate::search::outcome::{Progress, Status, Trace};
use crate::search::store::{Offered, Store};

/// How a state was reached: from which, by which action. Initial states have themselves.
#[derive(Clone, Copy)]
struct Link<A> {
    parent: u32,
    action: Option<A>,
}

/// Which of a state's actions are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pass {
    /// The faults of the states with one fault less.
    Faults,
    /// The steps of the states with as many faults.
    Steps,
}

/// Whether taking in a state gave an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Said {
    Nothing,
    Something,
}

/// Where the search is: it fills one layer and depth from two ranges of earlier states.
struct Cursor {
    depth: usize,
    pass: Pass,
    sources: Range<u32>,
    /// The number of the first state of this layer and depth.
    first: u32,
}

/// A search under way.
pub struct Search<M: Model> {
    model: M,
    budget: Budget,
    properties: Vec<Property<M>>,
    counted: Vec<FaultKind>,
    store: Store,
    links: Vec<Link<M::Action>>,
    layers: Layers,
    cursor: Cursor,
    generated: u64,
    /// The first state in which each property fails.
    failures: Vec<Option<u32>>,
    reported: Vec<usize>,
    saw_deeper: bool,
    ended: Option<Status>,
    actions: Vec<M::Action>,
    batch: Batch<M>,
}

impl<M: Model> Search<M> {
    /// A search that has looked at nothing but the initial states.
    #[must_use]
    pub fn new(model: M, budget: Budget) -> Search<M> {
        let properties = model.properties();
        let mut search = Search {
            counted: budget.faults.counted(),
            failures: vec![None; properties.len()],
            model,
            budget,
            properties,
            store: Store::new(),
            links: Vec::new(),
            layers: Layers::default(),
            cursor: Cursor { depth: 0, pass: Pass::Steps, sources: 0..0, first: 0 },
            generated: 0,
            reported: Vec::new(),
            saw_deeper: false,
            ended: None,
            actions: Vec::new(),
            batch: Batch::new(),
        };
        search.layers.begin_layer();
        let mut states = Vec::new();
        search.model.initial(&mut states);
        for state in &states {
            let mut bytes = vec![0; search.counted.len()];
            search.model.encode(state, &mut bytes);
            search.offer(&bytes, hash_bytes(&bytes), state, None);
        }
        search
    }

    /// Looks at the successors of up to `expansions` states.
    pub fn run(&mut self, expansions: usize) -> Status {
        if let Some(status) = self.take_batch() {
            return status;
        }
        for _ in 0..expansions {
            let next = self.next_source();
            match next {
                Some(source) => self.expand(source),
                None if self.finish_depth().is_none() => self.end(),
                None => {}
            }
            if (self.batch.is_full() || self.cursor.sources.is_empty())
                && let Some(status) = self.take_batch()
            {
                return status;
            }
        }
        self.take_batch().unwrap_or(Status::Working)
    }

    /// Runs to the next answer.
    pub fn run_to_answer(&mut self) -> Status {
        loop {
            let status = self.run(1 << 16);
            if status != Status::Working {
                return status;
            }
        }
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &M {
        &self.model
    }

    /// The bounds.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The properties, by number.
    #[must_use]
    pub fn properties(&self) -> &[Property<M>] {
        &self.properties
    }

    /// Figures up to now.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            generated: self.generated,
            distinct: self.store.len(),
            faults: self.layers.len().saturating_sub(1) as u32,
            depth: self.cursor.depth as u32,
            frontier: self.cursor.sources.len() as u32,
            bytes: self.memory(),
        }
    }

    /// A shortest schedule after which the property with this number fails, if one was found.
    #[must_use]
    pub fn violation(&self, property: usize) -> Option<Trace<M>> {
        let failure = self.failures.get(property).copied().flatten()?;
        Some(self.trace(failure))
    }

    fn answer(&mut self) -> Option<Status> {
        let unreported = (0..self.failures.len())
            .filter(|property| !self.reported.contains(property))
            .filter_map(|property| Some((self.failures[property]?, property)))
            .min();
        if let Some((_, property)) = unreported {
            self.reported.push(property);
            return Some(Status::Violated(property));
        }
        let last = self.reported.last().copied();
        if self.reported.len() == self.properties.len() && last.is_some() {
            return last.map(Status::Violated);
        }
        self.ended
    }

    /// The next state of this layer and depth to expand.
    fn next_source(&mut self) -> Option<u32> {
        if self.cursor.sources.is_empty() && self.cursor.pass == Pass::Faults {
            self.cursor.pass = Pass::Steps;
            self.cursor.sources = self.sources(Pass::Steps);
        }
        self.cursor.sources.next()
    }

    fn sources(&self, pass: Pass) -> Range<u32> {
        let layer = self.layers.len() - 1;
        let Some(depth) = self.cursor.depth.checked_sub(1) else {
            return 0..0;
        };
        match (pass, layer.checked_sub(1)) {
            (Pass::Steps, _) => self.layers.states(layer, depth),
            (Pass::Faults, Some(layer)) => self.layers.states(layer, depth),
            (Pass::Faults, None) => 0..0,
        }
    }

    /// Goes on to the next depth or to the next layer; `None` when there is none.
    fn finish_depth(&mut self) -> Option<()> {
        let layer = self.layers.len() - 1;
        let found = self.cursor.first..self.store.len();
        let is_beyond = self.budget.depth < self.cursor.depth as u32;
        let nothing_to_come = found.is_empty()
            && layer
                .checked_sub(1)
                .is_none_or(|less| self.layers.depths(less) <= self.cursor.depth);
        self.layers.finish_depth(found);
        if !is_beyond && !nothing_to_come {
            self.begin_depth(self.cursor.depth + 1);
            return Some(());
        }
        if self.layers.is_empty(layer) || usize::from(self.budget.faults.total) <= layer {
            return None;
        }
        self.layers.begin_layer();
        self.begin_depth(0);
        Some(())
    }

    fn begin_depth(&mut self, depth: usize) {
        self.cursor = Cursor { depth, pass: Pass::Faults, sources: 0..0, first: self.store.len() };
        self.cursor.sources = self.sources(Pass::Faults);
    }

    fn end(&mut self) {
        let status =
            if self.saw_deeper { Status::LimitHit(Limit::Depth) } else { Status::Exhausted };
        self.ended.get_or_insert(status);
    }

    fn expand(&mut self, source: u32) {
        let counts = self.counted.len();
        let bytes = self.store.get(source);
        let used: Vec<u8> = bytes[..counts].to_vec();
        let state = self.model.decode(&bytes[counts..]);
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        match self.cursor.pass {
            Pass::Steps => self.model.steps(&state, &mut actions),
            Pass::Faults => self.model.faults(&state, &mut actions),
        }
        for action in &actions {
            self.compute(source, &state, &used, *action);
        }
        self.actions = actions;
    }

    /// Computes a successor and puts it into the batch.
    fn compute(&mut self, source: u32, state: &M::State, used: &[u8], action: M::Action) {
        let start = self.batch.bytes_mut().len();
        self.batch.bytes_mut().extend_from_slice(used);
        let is_allowed = self.cursor.pass == Pass::Steps || self.charge(start, action);
        let next = if is_allowed { self.model.next(state, action) } else { None };
        let bytes = self.batch.bytes_mut();
        let Some(state) = next else {
            return bytes.truncate(start);
        };
        self.model.encode(&state, bytes);
        let hash = hash_bytes(&bytes[start..]);
        let place = start..bytes.len();
        self.batch.push(Successor { source, action, state, hash, place });
    }

    /// Looks up what was computed, up to the next answer.
    fn take_batch(&mut self) -> Option<Status> {
        if let Some(status) = self.answer() {
            return Some(status);
        }
        let mut batch = std::mem::replace(&mut self.batch, Batch::new());
        self.store.approach(batch.hashes());
        let mut said = Said::Nothing;
        while said == Said::Nothing
            && let Some((next, bytes)) = batch.take()
        {
            let Successor { source, action, state, hash, .. } = next;
            self.generated += 1;
            said = self.offer(bytes, *hash, state, Some((*source, *action)));
        }
        if batch.is_empty() {
            batch.clear();
        }
        self.batch = batch;
        self.answer()
    }

    /// Counts a fault in the bytes that begin at `start`; false if there are none left of its kind.
    fn charge(&mut self, start: usize, action: M::Action) -> bool {
        let kind = self.model.fault_kind(action);
        let limit = self.budget.faults.of(kind);
        match self.counted.iter().position(|counted| *counted == kind) {
            None => 0 < limit,
            Some(slot) => {
                let used = &mut self.batch.bytes_mut()[start + slot];
                *used += 1;
                *used <= limit
            }
        }
    }

    /// Takes in a state, given as bytes with the hash of those as well.
    fn offer(
        &mut self,
        bytes: &[u8],
        hash: u64,
        state: &M::State,
        from: Option<(u32, M::Action)>,
    ) -> Said {
        if self.budget.depth < self.cursor.depth as u32 {
            self.saw_deeper |= !self.store.contains(bytes, hash);
            return Said::Nothing;
        }
        if self.budget.states <= self.store.len() {
            let known = self.store.contains(bytes, hash);
            return if known { Said::Nothing } else { self.stop(Limit::States) };
        }
        match self.store.offer(bytes, hash) {
            Offered::Known => Said::Nothing,
            Offered::NoRoom => self.stop(Limit::Memory),
            Offered::New(number) => {
                let parent = from.map_or(number, |(parent, _)| parent);
                self.links.push(Link { parent, action: from.map(|(_, action)| action) });
                if self.budget.bytes < self.memory_after_next() {
                    self.stop(Limit::Memory);
                }
                self.judge(number, state)
            }
        }
    }

    fn stop(&mut self, limit: Limit) -> Said {
        self.ended = Some(Status::LimitHit(limit));
        Said::Something
    }

    fn judge(&mut self, number: u32, state: &M::State) -> Said {
        let mut said = if self.ended.is_some() { Said::Something } else { Said::Nothing };
        for (property, failure) in self.properties.iter().zip(&mut self.failures) {
            if failure.is_none() && !(property.holds)(&self.model, state) {
                *failure = Some(number);
                said = Said::Something;
            }
        }
        said
    }

    fn memory(&self) -> u64 {
        self.store.bytes() + (self.links.capacity() * size_of::<Link<M::Action>>()) as u64
    }

    fn memory_after_next(&self) -> u64 {
        self.store.bytes_after_next()
            + (self.links.capacity() * size_of::<Link<M::Action>>()) as u64
    }

    fn state(&self, number: u32) -> M::State {
        self.model.decode(&self.store.get(number)[self.counted.len()..])
    }

    fn trace(&self, end: u32) -> Trace<M> {
        let mut steps = Vec::new();
        let mut at = end;
        while let Some(Link { parent, action: Some(action) }) = self.links.get(at as usize).copied()
        {
            steps.push((action, self.state(at)));
            at = parent;
        }
        steps.reverse();
        let faults = self.faults_of(end);
        Trace { start: self.state(at), steps, faults }
    }

    /// How many faults lead to a state; the layer under way is not among the finished ones yet.
    fn faults_of(&self, state: u32) -> u32 {
        let place = self.layers.place_of(state).map(|(layer, _)| layer);
        place.unwrap_or(self.layers.len().saturating_sub(1)) as u32
    }
}
