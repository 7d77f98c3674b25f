//! Sorting a handful.
//!
//! Never for long lists: it takes time by the square of the length. The sorts of the standard library
//! are a large part of what a page downloads, for lists of three replicas.

/// Sorts a short list so that nothing stands behind what it is `before`. Equals keep their order.
pub(crate) fn sort_few<T>(list: &mut [T], before: impl Fn(&T, &T) -> bool) {
    for end in 1..list.len() {
        let mut at = end;
        while 0 < at && before(&list[at], &list[at - 1]) {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_before_comes_first_and_equals_stay() {
        let mut list = [(3, 'a'), (1, 'b'), (2, 'c'), (1, 'd')];
        sort_few(&mut list, |a, b| a.0 < b.0);
        assert_eq!(list, [(1, 'b'), (1, 'd'), (2, 'c'), (3, 'a')]);
        sort_few(&mut [0u8; 0], |a, b| a < b);
    }
}
