//! Every text there is, in both languages, as one file that a reader can go through.
//!
//! `UPDATE_EXPECT=1 cargo test -p highwater-phrase --test texts` writes `texts.txt` anew; a change
//! of a sentence then shows as a difference of that file.

#[macro_use]
mod page;
mod caption;
mod cause;
mod compare;
mod danger;
mod fate;
mod fault;
mod hunting;
mod inspect;
mod label;
mod news;
mod outcome;
mod schedule;

use expect_test::expect_file;
use page::Page;

#[test]
fn every_text_is_as_it_was_read() {
    let mut page = Page::default();
    label::put(&mut page);
    news::put(&mut page);
    outcome::put(&mut page);
    caption::put(&mut page);
    fault::put(&mut page);
    schedule::put(&mut page);
    hunting::put(&mut page);
    danger::put(&mut page);
    compare::put(&mut page);
    inspect::put(&mut page);
    cause::put(&mut page);
    fate::put(&mut page);
    expect_file!["texts.txt"].assert_eq(&page.text);
}
