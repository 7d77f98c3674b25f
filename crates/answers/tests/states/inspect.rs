//! Comes with the answer itself.
