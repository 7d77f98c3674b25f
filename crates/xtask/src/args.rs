//! The command line: which task, with which options.
//!
//! It only reads words; it never looks at the file system or starts anything.

/// What `cargo xtask help` prints, and what follows an error in the command line.
pub(crate) const USAGE: &str = "\
usage: cargo xtask <task> [options]

  serve [--release] [--port N]   build the page, serve it on this machine, rebuild on change
  test [options] [-- FILTER…]    run every test: native, browser components, end to end
      --only native|web|e2e      one of the three; FILTER goes to its test runner: words that
                                 cargo test takes, or for e2e part of a name or X.test.mjs
      --no-build                 e2e: test the page that dist/ holds already
  build                          build the release page into dist/
  size [--no-build]              gzip size of the release page against its budget
  tidy                           dependency direction, banned words, file lengths and the like
  setup                          install everything that the other tasks would install
  help                           this text

Each task first sets up what it needs and this machine lacks.
Tools go to $HIGHWATER_TOOLS, else $XDG_CACHE_HOME/highwater/tools, else ~/.cache/highwater/tools.
$CHROME and $CHROMEDRIVER name a browser and its driver that are not on PATH.
Exit codes: 0 done, 1 something failed, 2 wrong command line.";

/// One of the things this program does.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Help,
    Setup,
    Serve(ServeOptions),
    Build,
    Test(TestOptions),
    Tidy,
    Size { page: Page },
}

/// How the page is served.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ServeOptions {
    pub(crate) profile: Profile,
    /// The port asked for; without one the first free port from 8080 on is taken.
    pub(crate) port: Option<u16>,
}

/// How the page is compiled.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Compiles quickly.
    #[default]
    Debug,
    /// What readers get.
    Release,
}

/// Which tests run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TestOptions {
    /// `None` means all of them.
    pub(crate) only: Option<Suite>,
    pub(crate) page: Page,
    /// Words for the one suite's own test runner.
    pub(crate) filter: Vec<String>,
}

/// Whether the release page is built before it is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Page {
    Build,
    AsItIs,
}

/// A group of tests with one runner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Suite {
    /// `cargo test` on this machine.
    Native,
    /// Components of the page in a headless browser.
    Web,
    /// The release page in Chromium.
    EndToEnd,
}

/// Reads the words after `cargo xtask`; the error says which word is wrong and what would be right.
pub(crate) fn parse(words: impl IntoIterator<Item = String>) -> Result<Task, String> {
    let mut words = words.into_iter();
    let Some(task) = words.next() else {
        return Err("no task given".to_owned());
    };
    match task.as_str() {
        "help" | "-h" | "--help" => Ok(Task::Help),
        "setup" => alone(words, Task::Setup),
        "build" => alone(words, Task::Build),
        "tidy" => alone(words, Task::Tidy),
        "size" => size(words),
        "serve" => serve(words),
        "test" => test(words),
        other => Err(format!(
            "there is no task `{other}`; the tasks are serve, test, build, size, tidy, setup"
        )),
    }
}

fn alone(mut words: impl Iterator<Item = String>, task: Task) -> Result<Task, String> {
    match words.next() {
        None => Ok(task),
        Some(word) => Err(format!("`{word}`: this task takes no options")),
    }
}

fn size(words: impl Iterator<Item = String>) -> Result<Task, String> {
    let mut page = Page::Build;
    for word in words {
        match word.as_str() {
            "--no-build" => page = Page::AsItIs,
            other => return Err(format!("`{other}`: size takes only --no-build")),
        }
    }
    Ok(Task::Size { page })
}

fn serve(mut words: impl Iterator<Item = String>) -> Result<Task, String> {
    let mut options = ServeOptions::default();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--release" => options.profile = Profile::Release,
            "--port" => {
                let port = words.next().ok_or("--port needs a number")?;
                let port = port
                    .parse()
                    .map_err(|_| format!("--port {port}: expected a number from 1 to 65535"))?;
                options.port = Some(port);
            }
            other => return Err(format!("`{other}`: serve takes --release and --port N")),
        }
    }
    Ok(Task::Serve(options))
}

fn test(mut words: impl Iterator<Item = String>) -> Result<Task, String> {
    let mut options = TestOptions { only: None, page: Page::Build, filter: Vec::new() };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--only" => options.only = Some(suite(words.next().as_deref())?),
            "--no-build" => options.page = Page::AsItIs,
            "--" => options.filter = words.by_ref().collect(),
            other => {
                return Err(format!(
                    "`{other}`: test takes --only native|web|e2e, --no-build and -- FILTER"
                ));
            }
        }
    }
    if options.only.is_none() && !options.filter.is_empty() {
        return Err("a FILTER needs --only: the three test runners filter differently".to_owned());
    }
    Ok(Task::Test(options))
}

fn suite(word: Option<&str>) -> Result<Suite, String> {
    match word {
        Some("native") => Ok(Suite::Native),
        Some("web") => Ok(Suite::Web),
        Some("e2e") => Ok(Suite::EndToEnd),
        Some(other) => Err(format!("--only {other}: expected native, web or e2e")),
        None => Err("--only needs native, web or e2e".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Task, String> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    fn complaint(line: &str) -> String {
        read(line).expect_err("a wrong command line")
    }

    #[test]
    fn tasks_and_their_options() {
        assert_eq!(read("setup"), Ok(Task::Setup));
        assert_eq!(read("--help"), Ok(Task::Help));
        assert_eq!(
            read("serve --port 9000 --release"),
            Ok(Task::Serve(ServeOptions { profile: Profile::Release, port: Some(9000) }))
        );
        assert_eq!(read("size --no-build"), Ok(Task::Size { page: Page::AsItIs }));
    }

    #[test]
    fn words_after_two_dashes_belong_to_the_test_runner() {
        assert_eq!(
            read("test --only native -- high_watermark --nocapture"),
            Ok(Task::Test(TestOptions {
                only: Some(Suite::Native),
                page: Page::Build,
                filter: vec!["high_watermark".to_owned(), "--nocapture".to_owned()],
            }))
        );
    }

    #[test]
    fn a_wrong_word_is_named_with_what_would_be_right() {
        assert_eq!(complaint(""), "no task given");
        assert!(complaint("srve").contains("`srve`"));
        assert!(complaint("tidy --fast").contains("`--fast`"));
        assert!(complaint("serve --port").contains("number"));
        assert!(complaint("serve --port 70000").contains("65535"));
        assert!(complaint("test --only unit").contains("native, web or e2e"));
        assert!(complaint("test -- name").contains("--only"));
    }
}
