//! What a subcommand came to: texts for both outputs and an exit code.

/// The exit codes that scripts rely on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Exit {
    /// All is well.
    Fine,
    /// An expectation did not hold, or a script did not reach its end.
    Failed,
    /// The command line or a scenario can't be understood.
    BadInput,
}

impl Exit {
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Fine => 0,
            Exit::Failed => 1,
            Exit::BadInput => 2,
        }
    }
}

/// What is printed and how the process ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Outcome {
    /// For the standard output.
    pub(crate) text: String,
    /// For the standard error output.
    pub(crate) errors: String,
    pub(crate) exit: Exit,
}

impl Outcome {
    pub(crate) fn fine(text: String) -> Outcome {
        Outcome { text, errors: String::new(), exit: Exit::Fine }
    }

    pub(crate) fn bad_input(mut errors: String) -> Outcome {
        errors.push('\n');
        Outcome { text: String::new(), errors, exit: Exit::BadInput }
    }
}
