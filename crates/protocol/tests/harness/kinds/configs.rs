//! The kinds about configuration: `effective-min-isr`, `min-isr-change`, `elr-feature`,
//! `config-layers`.

use highwater_protocol::control::configs::{
    ConfigLayers, ElrClearing, MetadataVersion, MinIsrChange, MinIsrScope, change_min_isr,
    check_enable_elr,
};
use highwater_protocol::control::{ElrFeature, effective_min_isr};

use super::partition::ELR;
use crate::harness::compare::{Answer, one_line};
use crate::harness::fields;
use crate::harness::text::{Failure, Row};

pub(crate) fn run_effective_min_isr(row: &Row) -> Result<(), Failure> {
    one_line(row, |given| {
        let configured = given.need_number("configured")?;
        let effective = effective_min_isr(configured, given.need_number("replicas")?);
        Ok(Answer::default().with("effective", effective.to_string()))
    })
}

pub(crate) fn run_min_isr_change(row: &Row) -> Result<(), Failure> {
    one_line(row, |given| {
        let stored = given.number("stored")?;
        let scope = given.choice(
            "scope",
            &[
                ("topic", MinIsrScope::Topic { stored }),
                ("cluster", MinIsrScope::Cluster),
                ("broker", MinIsrScope::Broker),
            ],
        )?;
        let change = match given.need("to")?.as_str() {
            "inherited" => MinIsrChange::Delete,
            value => MinIsrChange::Set(fields::number("to", value)?),
        };
        let elr = given.choice("elr-feature", ELR)?.unwrap_or(ElrFeature::On);
        let scope = scope.ok_or("the field scope= is missing")?;
        Ok(match change_min_isr(scope, change, elr) {
            Err(error) => {
                Answer::default().with("error", error.code.name()).with("message", error.message)
            }
            Ok(ElrClearing::Nothing) => Answer::default().with("clears", "nothing"),
            Ok(ElrClearing::Topic) => Answer::default().with("clears", "topic"),
            Ok(ElrClearing::AllTopics) => Answer::default().with("clears", "all-topics"),
        })
    })
}

pub(crate) fn run_elr_feature(row: &Row) -> Result<(), Failure> {
    one_line(row, |given| {
        let version = MetadataVersion(given.need_number("metadata-version")?);
        let new_cluster = match version.elr_of_new_cluster() {
            ElrFeature::Off => "off",
            ElrFeature::On => "on",
        };
        let answer = match check_enable_elr(version) {
            Ok(()) => Answer::default().with("enable", "accepted"),
            Err(error) => Answer::default().with("error", error.name()),
        };
        Ok(answer.with_optional("new-cluster", new_cluster))
    })
}

pub(crate) fn run_layers(row: &Row) -> Result<(), Failure> {
    one_line(row, |given| {
        let layers: ConfigLayers<u32> = ConfigLayers {
            topic: given.number("topic")?,
            controller_node: given.number("controller-node")?,
            cluster: given.number("cluster")?,
            controller_file: given.number("controller-file")?,
            default: given.need_number("default")?,
        };
        Ok(Answer::default().with("effective", layers.effective().to_string()))
    })
}
