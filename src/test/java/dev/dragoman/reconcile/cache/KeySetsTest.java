package dev.dragoman.reconcile.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.hostile.OneHash;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.watch.Dependant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeySetsTest {
    private static ObjectKey key(String name) {
        return new ObjectKey("g", "Kind", "ns", name);
    }

    private static List<ObjectKey> keys(int most) {
        return OneHash.names(most).stream().map(KeySetsTest::key).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16, 17})
    void nobodyChangesThem(int size) {
        var set = KeySets.of(keys(size));
        assertThat(set).hasSize(size).isEqualTo(new HashSet<>(keys(size)));
        assertThatThrownBy(() -> set.add(key("another")))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    /** One object names thousands of others, and whoever waits for the index waits for it. */
    @Test
    @Timeout(5)
    void thousandsOfOneHashAreRememberedAsQuicklyAsOthers() {
        var index = new ReferenceIndex(new Nothing());
        var keys = new HashSet<>(keys(30_000));
        assertThat(keys)
                .as("a condition of the test")
                .extracting(ObjectKey::hashCode)
                .containsOnly(key(OneHash.names(1).getFirst()).hashCode());
        index.set(new Dependant("s", key("one")), keys);
        index.set(new Dependant("s", key("other")), keys);
        assertThat(index.dependants(keys.iterator().next())).hasSize(2);
        index.set(new Dependant("s", key("one")), Set.of());
    }

    private static final class Nothing implements ReferenceIndex.Watches {
        @Override
        public void needed(Dependant dependant, ObjectKey key, boolean yes) {}

        @Override
        public boolean changedDuringReconciliation(Dependant dependant, ObjectKey needed) {
            return false;
        }

        @Override
        public void wake(Dependant dependant) {}
    }
}
