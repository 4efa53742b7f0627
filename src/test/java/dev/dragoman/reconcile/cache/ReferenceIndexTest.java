package dev.dragoman.reconcile.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.watch.Dependant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReferenceIndexTest {
    private static final ObjectKey GROUP = new ObjectKey("g", "Group", "ns", "group");
    private static final ObjectKey ACCOUNT = new ObjectKey("g", "Account", "ns", "account");

    private final CountDownLatch opening = new CountDownLatch(1);
    private final CountDownLatch told = new CountDownLatch(1);
    private final List<ObjectKey> reconciled = new CopyOnWriteArrayList<>();

    /**
     * As where an informer lists on the thread that opens it, while a reconciliation opens another.
     */
    @Test
    @Timeout(20)
    void aChangeIsToldWhileAWatchIsOpened() throws InterruptedException {
        var index = new ReferenceIndex(new Slow());
        var reconciliation = Thread.ofVirtual().start(() -> index.set(ACCOUNT, Set.of(GROUP)));
        assertThat(opening.await(10, TimeUnit.SECONDS)).isTrue();
        index.changed(GROUP);
        told.countDown();
        reconciliation.join();
        assertThat(reconciled).containsExactly(ACCOUNT);
    }

    /** As what waits for the first object of a kind. */
    @Test
    void whoNeedsAnyOfAKindIsToldOfEach() {
        var woken = new ArrayList<Dependant>();
        var index =
                new ReferenceIndex(
                        new ReferenceIndex.Watches() {
                            @Override
                            public void needed(Dependant dependant, ObjectKey key, boolean yes) {}

                            @Override
                            public boolean changedDuringReconciliation(
                                    Dependant dependant, ObjectKey needed) {
                                return false;
                            }

                            @Override
                            public void wake(Dependant dependant) {
                                woken.add(dependant);
                            }
                        });
        var dependant = new Dependant("s", ACCOUNT);
        index.set(dependant, Set.of(ObjectKey.any("g", "Group")));
        assertThat(woken).as("one may have come meanwhile").containsExactly(dependant);
        index.set(dependant, Set.of(ObjectKey.any("g", "Group")));
        index.changed(ACCOUNT);
        assertThat(woken).hasSize(1);
        index.changed(GROUP);
        assertThat(woken).hasSize(2);
    }

    /** Compared after each of many changes with a plain table of who needs what. */
    @Test
    void whoNeedsWhatIsAsItWasLastSet() {
        var watched = new HashSet<List<Object>>();
        var index = new ReferenceIndex(new Counting(watched));
        var keys = IntStream.range(0, 4).mapToObj(n -> key("needed" + n)).toList();
        var dependants =
                IntStream.range(0, 5).mapToObj(n -> new Dependant("s", key("d" + n))).toList();
        var table = new HashMap<Dependant, Set<ObjectKey>>();
        var random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            var dependant = dependants.get(random.nextInt(dependants.size()));
            var needed =
                    keys.stream()
                            .filter(any -> random.nextInt(3) == 0)
                            // an instance of its own each time, as observers make it
                            .map(each -> key(each.name()))
                            .collect(Collectors.toSet());
            if (random.nextInt(50) == 0) {
                index.drop(dependant::equals);
                table.remove(dependant);
            } else {
                index.set(dependant, needed);
                table.put(dependant, needed);
            }
            var expected = new HashSet<List<Object>>();
            table.forEach((who, set) -> set.forEach(each -> expected.add(List.of(who, each))));
            var shown = new HashSet<List<Object>>();
            index.eachNeeded(any -> true, (who, each) -> shown.add(List.of(who, each)));
            assertThat(shown).isEqualTo(expected).isEqualTo(watched);
            for (var key : keys) {
                assertThat(index.dependants(key))
                        .allSatisfy(who -> assertThat(expected).contains(List.of(who, key)))
                        .hasSize((int) expected.stream().filter(e -> e.get(1).equals(key)).count());
            }
        }
    }

    @Test
    void whatIsKnownOfANeedIsTheVersionThatWasSeenAndEarlierOnes() {
        var shown = new HashMap<ObjectKey, String>();
        var index = new ReferenceIndex(new Showing(shown));
        var writer = new Dependant("s", ACCOUNT);
        index.saw(writer, GROUP, "10");
        assertThat(index.knows(writer, GROUP, "10")).as("nobody needs it").isFalse();

        index.set(writer, Set.of(GROUP));
        index.saw(writer, GROUP, "10");
        assertThat(index.knows(writer, GROUP, "10")).isTrue();
        assertThat(index.knows(writer, GROUP, "9")).as("an earlier one").isTrue();
        assertThat(index.knows(writer, GROUP, "11")).as("somebody's after it").isFalse();
        assertThat(index.knows(new Dependant("other", ACCOUNT), GROUP, "10")).isFalse();
        assertThat(index.knows(writer, ACCOUNT, "10")).as("another object").isFalse();

        index.settle(writer);
        shown.put(GROUP, "9");
        index.settle(writer);
        assertThat(index.ahead()).as("not shown yet").containsExactly(writer);
        shown.put(GROUP, "10");
        index.settle(writer);
        assertThat(index.ahead()).as("shown and told").isEmpty();

        index.saw(writer, GROUP, "12");
        index.set(writer, Set.of());
        assertThat(index.ahead()).as("needed no more").isEmpty();
    }

    /** Watches that show these versions. */
    private record Showing(Map<ObjectKey, String> versions) implements ReferenceIndex.Watches {
        @Override
        public void needed(Dependant dependant, ObjectKey key, boolean yes) {
            // there are watches of all
        }

        @Override
        public boolean changedDuringReconciliation(Dependant dependant, ObjectKey needed) {
            return false;
        }

        @Override
        public void wake(Dependant dependant) {
            throw new AssertionError("nothing has changed");
        }

        @Override
        public Optional<String> shown(Dependant dependant, ObjectKey needed) {
            return Optional.ofNullable(versions.get(needed));
        }
    }

    private static ObjectKey key(String name) {
        return new ObjectKey("g", "Kind", "ns", name);
    }

    /** Fails when a watch is wanted twice, or released that was not wanted. */
    private record Counting(Set<List<Object>> watched) implements ReferenceIndex.Watches {
        @Override
        public void needed(Dependant dependant, ObjectKey key, boolean yes) {
            var one = List.<Object>of(dependant, key);
            assertThat(yes ? watched.add(one) : watched.remove(one)).isTrue();
        }

        @Override
        public boolean changedDuringReconciliation(Dependant dependant, ObjectKey needed) {
            return false;
        }

        @Override
        public void wake(Dependant dependant) {
            throw new AssertionError("nothing has changed");
        }
    }

    /** Opening a watch takes as long as it takes others to say what they must say. */
    private final class Slow implements ReferenceIndex.Watches {
        @Override
        public void needed(Dependant dependant, ObjectKey key, boolean yes) {
            opening.countDown();
            try {
                assertThat(told.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public boolean changedDuringReconciliation(Dependant dependant, ObjectKey needed) {
            return false;
        }

        @Override
        public void wake(Dependant dependant) {
            reconciled.add(dependant.key());
        }
    }
}
