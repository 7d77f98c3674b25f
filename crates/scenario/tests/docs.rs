//! The description of the language: its examples are right, and it leaves nothing out.

use std::rc::Rc;

use highwater_scenario::{Accepted, Held, Overrides, ScriptEnd, Timeline, parse};

const DOCUMENT: &str = include_str!("../../../docs/scenario-language.md");

/// The fenced blocks with this word behind the fence.
fn blocks(kind: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut block: Option<String> = None;
    for line in DOCUMENT.lines() {
        match &mut block {
            Some(_) if line == "```" => blocks.extend(block.take()),
            Some(text) => {
                text.push_str(line);
                text.push('\n');
            }
            None if line.strip_prefix("```") == Some(kind) => block = Some(String::new()),
            None => {}
        }
    }
    blocks
}

/// The examples, each a whole scenario: fragments stand behind the set-up that the text gives.
fn examples() -> Vec<String> {
    let blocks = blocks("hw");
    let setup = blocks.iter().find(|block| block.starts_with("scenario example"));
    let setup = setup.expect("the text gives a set-up").clone();
    let whole = |block: String| {
        if block.starts_with("scenario ") { block } else { format!("{setup}{block}") }
    };
    blocks.into_iter().map(whole).collect()
}

#[test]
fn every_example_is_read_and_does_what_it_says() {
    let examples = examples();
    assert!(5 <= examples.len());
    for example in examples {
        let scenario = parse(&example).unwrap_or_else(|errors| {
            let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
            panic!("{}\nin\n{example}", lines.join("\n"))
        });
        let timeline = Timeline::play(Rc::new(scenario), Overrides::default()).expect("it fits");
        assert_eq!(timeline.script_end(), &ScriptEnd::Finished, "{example}");
        for expectation in timeline.expectations() {
            assert_ne!(expectation.held, Held::No, "{expectation:?}\nin\n{example}");
        }
    }
}

#[test]
fn the_errors_are_those_of_the_example() {
    let wrong = blocks("hw-error");
    let shown = blocks("text");
    assert_eq!((wrong.len(), shown.len()), (1, 1));
    let errors = parse(&wrong[0]).expect_err("it is wrong");
    let lines: Vec<String> = errors.iter().map(|error| format!("{error}\n")).collect();
    assert_eq!(lines.concat(), shown[0]);
}

/// The words that would be accepted at the first mistake of a text.
fn accepted(text: &str) -> Vec<&'static str> {
    let errors = parse(text).expect_err("it is wrong");
    let accepted = errors.into_iter().next_back().map(|error| error.accepted.clone());
    let words = accepted.into_iter().flatten().filter_map(|accepted| match accepted {
        Accepted::Word(word) => Some(word),
        _ => None,
    });
    words.collect()
}

#[test]
fn every_word_of_the_language_is_in_an_example() {
    let setup = "scenario x\ncluster brokers=1 generation=hw\ntopic t rf=1\n";
    let statements = accepted(&format!("{setup}nonsense"));
    let conditions = accepted(&format!("{setup}expect nonsense"));
    assert!(20 < statements.len() && 20 < conditions.len());
    let examples = examples().join("\n");
    for statement in statements {
        let used = examples.lines().any(|line| line.starts_with(&format!("{statement} ")));
        assert!(used, "no example of `{statement}`");
    }
    for condition in conditions {
        let used = examples.lines().any(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let asks = matches!(words.first(), Some(&"expect" | &"until"));
            asks && words.iter().skip(1).take(2).any(|word| *word == condition)
        });
        assert!(used, "no example of the condition `{condition}`");
        assert!(DOCUMENT.contains(&format!("`{condition}")), "`{condition}` is not explained");
    }
    for timing in accepted(&format!("{setup}set nonsense=1")) {
        assert!(DOCUMENT.contains(&format!("`{timing}`")), "`{timing}` is not explained");
    }
}
