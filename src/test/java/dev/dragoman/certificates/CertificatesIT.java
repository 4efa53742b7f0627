package dev.dragoman.certificates;

import static dev.dragoman.Patience.await;
import static dev.dragoman.certificates.CertificateCluster.ca;
import static dev.dragoman.certificates.CertificateCluster.certificate;
import static dev.dragoman.certificates.CertificateCluster.leaf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.certificates.pki.CertificateHash;
import dev.dragoman.certificates.pki.Certificates;
import dev.dragoman.certificates.pki.Issuance;
import dev.dragoman.certificates.pki.KeySpec;
import dev.dragoman.certificates.pki.Specs;
import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.road.ManagementProbe;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** DiscoveryServiceCertificates on the real API server. */
@Landing
@ResourceLock("discovery")
class CertificatesIT {
    private static final int DAY = 86_400;

    /** In Base64, as Secrets hold it. */
    private static final String GARBAGE = "Z2FyYmFnZQ==";

    private CertificateCluster cluster;

    @BeforeEach
    void open() {
        cluster = new CertificateCluster();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void aCertificateCostsTwoWritesAndAnotherLookNone() {
        cluster.start();
        var mark = cluster.plane.audit().mark();
        cluster.apply(ca("ca", 10 * DAY));
        cluster.reason("ca", "Issued");
        await().until(() -> cluster.writes(mark).contains("create events"));
        assertThat(cluster.writes(mark))
                .containsExactly(
                        "patch secrets", "patch discoveryservicecertificates", "create events");

        cluster.apply(
                leaf("server", "ca", DAY, "server: true", "hosts: [ a.example.com, 192.0.2.7 ]"));
        cluster.reason("server", "Issued");
        var chain = cluster.chain("server");
        var ca = cluster.certificateOf("ca");
        assertThat(chain).hasSize(1);
        assertThat(Certificates.signed(ca, chain.getFirst())).isTrue();
        assertThat(cluster.trust("server")).containsExactly(ca);
        assertThat(cluster.status("server"))
                .containsEntry("ready", true)
                .containsEntry(
                        "certificateHash",
                        CertificateHash.of(
                                cluster.content("server").get(TlsSecret.CERTIFICATE).orElseThrow()))
                .containsEntry("notAfter", chain.getFirst().getNotAfter().toInstant().toString());
        var secret = cluster.secret("server").orElseThrow();
        assertThat(secret.getType()).isEqualTo("kubernetes.io/tls");
        assertThat(secret.getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(
                        each -> {
                            assertThat(each.getKind()).isEqualTo("DiscoveryServiceCertificate");
                            assertThat(each.getController()).isTrue();
                        });

        cluster.stop();
        var later = cluster.plane.audit().mark();
        cluster.start();
        cluster.apply(leaf("client", "ca", DAY, "client: true"));
        cluster.reason("client", "Issued");
        await().until(() -> cluster.writes(later).contains("create events"));
        assertThat(cluster.writes(later)).as("of the last one alone").hasSize(3);
    }

    @Test
    void whatIsDamagedIsIssuedAnew() {
        cluster.start();
        cluster.apply(ca("ca", 10 * DAY));
        cluster.apply(leaf("leaf", "ca", DAY));
        cluster.reason("leaf", "Issued");
        healed(
                () ->
                        cluster.client()
                                .secrets()
                                .inNamespace(cluster.namespace)
                                .withName("leaf")
                                .delete());
        healed(() -> damage("tls.crt", ""));
        healed(() -> damage("tls.crt", GARBAGE));
        healed(() -> damage("tls.key", GARBAGE));
        healed(
                () -> {
                    var other = cluster.secret("ca").orElseThrow().getData();
                    damage("tls.crt", other.get("tls.crt"));
                });
        healed(
                () -> {
                    var other = cluster.secret("ca").orElseThrow().getData();
                    damage("tls.key", other.get("tls.key"));
                });
        var before = cluster.certificateOf("leaf");
        damage("ca.crt", "");
        await().until(() -> !cluster.trust("leaf").isEmpty());
        assertThat(cluster.certificateOf("leaf")).as("it was good").isEqualTo(before);
    }

    private void healed(Runnable damage) {
        var before = cluster.certificateOf("leaf");
        damage.run();
        await().untilAsserted(
                        () -> {
                            var chain = cluster.chain("leaf");
                            assertThat(chain).isNotEmpty();
                            assertThat(chain.getFirst()).isNotEqualTo(before);
                            assertThat(
                                            Certificates.signed(
                                                    cluster.certificateOf("ca"), chain.getFirst()))
                                    .isTrue();
                            assertThat(cluster.status("leaf"))
                                    .containsEntry("ready", true)
                                    .containsEntry(
                                            "certificateHash",
                                            CertificateHash.of(
                                                    cluster.content("leaf")
                                                            .get(TlsSecret.CERTIFICATE)
                                                            .orElseThrow()));
                        });
    }

    private void damage(String key, String value) {
        var _ =
                cluster.kubectl(
                        "patch",
                        "secret",
                        "leaf",
                        "--type=merge",
                        "-p",
                        "{\"data\":{\"%s\":\"%s\"}}".formatted(key, value));
    }

    @Test
    void anEditIssuesAnewAndAnotherOperatorsSecretIsLeftAlone() {
        cluster.start();
        cluster.apply(ca("ca", 10 * DAY));
        cluster.apply(leaf("leaf", "ca", DAY));
        cluster.reason("leaf", "Issued");
        for (var edit :
                List.of(
                        leaf("leaf", "ca", 2 * DAY),
                        leaf("leaf", "ca", 2 * DAY, "hosts: [ b.example.com ]"),
                        leaf("leaf", "ca", 2 * DAY, "hosts: [ b.example.com ]", "server: true"))) {
            var before = cluster.certificateOf("leaf");
            cluster.apply(edit);
            await().until(() -> !cluster.certificateOf("leaf").equals(before));
            cluster.reason("leaf", "Issued");
        }

        var foreign =
                new SecretBuilder()
                        .withNewMetadata()
                        .withName("theirs")
                        .endMetadata()
                        .withType("kubernetes.io/tls")
                        .withData(Map.of("tls.crt", "", "tls.key", ""))
                        .build();
        cluster.client().secrets().inNamespace(cluster.namespace).resource(foreign).create();
        cluster.apply(leaf("theirs", "ca", DAY));
        assertThat(cluster.reason("theirs", "SecretConflict").get("message"))
                .asString()
                .contains("Secret theirs", "dragoman.dev/adopt-by=theirs");
        assertThat(cluster.chain("theirs")).isEmpty();
        await().until(() -> cluster.events("theirs").contains("SecretConflict"));
        var _ = cluster.kubectl("annotate", "secret", "theirs", "dragoman.dev/adopt-by=theirs");
        cluster.reason("theirs", "Issued");
        assertThat(cluster.chain("theirs")).isNotEmpty();
    }

    @Test
    void aCaOfAnotherNamespaceSignsOnlyWhereItsSecretAllowsIt() {
        cluster.start();
        var other = cluster.namespace + "-other";
        cluster.namespace(other);
        cluster.apply(ca("ca", 10 * DAY));
        var leaf =
                leaf("leaf", "ca", DAY)
                        .replace(
                                "{ name: ca }",
                                "{ name: ca, namespace: %s }".formatted(cluster.namespace));
        cluster.apply(other, leaf);
        assertThat(cluster.reason(other, "leaf", "CaNotAllowed").get("message"))
                .asString()
                .contains(cluster.namespace + "/ca", "dragoman.dev/allow-namespaces");
        cluster.reason("ca", "Issued");
        var _ =
                cluster.kubectl(
                        "annotate", "secret", "ca", "dragoman.dev/allow-namespaces=x," + other);
        // servers may use it too
        await().until(
                        () ->
                                String.valueOf(
                                                cluster.reason(other, "leaf", "CaNotAllowed")
                                                        .get("message"))
                                        .contains("adds %s:leaf to".formatted(other)));
        var _ =
                cluster.kubectl(
                        "annotate",
                        "--overwrite",
                        "secret",
                        "ca",
                        "dragoman.dev/allow-namespaces=x,%s:leaf".formatted(other));
        cluster.reason(other, "leaf", "Issued");
        cluster.apply(ca("second", 10 * DAY, "allowedNamespaces: [ '%s:all' ]".formatted(other)));
        cluster.reason("second", "Issued");
        cluster.apply(other, leaf.replace("name: ca,", "name: second,"));
        cluster.reason(other, "leaf", "Issued");
    }

    /** A name is all that it takes to ask for a certificate of a CA. */
    @Test
    void whoeverNamesACaWithoutItsConsentHoldsUpNothing() {
        cluster.environment.put("DRAGOMAN_CERTIFICATES_PROPAGATION", "1s");
        cluster.start();
        var other = cluster.namespace + "-hostile";
        cluster.namespace(other);
        cluster.apply(ca("ca", 10 * DAY));
        cluster.apply(leaf("leaf", "ca", 60));
        cluster.reason("leaf", "Issued");
        cluster.apply(
                other,
                certificate(
                        "hostile",
                        "commonName: hostile",
                        "validFor: 3155760000",
                        "signer: { selfSigned: {} }",
                        "privateKey: { algorithm: ECDSA }"));
        cluster.reason(other, "hostile", "Issued");
        var _ =
                cluster.install.kubectl(
                        List.of(
                                "patch",
                                "discoveryservicecertificate",
                                "hostile",
                                "-n",
                                other,
                                "--type=merge",
                                "-p",
                                "{\"spec\":{\"signer\":{\"selfSigned\":null,\"caSigned\":{\"caSecretRef\":{\"name\":\"ca\",\"namespace\":\"%s\"}}}}}"
                                        .formatted(cluster.namespace)));
        cluster.reason(other, "hostile", "CaNotAllowed");
        var _ =
                cluster.kubectl(
                        "annotate", "discoveryservicecertificate", "ca", "dragoman.dev/renew=1");
        await().until(() -> cluster.phase("ca").equals("Overlapping"));
        assertThat(Instant.parse(rotation("ca", "until")))
                .as("until the last certificate of its own ends")
                .isBefore(Instant.now().plusSeconds(120));
    }

    private String rotation(String name, String field) {
        return cluster.status(name).get("rotation") instanceof Map<?, ?> rotation
                ? String.valueOf(rotation.get(field))
                : "";
    }

    @Test
    void whereTheOperatorMayNotUseSecretsItSaysSoAndGoesOnWhenItMay() {
        var other = cluster.namespace + "-closed";
        cluster.namespace(other);
        var binding =
                cluster.client()
                        .rbac()
                        .roleBindings()
                        .inNamespace(other)
                        .withName("dragoman-secrets");
        List<StatusDetails> _ = binding.delete();
        cluster.start();
        cluster.apply(other, ca("ca", 10 * DAY));
        assertThat(cluster.reason(other, "ca", "Forbidden").get("message"))
                .asString()
                .contains("secrets");
        cluster.install.grantSecrets(other);
        cluster.reason(other, "ca", "Issued");
    }

    @Test
    void whatCannotBeIssuedIsNamedAndNothingElseSuffers() {
        cluster.start();
        cluster.apply(ca("ca", 10 * DAY));
        cluster.apply(leaf("orphan", "nowhere", DAY));
        cluster.apply(leaf("negative", "ca", -1));
        cluster.apply(leaf("huge", "ca", Integer.MAX_VALUE, "hosts: [ 'bad host' ]"));
        cluster.apply(
                certificate(
                        "odd", "commonName: odd", "validFor: 60", "signer: { certManager: {} }"));
        cluster.apply(leaf("good", "ca", DAY));
        assertThat(cluster.reason("orphan", "CaMissing").get("message"))
                .asString()
                .contains("nowhere");
        assertThat(cluster.reason("negative", "InvalidSpec").get("message"))
                .asString()
                .contains("validFor");
        assertThat(cluster.reason("huge", "InvalidSpec").get("message"))
                .asString()
                .contains("hosts[0]");
        assertThat(cluster.reason("odd", "InvalidSpec").get("message"))
                .asString()
                .contains("certManager");
        cluster.reason("good", "Issued");
        await().untilAsserted(
                        () -> {
                            assertThat(cluster.events("orphan")).contains("CaMissing");
                            assertThat(cluster.events("negative")).containsOnly("InvalidSpec");
                        });
        var mark = cluster.plane.audit().mark();
        cluster.apply(ca("nowhere", 10 * DAY));
        cluster.reason("orphan", "Issued");
        assertThat(cluster.writes(mark))
                .filteredOn(each -> each.endsWith("secrets"))
                .as("the CA's and its certificate's")
                .hasSize(2);
    }

    @Test
    void whoseRenewalIsOffIsLeftAndSaysSo() {
        cluster.start();
        cluster.apply(ca("ca", 10 * DAY));
        cluster.apply(
                leaf("leaf", "ca", DAY, "certificateRenewalNotification: { enabled: false }"));
        cluster.reason("leaf", "Issued");
        later(Duration.ofHours(23));
        await().untilAsserted(
                        () ->
                                assertThat(cluster.condition("leaf", "CertificateNeedsRenewal"))
                                        .containsEntry("status", "True")
                                        .containsEntry("reason", "CertificateAboutToExpire"));
        assertThat(cluster.status("leaf")).as("before it ends").containsEntry("ready", true);
        later(Duration.ofHours(25));
        cluster.reason("leaf", "Expired");
        assertThat(cluster.status("leaf")).containsEntry("ready", false);
        var before = cluster.certificateOf("leaf");
        cluster.apply(leaf("leaf", "ca", 10));
        await().until(() -> !cluster.certificateOf("leaf").equals(before));
    }

    /** The next operator's clock is ahead. */
    private void later(Duration ahead) {
        cluster.stop();
        cluster.start(Clock.offset(Clock.systemUTC(), ahead));
    }

    /** As an administrator makes one with another program. */
    @Test
    void aCaThatSomebodyElseMadeSignsAndItsReplacementIsFollowed() {
        cluster.start();
        handMade();
        cluster.apply(leaf("leaf", "hand-made", DAY, "server: true", "hosts: [ a.example.com ]"));
        cluster.reason("leaf", "Issued");
        var first = cluster.certificateOf("leaf");
        assertThat(Certificates.signed(cluster.certificateOf("hand-made"), first)).isTrue();
        assertThat(cluster.trust("leaf")).containsExactly(cluster.certificateOf("hand-made"));
        handMade();
        await().until(() -> !cluster.certificateOf("leaf").equals(first));
        cluster.reason("leaf", "Issued");
        var second = cluster.certificateOf("leaf");
        assertThat(Certificates.signed(cluster.certificateOf("hand-made"), second)).isTrue();
        var _ =
                cluster.kubectl(
                        "patch",
                        "secret",
                        "hand-made",
                        "--type=merge",
                        "-p",
                        "{\"data\":{\"tls.crt\":\"%s\"}}".formatted(GARBAGE));
        assertThat(cluster.reason("leaf", "CaUnusable").get("message"))
                .asString()
                .contains("hand-made", "tls.crt");
        await().until(() -> cluster.events("leaf").contains("CaUnusable"));
        assertThat(cluster.status("leaf")).containsEntry("ready", true);
        assertThat(cluster.certificateOf("leaf")).isEqualTo(second);
    }

    private void handMade() {
        var issued =
                Issuance.selfSigned(
                                Specs.ca("hand made", Duration.ofDays(30)).with(KeySpec.ECDSA_P256))
                        .issue(Instant.now(), new SecureRandom())
                        .toOptional()
                        .orElseThrow()
                        .secret();
        var data = new HashMap<String, String>();
        for (var each : List.of(TlsSecret.CERTIFICATE, TlsSecret.KEY)) {
            data.put(each, Base64.getEncoder().encodeToString(issued.get(each).orElseThrow()));
        }
        var _ =
                cluster.client()
                        .secrets()
                        .inNamespace(cluster.namespace)
                        .resource(
                                new SecretBuilder()
                                        .withNewMetadata()
                                        .withName("hand-made")
                                        .endMetadata()
                                        .withType("Opaque")
                                        .withData(data)
                                        .build())
                        .createOr(each -> each.update());
    }

    /** What users of MARIN3R look at. */
    @Test
    void theListShowsWhatIsUsable() {
        cluster.start();
        cluster.apply(
                certificate(
                        "test",
                        "commonName: test",
                        "validFor: 3600",
                        "signer: { selfSigned: {} }"));
        cluster.reason("test", "Issued");
        var begin = String.valueOf(cluster.status("test").get("notBefore"));
        assertThat(begin)
                .isEqualTo(cluster.certificateOf("test").getNotBefore().toInstant().toString());
        assertThat(cluster.kubectl("get", "dsc"))
                .containsSubsequence(
                        "NAME", "READY", "REASON", "NOT BEFORE", "NOT AFTER", "ROTATION")
                .containsSubsequence("test", "true", "Issued", begin);
        assertThat(cluster.certificateOf("test").getPublicKey().getAlgorithm()).isEqualTo("RSA");
    }

    /** What the process says of itself, at any time of a certificate's life. */
    @Test
    void noKeyIsSaidAnywhere() throws Exception {
        int port = ManagementProbe.freePort();
        cluster.environment.put("DRAGOMAN_MANAGEMENT_PORT", Integer.toString(port));
        var log = Files.createTempFile("dragoman", ".log");
        var process = cluster.process(log);
        try {
            cluster.apply(ca("ca", 10 * DAY));
            cluster.apply(leaf("leaf", "ca", DAY));
            cluster.reason("leaf", "Issued");
            // a key that is nearly one, and one in the place of the certificate
            var key = cluster.secret("leaf").orElseThrow().getData().get("tls.key");
            healed(() -> damage("tls.key", key.substring(0, key.length() - 8)));
            healed(() -> damage("tls.crt", key));
            var _ =
                    cluster.kubectl(
                            "annotate",
                            "discoveryservicecertificate",
                            "ca",
                            "dragoman.dev/renew=1");
            await().until(() -> cluster.phase("ca").equals("Overlapping"));
            assertThat(cluster.keys.known()).as("of two leaves and two CAs").isGreaterThan(4);
            var metrics = new ManagementProbe(port).get("/observe/metrics");
            assertThat(metrics).contains("dragoman_");
            assertThat(cluster.keys.in(metrics)).isFalse();
        } finally {
            process.destroyForcibly().onExit().join();
        }
        var said = Files.readString(log);
        assertThat(said).contains("Issued");
        assertThat(cluster.keys.in(said)).isFalse();
        assertThat(cluster.keys.in(key(cluster))).as("the search finds what is there").isTrue();
    }

    private static String key(CertificateCluster cluster) {
        return Serialization.asJson(cluster.secret("leaf").orElseThrow());
    }
}
