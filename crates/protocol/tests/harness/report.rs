//! Counts what ran and collects what failed.

/// How one file went.
#[derive(Debug)]
pub(crate) struct FileTally {
    /// The file, as failures name it.
    pub(crate) name: String,
    /// What its rows are about.
    pub(crate) kind: String,
    /// How many rows ran.
    pub(crate) run: usize,
    /// How many of them held.
    pub(crate) passed: usize,
    /// The rows that are left out: id and reason.
    pub(crate) skipped: Vec<(String, String)>,
}

/// How everything went.
#[derive(Debug, Default)]
pub(crate) struct Report {
    tallies: Vec<FileTally>,
    problems: Vec<String>,
}

impl Report {
    /// Notes something that makes the run fail.
    pub(crate) fn problem(&mut self, text: String) {
        self.problems.push(text);
    }

    /// Notes a file that was run.
    pub(crate) fn add(&mut self, tally: FileTally) {
        self.tallies.push(tally);
    }

    /// Whether something ran and nothing failed.
    pub(crate) fn is_good(&self) -> bool {
        self.problems.is_empty() && 0 < self.run()
    }

    fn run(&self) -> usize {
        self.tallies.iter().map(|tally| tally.run).sum()
    }

    /// A table of the files with the number of rows, and why rows were left out.
    pub(crate) fn summary(&self) -> String {
        let mut text = String::from("\nvectors    run  passed  left out\n");
        for tally in &self.tallies {
            let FileTally { name, kind, run, passed, skipped } = tally;
            let left_out = skipped.len();
            text += &format!("        {run:6}  {passed:6}  {left_out:8}  {name} ({kind})\n");
            for (id, reason) in skipped {
                text += &format!("{:34}{id} left out: {reason}\n", "");
            }
        }
        let passed: usize = self.tallies.iter().map(|tally| tally.passed).sum();
        let left_out: usize = self.tallies.iter().map(|tally| tally.skipped.len()).sum();
        text += &format!("total   {:6}  {passed:6}  {left_out:8}\n", self.run());
        text
    }

    /// Everything that makes the run fail.
    pub(crate) fn failures(&self) -> String {
        if self.problems.is_empty() && self.run() == 0 {
            return "no vector row was run".to_owned();
        }
        self.problems.join("\n")
    }
}
