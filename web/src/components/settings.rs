//! Settings: each one re-runs the same script.

use highwater_phrase::{Label, caption};
use highwater_protocol::control::UncleanElection;
use highwater_protocol::produce::Acks;
use yew::prelude::*;

use super::Ui;
use crate::dom::{El, el, of};
use crate::intent::{Intent, Setting};

/// The values of the settings in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub struct SettingValues {
    pub brokers: u8,
    pub replication_factor: u8,
    pub min_insync_replicas: u8,
    pub unclean: bool,
    pub lag: u64,
    /// `None`: as the script has it.
    pub acks: Option<Acks>,
    /// Whether any of them is not the scenario's own.
    pub changed: bool,
}

/// What `replica.lag.time.max.ms` can be set to: the slider's places.
const LAGS: [u64; 9] = [500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 45_000, 60_000];

/// The settings.
pub fn settings(ui: &Ui, values: SettingValues) -> Html {
    let count = |id, name, value: u8, most: u8, setting: fn(u8) -> Setting| {
        let slider = Slider { id, name, least: 1, most: u32::from(most), place: u32::from(value) };
        slider.draw(ui, value.to_string(), move |place| Some(setting(place as u8)))
    };
    let place = LAGS.iter().position(|ms| values.lag <= *ms).unwrap_or(LAGS.len() - 1);
    let lag = Slider {
        id: "lag",
        name: "replica.lag.time.max.ms",
        least: 0,
        most: LAGS.len() as u32 - 1,
        place: place as u32,
    };
    let lag = lag.draw(ui, caption::millis(values.lag), |place| {
        LAGS.get(place as usize).map(|ms| Setting::Lag(*ms))
    });
    let brokers = Label::Brokers.text(ui.lang);
    let (rf, min) = (values.replication_factor, values.min_insync_replicas);
    of("section", "card settings")
        .named(Label::Settings.text(ui.lang))
        .put(
            el("h2").say(ui, Label::Settings).put(
                el("button.link type=button @reset-settings")
                    .flag("disabled", !values.changed)
                    .press(ui, Intent::ResetSettings)
                    .say(ui, Label::ResetSettings),
            ),
        )
        .put(count("brokers", brokers, values.brokers, 9, Setting::Brokers))
        .put(count(
            "rf",
            "replication.factor",
            rf,
            values.brokers.max(2),
            Setting::ReplicationFactor,
        ))
        .put(count("min-isr", "min.insync.replicas", min, 5, Setting::MinInsyncReplicas))
        .put(lag)
        .put(unclean(ui, values.unclean))
        .put(acks(ui, values.acks))
        .into()
}

struct Slider {
    id: &'static str,
    name: &'static str,
    least: u32,
    most: u32,
    place: u32,
}

impl Slider {
    fn draw(
        self,
        ui: &Ui,
        shown: String,
        setting: impl Fn(u32) -> Option<Setting> + 'static,
    ) -> El {
        let id = format!("setting-{}", self.id);
        el("div.setting")
            .put(
                el("label")
                    .attr("for", id.clone())
                    .put(el("span").text(self.name))
                    .put(el("output").text(shown.clone())),
            )
            .put(
                el("input type=range")
                    .attr("id", id)
                    .test(self.id)
                    .attr("min", self.least.to_string())
                    .attr("max", self.most.to_string())
                    .attr("step", "1")
                    .attr("aria-valuetext", shown)
                    .value(self.place.to_string())
                    .input(ui, move |value| value.parse().ok().and_then(&setting).map(Intent::Set)),
            )
    }
}

fn unclean(ui: &Ui, is_on: bool) -> El {
    let next = if is_on { UncleanElection::Disabled } else { UncleanElection::Enabled };
    of("div", "setting choice")
        .put(el("span id=unclean-name").text("unclean.leader.election.enable"))
        .put(
            el("button.switch type=button role=switch")
                .truth("aria-checked", is_on)
                .attr("aria-labelledby", "unclean-name")
                .test("unclean")
                .press(ui, Intent::Set(Setting::Unclean(next))),
        )
}

fn acks(ui: &Ui, chosen: Option<Acks>) -> El {
    let choices = [None, Some(Acks::None), Some(Acks::Leader), Some(Acks::All)];
    let buttons = choices.into_iter().map(|choice| {
        let id = choice.map_or("script", Acks::name);
        el("button type=button")
            .key(id)
            .truth("aria-pressed", choice == chosen)
            .test(format!("acks-{id}"))
            .press(ui, Intent::Set(Setting::Acks(choice)))
            .text(choice.map_or(Label::AsScripted.text(ui.lang), Acks::name))
    });
    of("div", "setting choice").put(el("span").say(ui, Label::AcksForAll)).put(
        el("span.segments role=group @acks").named(Label::AcksForAll.text(ui.lang)).each(buttons),
    )
}
