//! Where things are: the workspace, the tool folder shared by clones, and what is built.
//!
//! It only names folders; it never creates or reads what is in them.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The folders every task works with.
pub(crate) struct Places {
    /// The top of the repository.
    pub(crate) root: PathBuf,
    /// Programs compiled by set-up, shared by every clone of this person.
    pub(crate) tools: PathBuf,
    /// Where cargo puts what it builds.
    pub(crate) target: PathBuf,
}

impl Places {
    /// Finds them from the environment.
    pub(crate) fn find() -> Result<Self, Failure> {
        // `cargo run` names this crate's folder; without it the current folder is as good a start.
        let start = match env::var_os("CARGO_MANIFEST_DIR") {
            Some(folder) => PathBuf::from(folder),
            None => env::current_dir().map_err(Failure::during("find the current folder"))?,
        };
        let root = start
            .ancestors()
            .find(|folder| folder.join("Trunk.toml").is_file())
            .ok_or_else(|| Failure::new("no Trunk.toml here or above: run this in the repository"))?
            .to_owned();
        let tools = tools_folder(|name| env::var_os(name).filter(|value| !value.is_empty()))
            .ok_or_else(|| {
                Failure::new("set HIGHWATER_TOOLS to a folder for tools: HOME is not set")
            })?;
        let target = match env::var_os("CARGO_TARGET_DIR") {
            Some(folder) => root.join(folder),
            None => root.join("target"),
        };
        Ok(Self { root, tools, target })
    }

    /// Programs compiled by set-up.
    pub(crate) fn tools_bin(&self) -> PathBuf {
        self.tools.join("bin")
    }

    /// The Node package: wasm-opt, the browser tests and what they need.
    pub(crate) fn node(&self) -> PathBuf {
        self.root.join("web/tests-e2e")
    }

    /// Programs installed by npm.
    pub(crate) fn node_bin(&self) -> PathBuf {
        self.node().join("node_modules/.bin")
    }

    /// The release page.
    pub(crate) fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// The page that `serve` works on: apart from `dist`, so that a test run beside it is not
    /// disturbed.
    pub(crate) fn served(&self) -> PathBuf {
        self.target.join("served-page")
    }

    /// `path` as a person at the top of the repository would write it.
    pub(crate) fn relative<'a>(&self, path: &'a Path) -> &'a Path {
        path.strip_prefix(&self.root).unwrap_or(path)
    }
}

fn tools_folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let named = variable("HIGHWATER_TOOLS").map(PathBuf::from);
    let cached =
        || variable("XDG_CACHE_HOME").map(|cache| PathBuf::from(cache).join("highwater/tools"));
    let home = || variable("HOME").map(|home| PathBuf::from(home).join(".cache/highwater/tools"));
    named.or_else(cached).or_else(home)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(variables: &[(&str, &str)]) -> Option<PathBuf> {
        tools_folder(|name| {
            let found = variables.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| OsString::from(value))
        })
    }

    #[test]
    fn the_tool_folder_is_the_most_specific_one_named() {
        let all = [("HOME", "h"), ("XDG_CACHE_HOME", "x"), ("HIGHWATER_TOOLS", "t")];
        assert_eq!(folder(&all), Some(PathBuf::from("t")));
        assert_eq!(folder(&all[..2]), Some(PathBuf::from("x/highwater/tools")));
        assert_eq!(folder(&all[..1]), Some(PathBuf::from("h/.cache/highwater/tools")));
        assert_eq!(folder(&[]), None);
    }
}
