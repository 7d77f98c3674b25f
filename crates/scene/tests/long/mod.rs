//! Clusters that have more to show than there is room for.

use highwater_scenario::{Scenario, parse};

/// A scenario of this text.
pub(crate) fn text(text: &str) -> Scenario {
    parse(text).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Three logs of up to two thousand records, on five brokers.
pub(crate) const LONG_LOGS: &str = "\
scenario long-logs
cluster brokers=5 generation=hw
topic orders partitions=3 rf=5 min.insync.replicas=1 unclean.leader.election.enable=true
preload orders-0 name=a records=1000 epoch=4
preload orders-0 name=aa records=500 epoch=5
preload orders-1 name=b records=1000 epoch=0
preload orders-1 name=bb records=1000 epoch=1
preload orders-2 name=c records=700 epoch=2
produce d x240 to orders-0
until acked d
produce e x3 to orders-1 acks=1
until acked e
stop 0 crash
until leader orders-0 = 1
produce f x40 to orders-0
until acked f
cut 1 2
produce g x20 to orders-0 acks=1
until acked g
";

/// One log on nine brokers.
pub(crate) const NINE_BROKERS: &str = "\
scenario nine-brokers
cluster brokers=9 generation=kip320
topic orders partitions=1 rf=9 min.insync.replicas=2
preload orders-0 name=m records=6 epoch=5
stop 0 crash
until leader = 1
produce x
until acked x
cut 1 4
produce y acks=1
until acked y
";
