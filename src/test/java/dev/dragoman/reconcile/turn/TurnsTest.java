package dev.dragoman.reconcile.turn;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.reconcile.OutcomeException;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TurnsTest {
    private final Turns turns = new Turns("units", 10);
    private final List<String> granted = new CopyOnWriteArrayList<>();

    /** However many want all they can get, the next one gets something. */
    @ParameterizedTest
    @CsvSource({"32,1,21", "32,2,12", "32,3,9", "32,8,3", "4,1,2", "2,1,1", "1,1,1", "10,1,6"})
    void leavesRoom(int all, int greedy, int each) {
        var taken = new HashMap<Integer, Integer>();
        int left = all;
        for (boolean more = true; more; ) {
            more = false;
            for (int team = 0; team < greedy; team++) {
                if (Turns.allows(taken.getOrDefault(team, 0), 1, left)) {
                    taken.merge(team, 1, Integer::sum);
                    left--;
                    more = true;
                }
            }
        }
        assertThat(taken.values()).allMatch(n -> n >= each && n <= each + 1);
        assertThat(left).isGreaterThanOrEqualTo(all > 1 ? 1 : 0);
    }

    private void start(String namespace, int units) {
        Thread.startVirtualThread(
                () -> {
                    try {
                        var _ = turns.take(namespace, units);
                        granted.add(namespace);
                    } catch (OutcomeException late) {
                        granted.add(namespace + " is late");
                    }
                });
    }

    @Test
    void whoWaitsGetsItInTurn() {
        var first = turns.take("a", 6);
        start("a", 3);
        await().until(() -> turns.waiting() == 1);
        start("b", 5);
        await().until(() -> turns.waiting() == 2);
        start("c", 3);
        await().until(() -> granted.equals(List.of("c")));
        first.close();
        await().until(() -> granted.size() == 2);
        assertThat(granted).as("what is too much now lets others pass").containsExactly("c", "a");
    }

    @Test
    void aClosedPermitFreesItsUnitsOnce() {
        var permit = turns.take("a", 10);
        permit.close();
        permit.close();
        turns.take("b", 10);
        assertThatThrownBy(() -> turns.take("c", 1))
                .isInstanceOf(OutcomeException.class)
                .hasMessageContaining("units");
    }

    @Test
    void whoWaitedInVainIsFirstTheNextTime() {
        var all = turns.take("a", 10);
        assertThatThrownBy(() -> turns.take("b", 7)).isInstanceOf(OutcomeException.class);
        start("c", 7);
        await().until(() -> turns.waiting() == 1);
        start("b", 7);
        await().until(() -> turns.waiting() == 2);
        all.close();
        await().until(() -> !granted.isEmpty());
        assertThat(granted.getFirst()).isEqualTo("b");
    }
}
