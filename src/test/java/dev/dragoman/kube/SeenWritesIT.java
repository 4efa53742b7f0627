package dev.dragoman.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.kube.failure.WriteConflict;
import dev.dragoman.kube.object.Seen;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.OwnWrites;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An apply of what was read before is made to that state, or refused by the API server. */
@Landing
class SeenWritesIT {
    private static final ObjectKey KEY = new ObjectKey("", "ConfigMap", "default", "seen-writes");
    private static final ApplyOptions OPTIONS =
            new ApplyOptions("seen-writes", Optional.empty(), true);

    private final KubernetesClient client = SharedControlPlane.shared().client();
    private final Kinds kinds = new Kinds(client);
    private final Reader reader = new LiveReader(client, kinds);
    private final Applier applier = new Applier(client, kinds, OwnWrites.NONE);

    @AfterEach
    void delete() {
        var _ = client.configMaps().inNamespace(KEY.namespace()).withName(KEY.name()).delete();
    }

    private static Map<String, Object> wanted(String value) {
        return Map.of(
                "apiVersion",
                "v1",
                "kind",
                "ConfigMap",
                "metadata",
                Map.of("name", KEY.name(), "namespace", KEY.namespace()),
                "data",
                Map.of("value", value));
    }

    private Seen read() {
        return Seen.of(KEY, reader.get("v1", KEY));
    }

    private void refused(String value, Seen seen) {
        assertThatThrownBy(() -> applier.apply(wanted(value), OPTIONS, seen))
                .isInstanceOf(WriteConflict.class);
    }

    @Test
    void anotherStateThanWasReadIsNotWritten() {
        var absent = read();
        assertThat(applier.apply(wanted("1"), OPTIONS, absent)).isInstanceOf(Applied.Written.class);
        refused("2", absent);

        var first = read();
        assertThat(applier.apply(wanted("1"), OPTIONS, first))
                .isInstanceOf(Applied.Unchanged.class);
        assertThat(applier.apply(wanted("2"), OPTIONS, first)).isInstanceOf(Applied.Written.class);
        refused("3", first);

        var last = read();
        delete();
        refused("3", last);
        assertThat(reader.get("v1", KEY)).as("it is not brought back").isEmpty();
        var other = new ObjectKey("", "ConfigMap", "default", "other");
        assertThat(applier.apply(wanted("3"), OPTIONS, Seen.of(other, Optional.empty())))
                .as("of this one nothing was read before")
                .isInstanceOf(Applied.Written.class);
    }
}
