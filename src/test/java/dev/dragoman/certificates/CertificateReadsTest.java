package dev.dragoman.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.capability.Core;
import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Loop;
import dev.dragoman.capability.RouteLines;
import dev.dragoman.capability.StepCall;
import dev.dragoman.capability.point.Points;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.certificates.decision.CertificateFacts;
import dev.dragoman.certificates.decision.CertificateNames;
import dev.dragoman.certificates.decision.Pace;
import dev.dragoman.kube.Applied;
import dev.dragoman.kube.Applier;
import dev.dragoman.kube.ApplyOptions;
import dev.dragoman.kube.EventWriter;
import dev.dragoman.kube.Kinds;
import dev.dragoman.kube.LiveReader;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.failure.WriteConflict;
import dev.dragoman.kube.object.Seal;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import dev.dragoman.reconcile.References;
import dev.dragoman.reconcile.cache.OwnWrites;
import dev.dragoman.reconcile.turn.CpuTurns;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which requests a certificate's reconciliation makes, besides those for its own object. */
class CertificateReadsTest {
    private static final String NAMESPACE = "ns";
    private static final int YEAR = 31_536_000;

    private Instant now = Instant.parse("2026-11-26T12:00:00Z");

    /** How long it takes from what is observed to what is signed. */
    private Duration steps = Duration.ZERO;

    private Runnable meanwhile = () -> {};
    private final List<String> saw = new ArrayList<>();
    private final Map<String, Map<String, Object>> status = new HashMap<>();
    private PlayedSecrets secrets;
    private KubernetesClient client;
    private Loop<CertificateFacts> loop;
    private CertificateSteps lines;
    private Applier applier;

    @BeforeEach
    void open() throws IOException {
        secrets = new PlayedSecrets();
        client = secrets.client();
        var kinds = new Kinds(client);
        var reader = new LiveReader(client, kinds);
        applier = new Applier(client, kinds, OwnWrites.NONE);
        lines =
                new CertificateSteps(
                        reader,
                        new MetadataWriter(client, kinds, OwnWrites.NONE),
                        new CpuTurns("tests", 2),
                        () -> now);
        var pace =
                new Pace(0.8, 0, Duration.ofMinutes(2), Duration.ofHours(24), Duration.ofHours(1));
        loop =
                new Loop<>(
                        new DiscoveryCertificates(
                                reader,
                                any -> Map.of(),
                                pace,
                                () -> now,
                                Points.NONE,
                                new Seal(() -> new byte[] {7}),
                                StatusForm.NONE),
                        core());
    }

    private Core core() {
        var kinds = new Kinds(client);
        return new Core(
                new MetadataWriter(client, kinds, OwnWrites.NONE),
                null,
                null,
                new EventWriter(client, "test", Clock.systemUTC()),
                new References() {
                    @Override
                    public void set(ObjectKey dependant, Set<ObjectKey> needed) {
                        // what it needs is not counted here
                    }

                    @Override
                    public void saw(ObjectKey dependant, ObjectKey needed, String version) {
                        saw.add(needed.name() + " " + version);
                    }
                },
                new SimpleMeterRegistry(),
                Points.NONE,
                RouteLines.ALL,
                name -> Map.of());
    }

    @AfterEach
    void close() {
        client.close();
        secrets.close();
    }

    @Test
    void eachSecretIsReadOnceAndTheOwnOneIsWrittenOnce() {
        var _ = reconcile("ca", ca());
        assertThat(secrets.requests()).as("a CA at the top").containsExactly("GET ca", "PATCH ca");
        assertThat(reconcile("leaf", leaf())).isTrue();
        assertThat(secrets.requests())
                .as("a new certificate")
                .containsExactly("GET leaf", "GET ca", "PATCH leaf");
        assertThat(saw).as("their echoes are no news").containsExactly("ca 11", "leaf 12");

        assertThat(reconcile("leaf", leaf())).isFalse();
        assertThat(secrets.requests()).as("another look").containsExactly("GET leaf", "GET ca");

        now = now.plusSeconds(YEAR / 100 * 81);
        assertThat(reconcile("leaf", leaf())).isTrue();
        assertThat(secrets.requests())
                .as("a renewal")
                .containsExactly("GET leaf", "GET ca", "PATCH leaf");
    }

    @Test
    void aCaThatWasReadLongBeforeItSignsIsReadAgain() {
        var _ = reconcile("ca", ca());
        var _ = secrets.requests();
        steps = Duration.ofSeconds(6);
        assertThat(reconcile("leaf", leaf())).isTrue();
        assertThat(secrets.requests())
                .containsExactly("GET leaf", "GET ca", "GET ca", "PATCH leaf");
    }

    /** Nobody has read what is written over then. */
    @Test
    void aSecretThatHasChangedSinceIsNotWritten() {
        var _ = reconcile("ca", ca());
        meanwhile = () -> assertThat(reconcile("leaf", leaf())).isTrue();
        assertThatThrownBy(() -> reconcile("leaf", leaf()))
                .as("one that has appeared")
                .isInstanceOf(WriteConflict.class);
        now = now.plusSeconds(YEAR / 100 * 81);
        meanwhile = () -> secrets.touch("leaf");
        assertThatThrownBy(() -> reconcile("leaf", leaf()))
                .as("one that was written")
                .isInstanceOf(WriteConflict.class);
    }

    private static Map<String, Object> ca() {
        return Map.of(
                "isCA", true, "validFor", 10 * YEAR, "signer", Map.of("selfSigned", Map.of()));
    }

    private static Map<String, Object> leaf() {
        return Map.of(
                "validFor",
                YEAR,
                "signer",
                Map.of("caSigned", Map.of("caSecretRef", Map.of("name", "ca"))));
    }

    private Map<String, Object> object(String name, Map<String, Object> fields) {
        var spec = new LinkedHashMap<>(fields);
        spec.put("commonName", name);
        spec.put("secretRef", Map.of("name", name));
        spec.put("privateKey", Map.of("algorithm", "ECDSA"));
        return Map.of(
                "apiVersion",
                CertificateNames.API_VERSION,
                "kind",
                CertificateNames.KIND,
                "metadata",
                Map.of("name", name, "namespace", NAMESPACE, "uid", "uid-" + name, "generation", 1),
                "spec",
                spec,
                "status",
                status.getOrDefault(name, Map.of()));
    }

    /** One reconciliation up to its end; says whether it wrote the Secret. */
    private boolean reconcile(String name, Map<String, Object> fields) {
        var object = object(name, fields);
        var key = new ObjectKey(CertificateNames.GROUP, CertificateNames.KIND, NAMESPACE, name);
        var context =
                loop.begin(new Reconciliation(key, 1, Cause.EDITED, object, "uid-" + name, now))
                        .orElseThrow();
        boolean written = false;
        Object result = Map.of();
        while (true) {
            var call = loop.next(context, result);
            switch (call.step().name()) {
                case "issue" -> result = issued(call);
                case "write" -> {
                    written = true;
                    result = written(object, context.input(), call);
                }
                default -> {
                    ((Ending) call.step()).status().ifPresent(now -> status.put(name, now));
                    return written;
                }
            }
        }
    }

    private Object issued(StepCall<CertificateFacts> call) {
        now = now.plus(steps);
        var todo = meanwhile;
        meanwhile = () -> {};
        todo.run();
        return lines.issue(call);
    }

    @SuppressWarnings("unchecked") // as the line has it
    private Object written(
            Map<String, Object> owner, Object body, StepCall<CertificateFacts> call) {
        var options =
                new ApplyOptions(
                        CertificateNames.MANAGER,
                        Optional.of(owner),
                        true,
                        false,
                        Set.of("manager"));
        var applied = applier.apply((Map<String, Object>) body, options, call.context().seen());
        return ((Applied.Written) applied).object();
    }
}
