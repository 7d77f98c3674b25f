//! Answers to every question, for every scenario that comes with the project.

mod random;
mod record;
mod runs;
mod why;
