//! The link to what is on the page: which scenario, under which settings, at which position.
//!
//! `#kip101-loss?gen=kip101&rf=3&at=12`, or `#own-text?text=…` with a whole scenario. A link is written
//! by strangers: whatever can't be read is left out, never an error and never a panic.

use std::rc::Rc;

use highwater_protocol::Generation;
use highwater_protocol::control::UncleanElection;
use highwater_protocol::produce::Acks;
use highwater_scenario::Overrides;

/// What a link says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Address {
    /// The scenario's name; [`FREE_PLAY`] for the one without a script.
    pub slug: String,
    /// The settings.
    pub overrides: Overrides,
    /// The text of the reader's own scenario, with the name [`OWN_TEXT`].
    pub text: Option<Rc<str>>,
    /// The position.
    pub position: usize,
}

/// The name of the run without a script.
pub const FREE_PLAY: &str = "free-play";
/// The name of a run of the reader's own text.
pub const OWN_TEXT: &str = "own-text";

/// The longest text that a link carries, in bytes: many a place cuts longer links off.
pub const TEXT_MAX: usize = 6_000;

/// The most that a link may ask for, so that no link makes the page slow.
const BROKERS_MAX: u8 = 9;

impl Address {
    /// The link's part after `#`.
    #[must_use]
    pub fn write(&self) -> String {
        let o = &self.overrides;
        let mut pairs: Vec<(&str, String)> = Vec::new();
        let mut add = |key, value: Option<String>| {
            if let Some(value) = value {
                pairs.push((key, value));
            }
        };
        add("gen", o.generation.map(|generation| generation.name().to_owned()));
        add("brokers", o.brokers.map(|count| count.to_string()));
        add("rf", o.replication_factor.map(|count| count.to_string()));
        add("min", o.min_insync_replicas.map(|count| count.to_string()));
        add("unclean", o.unclean.map(|value| unclean_name(value).to_owned()));
        add("acks", o.acks.map(|acks| acks.name().to_owned()));
        add("lag", o.replica_lag_time_max.map(|ms| ms.to_string()));
        let text = self.text.as_deref().filter(|text| text.len() <= TEXT_MAX);
        add("text", text.map(|text| String::from(js_sys::encode_uri_component(text))));
        add("at", (0 < self.position).then(|| self.position.to_string()));
        let pairs: Vec<String> =
            pairs.into_iter().map(|(key, value)| format!("{key}={value}")).collect();
        if pairs.is_empty() {
            self.slug.clone()
        } else {
            format!("{}?{}", self.slug, pairs.join("&"))
        }
    }

    /// Reads the part after `#`.
    #[must_use]
    pub fn read(fragment: &str) -> Address {
        let (slug, rest) = fragment.split_once('?').unwrap_or((fragment, ""));
        let mut address = Address { slug: slug.to_owned(), ..Address::default() };
        for (key, value) in rest.split('&').filter_map(|pair| pair.split_once('=')) {
            address.take(key, value);
        }
        address
    }

    fn take(&mut self, key: &str, value: &str) {
        let o = &mut self.overrides;
        let count = || value.parse::<u8>().ok().map(|count| count.clamp(1, BROKERS_MAX));
        match key {
            "gen" => o.generation = Generation::by_name(value),
            "brokers" => o.brokers = count(),
            "rf" => o.replication_factor = count(),
            "min" => o.min_insync_replicas = count(),
            "unclean" => {
                o.unclean = [UncleanElection::Enabled, UncleanElection::Disabled]
                    .into_iter()
                    .find(|choice| unclean_name(*choice) == value);
            }
            "acks" => {
                o.acks = [Acks::None, Acks::Leader, Acks::All]
                    .into_iter()
                    .find(|acks| acks.name() == value);
            }
            "lag" => o.replica_lag_time_max = value.parse::<u32>().ok().map(u64::from),
            "text" => {
                let text = js_sys::decode_uri_component(value).ok().map(String::from);
                self.text = text.map(Rc::from);
            }
            "at" => self.position = value.parse().unwrap_or(0),
            _ => {}
        }
    }
}

fn unclean_name(value: UncleanElection) -> &'static str {
    match value {
        UncleanElection::Enabled => "on",
        UncleanElection::Disabled => "off",
    }
}

#[cfg(test)]
#[expect(missing_docs, reason = "the runner finds tests in public modules only")]
pub mod tests {
    use super::*;

    #[wasm_bindgen_test::wasm_bindgen_test]
    fn what_is_written_is_read() {
        let address = Address {
            slug: "kip101-loss".to_owned(),
            overrides: Overrides {
                generation: Some(Generation::Kip101),
                brokers: Some(5),
                replication_factor: Some(3),
                min_insync_replicas: Some(2),
                unclean: Some(UncleanElection::Enabled),
                acks: Some(Acks::Leader),
                replica_lag_time_max: Some(10_000),
            },
            text: Some("scenario x\ntitle ko \"50% & 물음표?\"\n".into()),
            position: 12,
        };
        assert_eq!(Address::read(&address.write()), address);
        assert_eq!(Address::read("kip101-loss").write(), "kip101-loss");
    }

    #[wasm_bindgen_test::wasm_bindgen_test]
    fn nonsense_is_left_out() {
        let link = "x?gen=zzz&rf=250&at=-1&&=&lag=9999999999999&unclean&text=%E0%A4%A";
        let address = Address::read(link);
        assert_eq!((&*address.slug, address.text), ("x", None));
        assert_eq!(address.overrides.replication_factor, Some(9));
        assert_eq!(address.overrides.generation, None);
        assert_eq!(address.position, 0);
    }
}
