package dev.dragoman.certificates.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.certificates.pki.KeySpec;
import dev.dragoman.certificates.pki.Usage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What fields of a DiscoveryServiceCertificate mean, and which are wrong. */
class CertificateObjectTest {
    private final Map<String, Object> spec =
            new HashMap<>(
                    Map.of(
                            "commonName",
                            "a.example.com",
                            "validFor",
                            3600,
                            "signer",
                            Map.of("selfSigned", Map.of()),
                            "secretRef",
                            Map.of("name", "secret")));

    private CertificateObject object() {
        return new CertificateObject(
                Map.of("metadata", Map.of("name", "it", "namespace", "team"), "spec", spec));
    }

    private String problem(String field, Object value) {
        spec.put(field, value);
        return String.join("; ", object().problems());
    }

    @Test
    void whatNobodySaysIsAsMarin3rHasIt() {
        assertThat(object().problems()).isEmpty();
        var made = object().spec();
        assertThat(made.hosts()).containsExactly("a.example.com");
        assertThat(made.usages()).isEmpty();
        assertThat(made.key()).isEqualTo(KeySpec.RSA_2048);
        assertThat(made.pathLength()).isZero();
        assertThat(object().renewed()).isTrue();
        assertThat(object().ca()).isEmpty();
        spec.put("commonName", "b.example.com");
        assertThat(object().spec().hosts()).as("moves along").containsExactly("b.example.com");
        spec.put("isCA", true);
        assertThat(object().spec().hosts()).as("of a CA").isEmpty();
        assertThat(object().spec().usages()).containsExactly(Usage.CA);
    }

    @Test
    void aSignerWithoutNamespaceIsOfItsOwn() {
        spec.put("signer", Map.of("caSigned", Map.of("caSecretRef", Map.of("name", "ca"))));
        assertThat(object().ca()).contains(new CertificateObject.CaSecret("team", "ca"));
    }

    @Test
    void signersThatCannotBe() {
        var ca = Map.of("caSecretRef", Map.of("name", "ca"));
        assertThat(problem("signer", Map.of("selfSigned", Map.of(), "caSigned", ca)))
                .isEqualTo("signer: has selfSigned and caSigned; write one of them");
        assertThat(problem("signer", Map.of("certManager", Map.of())))
                .contains("signer.certManager: is not supported");
        assertThat(
                        problem(
                                "signer",
                                Map.of(
                                        "caSigned",
                                        Map.of("caSecretRef", Map.of("name", "secret")))))
                .contains("is the Secret of this certificate itself");
        assertThat(problem("signer", Map.of("caSigned", Map.of())))
                .contains("caSecretRef: 'team/' names no Secret");
        assertThat(problem("signer", Map.of())).as("self-signed, as ever").isEmpty();
    }

    @Test
    void namespacesAreAllowedByCasAlone() {
        assertThat(problem("allowedNamespaces", List.of("other")))
                .isEqualTo(
                        "allowedNamespaces: only a CA may have it; remove the field, or set isCA");
        assertThat(problem("isCA", true)).isEmpty();
    }

    @Test
    void otherFields() {
        assertThat(problem("privateKey", Map.of("algorithm", "DSA")))
                .startsWith("privateKey.algorithm: 'DSA' is unknown");
        assertThat(problem("privateKey", Map.of("rotationPolicy", "Sometimes")))
                .isEqualTo("privateKey.rotationPolicy: 'Sometimes' is neither Always nor Never");
        assertThat(problem("privateKey", Map.of("rotationPolicy", "Never"))).isEmpty();
        assertThat(problem("secretRef", Map.of("name", "No/Name")))
                .isEqualTo("secretRef.name: 'No/Name' is no name of a Secret");
    }
}
