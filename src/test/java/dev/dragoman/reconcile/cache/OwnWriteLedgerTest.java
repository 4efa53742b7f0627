package dev.dragoman.reconcile.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.Acting;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a reconciliation may believe of the cache after a write of ours. */
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
        assertThat(ledger.isOwn(KEY, "12", "any", () -> true)).isTrue();
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

    @Test
    void aWriteIsItsSubscriptionsOwnAndNewsForOthers() throws Exception {
        Acting.as("one", "team", () -> wrote("12"));
        Acting.as("other", "team", () -> wrote("13"));
        assertThat(own("12", "one", false)).isTrue();
        assertThat(own("12", "other", false)).isFalse();
        assertThat(own("12", "other", true)).as("by who does not reconcile the object").isFalse();
        assertThat(own("13", "one", false)).isFalse();
        assertThat(own("14", "one", true)).as("somebody else's").isFalse();
    }

    @Test
    void aWriteOfNobodyIsNewsWhereSeveralVisit() {
        wrote("12");
        assertThat(own("12", "one", true)).isTrue();
        assertThat(own("12", "one", false)).isFalse();
    }

    /**
     * The write of one of them changed nothing, so that the server answered with what there was.
     */
    @Test
    void aVersionThatTwoNameIsNewsForBoth() throws Exception {
        Acting.as("one", "team", () -> wrote("12"));
        Acting.as("other", "team", () -> wrote("12"));
        assertThat(own("12", "one", false)).isFalse();
        assertThat(own("12", "other", false)).isFalse();
    }

    private Void wrote(String version) {
        ledger.wrote(KEY, version);
        return null;
    }

    private boolean own(String version, String subscription, boolean alone) {
        return ledger.isOwn(KEY, version, subscription, () -> alone);
    }
}
