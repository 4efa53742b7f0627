package dev.dragoman.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.capability.MakersRun;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.failure.KindMissing;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What is read for a DiscoveryService, and what is not. */
class DiscoveryReadingTest {
    private final List<String> read = new ArrayList<>();
    private final Map<String, Object> metadata =
            new HashMap<>(Map.of("name", "xds", "namespace", "team", "uid", "u1"));
    private final Map<String, Object> spec = new HashMap<>();
    private boolean kindGone;

    /** An empty cluster. */
    private final Reader reader =
            new Reader() {
                @Override
                public Optional<Map<String, Object>> get(String apiVersion, ObjectKey key) {
                    read.add(key.kind() + "/" + key.name());
                    return Optional.empty();
                }

                @Override
                public <T> List<T> list(
                        String apiVersion,
                        String kind,
                        String namespace,
                        String selector,
                        Function<Map<String, Object>, T> part) {
                    read.add("list " + kind);
                    if (kindGone && kind.equals(DiscoveryNames.CERTIFICATE)) {
                        throw new KindMissing("no such kind");
                    }
                    return List.of();
                }
            };

    private String step() {
        var object =
                Map.<String, Object>of(
                        "apiVersion",
                        DiscoveryNames.API_VERSION,
                        "kind",
                        DiscoveryNames.KIND,
                        "metadata",
                        metadata,
                        "spec",
                        spec);
        var services =
                new DiscoveryServices(DiscoverySettings.from(Map.of()), reader, StatusForm.NONE);
        var seen =
                services.observe(
                                new Reconciliation(
                                        new ObjectKey(
                                                DiscoveryNames.GROUP,
                                                DiscoveryNames.KIND,
                                                "team",
                                                "xds"),
                                        1,
                                        Cause.EDITED,
                                        object,
                                        "u1",
                                        Instant.MAX))
                        .orElseThrow();
        return services.decide(seen.facts(), MakersRun.results(services, seen)).toString();
    }

    /** Else definitions that go together leave DiscoveryServices that cannot be deleted. */
    @Test
    void oneThatIsDeletedGoesWhereItsCertificatesHaveGoneWithTheirKind() {
        kindGone = true;
        assertThatThrownBy(this::step).isInstanceOf(KindMissing.class);
        metadata.put("deletionTimestamp", "2026-01-01T00:00:00Z");
        assertThat(step()).startsWith("Ending");
    }

    /** No label can have such a name, so a list by it would be refused for ever. */
    @Test
    void forANameThatIsTooLongNothingIsRead() {
        metadata.put("name", "x".repeat(64));
        assertThat(step()).contains("InvalidSpec");
        metadata.put("deletionTimestamp", "2026-01-01T00:00:00Z");
        metadata.put("finalizers", List.of(DiscoveryNames.FORMER_FINALIZER));
        assertThat(step()).contains("StripFinalizer");
        assertThat(read).isEmpty();
    }

    @Test
    void whatIsNoNameOrNotThereIsNotLookedInto() {
        spec.put("enabledNamespaces", List.of("there-is-none", "..", ""));
        assertThat(step()).isNotEmpty();
        assertThat(read)
                .contains("Namespace/there-is-none")
                .doesNotContain("Namespace/..", "Namespace/")
                .filteredOn("ConfigMap/envoy-sidecar-bootstrap"::equals)
                .as("its own namespace alone")
                .hasSize(1);
    }
}
