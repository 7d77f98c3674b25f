//! Columns side by side: at one time, with what differs and who lost what.

use expect_test::expect;
use highwater_answers::compare::{Columns, compare};
use highwater_answers::session::Session;
use highwater_answers::{Answer, Block, Moment, Question, html, plain};
use highwater_engine::{Command, Stop};
use highwater_protocol::{BrokerId, Generation};
use highwater_scenario::{Overrides, Timeline, library};

use crate::support::{at, positions, run, whole};

fn asked(moment: Moment<'_>, question: &str) -> Answer {
    match Question::read(question) {
        Ok(Question::Compare(settings)) => compare(moment, &settings, &mut Columns::default()),
        other => panic!("{other:?}"),
    }
}

/// The pictures, each with its caption and what is noted below.
fn figures(answer: &Answer) -> Vec<(String, String, Vec<String>)> {
    let columns = answer.blocks.iter().find_map(|block| match block {
        Block::Columns(columns) => Some(columns),
        _ => None,
    });
    let figure = |block: &Block| match block {
        Block::Figure { caption, svg, notes } => {
            (caption.plain(), svg.clone(), notes.iter().map(|note| note.plain()).collect())
        }
        other => panic!("{other:?}"),
    };
    columns.expect("columns").iter().map(figure).collect()
}

/// The first position at which a broker has stopped in this way.
fn stopped(timeline: &Timeline, command: &Command) -> usize {
    let mut frames = timeline.frames().zip(1..);
    let found = frames.find(|(frame, _)| {
        matches!(&frame.cause, highwater_scenario::FrameCause::Command(c) if **c == *command)
    });
    found.expect("the script does that").1
}

#[test]
fn the_ends_of_two_generations_differ_by_the_record() {
    let timeline = run("kip101-loss", Generation::Hw);
    let answer = asked(at(&timeline, timeline.len()), "compare hw,kip101");
    expect![[r#"
        Side by side

        What differs (≠: not as in the first column)
        What | HW cut | KIP-101
        m2 | acked, lost | ≠ acked, on the leader *
        Broker 0 LEO | 1 | ≠ 2
        Broker 0 HW | 1 | ≠ 2
        Broker 0 Log | m1 (epoch 5) | ≠ m1 (epoch 5), m2 (epoch 5)
        Broker 1 LEO | 1 | ≠ 2
        Broker 1 HW | 1 | ≠ 2
        Broker 1 Log | m1 (epoch 5) | ≠ m1 (epoch 5), m2 (epoch 5)

        HW cut · 10.745 s
          m2, acknowledged with acks=all, is lost.
          Who lost it: broker 0 (cut to its own HW)
          Last copy: broker 1 (gone since)
        KIP-101 · 10.745 s
          Every promise was kept.
    "#]]
    .assert_eq(&plain::write(&answer));
}

#[test]
fn columns_stand_at_the_time_of_the_moment() {
    let timeline = run("kip101-loss", Generation::Hw);
    let position = stopped(&timeline, &Command::Restart(BrokerId(0), Stop::Crash));
    let time = timeline.time_at(position);
    for question in ["compare hw,kip101,kip279,kip320", "compare gen=hw|gen=elr&min=2"] {
        for (caption, _, notes) in figures(&asked(at(&timeline, position), question)) {
            assert!(caption.ends_with(&format!(" · {time} ms")), "{caption}");
            assert_eq!(notes[0], "So far every promise is kept.", "{caption}");
        }
    }
    // What a column will lose later is said as what it is.
    let (_, _, notes) = &figures(&asked(at(&timeline, position), "compare hw,kip101"))[0];
    assert!(notes[1].starts_with("By the end of this run m2, acknowledged"), "{notes:?}");
}

#[test]
fn equal_runs_are_equal_at_every_step() {
    // The setting is the default, so the column plays the same run once more.
    let timeline = run("kip101-loss", Generation::Hw);
    for position in 0..=timeline.len() {
        let answer = asked(at(&timeline, position), "compare |lag=30000");
        let same = Block::Text("At this moment all columns are alike.".into());
        assert!(answer.blocks.contains(&same), "{position}: {}", plain::write(&answer));
    }
}

#[test]
fn logs_that_differ_are_not_alike_even_where_all_numbers_are() {
    // The old rules leave two records at one offset; the logs end at the same place nevertheless.
    let timeline = run("kip101-divergence", Generation::Hw);
    let answer = asked(at(&timeline, timeline.len()), "compare hw,elr");
    let text = plain::write(&answer);
    assert!(text.contains("m2 (epoch 0) | ≠ m3 (epoch 3)"), "{text}");
}

#[test]
fn settings_are_laid_over_those_of_the_run() {
    let scenario = library::load("rolling-restart-hw").expect("it is there");
    let own = Overrides { min_insync_replicas: Some(1), ..Overrides::default() };
    let timeline = Timeline::play(scenario.into(), own).expect("it fits");
    let answer = asked(at(&timeline, timeline.len()), "compare |gen=elr|min=2&acks=1");
    let captions: Vec<String> = figures(&answer).into_iter().map(|(text, ..)| text).collect();
    assert!(captions[0].starts_with("HW cut · min.insync.replicas=1 · "), "{captions:?}");
    assert!(captions[1].starts_with("ELR · min.insync.replicas=1 · "), "{captions:?}");
    assert!(captions[2].starts_with("HW cut · min.insync.replicas=2 · acks=1 · "), "{captions:?}");
}

#[test]
fn without_settings_the_run_is_compared_with_what_is_furthest_from_it() {
    for (generation, captions) in
        [(Generation::Hw, ["HW cut", "ELR"]), (Generation::Strict, ["Strict HW", "HW cut"])]
    {
        let timeline = run("hw-round-trip", generation);
        let found = figures(&asked(at(&timeline, 0), "compare"));
        let begins =
            |(found, begin): (&(String, String, Vec<String>), &str)| found.0.starts_with(begin);
        assert!(found.len() == 2 && found.iter().zip(captions).all(begins), "{found:?}");
    }
}

#[test]
fn a_column_whose_run_is_over_says_so() {
    // Waiting for the session to end takes the later generation longer.
    let timeline = run("kip101-loss", Generation::Elr);
    let position = timeline.len() - 1;
    let other = run("kip101-loss", Generation::Hw);
    assert!(other.time_at(other.len()) < timeline.time_at(position));
    let found = figures(&asked(at(&timeline, position), "compare elr,hw"));
    assert!(!found[0].2.iter().any(|note| note.contains("ended earlier")));
    assert!(found[1].2.iter().any(|note| note.contains("ended earlier")), "{:?}", found[1].2);
}

#[test]
fn what_a_reader_did_is_done_in_every_column() {
    let mut timeline = run("clean-failover", Generation::Hw);
    let position = timeline.len() / 2;
    let name = Command::Slow(BrokerId(0), 20);
    let position = timeline.act(position, name).expect("it can be slow");
    let slow = |answer: &Answer| -> Vec<bool> {
        figures(answer).iter().map(|(_, svg, _)| svg.contains("slow")).collect()
    };
    assert_eq!(slow(&asked(at(&timeline, position), "compare hw,elr")), [true, true]);
    // Not before the time at which it was done, by whatever steps a column gets there.
    let before = timeline.position_at(timeline.time_at(position) - 1);
    assert_eq!(slow(&asked(at(&timeline, before), "compare hw,elr")), [false, false]);
    timeline.undo();
    assert_eq!(slow(&asked(at(&timeline, position), "compare hw,elr")), [false, false]);
}

#[test]
fn what_can_not_be_done_again_is_counted() {
    // Broker 2 exists only where there are three.
    let scenario = highwater_scenario::Scenario::free_play(3, 3);
    let mut timeline = Timeline::play(scenario.into(), Overrides::default()).expect("a cluster");
    let position = timeline.len();
    timeline.act(position, Command::Stop(BrokerId(2), Stop::Crash)).expect("it runs");
    let found = figures(&asked(at(&timeline, timeline.len()), "compare |brokers=2"));
    assert!(!found[0].2.iter().any(|note| note.contains("could be done here")));
    assert!(
        found[1]
            .2
            .iter()
            .any(|note| note == "Only 0 of the 1 things that you did could be done here, too."),
        "{:?}",
        found[1].2
    );
}

#[test]
fn pictures_can_stand_beside_the_stage() {
    let timeline = run("kip101-loss", Generation::Hw);
    let answer = asked(at(&timeline, timeline.len()), "compare hw,kip101");
    let found = figures(&answer);
    for (_, svg, _) in &found {
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(svg.contains(" width=\"360\" "), "{svg}");
        for word in [" id=", "data-mark", "<style", "url(#", "legend"] {
            assert!(!svg.contains(word), "{word}");
        }
    }
    // Both copies lack the record where it was cut; the first column differs from nothing.
    let marked: Vec<usize> =
        found.iter().map(|(_, svg, _)| svg.matches(" differs\"").count()).collect();
    assert_eq!(marked, [0, 2]);
    assert!(html::write(&answer).contains("<div class=\"side-by-side\"><figure class=\"column\">"));
}

#[test]
fn columns_of_another_run_are_not_kept() {
    let scenario = |name: &str| {
        format!(
            "scenario two\ncluster brokers=2 generation=strict\n\
             topic orders partitions=1 rf=2 min.insync.replicas=1\nproduce {name}\nuntil acked {name}\n"
        )
    };
    let mut session = Session::new();
    for name in ["m1", "m2"] {
        assert_eq!(session.handle(&format!("run en\n\n{}", scenario(name))), "ok");
        for position in [0, 9_999] {
            let reply = session.handle(&format!("ask {position} compare hw,elr"));
            assert_eq!(reply.contains(">m1<"), name == "m1" && 0 < position, "{reply}");
            assert_eq!(reply.contains(">m2<"), name == "m2" && 0 < position, "{reply}");
        }
    }
}

#[test]
fn every_scenario_of_the_library_can_be_compared() {
    for slug in library::slugs() {
        for (generation, question) in [
            (Generation::Hw, "compare hw,kip101,kip279,elr"),
            (Generation::Kip320, "compare |gen=strict|rf=2&min=2&unclean=on"),
        ] {
            let timeline = run(slug, generation);
            for position in positions(&timeline) {
                whole(slug, at(&timeline, position), |moment| asked(moment, question));
            }
        }
    }
}
