package dev.dragoman.certificates;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.certificates.KubeletPlayed.Volume;
import dev.dragoman.certificates.pki.CertificateSpec;
import dev.dragoman.certificates.pki.Issuance;
import dev.dragoman.certificates.pki.Issued;
import dev.dragoman.certificates.pki.KeySpec;
import dev.dragoman.certificates.pki.PemFiles;
import dev.dragoman.certificates.pki.Result;
import dev.dragoman.certificates.pki.Signer;
import dev.dragoman.certificates.pki.Specs;
import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What the load of xDS notices when certificates change: nothing with an overlap, and that it would
 * notice. The test changes the Secrets by hand; there is no operator.
 */
@Full
class XdsLoadIT {
    private static final String HOST = "xds.example.com";
    private static final Duration LIFE = Duration.ofHours(1);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final KubernetesClient client = SharedControlPlane.shared().client();
    private String namespace;
    private KubeletPlayed kubelet;

    @BeforeEach
    void volumes() {
        var made =
                client.resource(
                                new NamespaceBuilder()
                                        .withNewMetadata()
                                        .withGenerateName("xds-load-")
                                        .endMetadata()
                                        .build())
                        .create();
        namespace = made.getMetadata().getName();
        kubelet =
                new KubeletPlayed(
                        client,
                        namespace,
                        Map.of(
                                "server", Volume.of("server", "tls.crt", "tls.key"),
                                "ca", Volume.of("ca", "tls.crt"),
                                "client", Volume.of("client", "tls.crt", "tls.key", "ca.crt")));
    }

    @AfterEach
    void end() {
        kubelet.close();
        client.namespaces().withName(namespace).delete();
    }

    /** A CA and what it has issued, of both ends. */
    private record Pki(Issued ca, Issued server, Issued client) {
        static Pki make(String name, KeySpec key) {
            var ca = issue(Issuance.selfSigned(Specs.ca(name, LIFE).with(key)));
            var signer = value(Signer.read(ca.secret()));
            var server = Specs.server("server", List.of(HOST), LIFE).with(key);
            var client = CertificateSpec.client("client", LIFE).with(key);
            return new Pki(
                    ca, issue(Issuance.by(signer, server)), issue(Issuance.by(signer, client)));
        }

        String fingerprint() throws CertificateEncodingException {
            return XdsLoad.digest(ca.certificate().getEncoded());
        }

        byte[] trust() {
            return PemFiles.write(List.of(ca.certificate()));
        }

        static byte[] chain(Issued issued) {
            return issued.secret().get(TlsSecret.CERTIFICATE).orElseThrow();
        }

        private static Issued issue(Issuance issuance) {
            return value(issuance.issue(Instant.now(), RANDOM));
        }
    }

    @Test
    void nothingFailsWhileNothingChanges() throws Exception {
        var pki = Pki.make("ca", KeySpec.RSA_2048);
        write(pki, pki.trust());
        try (var load = start()) {
            await().until(() -> load.clients().connections() >= 500);
            assertThat(load.endClients()).isZero();
            var last = load.clients();
            assertThat(last.failures()).isZero();
            assertThat(last.texts()).isEmpty();
            assertThat(last.issuers()).isEqualTo(Map.of(pki.fingerprint(), last.connections()));
            assertThat(load.server().failures()).isZero();
        }
    }

    /** Or it would be no news that nothing fails. */
    @Test
    void switchWithoutAnOverlapIsNoticed() throws Exception {
        var former = Pki.make("former", KeySpec.ECDSA_P256);
        var next = Pki.make("next", KeySpec.ECDSA_P256);
        write(former, former.trust());
        try (var load = start()) {
            assertThat(load.further(100).failures()).isZero();
            kubelet.delay("client", Duration.ofSeconds(2));
            write(next, next.trust());
            await().until(() -> load.clients().of(next.fingerprint()) > 100);
            assertThat(load.endClients()).isOne();
            var last = load.clients();
            assertThat(last.of(former.fingerprint())).isPositive();
            assertThat(last.failures())
                    .isPositive()
                    .isEqualTo(
                            last.connections()
                                    - last.of(former.fingerprint())
                                    - last.of(next.fingerprint()));
            assertThat(last.texts())
                    .as("what the clients say")
                    .anyMatch(each -> each.text().contains("unknown authority"));
            assertThat(load.server().texts())
                    .as("what the clients have told the server")
                    .anyMatch(each -> each.text().contains("bad certificate"));
        }
    }

    /** The server's part: it must not take clients of a CA that it does not trust. */
    @Test
    void serverRefusesClientsOfAnotherCa() throws Exception {
        var trusted = Pki.make("trusted", KeySpec.ECDSA_P256);
        var other = Pki.make("other", KeySpec.ECDSA_P256);
        write("server", trusted.server().secret().data());
        write("ca", Map.of("tls.crt", trusted.trust()));
        write("client", withTrust(other.client(), trusted.trust()));
        try (var load = start()) {
            var counts = load.further(50);
            assertThat(counts.failures()).isEqualTo(counts.connections());
            assertThat(counts.issuers()).isEmpty();
            assertThat(load.server().texts())
                    .anyMatch(each -> each.text().contains("unknown authority"));
            write("client", withTrust(trusted.client(), trusted.trust()));
            await().until(() -> load.clients().of(trusted.fingerprint()) > 50);
            assertThat(load.endClients()).isOne();
        }
    }

    /** A key that is another one's: each handshake fails, and the next good pair is taken. */
    @Test
    void serverWithTheWrongKeyFailsUntilItHasTheRightOne() throws Exception {
        var pki = Pki.make("ca", KeySpec.ECDSA_P256);
        write(pki, pki.trust());
        try (var load = start()) {
            assertThat(load.further(50).failures()).isZero();
            write("server", pki.server().secret().with(TlsSecret.KEY, key(pki.client())).data());
            await().until(() -> load.clients().failures() > 20);
            assertThat(load.server().texts())
                    .anyMatch(each -> each.text().contains("private key does not match"));
            write("server", pki.server().secret().data());
            int before = load.clients().of(pki.fingerprint());
            await().until(() -> load.clients().of(pki.fingerprint()) > before + 50);
        }
    }

    @Test
    void rotationWithAnOverlapIsNotNoticed() throws Exception {
        var former = Pki.make("former", KeySpec.RSA_2048);
        var next = Pki.make("next", KeySpec.ECDSA_P256);
        var both = PemFiles.write(List.of(former.ca().certificate(), next.ca().certificate()));
        write(former, former.trust());
        try (var load = start()) {
            assertThat(load.further(100).failures()).isZero();
            kubelet.delay("server", Duration.ofMillis(300));
            kubelet.delay("ca", Duration.ofMillis(900));
            kubelet.delay("client", Duration.ofMillis(1700));

            write("ca", Map.of("tls.crt", both));
            write("client", withTrust(former.client(), both));
            load.awaitTrusts(both, both);
            assertThat(load.clients().of(next.fingerprint())).isZero();

            write("server", next.server().secret().data());
            write("client", withTrust(next.client(), both));
            load.awaitCertificates(Pki.chain(next.server()), Pki.chain(next.client()));

            write(next, next.trust());
            load.awaitTrusts(next.trust(), next.trust());

            int begun = load.clients().of(former.fingerprint());
            assertThat(load.further(200).of(former.fingerprint())).isEqualTo(begun);
            assertThat(load.endClients()).as(load.clients().texts().toString()).isZero();
            var last = load.clients();
            assertThat(last.failures()).isZero();
            assertThat(last.issuers()).containsOnlyKeys(former.fingerprint(), next.fingerprint());
            assertThat(load.server().failures()).isZero();
        }
        assertThat(kubelet.problems()).isEmpty();
    }

    /** What the kubelet does with files that cannot be written. */
    @Test
    void filesStayWhereTheSecretIsDeletedOrLacksAKey() {
        var pki = Pki.make("ca", KeySpec.ECDSA_P256);
        var next = Pki.make("next", KeySpec.ECDSA_P256);
        write(pki, pki.trust());
        await().until(kubelet::complete);
        write("server", pki.server().secret().without(TlsSecret.KEY).data());
        await().until(() -> kubelet.problems().size() == 1);
        client.secrets().inNamespace(namespace).withName("server").delete();
        client.secrets().inNamespace(namespace).withName("ca").delete();
        write("client", withTrust(next.client(), next.trust()));
        await().until(() -> kubelet.revisions("client") == 2);
        assertThat(kubelet.file("server", "tls.crt")).contains(Pki.chain(pki.server()));
        assertThat(kubelet.file("ca", "tls.crt")).contains(pki.trust());
        assertThat(kubelet.file("client", "tls.crt")).contains(Pki.chain(next.client()));
        write("ca", Map.of("tls.crt", next.trust()));
        await().until(() -> kubelet.revisions("ca") == 2);
        assertThat(kubelet.file("ca", "tls.crt")).contains(next.trust());
    }

    private XdsLoad start() {
        await().until(kubelet::complete);
        return XdsLoad.start(kubelet.root(), HOST);
    }

    /** All of one CA. */
    private void write(Pki pki, byte[] trust) {
        write("server", pki.server().secret().data());
        write("ca", Map.of("tls.crt", trust));
        write("client", withTrust(pki.client(), trust));
    }

    private static Map<String, byte[]> withTrust(Issued issued, byte[] trust) {
        return issued.secret().with(TlsSecret.TRUST, trust).data();
    }

    private static byte[] key(Issued issued) {
        return issued.secret().get(TlsSecret.KEY).orElseThrow();
    }

    private void write(String name, Map<String, byte[]> data) {
        var secret =
                new SecretBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(namespace)
                        .endMetadata()
                        .withData(
                                data.entrySet().stream()
                                        .collect(
                                                Collectors.toMap(
                                                        Map.Entry::getKey,
                                                        each ->
                                                                Base64.getEncoder()
                                                                        .encodeToString(
                                                                                each.getValue()))))
                        .build();
        var _ = client.resource(secret).createOr(existing -> existing.update());
    }

    private static <T> T value(Result<T> result) {
        return result.toOptional().orElseThrow(() -> new AssertionError(result.problem()));
    }
}
