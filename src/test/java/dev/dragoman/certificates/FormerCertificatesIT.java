package dev.dragoman.certificates;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.certificates.decision.CertificateNames;
import dev.dragoman.certificates.pki.Certificates;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Certificates that MARIN3R's operator has made, as its field manager wrote them. */
@Full
@ResourceLock("discovery")
class FormerCertificatesIT {
    private static final String FORMER = "manager";

    /** The certificates are valid from 2026-11-01T10:00:00Z, that of the client for two days. */
    private static final Instant SOON = Instant.parse("2026-11-02T00:00:00Z");

    private static final Instant DUE = Instant.parse("2026-11-03T01:00:00Z");

    @TempDir Path directory;

    private CertificateCluster cluster;

    @BeforeEach
    void open() throws IOException {
        cluster = new CertificateCluster();
        made(
                "ca",
                "marin3r-ca-instance",
                94_608_000,
                "isCA: true, server: false",
                "selfSigned: {}");
        var signer =
                "caSigned: { caSecretRef: { name: ca, namespace: %s } }"
                        .formatted(cluster.namespace);
        made("server", "marin3r-server-instance", 7_776_000, "isCA: false, server: true", signer);
        made("client", "envoy-sidecar-client-cert", 172_800, "isCA: false, server: false", signer);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    /** Its controller has written the defaults into the spec. */
    private void made(String name, String commonName, int seconds, String flags, String signer)
            throws IOException {
        var object =
                Serialization.unmarshal(
                        """
                        apiVersion: operator.marin3r.3scale.net/v1alpha1
                        kind: DiscoveryServiceCertificate
                        metadata: { name: %s, namespace: %s }
                        spec: { commonName: %s, hosts: [ %s ], validFor: %d, %s, signer: { %s }, secretRef: { name: %s, namespace: %s }, certificateRenewal: { enabled: true } }
                        """
                                .formatted(
                                        name,
                                        cluster.namespace,
                                        commonName,
                                        commonName,
                                        seconds,
                                        flags,
                                        signer,
                                        name,
                                        cluster.namespace),
                        GenericKubernetesResource.class);
        create(object);
        var _ =
                cluster.kubectl(
                        "patch",
                        "discoveryservicecertificate",
                        name,
                        "--subresource=status",
                        "--type=merge",
                        "--field-manager=" + FORMER,
                        "-p",
                        "{\"status\":{\"ready\":true,\"certificateHash\":\"hash-of-%s\"}}"
                                .formatted(name));
        var made = cluster.object(name).orElseThrow();
        var secret =
                new SecretBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(cluster.namespace)
                        .withOwnerReferences(
                                new OwnerReferenceBuilder()
                                        .withApiVersion(CertificateNames.API_VERSION)
                                        .withKind(CertificateNames.KIND)
                                        .withName(name)
                                        .withUid(made.getMetadata().getUid())
                                        .withController(true)
                                        .withBlockOwnerDeletion(true)
                                        .build())
                        .endMetadata()
                        .withType("kubernetes.io/tls")
                        .withData(
                                Map.of(
                                        "tls.crt", file(name + ".crt"),
                                        "tls.key", file(name + ".key")))
                        .build();
        create(secret);
    }

    private void create(HasMetadata object) throws IOException {
        var file =
                Files.writeString(directory.resolve("object.yaml"), Serialization.asYaml(object));
        var _ = cluster.kubectl("create", "-f", file.toString(), "--field-manager=" + FORMER);
    }

    private static String file(String name) throws IOException {
        try (var in = FormerCertificatesIT.class.getResourceAsStream("/pki/marin3r/" + name)) {
            return Base64.getEncoder().encodeToString(in.readAllBytes());
        }
    }

    /** A clock that shows this time now, and goes on. */
    private static Clock at(Instant time) {
        return Clock.offset(Clock.systemUTC(), Duration.between(Instant.now(), time));
    }

    @Test
    void areKeptUntilTheirOwnRenewalAndAreKnownByWhatTheyWere() throws IOException {
        cluster.start(at(SOON));
        for (var each : List.of("ca", "server", "client")) {
            cluster.reason(each, "Issued");
            await().until(() -> !cluster.trust(each).isEmpty());
            var secret = cluster.secret(each).orElseThrow();
            assertThat(secret.getData())
                    .containsEntry("tls.crt", file(each + ".crt"))
                    .containsEntry("tls.key", file(each + ".key"))
                    .containsEntry("ca.crt", file("ca.crt"));
            assertThat(cluster.status(each))
                    .as("what pods carry as a label")
                    .containsEntry("certificateHash", "hash-of-" + each)
                    .containsEntry("ready", true);
            assertThat(secret.getMetadata().getManagedFields())
                    .filteredOn(entry -> FORMER.equals(entry.getManager()))
                    .allSatisfy(
                            entry ->
                                    assertThat(entry.getFieldsV1().toString())
                                            .doesNotContain("tls.crt"));
            assertThat(cluster.events(each))
                    .doesNotContain("CertificateIssued", "CertificateRenewed");
        }
        cluster.stop();

        cluster.start(at(DUE));
        await().until(() -> cluster.events("client").contains("CertificateRenewed"));
        X509Certificate ca = cluster.certificateOf("ca");
        assertThat(cluster.secret("client").orElseThrow().getData().get("tls.crt"))
                .isNotEqualTo(file("client.crt"));
        assertThat(Certificates.signed(ca, cluster.certificateOf("client"))).isTrue();
        assertThat(cluster.secret("server").orElseThrow().getData())
                .as("its renewal is not due")
                .containsEntry("tls.crt", file("server.crt"));
        cluster.stop();
    }

    /** Nothing of what MARIN3R left out keeps its CA from being replaced without a gap. */
    @Test
    void theirCaIsReplacedInPhases() {
        cluster.start(at(SOON));
        cluster.reason("client", "Issued");
        var former = cluster.certificateOf("ca");
        var _ =
                cluster.kubectl(
                        "annotate", "discoveryservicecertificate", "ca", "dragoman.dev/renew=1");
        await().until(() -> cluster.phase("ca").equals("Overlapping"));
        var now = cluster.certificateOf("ca");
        assertThat(now).isNotEqualTo(former);
        for (var each : List.of("server", "client")) {
            assertThat(Certificates.signed(now, cluster.certificateOf(each))).isTrue();
            assertThat(cluster.trust(each)).containsExactly(former, now);
        }
        await().untilAsserted(
                        () ->
                                assertThat(cluster.events("ca"))
                                        .containsSubsequence("RotationStarted", "CaReplaced"));
    }
}
