//! Which files belong to the project.
//!
//! It lists names only; what is in the files is for the checks.

use std::fs;
use std::path::Path;

use crate::child::Programs;
use crate::failure::Failure;

/// Folders that hold what is built or installed, for a tree that git does not know.
const NOT_OURS: &[&str] = &[".git", "dist", "node_modules", "target"];

/// The files of the project by their path from the top, with `/` between the parts: those that git
/// tracks or would add, or, in a tree without git, those outside build folders.
pub(super) fn files(root: &Path, programs: &Programs) -> Result<Vec<String>, Failure> {
    let listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    if root.join(".git").exists() {
        let listed =
            programs.answer("git", &listing).ok_or_else(|| Failure::new("git ls-files failed"))?;
        let names = listed.split('\0').filter(|name| !name.is_empty());
        return Ok(names.map(str::to_owned).collect());
    }
    let mut names = Vec::new();
    walk(root, "", &mut names).map_err(Failure::during("list the files of the project"))?;
    names.sort();
    Ok(names)
}

fn walk(folder: &Path, prefix: &str, names: &mut Vec<String>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let file_name = entry.file_name();
        let file_name = file_name.to_string_lossy();
        let name = format!("{prefix}{file_name}");
        if !entry.file_type()?.is_dir() {
            names.push(name);
        } else if !NOT_OURS.contains(&&*file_name) {
            walk(&entry.path(), &format!("{name}/"), names)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_without_git_is_walked() {
        let mut names = Vec::new();
        walk(Path::new(env!("CARGO_MANIFEST_DIR")), "", &mut names).expect("this crate is there");
        assert!(names.contains(&"src/tidy/tree.rs".to_owned()));
        assert!(!names.iter().any(|name| name.starts_with("target/")));
    }
}
