//! Numbers of a few bits, packed into bytes from the low bit up.

/// Packs numbers.
pub(super) struct BitWriter<'a> {
    out: &'a mut Vec<u8>,
    pending: u64,
    filled: u32,
}

impl<'a> BitWriter<'a> {
    pub(super) fn new(out: &'a mut Vec<u8>) -> BitWriter<'a> {
        BitWriter { out, pending: 0, filled: 0 }
    }

    /// Writes the low `width` bits of a number; at most 32.
    pub(super) fn put(&mut self, number: u32, width: u32) {
        debug_assert!(u64::from(number) < 1 << width, "{number} does not fit {width} bits");
        self.pending |= u64::from(number) << self.filled;
        self.filled += width;
        if 32 <= self.filled {
            self.out.extend_from_slice(&(self.pending as u32).to_le_bytes());
            self.pending >>= 32;
            self.filled -= 32;
        }
    }

    pub(super) fn flag(&mut self, flag: bool) {
        self.put(u32::from(flag), 1);
    }

    /// Writes what is left; the last byte is filled with zeros.
    pub(super) fn finish(self) {
        let bytes = self.pending.to_le_bytes();
        self.out.extend_from_slice(&bytes[..(self.filled as usize).div_ceil(8)]);
    }
}

/// Unpacks numbers. Beyond the end there are zeros.
pub(super) struct BitReader<'a> {
    bytes: std::slice::Iter<'a, u8>,
    pending: u64,
    filled: u32,
}

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes: bytes.iter(), pending: 0, filled: 0 }
    }

    pub(super) fn take(&mut self, width: u32) -> u32 {
        while self.filled < width {
            let byte = self.bytes.next().copied().unwrap_or_default();
            self.pending |= u64::from(byte) << self.filled;
            self.filled += 8;
        }
        let number = self.pending & ((1 << width) - 1);
        self.pending >>= width;
        self.filled -= width;
        number as u32
    }

    pub(super) fn flag(&mut self) -> bool {
        self.take(1) == 1
    }
}

#[cfg(test)]
mod tests {
    use super::{BitReader, BitWriter};

    #[test]
    fn numbers_of_every_width_come_back() {
        let mut bytes = Vec::new();
        let mut writer = BitWriter::new(&mut bytes);
        let numbers = || (1..=32).map(|width| (0xa5a5_5a5a_u32 >> (32 - width), width));
        numbers().for_each(|(number, width)| writer.put(number, width));
        writer.flag(true);
        writer.finish();
        assert_eq!(bytes.len(), (32 * 33 / 2 + 1_usize).div_ceil(8));
        let mut reader = BitReader::new(&bytes);
        assert!(numbers().all(|(number, width)| reader.take(width) == number));
        assert!(reader.flag());
        assert_eq!(reader.take(20), 0);
    }
}
