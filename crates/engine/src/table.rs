//! Small ordered tables, and the queue.
//!
//! A cluster has a score of maps with a handful of entries each. Sorted vectors do for them what
//! search trees would, in a fraction of the code that the page has to load, and they are compared,
//! cloned and hashed faster. Iteration is always in ascending order of keys.

/// A map with few entries, in ascending order of keys.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Table<K, V>(Vec<(K, V)>);

impl<K, V> Default for Table<K, V> {
    fn default() -> Table<K, V> {
        Table(Vec::new())
    }
}

impl<K: Ord, V> Table<K, V> {
    /// A table without entries.
    #[must_use]
    pub fn new() -> Table<K, V> {
        Table::default()
    }

    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: std::borrow::Borrow<Q>,
    {
        self.0.binary_search_by(|(known, _)| known.borrow().cmp(key))
    }

    /// The value of `key`.
    #[must_use]
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: std::borrow::Borrow<Q>,
    {
        self.find(key).ok().map(|index| &self.0[index].1)
    }

    /// The value of `key`, to change it.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.find(key).ok().map(|index| &mut self.0[index].1)
    }

    /// Whether there is a value of `key`.
    #[must_use]
    pub fn contains_key(&self, key: &K) -> bool {
        self.find(key).is_ok()
    }

    /// Puts a value and returns the one before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(index) => Some(std::mem::replace(&mut self.0[index].1, value)),
            Err(index) => {
                self.0.insert(index, (key, value));
                None
            }
        }
    }

    /// Takes a value out.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        self.find(key).ok().map(|index| self.0.remove(index).1)
    }

    /// The value of `key`, which is made by `make` if there is none.
    pub fn get_or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let index = match self.find(&key) {
            Ok(index) => index,
            Err(index) => {
                self.0.insert(index, (key, make()));
                index
            }
        };
        &mut self.0[index].1
    }

    /// Keeps the entries for which `keep` holds.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.0.retain_mut(|(key, value)| keep(key, value));
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entries.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> + Clone {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// The entries, with values to change.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.0.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// The keys.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + Clone {
        self.0.iter().map(|(key, _)| key)
    }

    /// The values.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + Clone {
        self.0.iter().map(|(_, value)| value)
    }

    /// The values, to change them.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| value)
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Table<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Table<K, V> {
        let mut table = Table::new();
        for (key, value) in entries {
            table.insert(key, value);
        }
        table
    }
}

impl<'a, K, V> IntoIterator for &'a Table<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = std::iter::Map<std::slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(|(key, value)| (key, value))
    }
}

/// A set with few members, in ascending order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Members<K>(Table<K, ()>);

impl<K> Default for Members<K> {
    fn default() -> Members<K> {
        Members(Table::default())
    }
}

impl<K: Ord> Members<K> {
    /// Adds a member; says whether it is new.
    pub fn insert(&mut self, member: K) -> bool {
        self.0.insert(member, ()).is_none()
    }

    /// Takes a member out.
    pub fn remove(&mut self, member: &K) {
        self.0.remove(member);
    }

    /// Whether it is a member.
    #[must_use]
    pub fn contains(&self, member: &K) -> bool {
        self.0.contains_key(member)
    }

    /// Keeps the members for which `keep` holds.
    pub fn retain(&mut self, mut keep: impl FnMut(&K) -> bool) {
        self.0.retain(|member, ()| keep(member));
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The members.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &K> + Clone {
        self.0.keys()
    }
}

impl<K: Ord> FromIterator<K> for Members<K> {
    fn from_iter<I: IntoIterator<Item = K>>(members: I) -> Members<K> {
        Members(members.into_iter().map(|member| (member, ())).collect())
    }
}

/// What is still to be done, the next thing at the end: taking it out moves nothing, and what is
/// put in is mostly due soon.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Queue<K, V>(Vec<(K, V)>);

impl<K: Ord, V> Queue<K, V> {
    /// A queue with nothing to do.
    pub(crate) fn new() -> Queue<K, V> {
        Queue(Vec::new())
    }

    /// Puts something in. Keys differ.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        let index = self.0.partition_point(|(known, _)| key < *known);
        self.0.insert(index, (key, value));
    }

    /// Takes the next thing out.
    pub(crate) fn pop_first(&mut self) -> Option<(K, V)> {
        self.0.pop()
    }

    /// The key of the next thing.
    pub(crate) fn first_key(&self) -> Option<&K> {
        self.0.last().map(|(key, _)| key)
    }

    /// Everything that is to be done, the last thing first.
    pub(crate) fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    /// The same, to change it.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// Keeps what `keep` holds for.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&V) -> bool) {
        self.0.retain(|(_, value)| keep(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_keeps_its_keys_in_order_and_apart() {
        let mut table: Table<u32, &str> = [(3, "c"), (1, "a"), (2, "b")].into_iter().collect();
        assert_eq!(table.keys().copied().collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(table.insert(2, "B"), Some("b"));
        assert_eq!(table.remove(&1), Some("a"));
        assert_eq!(table.get(&1), None);
        *table.get_or_insert_with(5, || "e") = "E";
        assert_eq!(table.values().copied().collect::<Vec<_>>(), ["B", "c", "E"]);
        table.retain(|key, _| *key != 3);
        assert_eq!(table.len(), 2);
    }

    #[test]
    fn a_queue_gives_out_the_smallest_key_first() {
        let mut queue = Queue::new();
        for key in [5, 1, 4, 2, 3] {
            queue.insert(key, key);
        }
        queue.retain(|value| *value != 4);
        let mut out = Vec::new();
        while let Some((key, _)) = queue.pop_first() {
            out.push(key);
        }
        assert_eq!(out, [1, 2, 3, 5]);
    }
}
