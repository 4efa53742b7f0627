package dev.dragoman.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KindStoreTest {
    @Test
    void theEndOfWhatWasNeverSeenIsTold() {
        var secrets =
                new KindInfo(new GroupKind("", "Secret"), "v1", "secrets", true, false, false);
        List<ObjectKey> told = new ArrayList<>();
        var store =
                new KindStore(
                        secrets,
                        any -> {
                            throw new AssertionError("nothing is put");
                        },
                        (key, before, after) -> {
                            assertThat(before).isNull();
                            assertThat(after).isNull();
                            told.add(key);
                        },
                        Clock.systemUTC());
        assertThat(store.remove("ns/exported")).isNull();
        assertThat(told).containsExactly(new ObjectKey("", "Secret", "ns", "exported"));
    }
}
