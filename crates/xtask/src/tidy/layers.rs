//! Who may depend on whom.
//!
//! The table below is the architecture: a crate uses only what stands in its row. What is read is
//! `cargo metadata`, so a dependency that came in by a feature or another crate counts as well.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Finding;
use crate::child::Programs;
use crate::failure::Failure;

/// For every crate of the workspace, those of the workspace that it may use.
const LAYERS: &[(&str, &[&str])] = &[
    ("highwater-protocol", &[]),
    ("highwater-phrase", &[]),
    ("highwater-engine", &["highwater-protocol"]),
    ("highwater-explorer", &["highwater-protocol"]),
    ("highwater-scenario", &["highwater-engine", "highwater-protocol"]),
    ("highwater-kafka-text", &["highwater-engine", "highwater-protocol"]),
    ("highwater-scene", &["highwater-engine", "highwater-phrase", "highwater-protocol"]),
    (
        "highwater-answers",
        &[
            "highwater-engine",
            "highwater-explorer",
            "highwater-kafka-text",
            "highwater-phrase",
            "highwater-protocol",
            "highwater-scenario",
            "highwater-scene",
        ],
    ),
    ("highwater-cli", EVERYTHING_BELOW_WEB),
    ("highwater-web", EVERYTHING_BELOW_WEB),
    ("xtask", &[]),
];

const EVERYTHING_BELOW_WEB: &[&str] = &[
    "highwater-answers",
    "highwater-engine",
    "highwater-explorer",
    "highwater-kafka-text",
    "highwater-phrase",
    "highwater-protocol",
    "highwater-scenario",
    "highwater-scene",
];

/// Crates that belong to the browser or to chance. Each also stands for those named after it, as
/// `gloo` for `gloo-timers`.
const ONLY_IN_WEB: &[&str] = &["gloo", "js-sys", "rand", "wasm-bindgen", "web-sys", "yew"];

/// The crate at the top, and the one that is not part of the product.
const NOT_BELOW_WEB: &[&str] = &["highwater-web", "xtask"];

/// Checks the dependencies of every crate of the workspace.
pub(super) fn check(programs: &Programs, root: &Path) -> Result<Vec<Finding>, Failure> {
    let text = programs
        .answer("cargo", &["metadata", "--format-version", "1"])
        .ok_or_else(|| Failure::new("cargo metadata failed: run it to see why"))?;
    let metadata = serde_json::from_str(&text).map_err(Failure::during("read cargo metadata"))?;
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap_or_default();
    Ok(Workspace::read(&metadata).findings(read))
}

/// What this check needs of `cargo metadata`.
struct Workspace<'a> {
    members: Vec<Member<'a>>,
    /// The name of every package, ours or not, by its id.
    names: BTreeMap<&'a str, &'a str>,
    /// What every package is linked with, by id.
    links: BTreeMap<&'a str, Vec<&'a str>>,
}

struct Member<'a> {
    id: &'a str,
    name: &'a str,
    /// From the top of the repository.
    manifest: &'a str,
    dependencies: Vec<Dependency<'a>>,
}

struct Dependency<'a> {
    name: &'a str,
    is_ours: bool,
    is_for_tests: bool,
}

impl<'a> Workspace<'a> {
    fn read(metadata: &'a Value) -> Self {
        let root = text(&metadata["workspace_root"]);
        let ours: Vec<&str> = list(&metadata["workspace_members"]).iter().map(text).collect();
        let packages = list(&metadata["packages"]);
        let named = packages.iter().map(|package| (text(&package["id"]), text(&package["name"])));
        let nodes = list(&metadata["resolve"]["nodes"]).iter();
        let members = packages.iter().filter(|package| ours.contains(&text(&package["id"])));
        Self {
            members: members.map(|package| Member::read(package, root)).collect(),
            names: named.collect(),
            links: nodes.map(|node| (text(&node["id"]), linked(node))).collect(),
        }
    }

    fn findings(&self, read: impl Fn(&str) -> String) -> Vec<Finding> {
        let mut findings = Vec::new();
        for member in &self.members {
            let manifest = read(member.manifest);
            let mut add = |dependency: &str, wrong: String, right: &str| {
                findings.push(Finding {
                    path: member.manifest.to_owned(),
                    line: line_of(&manifest, dependency),
                    wrong,
                    right: right.to_owned(),
                });
            };
            self.check_ours(member, &mut add);
            self.check_foreign(member, &mut add);
        }
        findings
    }

    fn check_ours(&self, member: &Member<'_>, add: &mut impl FnMut(&str, String, &str)) {
        let name = member.name;
        let Some((_, allowed)) = LAYERS.iter().find(|(layer, _)| *layer == name) else {
            let right = "a row for it in the table at the top of crates/xtask/src/tidy/layers.rs";
            return add("name", format!("{name} has no place among the layers"), right);
        };
        for dependency in member.dependencies.iter().filter(|dependency| dependency.is_ours) {
            // A test may look at the layers above; nothing may look at the top.
            let used = dependency.name;
            let is_allowed = match dependency.is_for_tests {
                true => !NOT_BELOW_WEB.contains(&used),
                false => allowed.contains(&used),
            };
            if !is_allowed {
                let right = match allowed {
                    [] => "no other crate of this workspace".to_owned(),
                    _ => format!("only {}", allowed.join(", ")),
                };
                add(used, format!("{name} depends on {used}"), &right);
            }
        }
    }

    fn check_foreign(&self, member: &Member<'_>, add: &mut impl FnMut(&str, String, &str)) {
        if NOT_BELOW_WEB.contains(&member.name) {
            return;
        }
        let right = "browser and chance stay in web; hand the crate what it needs as an argument";
        let mut direct = member.dependencies.iter().map(|dependency| dependency.name);
        if let Some(banned) = direct.find(|name| is_only_in_web(name)) {
            return add(banned, format!("{} depends on {banned}", member.name), right);
        }
        if let Some(way) = self.way_to_banned(member.id) {
            let entry = way.get(1).copied().unwrap_or_default();
            add(entry, format!("a way to the browser or to chance: {}", way.join(" → ")), right);
        }
    }

    /// The names from a package down to the first banned one it is linked with.
    fn way_to_banned(&self, start: &'a str) -> Option<Vec<&'a str>> {
        let mut came_from: BTreeMap<&str, &str> = BTreeMap::new();
        let mut open = vec![start];
        while let Some(id) = open.pop() {
            let name = self.names.get(id).copied().unwrap_or(id);
            if is_only_in_web(name) {
                let back = std::iter::successors(Some(id), |id| came_from.get(id).copied());
                let mut way: Vec<&str> =
                    back.map(|id| self.names.get(id).copied().unwrap_or(id)).collect();
                way.reverse();
                return Some(way);
            }
            for next in self.links.get(id).into_iter().flatten() {
                if *next != start && !came_from.contains_key(next) {
                    came_from.insert(next, id);
                    open.push(next);
                }
            }
        }
        None
    }
}

impl<'a> Member<'a> {
    fn read(package: &'a Value, root: &str) -> Self {
        let manifest = text(&package["manifest_path"]);
        let dependencies = list(&package["dependencies"]).iter();
        Self {
            id: text(&package["id"]),
            name: text(&package["name"]),
            manifest: manifest
                .strip_prefix(root)
                .unwrap_or(manifest)
                .trim_start_matches(['/', '\\']),
            dependencies: dependencies.map(Dependency::read).collect(),
        }
    }
}

impl<'a> Dependency<'a> {
    fn read(dependency: &'a Value) -> Self {
        Self {
            name: text(&dependency["name"]),
            is_ours: dependency["path"].is_string(),
            is_for_tests: dependency["kind"] == "dev",
        }
    }
}

/// The ids a node is linked with: neither build scripts nor tests count.
fn linked(node: &Value) -> Vec<&str> {
    let is_linked = |dependency: &&Value| {
        let kinds = list(&dependency["dep_kinds"]).iter();
        kinds.into_iter().any(|kind| kind["kind"].is_null())
    };
    let linked = list(&node["deps"]).iter().filter(is_linked);
    linked.map(|dependency| text(&dependency["pkg"])).collect()
}

fn is_only_in_web(name: &str) -> bool {
    ONLY_IN_WEB.iter().any(|banned| {
        let rest = name.strip_prefix(banned);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_']))
    })
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The line of a manifest that begins with `key`.
fn line_of(manifest: &str, key: &str) -> usize {
    let is_key = |line: &str| {
        let rest = line.strip_prefix(key);
        rest.is_some_and(|rest| rest.starts_with([' ', '.', '=']))
    };
    manifest.lines().position(is_key).map_or(1, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The metadata of a workspace of `highwater-engine` alone, which is linked with `linked`
    /// packages in a chain, and has one direct dependency.
    fn engine_with(direct: Value, linked: &[&str]) -> Vec<String> {
        let mut packages = vec![json!({
            "id": "e", "name": "highwater-engine", "manifest_path": "top/crates/engine/Cargo.toml",
            "dependencies": [direct],
        })];
        let mut nodes = Vec::new();
        let chain: Vec<&str> = [&["e"], linked].concat();
        for (at, name) in chain.iter().enumerate() {
            let below = chain
                .get(at + 1)
                .map(|next| json!({ "pkg": next, "dep_kinds": [{ "kind": null }] }));
            nodes.push(json!({ "id": name, "deps": below.as_slice() }));
            packages.push(json!({ "id": name, "name": name, "dependencies": [] }));
        }
        packages.remove(1);
        let metadata = json!({
            "workspace_root": "top", "workspace_members": ["e"], "packages": packages,
            "resolve": { "nodes": nodes },
        });
        let manifest = "[package]\nname = \"highwater-engine\"\n[dependencies]\n\
                        highwater-scene.workspace = true\nsmallvec = \"1\"\n";
        let findings = Workspace::read(&metadata).findings(|_| manifest.to_owned());
        let shown = findings.iter().map(|finding| format!("{}: {}", finding.line, finding.wrong));
        shown.collect()
    }

    fn ours(name: &str, kind: Value) -> Value {
        json!({ "name": name, "path": "somewhere", "kind": kind })
    }

    #[test]
    fn a_dependency_upwards_is_found_on_its_line() {
        let found = engine_with(ours("highwater-scene", Value::Null), &[]);
        assert_eq!(found, ["4: highwater-engine depends on highwater-scene"]);
        assert!(engine_with(ours("highwater-protocol", Value::Null), &[]).is_empty());
    }

    #[test]
    fn a_test_may_look_up_but_not_to_the_top() {
        assert!(engine_with(ours("highwater-scene", json!("dev")), &[]).is_empty());
        assert_eq!(engine_with(ours("highwater-web", json!("dev")), &[]).len(), 1);
    }

    #[test]
    fn the_browser_is_found_however_it_comes_in() {
        let direct = json!({ "name": "gloo-timers", "kind": null });
        assert_eq!(engine_with(direct, &[]), ["1: highwater-engine depends on gloo-timers"]);
        let harmless = json!({ "name": "smallvec", "kind": null });
        assert!(engine_with(harmless.clone(), &["smallvec", "yewish"]).is_empty());
        let found = engine_with(harmless, &["smallvec", "clock", "js-sys"]);
        let way = "highwater-engine → smallvec → clock → js-sys";
        assert_eq!(found, [format!("5: a way to the browser or to chance: {way}")]);
    }

    #[test]
    fn every_row_names_only_crates_that_have_a_row() {
        let known: Vec<&str> = LAYERS.iter().map(|(name, _)| *name).collect();
        let used = LAYERS.iter().flat_map(|(_, allowed)| allowed.iter());
        for name in used {
            assert!(known.contains(name), "{name}");
        }
    }

    #[test]
    fn the_table_has_no_circle() {
        let allowed = |name: &str| {
            LAYERS.iter().find(|(layer, _)| *layer == name).map_or(&[][..], |(_, row)| row)
        };
        for (name, row) in LAYERS {
            for below in *row {
                assert!(!allowed(below).contains(name), "{name} and {below} may use each other");
            }
        }
    }
}
