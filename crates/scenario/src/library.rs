//! The scenarios that come with the project: files of `scenarios/`, by name. What is for tests only
//! is in [`crate::conformance`].
//!
//! Without the feature `whole-library` only the six that the page's first load has room for are
//! here.
//!
//! Data only; whether they do what they say is tested, not assumed.

use crate::parse::parse;
use crate::script::Scenario;

/// A file with a scenario.
pub(crate) struct File {
    pub(crate) slug: &'static str,
    pub(crate) text: &'static str,
}

/// A second name for a file, played under another generation.
struct Twin {
    slug: &'static str,
    of: &'static str,
    generation: &'static str,
}

const FILES: &[File] = &[
    File { slug: "hw-round-trip", text: include_str!("../../../scenarios/hw-round-trip.hw") },
    #[cfg(feature = "whole-library")]
    File { slug: "clean-failover", text: include_str!("../../../scenarios/clean-failover.hw") },
    #[cfg(feature = "whole-library")]
    File { slug: "uncommitted-tail", text: include_str!("../../../scenarios/uncommitted-tail.hw") },
    File { slug: "kip101-loss", text: include_str!("../../../scenarios/kip101-loss.hw") },
    #[cfg(feature = "whole-library")]
    File {
        slug: "kip101-divergence",
        text: include_str!("../../../scenarios/kip101-divergence.hw"),
    },
    #[cfg(feature = "whole-library")]
    File { slug: "divergence-200", text: include_str!("../../../scenarios/divergence-200.hw") },
    File {
        slug: "rolling-restart-hw",
        text: include_str!("../../../scenarios/rolling-restart-hw.hw"),
    },
    File { slug: "acks-min-isr", text: include_str!("../../../scenarios/acks-min-isr.hw") },
    #[cfg(feature = "whole-library")]
    File { slug: "hw-gate", text: include_str!("../../../scenarios/worked/s3-hw-gate.hw") },
    #[cfg(feature = "whole-library")]
    File {
        slug: "after-append",
        text: include_str!("../../../scenarios/worked/s4-after-append.hw"),
    },
    #[cfg(feature = "whole-library")]
    File { slug: "cut-link", text: include_str!("../../../scenarios/worked/s5-cut-link.hw") },
    #[cfg(feature = "whole-library")]
    File {
        slug: "hw-after-failover",
        text: include_str!("../../../scenarios/worked/s7-hw-after-failover.hw"),
    },
    #[cfg(feature = "whole-library")]
    File {
        slug: "isolated-leader",
        text: include_str!("../../../scenarios/worked/s8-isolated-leader.hw"),
    },
    File { slug: "unclean-election", text: include_str!("../../../scenarios/unclean-election.hw") },
    File {
        slug: "last-replica-standing",
        text: include_str!("../../../scenarios/last-replica-standing.hw"),
    },
    #[cfg(feature = "whole-library")]
    File { slug: "elr-membership", text: include_str!("../../../scenarios/elr-membership.hw") },
];

const TWINS: &[Twin] =
    &[Twin { slug: "rolling-restart-epoch", of: "rolling-restart-hw", generation: "kip320" }];

/// The names of the library's scenarios, in reading order, twins behind the file they belong to.
pub fn slugs() -> impl Iterator<Item = &'static str> {
    FILES.iter().flat_map(|file| {
        let twins = TWINS.iter().filter(|twin| twin.of == file.slug).map(|twin| twin.slug);
        std::iter::once(file.slug).chain(twins)
    })
}

/// The text of a scenario of the library.
#[must_use]
pub fn text(slug: &str) -> Option<String> {
    let twin = TWINS.iter().find(|twin| twin.slug == slug);
    let of = twin.map_or(slug, |twin| twin.of);
    let text = FILES.iter().find(|file| file.slug == of)?.text;
    let Some(twin) = twin else {
        return Some(text.to_owned());
    };
    let lines = text.lines().map(|line| match line.split_once("generation=") {
        Some((before, _)) if line.starts_with("cluster ") => {
            format!("{before}generation={}\n", twin.generation)
        }
        _ if line.starts_with("scenario ") => format!("scenario {}\n", twin.slug),
        _ => format!("{line}\n"),
    });
    Some(lines.collect())
}

/// A scenario of the library.
#[must_use]
pub fn load(slug: &str) -> Option<Scenario> {
    parse(&text(slug)?).ok()
}
