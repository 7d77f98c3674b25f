//! Node packages: wasm-opt for release builds, and what the end-to-end tests import.
//!
//! It never installs Node itself, and never changes the lock file.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::child::{self, Programs};
use crate::failure::Failure;
use crate::places::Places;
use crate::progress;

/// The oldest Node whose test runner the tests are written for.
const NODE_MAJOR_MIN: u32 = 20;

/// Installs what package-lock.json names, when that is not what is there.
pub(super) fn ensure(places: &Places, programs: &Programs) -> Result<(), Failure> {
    let version = programs.answer("node", &["--version"]);
    let enough = version.as_deref().and_then(major).is_some_and(|major| major >= NODE_MAJOR_MIN);
    if !enough || programs.find("npm").is_none() {
        let found = version.map_or("none".to_owned(), |version| version.trim().to_owned());
        return Err(Failure::new(format!(
            "wasm-opt and the browser tests need Node.js {NODE_MAJOR_MIN} or newer with npm \
             (found: {found}); get it from nodejs.org or from your package manager"
        )));
    }
    let path = places.node().join("package-lock.json");
    let lock = fs::read_to_string(&path)
        .map_err(Failure::during(format!("read {}", places.relative(&path).display())))?;
    let lock = serde_json::from_str(&lock).map_err(Failure::during("read package-lock.json"))?;
    if is_installed(&lock, &places.node()) {
        return Ok(());
    }
    progress::step("Node packages: wasm-opt, playwright-core, axe-core (seconds)");
    child::run_quietly(programs.command("npm").arg("ci").current_dir(places.node()))
}

/// `20` in `v20.20.2`.
fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// Whether every package of the lock file is in `folder`, in the locked version.
fn is_installed(lock: &Value, folder: &Path) -> bool {
    let Some(packages) = lock["packages"].as_object() else {
        return false;
    };
    // The entry with the empty name is the package itself.
    packages.iter().filter(|(path, _)| !path.is_empty()).all(|(path, locked)| {
        let manifest = fs::read_to_string(folder.join(path).join("package.json"));
        let installed: Option<Value> =
            manifest.ok().and_then(|text| serde_json::from_str(&text).ok());
        installed.is_some_and(|installed| installed["version"] == locked["version"])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_of_node() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("20"), None);
    }

    #[test]
    fn a_package_that_is_not_there_is_noticed() {
        let lock = serde_json::json!({ "packages": { "": {}, "node_modules/none": { "version": "1.0.0" } } });
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(!is_installed(&lock, folder));
        let nothing_wanted = serde_json::json!({ "packages": { "": {} } });
        assert!(is_installed(&nothing_wanted, folder));
    }
}
