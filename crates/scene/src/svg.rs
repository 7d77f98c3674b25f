//! Shapes as the text of an SVG picture.
//!
//! The picture refers to the classes of the style sheet and has no colours of its own; who wants one
//! that stands alone gives it the rules to carry.

use std::fmt::Write;

use crate::draw::{Anchor, Class, Figure, Shape, Style};

/// What a picture carries besides its shapes.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// What it shows, in a line.
    pub title: &'a str,
    /// Rules of a style sheet; none for a page that has them already.
    pub style: &'a str,
}

/// Patterns for the second and third round of hues, which the style sheet refers to.
const WEAVES: &str = concat!(
    r#"<defs><pattern id="hatched" width="6" height="6" patternUnits="userSpaceOnUse" "#,
    r#"patternTransform="rotate(45)"><path d="M0 0v6" class="weft"/></pattern>"#,
    r#"<pattern id="dotted" width="7" height="7" patternUnits="userSpaceOnUse">"#,
    r#"<circle cx="3" cy="3" r="1.6" class="knot"/></pattern></defs>"#,
);

/// A whole picture, with `extra` shapes (messages under way) on top.
#[must_use]
pub fn write(figure: &Figure, extra: &[Shape], head: Head<'_>) -> String {
    let mut out = String::new();
    let (w, h) = (figure.width, figure.height);
    let _ = write!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" class="stage"><title>"#
    );
    escape(&mut out, head.title);
    out.push_str("</title>");
    if !head.style.is_empty() {
        out.push_str("<style>\n");
        escape(&mut out, head.style);
        out.push_str("</style>");
        // Within a page the stage has them, and their names would be there twice.
        out.push_str(WEAVES);
    }
    out.push('\n');
    for part in &figure.parts {
        out.push_str("<g");
        classes(&mut out, part.class);
        out.push('>');
        part.shapes.iter().for_each(|shape| one(&mut out, shape));
        // A line for each part, so that two pictures can be compared.
        out.push_str("</g>\n");
    }
    extra.iter().for_each(|shape| one(&mut out, shape));
    out.push_str("</svg>\n");
    out
}

fn one(out: &mut String, shape: &Shape) {
    match shape {
        Shape::Rect { class, x, y, w, h, r } => {
            out.push_str("<rect");
            classes(out, *class);
            let _ = write!(out, r#" x="{x}" y="{y}" width="{w}" height="{h}" rx="{r}"/>"#);
        }
        Shape::Circle { class, cx, cy, r } => {
            out.push_str("<circle");
            classes(out, *class);
            let _ = write!(out, r#" cx="{cx}" cy="{cy}" r="{r}"/>"#);
        }
        Shape::Path { class, d } => {
            out.push_str("<path");
            classes(out, *class);
            let _ = write!(out, r#" d="{d}"/>"#);
        }
        Shape::Text { class, anchor, x, y, text } => {
            out.push_str("<text");
            classes(out, *class);
            let anchor = anchor_name(*anchor);
            let _ = write!(out, r#" x="{x}" y="{y}" text-anchor="{anchor}">"#);
            escape(out, text);
            out.push_str("</text>");
        }
        Shape::Group(group) => {
            out.push_str("<g");
            classes(out, group.class);
            if group.at != (0, 0) {
                let _ = write!(out, r#" transform="translate({} {})""#, group.at.0, group.at.1);
            }
            if let Some(mark) = group.mark {
                let _ = write!(out, r#" data-mark="{}""#, mark.text());
            }
            out.push('>');
            group.shapes.iter().for_each(|shape| one(out, shape));
            out.push_str("</g>");
        }
    }
}

/// SVG's word for an anchor.
#[must_use]
pub fn anchor_name(anchor: Anchor) -> &'static str {
    match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    }
}

fn classes(out: &mut String, class: Class) {
    out.push_str(" class=\"");
    let mut first = true;
    for name in class.iter().filter(|style| **style != Style::None).map(|style| style.name()) {
        if !first {
            out.push(' ');
        }
        out.push_str(name);
        first = false;
    }
    out.push('"');
}

fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(c),
        }
    }
}
