//! Settings: each one re-runs the same script.

use highwater_phrase::{Label, Lang, caption};
use highwater_protocol::control::UncleanElection;
use highwater_protocol::produce::Acks;
use yew::prelude::*;

use super::{say, send, send_if, value_of};
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

#[derive(Properties, PartialEq)]
pub struct SettingsProps {
    pub values: SettingValues,
    pub lang: Lang,
    pub on: Callback<Intent>,
}

/// What `replica.lag.time.max.ms` can be set to: the slider's places.
const LAGS: [u64; 9] = [500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 45_000, 60_000];

/// The settings.
#[component]
pub fn Settings(props: &SettingsProps) -> Html {
    let SettingsProps { values, lang, on } = props;
    let lang = *lang;
    let brokers = slider(
        &Slider { id: "brokers", name: Label::Brokers.text(lang), least: 1, most: 9 },
        u32::from(values.brokers),
        values.brokers.to_string(),
        on.reform(|place| Intent::Set(Setting::Brokers(place as u8))),
    );
    let rf = slider(
        &Slider {
            id: "rf",
            name: "replication.factor",
            least: 1,
            most: u32::from(values.brokers.max(2)),
        },
        u32::from(values.replication_factor),
        values.replication_factor.to_string(),
        on.reform(|place| Intent::Set(Setting::ReplicationFactor(place as u8))),
    );
    let min = slider(
        &Slider { id: "min-isr", name: "min.insync.replicas", least: 1, most: 5 },
        u32::from(values.min_insync_replicas),
        values.min_insync_replicas.to_string(),
        on.reform(|place| Intent::Set(Setting::MinInsyncReplicas(place as u8))),
    );
    let place = LAGS.iter().position(|ms| values.lag <= *ms).unwrap_or(LAGS.len() - 1);
    let lag = slider(
        &Slider {
            id: "lag",
            name: "replica.lag.time.max.ms",
            least: 0,
            most: LAGS.len() as u32 - 1,
        },
        place as u32,
        caption::millis(values.lag),
        send_if(on, |place| LAGS.get(place as usize).map(|ms| Intent::Set(Setting::Lag(*ms)))),
    );
    html! {
        <section class="card settings" aria-label={Label::Settings.text(lang)}>
            <h2>
                { say(Label::Settings, lang) }
                <button type="button" class="link" data-testid="reset-settings"
                    disabled={!values.changed} onclick={send(on, Intent::ResetSettings)}>
                    { say(Label::ResetSettings, lang) }
                </button>
            </h2>
            { brokers }{ rf }{ min }{ lag }
            { unclean(values.unclean, on) }
            { acks(values.acks, lang, on) }
        </section>
    }
}

struct Slider {
    id: &'static str,
    name: &'static str,
    least: u32,
    most: u32,
}

fn slider(slider: &Slider, place: u32, text: String, on: Callback<u32>) -> Html {
    let Slider { id, name, least, most } = slider;
    let oninput = send_if(&on, |event: InputEvent| value_of(&event)?.parse::<u32>().ok());
    html! {
        <div class="setting">
            <label for={format!("setting-{id}")}>
                <span>{ *name }</span><output>{ text.clone() }</output>
            </label>
            <input type="range" id={format!("setting-{id}")} data-testid={*id}
                min={least.to_string()} max={most.to_string()} step="1"
                value={place.to_string()} aria-valuetext={text} {oninput} />
        </div>
    }
}

fn unclean(is_on: bool, on: &Callback<Intent>) -> Html {
    let next = if is_on { UncleanElection::Disabled } else { UncleanElection::Enabled };
    html! {
        <div class="setting choice">
            <span id="unclean-name">{ "unclean.leader.election.enable" }</span>
            <button type="button" class="switch" role="switch" aria-checked={is_on.to_string()}
                aria-labelledby="unclean-name" data-testid="unclean"
                onclick={send(on, Intent::Set(Setting::Unclean(next)))} />
        </div>
    }
}

fn acks(chosen: Option<Acks>, lang: Lang, on: &Callback<Intent>) -> Html {
    let choices = [None, Some(Acks::None), Some(Acks::Leader), Some(Acks::All)];
    let buttons = choices.into_iter().map(|choice| {
        let (id, text) = match choice {
            None => ("acks-script", Label::AsScripted.text(lang)),
            Some(acks) => (acks.name(), acks.name()),
        };
        html! {
            <button key={id} type="button" aria-pressed={(choice == chosen).to_string()}
                data-testid={format!("acks-{}", choice.map_or("script", Acks::name))}
                onclick={send(on, Intent::Set(Setting::Acks(choice)))}>
                { text }
            </button>
        }
    });
    html! {
        <div class="setting choice">
            <span>{ say(Label::AcksForAll, lang) }</span>
            <span class="segments" role="group" data-testid="acks"
                aria-label={Label::AcksForAll.text(lang)}>
                { for buttons }
            </span>
        </div>
    }
}
