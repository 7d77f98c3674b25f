//! Chromium, its driver, and a font with Korean letters.
//!
//! On Debian and its relatives they are installed by apt-get when this person may do so; anywhere
//! else it is said what to install. A browser is never downloaded from anywhere but the package
//! manager.

use std::env;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::Command;

use crate::child::{self, Programs};
use crate::failure::Failure;
use crate::progress;

const CHROME_NAMES: &[&str] =
    &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const FONT_PACKAGE: &str = "fonts-noto-cjk";

/// A browser that tests can drive.
pub(crate) struct Browser {
    pub(crate) chrome: PathBuf,
    pub(crate) driver: PathBuf,
}

/// Finds the browser, installing it where that is possible.
pub(super) fn ensure(programs: &Programs) -> Result<Browser, Failure> {
    let chrome = locate(programs, "CHROME", CHROME_NAMES)?;
    let driver = locate(programs, "CHROMEDRIVER", &["chromedriver"])?;
    let distribution = fs::read_to_string("/etc/os-release").ok();
    let distribution = distribution.as_deref().and_then(Distribution::from_os_release);
    let mut packages = Vec::new();
    if let Some(distribution) = distribution {
        if chrome.is_none() {
            packages.push(distribution.chrome_package());
        }
        if driver.is_none() {
            packages.push(distribution.driver_package());
        }
        if !has_package(programs, FONT_PACKAGE) {
            packages.push(FONT_PACKAGE);
        }
    }
    if let (Some(chrome), Some(driver)) = (&chrome, &driver) {
        let found = Browser { chrome: chrome.clone(), driver: driver.clone() };
        // Without the font the tests still run; only Korean in screenshots turns into boxes.
        if !packages.is_empty() && apt_install(programs, &packages).is_err() {
            progress::note("going on without a font for Korean text in screenshots");
        }
        return Ok(found);
    }
    if packages.is_empty() {
        return Err(not_found());
    }
    apt_install(programs, &packages)?;
    let chrome = locate(programs, "CHROME", CHROME_NAMES)?;
    let driver = locate(programs, "CHROMEDRIVER", &["chromedriver"])?;
    let (chrome, driver) = chrome.zip(driver).ok_or_else(not_found)?;
    Ok(Browser { chrome, driver })
}

/// The program named by `variable`, or the first of `names` on PATH.
fn locate(programs: &Programs, variable: &str, names: &[&str]) -> Result<Option<PathBuf>, Failure> {
    match env::var_os(variable).filter(|value| !value.is_empty()) {
        Some(named) if PathBuf::from(&named).is_file() => Ok(Some(PathBuf::from(named))),
        Some(named) => Err(Failure::new(format!(
            "${variable} names no file: {}",
            PathBuf::from(named).display()
        ))),
        None => Ok(names.iter().find_map(|name| programs.find(name))),
    }
}

fn not_found() -> Failure {
    Failure::new(
        "the browser tests need Chromium (or Chrome) and the chromedriver of the same version: \
         install both, or name them in $CHROME and $CHROMEDRIVER",
    )
}

/// A family of systems with apt-get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Distribution {
    Debian,
    Ubuntu,
}

impl Distribution {
    /// Reads `/etc/os-release`; derivatives count as what they are made from.
    fn from_os_release(text: &str) -> Option<Self> {
        let value = |key: &str| {
            let mut lines = text.lines();
            lines.find_map(|line| line.strip_prefix(key)).unwrap_or("").trim_matches('"')
        };
        let mut names = value("ID=").split(' ').chain(value("ID_LIKE=").split(' '));
        names.find_map(|name| match name {
            "debian" => Some(Self::Debian),
            "ubuntu" => Some(Self::Ubuntu),
            _ => None,
        })
    }

    fn chrome_package(self) -> &'static str {
        match self {
            Self::Debian => "chromium",
            Self::Ubuntu => "chromium-browser",
        }
    }

    fn driver_package(self) -> &'static str {
        match self {
            Self::Debian => "chromium-driver",
            Self::Ubuntu => "chromium-chromedriver",
        }
    }
}

fn has_package(programs: &Programs, package: &str) -> bool {
    let status = programs.answer("dpkg-query", &["-W", "-f=${Status}", package]);
    status.is_some_and(|status| status == "install ok installed")
}

fn apt_install(programs: &Programs, packages: &[&str]) -> Result<(), Failure> {
    let list = packages.join(" ");
    let by_hand = format!("run: apt-get install {list}");
    if programs.find("apt-get").is_none() {
        return Err(Failure::new(format!("missing: {list}, and there is no apt-get")));
    }
    let is_root = programs.answer("id", &["-u"]).is_some_and(|id| id.trim() == "0");
    if !is_root && programs.find("sudo").is_none() {
        return Err(Failure::new(format!("as root, {by_hand}")));
    }
    progress::step(&format!("{list}: for the browser tests, by apt-get (about a minute)"));
    child::run_quietly(apt_get(programs, is_root).arg("update"))
        .map_err(Failure::during(format!("as root, {by_hand}")))?;
    child::run_quietly(
        apt_get(programs, is_root)
            .args(["install", "--yes", "--no-install-recommends"])
            .args(packages),
    )
    .map_err(Failure::during(format!("as root, {by_hand}")))
}

/// apt-get, as root; sudo asks for a password only where somebody can answer.
fn apt_get(programs: &Programs, is_root: bool) -> Command {
    let mut command = if is_root {
        programs.command("apt-get")
    } else {
        let mut sudo = programs.command("sudo");
        if !io::stdin().is_terminal() {
            sudo.arg("-n");
        }
        sudo.arg("apt-get");
        sudo
    };
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derivatives_use_the_package_names_of_their_parent() {
        let read = Distribution::from_os_release;
        assert_eq!(read("NAME=\"Debian GNU/Linux\"\nID=debian\n"), Some(Distribution::Debian));
        assert_eq!(read("ID=ubuntu\nID_LIKE=debian\n"), Some(Distribution::Ubuntu));
        assert_eq!(read("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n"), Some(Distribution::Ubuntu));
        assert_eq!(read("ID=fedora\n"), None);
    }
}
