package dev.dragoman.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a pass may believe of the cache after a write of ours. */
class OwnWriteLedgerTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final ObjectKey KEY = new ObjectKey("example.org", "Thing", "default", "a");

    private final OwnWriteLedger ledger = new OwnWriteLedger(InstantSource.fixed(NOW), any -> true);

    private static Optional<Snapshot> cached(String uid, String version) {
        return Optional.of(new Snapshot(uid, version, Map.of(), NOW));
    }

    @Test
    void theCacheIsBehindUntilItShowsTheWrite() {
        ledger.wrote(KEY, "12");
        assertThat(ledger.aheadSince(KEY, cached("one", "11"))).contains(NOW);
        assertThat(ledger.aheadSince(KEY, Optional.empty())).contains(NOW);
        assertThat(ledger.aheadSince(KEY, cached("one", "12"))).isEmpty();
        assertThat(ledger.isOwn(KEY, "12")).isTrue();
        ledger.settled(KEY, cached("one", "12"));
        assertThat(ledger.keys()).isEmpty();
    }

    @Test
    void whatWeReleasedIsNotBelievedToBeThere() {
        ledger.wrote(KEY, "12");
        ledger.removed(KEY, "one");
        assertThat(ledger.aheadSince(KEY, cached("one", "12"))).contains(NOW);
        // what a live read says does not make the cache newer
        ledger.absent(KEY);
        assertThat(ledger.aheadSince(KEY, cached("one", "12"))).contains(NOW);
        ledger.settled(KEY, cached("one", "12"));
        assertThat(ledger.aheadSince(KEY, cached("one", "12"))).contains(NOW);
    }

    @Test
    void anotherObjectOfTheNameIsBelieved() {
        ledger.removed(KEY, "one");
        assertThat(ledger.aheadSince(KEY, cached("two", "20"))).isEmpty();
        assertThat(ledger.aheadSince(KEY, Optional.empty())).isEmpty();
        ledger.settled(KEY, cached("two", "20"));
        assertThat(ledger.keys()).isEmpty();
    }

    @Test
    void aReleaseThatDidNotRemoveIsForgotten() {
        ledger.removed(KEY, "one");
        ledger.alive(KEY, "two");
        assertThat(ledger.aheadSince(KEY, cached("one", "13"))).contains(NOW);
        ledger.alive(KEY, "one");
        assertThat(ledger.aheadSince(KEY, cached("one", "13"))).isEmpty();
    }
}
