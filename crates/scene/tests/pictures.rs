//! Pictures of moments that matter, as files that anybody can open.
//!
//! Each is drawn of a scenario at the first moment that fits, in one language and at one width, with
//! the style sheet's rules for the stage in it. `UPDATE_EXPECT=1` writes them again; look at them
//! before they are committed.

mod long;

use std::fmt::Write;
use std::path::PathBuf;
use std::rc::Rc;
use std::{env, fs};

use highwater_phrase::{Label, Lang};
use highwater_protocol::Generation;
use highwater_scenario::{Direction, Overrides, Scenario, Timeline, library};
use highwater_scene::draw::{self, Clock};
use highwater_scene::layout::Layout;
use highwater_scene::model::{BatchState, Fate, LaneView, MembershipView, RoleView};
use highwater_scene::{Scene, View, course, svg};
use long::{LONG_LOGS, NINE_BROKERS, text};

/// What a figure gets on screens 360, 640 and 1280 wide.
const PHONE: i32 = 334;
const COLUMN: i32 = 598;
const DESK: i32 = 866;

struct Picture {
    file: &'static str,
    scenario: fn() -> Scenario,
    generation: &'static str,
    at: Moment,
    width: i32,
    lang: Lang,
}

enum Moment {
    Start,
    End,
    /// The first moment that shows this.
    When(fn(&Scene) -> bool),
}

macro_rules! pictures {
    ($($file:literal: $scenario:expr, $generation:literal, $at:expr, $width:expr, $lang:ident;)*) => {
        &[$(Picture {
            file: $file,
            scenario: || $scenario,
            generation: $generation,
            at: $at,
            width: $width,
            lang: Lang::$lang,
        }),*]
    };
}

const PICTURES: &[Picture] = pictures! {
    "01-start": of("kip101-loss"), "hw", Moment::Start, DESK, Ko;
    "02-acked-not-committed": of("uncommitted-tail"), "strict",
        Moment::When(|scene| batch(scene, "x1") == Some(BatchState::Acked)), COLUMN, En;
    "03-hw-behind": of("hw-round-trip"), "strict",
        Moment::When(|scene| lane(scene, 0).hw == 200 && lane(scene, 1).hw == 100), PHONE, Ko;
    "04-election": of("clean-failover"), "strict",
        Moment::When(|scene| lane(scene, 2).role == RoleView::Elected), DESK, En;
    "05-truncation": of("uncommitted-tail"), "strict",
        Moment::When(|scene| lane(scene, 0).cells.iter().any(|cell| cell.fate != Fate::Here)),
        COLUMN, Ko;
    "06-lost-record": of("kip101-loss"), "hw", Moment::End, DESK, Ko;
    "07-unclean-election": of("unclean-election"), "strict",
        Moment::When(|scene| batch(scene, "m2") == Some(BatchState::Lost)), PHONE, En;
    "08-elr": of("last-replica-standing"), "elr",
        Moment::When(|scene| {
            scene.partitions[0].leader.is_none() && lane(scene, 2).membership == MembershipView::Elr
        }),
        DESK, Ko;
    "09-out-of-isr": of("cut-link"), "strict",
        Moment::When(|scene| scene.partitions[0].isr == [1, 2]), COLUMN, En;
    "10-link-cut-and-slow": text(CUT_AND_SLOW), "kip320",
        Moment::When(|scene| {
            let mut records = scene.messages.iter().filter(|message| message.epoch.is_some());
            let late = records.any(|message| message.sent + message.due < 2 * scene.at);
            late && !scene.cuts.is_empty() && scene.brokers[2].slow != 0
        }),
        DESK, Ko;
    "11-several-partitions": of("placement-3x3"), "strict",
        Moment::When(|scene| scene.partitions[0].isr == [2, 0]), DESK, En;
    "12-long-log": text(LONG_LOGS), "hw", Moment::End, DESK, Ko;
    "13-nine-brokers": text(NINE_BROKERS), "kip320", Moment::End, COLUMN, En;
    "14-diverged": of("kip101-divergence"), "hw", Moment::End, DESK, En;
    "15-long-log-on-a-phone": text(LONG_LOGS), "hw", Moment::End, PHONE, En;
    "16-several-partitions-on-a-phone": of("placement-3x3"), "strict",
        Moment::When(|scene| scene.partitions[0].isr == [2, 0]), PHONE, Ko;
    "17-one-partition-has-lost": text(ONE_LOSS), "hw", Moment::End, COLUMN, Ko;
};

const ONE_LOSS: &str = "\
scenario one-loss
cluster brokers=2 generation=hw
topic orders partitions=2 rf=2 min.insync.replicas=1 unclean.leader.election.enable=false
assign orders-0 = 1,0
assign orders-1 = 0,1
preload orders-0 name=m records=1 epoch=5
preload orders-1 name=n records=3 epoch=2
produce m2 to orders-0
until acked m2
restart 0 crash
until down 0
until isr orders-0 has 0
stop 1 crash
until leader orders-0 = 0
until lost m2
start 1
until isr orders-0 has 1
";

const CUT_AND_SLOW: &str = "\
scenario cut-and-slow
cluster brokers=3 generation=kip320
topic orders partitions=1 rf=3 min.insync.replicas=1
preload orders-0 name=m records=4 epoch=5
slow 2 20ms
cut 0 1
produce x acks=1
until acked x
produce y
until acked y
";

fn of(slug: &str) -> Scenario {
    library::load(slug).expect("the slug is in the library")
}

fn batch(scene: &Scene, name: &str) -> Option<BatchState> {
    scene.producer.batches.iter().find(|batch| &*batch.name == name).map(|batch| batch.state)
}

fn lane(scene: &Scene, broker: u8) -> &LaneView {
    &scene.broker(broker).expect("the broker is there").lanes[0]
}

/// What the page shows while it loads: the first frame of the scenario that it opens with, wide and
/// narrow, in the style of the page around it.
const POSTERS: &[Picture] = pictures! {
    "ko-wide": of("kip101-loss"), "hw", Moment::Start, DESK, Ko;
    "en-wide": of("kip101-loss"), "hw", Moment::Start, DESK, En;
    "ko-narrow": of("kip101-loss"), "hw", Moment::Start, PHONE, Ko;
    "en-narrow": of("kip101-loss"), "hw", Moment::Start, PHONE, En;
};

impl Picture {
    fn draw(&self, style: &str) -> String {
        let generation = Generation::by_name(self.generation).expect("a generation");
        let timeline =
            Timeline::play(Rc::new((self.scenario)()), Overrides::of_generation(generation));
        let timeline = timeline.expect("the scenario fits together");
        let course = course(timeline.events());
        let scene_at = |position: usize| {
            let from = timeline.step_meaningful(position, Direction::Backward) + 1;
            let events = (from..=position).flat_map(|at| timeline.events_at(at)).cloned();
            let recent: Vec<_> = events.collect();
            Scene::of(
                &timeline.state_at(position),
                View { recent: &recent, course: &course, pan: None },
            )
        };
        let scene = match self.at {
            Moment::Start => scene_at(0),
            Moment::End => scene_at(timeline.len()),
            Moment::When(fits) => (0..=timeline.len())
                .map(scene_at)
                .find(fits)
                .unwrap_or_else(|| panic!("{}: that never comes", self.file)),
        };
        let layout = Layout::new(&scene, self.width, self.lang);
        let figure = draw::figure(&scene, &layout, self.lang);
        let messages = draw::messages(&scene, &layout, Clock::at(scene.at), self.lang);
        let head = svg::Head { title: Label::StageTitle.text(self.lang), style };
        svg::write(&figure, &messages, head)
    }
}

/// The tokens of the light theme and the rules of the stage.
fn style() -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../static/highwater.css");
    let sheet = fs::read_to_string(path).expect("the style sheet is there");
    let part = |from: &str, to: &str| {
        let start = sheet.find(from).unwrap_or_else(|| panic!("{from} is not in the style sheet"));
        let len = sheet[start..].find(to).unwrap_or_else(|| panic!("{to} does not follow"));
        sheet[start..start + len].to_owned()
    };
    let mut style = part(":root {", "\n\n");
    let _ = write!(style, "\nsvg {{\n  background: var(--panel);\n}}\n");
    style + &part("svg.stage {", "@media (prefers-reduced-motion")
}

#[test]
fn the_pictures_are_as_they_were_looked_at() {
    check(PICTURES, "tests/pictures", &style());
}

#[test]
fn the_posters_are_the_first_frame() {
    check(POSTERS, "../../web/posters", "");
}

fn check(pictures: &[Picture], folder: &str, style: &str) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder);
    let update = env::var_os("UPDATE_EXPECT").is_some();
    let mut different = Vec::new();
    for picture in pictures {
        let path = folder.join(format!("{}.svg", picture.file));
        let drawn = picture.draw(style);
        if update {
            fs::write(&path, &drawn).expect("the folder takes files");
        } else if fs::read_to_string(&path).ok().as_deref() != Some(&*drawn) {
            different.push(picture.file);
        }
    }
    assert!(
        different.is_empty(),
        "{different:?} would look different; UPDATE_EXPECT=1 draws them again"
    );
}
