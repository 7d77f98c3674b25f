//! What a screen reader is told of a broker equals its rows of the table: one scene, two texts.

use std::rc::Rc;

use highwater_phrase::Lang;
use highwater_scenario::{Overrides, Timeline, library};
use highwater_scene::{Scene, View, describe};

/// Every scene of the library, a few positions apart.
fn scenes(mut look: impl FnMut(&Scene, &str)) {
    for slug in library::slugs() {
        let scenario = library::load(slug).expect("the slug is in the library");
        let timeline = Timeline::play(Rc::new(scenario), Overrides::default()).expect("it fits");
        for position in (0..=timeline.len()).step_by(7) {
            let state = timeline.state_at(position);
            let view = View { recent: &[], course: &[], pan: None };
            look(&Scene::of(&state, view), &format!("{slug} at {position}"));
        }
    }
}

#[test]
fn the_label_of_a_broker_says_what_its_rows_of_the_table_say() {
    let mut looked = 0;
    scenes(|scene, place| {
        for lang in Lang::ALL {
            let table = describe::table(scene, lang);
            let several = 1 < scene.partitions.len();
            for broker in &scene.brokers {
                let label = describe::broker(scene, broker, lang);
                let id = broker.id.to_string();
                let rows: Vec<_> = table.rows.iter().filter(|row| row[0] == id).collect();
                assert_eq!(rows.len(), broker.lanes.len().max(1), "{place}");
                for (row, lane) in rows.iter().zip(&broker.lanes) {
                    let cells = &row[1..];
                    let (name, cells) = if several { cells.split_at(1) } else { (&[][..], cells) };
                    assert!(name.iter().all(|name| label.contains(&**name)), "{place}: {label}");
                    // The role stands before notes about the process, which both have.
                    for word in cells[0].split(", ").chain([&*cells[1]]) {
                        assert!(label.contains(word), "{place}: `{word}` is not in `{label}`");
                    }
                    let ends = [format!("LEO {}", cells[2]), format!("HW {}", cells[3])];
                    assert!(ends.iter().all(|end| label.contains(end)), "{place}: {label}");
                    assert_eq!(cells[2], lane.leo.to_string(), "{place}");
                    looked += 1;
                }
            }
        }
    });
    assert!(500 < looked, "only {looked} copies were looked at");
}

#[test]
fn the_table_has_every_message_that_is_under_way() {
    scenes(|scene, place| {
        let table = describe::table(scene, Lang::En);
        assert_eq!(table.messages.len(), scene.messages.len(), "{place}");
    });
}
