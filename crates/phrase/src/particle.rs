//! Korean particles, chosen by the sound that the word before them ends in.
//!
//! A text on Kafka is full of digits and Latin abbreviations, and a Korean engineer reads them
//! aloud: `ISR` ends like 알, `HW` like 유, `3` like 삼. In the files of words a particle stands by its
//! own name, 이가 or 을를, so that they can be read.

/// A particle with two forms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Particle {
    /// 이 / 가
    Subject,
    /// 은 / 는
    Topic,
    /// 을 / 를
    Object,
    /// 과 / 와
    With,
    /// 으로 / 로
    Toward,
    /// 이라 / 라, as in 이라고 / 라고
    Named,
}

/// How a word ends when it is read aloud.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// In a vowel.
    Vowel,
    /// In ㄹ, which counts as a vowel before 로.
    Rieul,
    /// In another consonant.
    Consonant,
}

impl Particle {
    /// The particle that is called so in a template.
    pub(crate) fn by_name(name: &str) -> Option<Particle> {
        match name {
            "이가" => Some(Particle::Subject),
            "은는" => Some(Particle::Topic),
            "을를" => Some(Particle::Object),
            "과와" => Some(Particle::With),
            "으로" => Some(Particle::Toward),
            "이라" => Some(Particle::Named),
            _ => None,
        }
    }

    /// The form after `before`.
    #[must_use]
    pub fn after(self, before: &str) -> &'static str {
        let ending = ending_of(before);
        let (closed, open) = match self {
            Particle::Subject => ("이", "가"),
            Particle::Topic => ("은", "는"),
            Particle::Object => ("을", "를"),
            Particle::With => ("과", "와"),
            Particle::Toward => ("으로", "로"),
            Particle::Named => ("이라", "라"),
        };
        match ending {
            Ending::Vowel => open,
            Ending::Rieul if self == Particle::Toward => open,
            Ending::Rieul | Ending::Consonant => closed,
        }
    }
}

/// How `text` ends when it is read aloud. What stands in parentheses at its end is not read, as
/// the Korean rules have it; closing quotes and braces are silent.
#[must_use]
pub fn ending_of(text: &str) -> Ending {
    let spoken = without_silent_end(text);
    match spoken.chars().next_back() {
        Some(last @ '가'..='힣') => hangul_ending(last),
        Some(last) if last.is_ascii_digit() => number_ending(spoken),
        Some(last) if last.is_ascii_alphabetic() => latin_ending(spoken),
        _ => Ending::Vowel,
    }
}

/// Cuts off closing quotes and braces, and a parenthesis with all that is in it.
fn without_silent_end(text: &str) -> &str {
    let mut spoken = text;
    loop {
        let cut = match spoken.chars().next_back() {
            Some(')') => spoken.rfind('(').unwrap_or(spoken.len() - 1),
            Some(last @ ('}' | ']' | '"' | '\'' | '”' | '’' | '`' | ' ' | '…')) => {
                spoken.len() - last.len_utf8()
            }
            _ => return spoken,
        };
        spoken = &spoken[..cut];
    }
}

fn hangul_ending(last: char) -> Ending {
    // A syllable's code counts its final consonant modulo 28; 8 is ㄹ.
    match (last as u32 - '가' as u32) % 28 {
        0 => Ending::Vowel,
        8 => Ending::Rieul,
        _ => Ending::Consonant,
    }
}

/// Numbers are read 일, 이, 삼 … with units 십, 백, 천, 만, 억.
fn number_ending(spoken: &str) -> Ending {
    let digits: Vec<char> = spoken
        .chars()
        .rev()
        .take_while(|c| c.is_ascii_digit() || *c == ',')
        .filter(char::is_ascii_digit)
        .collect();
    let zeros = digits.iter().take_while(|digit| **digit == '0').count();
    let Some(last) = digits.get(zeros) else {
        // 영: only zeros.
        return Ending::Consonant;
    };
    match (zeros, last) {
        // 이, 사, 오, 구
        (0, '2' | '4' | '5' | '9') => Ending::Vowel,
        // 일, 칠, 팔
        (0, '1' | '7' | '8') => Ending::Rieul,
        // 삼, 육 — and every unit: 십, 백, 천, 만, 억; 조 ends in a vowel, far beyond us.
        _ => Ending::Consonant,
    }
}

/// Words of this trade whose reading the letters do not show.
const READINGS: &[(&str, Ending)] = &[
    // 액, 액스, 올
    ("ack", Ending::Consonant),
    ("acks", Ending::Vowel),
    ("all", Ending::Rieul),
    // 페치, 카프카, 리더, 오프셋, 에포크
    ("Fetch", Ending::Vowel),
    ("fetch", Ending::Vowel),
    ("offset", Ending::Consonant),
    ("epoch", Ending::Vowel),
    // 킵, 주키퍼, 크래프트
    ("KIP", Ending::Consonant),
    ("KRaft", Ending::Vowel),
    // 레오 or 엘이오: both end in a vowel. 밀리초
    ("LEO", Ending::Vowel),
    ("ms", Ending::Vowel),
    // 이네이블
    ("enable", Ending::Rieul),
    ("on", Ending::Consonant),
    ("off", Ending::Vowel),
    ("true", Ending::Vowel),
    ("false", Ending::Vowel),
    ("topic", Ending::Consonant),
    ("clean", Ending::Consonant),
    ("unclean", Ending::Consonant),
];

fn latin_ending(spoken: &str) -> Ending {
    let letters = spoken.bytes().rev().take_while(u8::is_ascii_alphabetic);
    let word = &spoken[spoken.len() - letters.count()..];
    if let Some((_, ending)) = READINGS.iter().find(|(known, _)| *known == word) {
        return *ending;
    }
    let last = word.chars().next_back().unwrap_or('a');
    if word.chars().all(|c| c.is_ascii_uppercase()) {
        return letter_ending(last);
    }
    match last.to_ascii_lowercase() {
        // 엘 … as in 레벨, and the nasals 엠, 엔, 잉
        'l' => Ending::Rieul,
        'm' | 'n' => Ending::Consonant,
        'g' if word.ends_with("ng") => Ending::Consonant,
        // 컨슈머, 레플리카스, 메타데이터: everything else gets a vowel of its own.
        _ => Ending::Vowel,
    }
}

/// Letters read one by one: 엘, 알; 엠, 엔; all others end in a vowel.
fn letter_ending(last: char) -> Ending {
    match last {
        'L' | 'R' => Ending::Rieul,
        'M' | 'N' => Ending::Consonant,
        _ => Ending::Vowel,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(particle: Particle, word: &str) -> String {
        format!("{word}{}", particle.after(word))
    }

    #[test]
    fn digits_are_read_in_korean() {
        let subjects = ["0이", "1이", "2가", "3이", "4가", "5가", "6이", "7이", "8이", "9가"];
        for (number, wanted) in subjects.iter().enumerate() {
            assert_eq!(with(Particle::Subject, &number.to_string()), *wanted);
        }
        assert_eq!(with(Particle::Object, "10"), "10을");
        assert_eq!(with(Particle::Object, "200"), "200을");
        assert_eq!(with(Particle::Object, "30,000"), "30,000을");
        assert_eq!(with(Particle::Object, "12"), "12를");
        assert_eq!(with(Particle::Object, "m2"), "m2를");
        assert_eq!(with(Particle::Topic, "브로커 3"), "브로커 3은");
    }

    #[test]
    fn toward_treats_rieul_as_a_vowel() {
        let forms = ["0으로", "1로", "2로", "3으로", "4로", "5로", "6으로", "7로", "8로", "9로"];
        for (number, wanted) in forms.iter().enumerate() {
            assert_eq!(with(Particle::Toward, &number.to_string()), *wanted);
        }
        assert_eq!(with(Particle::Toward, "ISR"), "ISR로");
        assert_eq!(with(Particle::Toward, "팔로워"), "팔로워로");
        assert_eq!(with(Particle::Toward, "10"), "10으로");
    }

    #[test]
    fn abbreviations_are_read_as_engineers_say_them() {
        assert_eq!(with(Particle::Subject, "ISR"), "ISR이");
        assert_eq!(with(Particle::Topic, "ELR"), "ELR은");
        assert_eq!(with(Particle::Object, "HW"), "HW를");
        assert_eq!(with(Particle::Subject, "LEO"), "LEO가");
        assert_eq!(with(Particle::Object, "acks=all"), "acks=all을");
        assert_eq!(with(Particle::Object, "acks=1"), "acks=1을");
        assert_eq!(with(Particle::Subject, "min.insync.replicas"), "min.insync.replicas가");
        assert_eq!(with(Particle::With, "NOT_ENOUGH_REPLICAS"), "NOT_ENOUGH_REPLICAS와");
        assert_eq!(with(Particle::Object, "Fetch"), "Fetch를");
        assert_eq!(with(Particle::Subject, "KIP"), "KIP이");
        assert_eq!(with(Particle::Subject, "KIP-101"), "KIP-101이");
        assert_eq!(with(Particle::Subject, "ack"), "ack이");
        assert_eq!(with(Particle::Subject, "30 ms"), "30 ms가");
        assert_eq!(with(Particle::Subject, "한글ISR"), "한글ISR이");
    }

    #[test]
    fn hangul_is_read_by_its_last_syllable() {
        assert_eq!(with(Particle::Subject, "리더"), "리더가");
        assert_eq!(with(Particle::Object, "오프셋"), "오프셋을");
        assert_eq!(with(Particle::Toward, "길"), "길로");
        assert_eq!(with(Particle::Toward, "로그 끝"), "로그 끝으로");
        assert_eq!(with(Particle::With, "컨트롤러"), "컨트롤러와");
        assert_eq!(with(Particle::Named, "리더"), "리더라");
    }

    #[test]
    fn what_is_silent_is_skipped() {
        assert_eq!(with(Particle::Object, "m2(오프셋 1)"), "m2(오프셋 1)를");
        assert_eq!(with(Particle::Toward, "{1, 2}"), "{1, 2}로");
        assert_eq!(with(Particle::Toward, "{0}"), "{0}으로");
        assert_eq!(with(Particle::Named, "“리더”"), "“리더”라");
        assert_eq!(with(Particle::Subject, ""), "가");
        assert_eq!(with(Particle::Subject, "{}"), "{}가");
    }
}
