//! A timed, deterministic Kafka cluster: brokers, controller, network, clients, faults.
//!
//! Commands go in ([`Cluster::submit`]), time goes on ([`Cluster::step`]), events come out. Every
//! rule of Kafka is asked of `highwater-protocol`; this crate decides only *when* things happen and
//! who is told. It never knows a scenario, a language, a picture or a target; it uses no wall
//! clock, no thread, no randomness, no hash-ordered collection and no floating point.

pub mod broker;
pub mod clients;
pub mod cluster;
pub mod command;
pub mod config;
pub mod event;
pub mod image;
pub mod ledger;
pub mod network;
pub mod verdict;
