//! The size gate: what a reader downloads before the page works, compressed, against a budget.
//!
//! It measures files; making them smaller is not its work. 1 kB is 1000 bytes, as download sizes
//! are usually told.

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::args::Page;
use crate::failure::Failure;
use crate::page;
use crate::places::Places;

/// WebAssembly and JavaScript that the page loads at once.
const PAGE_BUDGET: usize = 250_000;

/// The explorer, which is loaded when it is first used.
const EXPLORER_BUDGET: usize = 60_000;

/// The answers, which are loaded when something is first asked.
const ANSWERS_BUDGET: usize = 250_000;

/// One file of the built page.
#[derive(Debug, PartialEq, Eq)]
struct Part {
    name: String,
    load: Load,
    raw: usize,
    gzip: usize,
}

/// A script for other pages, which embed this one.
const FOR_OTHERS: &str = "embed.js";

/// What has a budget.
const LIMITED: [Load; 3] = [Load::Page, Load::Explorer, Load::Answers];

/// When a file is loaded, which decides whose budget it counts against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Load {
    /// Code that index.html names.
    Page,
    /// The explorer's program, which index.html does not name.
    Explorer,
    /// Other code that index.html does not name: the answers, and what loads such programs.
    Answers,
    /// Style, icons and the like: shown, not limited.
    Rest,
}

impl Load {
    fn label(self) -> &'static str {
        match self {
            Load::Page => "page",
            Load::Explorer => "explorer",
            Load::Answers => "answers",
            Load::Rest => "rest",
        }
    }
}

/// Measures the release page; fails when a budget is exceeded.
pub(crate) fn run(places: &Places, page: Page) -> Result<(), Failure> {
    if page == Page::Build {
        page::build(places)?;
    }
    let dist = places.dist();
    let index = fs::read_to_string(dist.join("index.html"))
        .map_err(Failure::during("read dist/index.html (`cargo xtask build` makes it)"))?;
    let mut names = Vec::new();
    collect_names(&dist, "", &mut names).map_err(Failure::during("read dist/"))?;
    let measure = |name: String| {
        let content = fs::read(dist.join(&name))?;
        let load = load_of(&name, &index);
        let (raw, gzip) = (content.len(), gzip_size(&content)?);
        Ok(Part { name, load, raw, gzip })
    };
    let parts: std::io::Result<Vec<Part>> = names.into_iter().map(measure).collect();
    let mut parts = by_folder(parts.map_err(Failure::during("read dist/"))?);
    parts.sort_by(|a, b| (a.load, b.gzip, &a.name).cmp(&(b.load, a.gzip, &b.name)));
    println!("{}", table(&parts));
    judge(&parts)
}

/// The same parts, with one for each folder of files that are shown and not limited.
fn by_folder(parts: Vec<Part>) -> Vec<Part> {
    let mut folded: Vec<Part> = Vec::new();
    for part in parts {
        let folder = part.name.split_once('/').map(|(folder, _)| format!("{folder}/"));
        match folder.filter(|_| part.load == Load::Rest) {
            None => folded.push(part),
            Some(name) => match folded.iter_mut().find(|folder| folder.name == name) {
                None => folded.push(Part { name, ..part }),
                Some(folder) => {
                    folder.raw += part.raw;
                    folder.gzip += part.gzip;
                }
            },
        }
    }
    folded
}

/// Adds the files of a folder and of those below it. `prefix` is the folder's path within dist.
fn collect_names(folder: &Path, prefix: &str, names: &mut Vec<String>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect_names(&entry.path(), &format!("{name}/"), names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}

fn load_of(name: &str, index: &str) -> Load {
    let is_code = name.ends_with(".wasm") || name.ends_with(".js") || name.ends_with(".mjs");
    if !is_code || name == FOR_OTHERS {
        Load::Rest
    } else if index.contains(name) || name.starts_with("snippets/") {
        // wasm-bindgen's snippets are imported by the script that index.html names.
        Load::Page
    } else if name.starts_with("explorer") {
        Load::Explorer
    } else {
        Load::Answers
    }
}

fn gzip_size(content: &[u8]) -> std::io::Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish()?.len())
}

fn total(parts: &[Part], load: Load) -> usize {
    let counted = parts.iter().filter(|part| part.load == load);
    counted.map(|part| part.gzip).sum()
}

fn table(parts: &[Part]) -> String {
    let widest = parts.iter().map(|part| part.name.len()).max().unwrap_or(0);
    let row = |name: &str, load: &str, raw: &str, gzip: &str, share: &str| {
        format!("{name:widest$}  {load:8}  {raw:>10}  {gzip:>10}  {share:>8}")
    };
    let mut lines = vec![row("file", "load", "raw", "gzip -9", "budget")];
    for part in parts {
        let share = budget(part.load).map_or(String::new(), |budget| percent(part.gzip, budget));
        let (raw, gzip) = (kilobytes(part.raw), kilobytes(part.gzip));
        lines.push(row(&part.name, part.load.label(), &raw, &gzip, &share));
    }
    for load in LIMITED {
        let (sum, budget) = (total(parts, load), budget(load).unwrap_or(usize::MAX));
        if sum > 0 {
            let (sum_text, limit) = (kilobytes(sum), kilobytes(budget));
            let share = percent(sum, budget);
            lines.push(format!("{}: {sum_text} of {limit} gzip, {share}", load.label()));
        }
    }
    lines.join("\n")
}

fn budget(load: Load) -> Option<usize> {
    match load {
        Load::Page => Some(PAGE_BUDGET),
        Load::Explorer => Some(EXPLORER_BUDGET),
        Load::Answers => Some(ANSWERS_BUDGET),
        Load::Rest => None,
    }
}

/// `58.4 kB`.
fn kilobytes(bytes: usize) -> String {
    let tenths = bytes.div_ceil(100);
    format!("{}.{} kB", tenths / 10, tenths % 10)
}

fn percent(part: usize, whole: usize) -> String {
    format!("{} %", (part * 100).div_ceil(whole))
}

fn judge(parts: &[Part]) -> Result<(), Failure> {
    if total(parts, Load::Page) == 0 {
        return Err(Failure::new("dist/index.html names no code: this is not the built page"));
    }
    for load in LIMITED {
        let (sum, budget) = (total(parts, load), budget(load).unwrap_or(usize::MAX));
        if sum > budget {
            let (sum, budget) = (kilobytes(sum), kilobytes(budget));
            let label = load.label();
            return Err(Failure::new(format!(
                "{label}: {sum} gzip is over the budget of {budget}"
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(load: Load, gzip: usize) -> Part {
        let name = "a.wasm".to_owned();
        Part { name, load, raw: gzip * 2, gzip }
    }

    #[test]
    fn a_page_over_the_budget_fails() {
        let page = |gzip| judge(&[part(Load::Page, gzip), part(Load::Page, 50_000)]);
        assert!(page(PAGE_BUDGET - 50_000).is_ok());
        let failure = page(PAGE_BUDGET - 49_999).expect_err("one byte over").to_string();
        assert!(failure.contains("250.1 kB") && failure.contains("250.0 kB"), "{failure}");
    }

    #[test]
    fn programs_that_are_loaded_later_have_budgets_of_their_own() {
        let with = |load, gzip| judge(&[part(Load::Page, 1), part(load, gzip)]);
        for (load, budget) in [(Load::Explorer, 60_000), (Load::Answers, ANSWERS_BUDGET)] {
            assert!(with(load, budget).is_ok());
            assert!(with(load, budget + 1).is_err());
        }
    }

    #[test]
    fn a_folder_without_a_page_is_no_success() {
        assert!(judge(&[part(Load::Rest, 10)]).is_err());
    }

    #[test]
    fn what_index_html_names_is_the_page() {
        let index = "<script type=module>import init from './web-1.js'; init('./web-1_bg.wasm')";
        assert_eq!(load_of("web-1.js", index), Load::Page);
        assert_eq!(load_of("web-1_bg.wasm", index), Load::Page);
        assert_eq!(load_of("snippets/x/inline0.js", index), Load::Page);
        assert_eq!(load_of("explorer_bg.wasm", index), Load::Explorer);
        assert_eq!(load_of("answers.js", index), Load::Answers);
        assert_eq!(load_of("worker.js", index), Load::Answers);
        assert_eq!(load_of("embed.js", index), Load::Rest);
        assert_eq!(load_of("highwater.css", index), Load::Rest);
    }

    #[test]
    fn the_table_has_a_row_for_each_file_and_a_total() {
        let table = table(&[part(Load::Page, 100_000), part(Load::Rest, 1_000)]);
        assert!(table.contains("page: 100.0 kB of 250.0 kB gzip, 40 %"), "{table}");
        assert_eq!(table.lines().count(), 4);
    }

    #[test]
    fn a_folder_of_texts_is_one_row_and_loses_nothing() {
        let text = |name: &str, gzip| Part { name: name.to_owned(), ..part(Load::Rest, gzip) };
        let code = Part { name: "snippets/a.js".to_owned(), ..part(Load::Page, 5) };
        let folded = by_folder(vec![text("t/a", 1), code, text("t/u/b", 2), text("c", 4)]);
        let names: Vec<&str> = folded.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(names, ["t/", "snippets/a.js", "c"]);
        assert_eq!((folded[0].gzip, folded[0].raw), (3, 6));
    }

    #[test]
    fn repetition_compresses() {
        let size = gzip_size(&[7; 10_000]).expect("memory does not fail");
        assert!(size < 100);
    }
}
