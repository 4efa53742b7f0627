package dev.dragoman.vending;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.DocumentedCommands;
import dev.dragoman.cluster.Backup;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Namespaces that exist go to the ConfigMap that an administrator named on them, as the
 * documentation says, and to none that names itself.
 */
@Full
class GivenOverIT {
    private static final String UID = "dragoman.dev/request-uid";
    private static final String BOUND = "dragoman.dev/namespace-uid";

    @TempDir private Path directory;
    private Vending vending;

    @BeforeEach
    void prepare() {
        vending = new Vending();
    }

    @AfterEach
    void stop() {
        vending.close();
    }

    /** Who may write ConfigMaps in the requests namespace sees uids, and writes what he likes. */
    @Test
    void aConfigMapThatNamesANamespaceGetsNothingOfIt() {
        var noted = left(vending.name("noted"), Map.of("dragoman.dev/vended", "true"));
        var owned = left(vending.name("owned"), Map.of("dragoman.dev/vended", "true"));
        vending.start();
        vending.request(name(noted), Map.of(BOUND, noted.getMetadata().getUid()));
        request(owned);
        for (var namespace : List.of(noted, owned)) {
            var request = vending.current(name(namespace));
            assertThat(vending.reason(name(namespace), "NamespaceExists"))
                    .endsWith(
                            "kubectl annotate namespace %s %s=%s"
                                    .formatted(
                                            name(namespace), UID, request.getMetadata().getUid()));
            assertThat(vending.secret(name(namespace))).isNull();
            assertThat(
                            vending.client()
                                    .serviceAccounts()
                                    .inNamespace(name(namespace))
                                    .withName("admin")
                                    .get())
                    .isNull();
            assertThat(vending.namespace(name(namespace)).getMetadata().getAnnotations())
                    .isNullOrEmpty();
        }
        // and what the message says is how an administrator gives it
        var _ =
                vending.install.kubectl(
                        List.of(
                                "annotate",
                                "namespace",
                                name(noted),
                                UID + "=" + vending.current(name(noted)).getMetadata().getUid()));
        vending.ready(name(noted));
        assertThat(vending.as(name(noted), "get", "pods").code()).isZero();
        assertThat(vending.secret(name(owned))).isNull();
    }

    @Test
    void thoseOfThePredecessorAreGivenOverAsDocumented() throws Exception {
        vending.environment.put("DRAGOMAN_NAMESPACES_TIME_TO_LIVE", "24h");
        var name = vending.name("theirs");
        vending.request(name);
        var theirs = left(name, Map.of());
        own(theirs);
        // another that lost its ConfigMap, and somebody made one since
        var forged = left(vending.name("forged"), Map.of());
        var made = Instant.parse(forged.getMetadata().getCreationTimestamp());
        await().until(() -> Instant.now().isAfter(made.plusSeconds(2)));
        request(forged);

        vending.start();
        vending.reason(name, "NamespaceExists");
        DocumentedCommands.run(vending.plane, directory, documented());

        vending.ready(name);
        var given = vending.namespace(name).getMetadata();
        assertThat(given.getUid()).isEqualTo(theirs.getMetadata().getUid());
        assertThat(given.getAnnotations())
                .containsEntry(UID, vending.current(name).getMetadata().getUid())
                .containsEntry("dragoman.dev/requests-namespace", vending.requests)
                .containsKey("dragoman.dev/expires-at");
        assertThat(vending.as(name, "get", "pods").code()).isZero();
        assertThat(vending.reason(name(forged), "NamespaceExists")).contains("not made by");
        assertThat(vending.namespace(name(forged)).getMetadata().getLabels())
                .doesNotContainKey("dragoman.dev/vended");
    }

    /** In another cluster namespace and request have other uids, and no owner references. */
    @Test
    void aRestoredRequestGetsItsNamespaceAsDocumented() throws Exception {
        var name = vending.name("restored");
        vending.start();
        vending.request(name);
        vending.ready(name);
        vending.stop();
        var backup =
                new Backup(vending.client()).save(vending.requests, "v1", "Secret", "ConfigMap");
        var namespace = vending.namespace(name);
        backup.lose();
        vending.client().resource(namespace).delete();
        await().until(() -> vending.namespace(name) == null);
        namespace.getMetadata().setUid(null);
        namespace.getMetadata().setResourceVersion(null);
        vending.client().resource(namespace).create();
        backup.restore(true);

        vending.start();
        vending.reason(name, "NamespaceGone");
        DocumentedCommands.run(
                vending.plane,
                directory,
                DocumentedCommands.of(
                                Path.of("docs/upgrade.md"),
                                "A restored namespace",
                                "## Into the same")
                        .replace("team", name)
                        .replace("nsplease-requests", vending.requests));
        vending.ready(name);
        assertThat(vending.as(name, "get", "pods").code()).isZero();
    }

    /** The commands between the two paragraphs, for this test's requests namespace. */
    private String documented() throws IOException {
        var commands =
                DocumentedCommands.of(
                        Path.of("docs/migrate/nsplease.md"),
                        "**Give all over.**",
                        "**Look at what came");
        assertThat(commands).contains("given.txt", "nsplease-requests");
        return commands.replace("nsplease-requests", vending.requests);
    }

    /** A namespace as the predecessor leaves it, which has a label and no annotation. */
    private Namespace left(String name, Map<String, String> labels) {
        return vending.client()
                .resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .withLabels(labels)
                                .addToLabels("nsplease.container.training/thank-you", "")
                                .endMetadata()
                                .build())
                .create();
    }

    /** A ConfigMap of the namespace's name that says it is owned by it. */
    private void request(Namespace namespace) {
        vending.client()
                .resource(
                        new ConfigMapBuilder()
                                .withNewMetadata()
                                .withName(name(namespace))
                                .withNamespace(vending.requests)
                                .withOwnerReferences(
                                        new OwnerReferenceBuilder()
                                                .withApiVersion("v1")
                                                .withKind("Namespace")
                                                .withName(name(namespace))
                                                .withUid(namespace.getMetadata().getUid())
                                                .build())
                                .endMetadata()
                                .build())
                .create();
    }

    /** As the predecessor wrote it on the ConfigMap when the namespace was there. */
    private void own(Namespace namespace) {
        vending.client()
                .configMaps()
                .inNamespace(vending.requests)
                .withName(name(namespace))
                .edit(
                        c -> {
                            c.getMetadata()
                                    .setOwnerReferences(
                                            List.of(
                                                    new OwnerReferenceBuilder()
                                                            .withApiVersion("v1")
                                                            .withKind("Namespace")
                                                            .withName(name(namespace))
                                                            .withUid(
                                                                    namespace
                                                                            .getMetadata()
                                                                            .getUid())
                                                            .build()));
                            return c;
                        });
    }

    private static String name(Namespace namespace) {
        return namespace.getMetadata().getName();
    }
}
