//! A hash of bytes that is the same on every target.
//!
//! It only decides where in a table a state is looked for and names states in tests; whether two
//! states are the same is decided by comparing them. (Hashers made for tables take words of the
//! machine's size, 32 bits in a browser.)

const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes the bits of a word so that each depends on all. Source: the finalizer of SplitMix64.
fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// A 64-bit hash of `bytes`, read as little-endian words.
#[must_use]
pub fn hash_bytes(bytes: &[u8]) -> u64 {
    let mut hash = (bytes.len() as u64).wrapping_mul(MULTIPLIER);
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        hash = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(MULTIPLIER).rotate_left(29);
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix(hash ^ u64::from_le_bytes(last))
}

#[cfg(test)]
mod tests {
    use super::hash_bytes;

    #[test]
    fn the_hash_of_known_bytes_never_changes() {
        assert_eq!(hash_bytes(b""), 0);
        assert_eq!(hash_bytes(b"highwater"), 0xd4fe_f1a7_e028_5000);
    }

    #[test]
    fn trailing_zeros_and_single_bits_count() {
        let texts: [&[u8]; 5] = [&[0], &[0, 0], &[0; 8], &[0; 9], &[1, 0]];
        let mut hashes: Vec<u64> = texts.iter().map(|bytes| hash_bytes(bytes)).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), texts.len());
    }
}
