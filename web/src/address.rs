//! The link to what is on the page: which scenario, under which settings, at which position.
//!
//! `#kip101-loss?gen=kip101&rf=3&do=4:k1&at=12`, or `#own-text?text=…` with a whole scenario. A link is written
//! by strangers: whatever can't be read is left out, never an error and never a panic.

use std::rc::Rc;

use highwater_scenario::{Overrides, link};

/// What a link says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Address {
    /// The scenario's name; [`FREE_PLAY`] for the one without a script.
    pub slug: String,
    /// The settings.
    pub overrides: Overrides,
    /// The text of the reader's own scenario, with the name [`OWN_TEXT`].
    pub text: Option<Rc<str>>,
    /// What was done to the run, as [`link::write_deeds`] writes it.
    pub deeds: Rc<str>,
    /// The position.
    pub position: usize,
}

/// The name of the run without a script.
pub const FREE_PLAY: &str = "free-play";
/// The name of a run of the reader's own text.
pub const OWN_TEXT: &str = "own-text";

/// The longest text that a link carries, in bytes: many a place cuts longer links off.
pub const TEXT_MAX: usize = 6_000;

impl Address {
    /// The link's part after `#`.
    #[must_use]
    pub fn write(&self) -> String {
        let mut pairs = self.overrides.pairs();
        let mut add = |key, value: Option<String>| {
            if let Some(value) = value {
                pairs.push((key, value));
            }
        };
        let text = self.text.as_deref().filter(|text| text.len() <= TEXT_MAX);
        add("text", text.map(|text| String::from(js_sys::encode_uri_component(text))));
        add("do", (!self.deeds.is_empty()).then(|| self.deeds.to_string()));
        add("at", (0 < self.position).then(|| self.position.to_string()));
        let pairs = link::joined(&pairs);
        if pairs.is_empty() { self.slug.clone() } else { format!("{}?{pairs}", self.slug) }
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
        match key {
            "text" => {
                let text = js_sys::decode_uri_component(value).ok().map(String::from);
                self.text = text.map(Rc::from);
            }
            "do" => self.deeds = value.into(),
            "at" => self.position = value.parse().unwrap_or(0),
            _ => {
                self.overrides.take(key, value);
            }
        }
    }
}

#[cfg(test)]
#[expect(missing_docs, reason = "the runner finds tests in public modules only")]
pub mod tests {
    use highwater_protocol::Generation;
    use highwater_protocol::control::UncleanElection;
    use highwater_protocol::produce::Acks;

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
            deeds: "4:k1;9:s1;12:pm7".into(),
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
