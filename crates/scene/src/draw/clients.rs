//! Producer and consumer.

use highwater_phrase::{Label, Lang, caption};

use crate::draw::{Anchor, Part, Shape, Style, key};
use crate::layout::{Box4, Layout, Size};
use crate::model::{BatchState, BatchView, Scene};

pub(super) fn producer(scene: &Scene, layout: &Layout, lang: Lang) -> Part {
    let place = layout.producer;
    let mut shapes = frame(place, Label::Producer.text(lang));
    let batches = &scene.producer.batches;
    let rows = rows(layout);
    if batches.is_empty() {
        shapes.push(line(place, 0, Label::NothingSent.text(lang)));
    }
    for (index, batch) in batches.iter().take(rows).enumerate() {
        let y = row_y(place, index);
        let what = format!("{} · {}", batch_name(batch, lang), batch.acks.name());
        shapes.push(Shape::text(
            [Style::Small, Style::Digits, Style::None],
            Anchor::Start,
            (place.x + 14, y),
            what,
        ));
        let (class, label) = state(batch.state);
        let at = (place.x + place.w - 12, y);
        shapes.push(Shape::text(
            [Style::Small, class, Style::None],
            Anchor::End,
            at,
            label.text(lang),
        ));
    }
    Part {
        key: key::PRODUCER,
        class: [Style::Client, Style::Producer, Style::None],
        broker: None,
        shapes,
    }
}

fn batch_name(batch: &BatchView, lang: Lang) -> String {
    if batch.count == 1 {
        batch.name.to_string()
    } else {
        format!("{} {}", batch.name, caption::records(lang, batch.count))
    }
}

fn state(state: BatchState) -> (Style, Label) {
    match state {
        BatchState::Pending => (Style::Wait, Label::Pending),
        BatchState::Acked => (Style::Good, Label::Acked),
        BatchState::Refused(_) => (Style::Refused, Label::Refused),
        BatchState::Unknown(_) => (Style::Refused, Label::Unknown),
        BatchState::Lost => (Style::Alarm, Label::LostTag),
    }
}

pub(super) fn consumer(scene: &Scene, layout: &Layout, lang: Lang) -> Part {
    let place = layout.consumer;
    let mut shapes = frame(place, Label::Consumer.text(lang));
    match scene.consumer.position {
        None => shapes.push(line(place, 0, Label::NotReading.text(lang))),
        Some(position) => {
            shapes.push(line(place, 0, caption::next_offset(lang, position)));
            let read = &scene.consumer.read;
            if 1 < rows(layout) && !read.is_empty() {
                let names: Vec<&str> = read.iter().map(|name| &**name).collect();
                shapes.push(line(place, 1, names.join(" ")));
            }
        }
    }
    Part {
        key: key::CONSUMER,
        class: [Style::Client, Style::Consumer, Style::None],
        broker: None,
        shapes,
    }
}

fn frame(place: Box4, title: &str) -> Vec<Shape> {
    let Box4 { x, y, w, h } = place;
    vec![
        Shape::Rect { class: [Style::Box, Style::None, Style::None], x, y, w, h, r: 10 },
        Shape::text(
            [Style::Text, Style::Bold, Style::None],
            Anchor::Start,
            (x + 14, y + 21),
            title,
        ),
    ]
}

/// How many rows of text have room below the title.
fn rows(layout: &Layout) -> usize {
    if layout.size == Size::Large { ((layout.producer.h - 30) / ROW) as usize } else { 1 }
}

const ROW: i32 = 18;

fn row_y(place: Box4, index: usize) -> i32 {
    place.y + 40 + index as i32 * ROW
}

fn line(place: Box4, index: usize, text: impl Into<String>) -> Shape {
    let at = (place.x + 14, row_y(place, index));
    Shape::text([Style::Small, Style::Digits, Style::None], Anchor::Start, at, text)
}
