//! What holds of the data plane whatever happens: of one log, of one leader, and of two replicas
//! that were led into disagreement and talk until they are settled.

mod agreement;
mod leader;
mod log;
mod pair;
mod records;
