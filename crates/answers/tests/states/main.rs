//! What is said of states and futures: danger, comparison, the inspector.

mod compare;
mod danger;
mod inspect;
mod support;
