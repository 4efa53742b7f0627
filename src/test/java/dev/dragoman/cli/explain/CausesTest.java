package dev.dragoman.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each object is followed once, however many wait for it, and a round is one cause. */
class CausesTest {
    private static final int MANY = 10_000;
    private static final OperatorState RUNS =
            new OperatorState("", "", true, "one", "", "", List.of(), List.of());

    private final Map<ObjectKey, Known> objects = new HashMap<>();
    private int reads;

    private static ObjectKey key(int number) {
        return new ObjectKey("storage.azure.com", "StorageAccount", "a", "n" + number);
    }

    private void add(int number, int owner) {
        var need = new Need(Need.Relation.OWNER, key(owner), false, Set.of());
        var ready = new Ready(false, owner < 0 ? "Bad" : "WaitingForOwner", "", "", "");
        var needs = owner < 0 ? List.<Need>of() : List.of(need);
        var one =
                new Known(
                        key(number),
                        Known.Presence.THERE,
                        ready,
                        Optional.empty(),
                        false,
                        false,
                        needs,
                        List.of(),
                        true,
                        "",
                        List.of(),
                        Set.of());
        objects.put(one.key(), one);
    }

    private Causes causes() {
        return new Causes(
                key -> {
                    reads++;
                    return objects.get(key);
                },
                _ -> Optional.empty(),
                RUNS);
    }

    @Test
    void aChainOfManyIsFollowedOnce() {
        for (int i = 0; i < MANY; i++) {
            add(i, i - 1);
        }
        var causes = causes();
        for (int i = 0; i < MANY; i++) {
            assertThat(causes.of(key(i)).orElseThrow().at()).isEqualTo(key(0));
        }
        assertThat(reads).isLessThan(3 * MANY);
    }

    @Test
    void aRoundIsOneCauseFromWhereverOneBegins() {
        for (int i = 0; i < MANY; i++) {
            // 0, 1 and 2 wait for each other, all others for one of them
            add(i, i < 3 ? (i + 1) % 3 : i % 3);
        }
        var order = new ArrayList<>(objects.keySet());
        for (int i = 0; i < 3; i++) {
            Collections.shuffle(order, new Random(i));
            var causes = causes();
            reads = 0;
            assertThat(order)
                    .allSatisfy(
                            each -> {
                                var cause = causes.of(each).orElseThrow();
                                assertThat(cause.at()).isEqualTo(key(0));
                                assertThat(cause.message())
                                        .isEqualTo(
                                                "StorageAccount a/n0, which waits for StorageAccount a/n1, which waits for StorageAccount a/n2, which waits for StorageAccount a/n0");
                            });
            assertThat(reads).isLessThan(3 * MANY);
        }
        var status = FleetStatus.of(objects.values(), fleet(), Set.of(), RUNS);
        assertThat(status.causes()).hasSize(1);
        assertThat(status.causes().values().iterator().next()).hasSize(MANY);
    }

    private Fleet fleet() {
        var fleet = new Fleet(objects::get, (_, _) -> {});
        objects.values().forEach(fleet::add);
        return fleet;
    }
}
