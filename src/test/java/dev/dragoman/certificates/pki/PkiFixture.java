package dev.dragoman.certificates.pki;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What tests of certificates begin with. CAs are made once for each kind of key. */
final class PkiFixture {
    static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");
    static final SecureRandom RANDOM = new SecureRandom();
    static final Duration YEARS = Duration.ofDays(1095);
    static final Duration DAYS = Duration.ofDays(90);

    private static final Map<KeySpec, Issued> ROOTS = new ConcurrentHashMap<>();

    private PkiFixture() {}

    /** A CA that has signed itself at {@link #NOW}, for three years. */
    static Issued root(KeySpec key) {
        return ROOTS.computeIfAbsent(
                key, each -> issue(Issuance.selfSigned(ca("root " + each.text()).with(each))));
    }

    static Signer signer(KeySpec key) {
        return signer(root(key));
    }

    static Signer signer(Issued ca) {
        return value(Signer.read(ca.secret()));
    }

    static CertificateSpec ca(String name) {
        return Specs.ca(name, YEARS);
    }

    /** Of a server with a key that is made quickly. */
    static CertificateSpec server() {
        return Specs.server("server", List.of("server.example.com"), DAYS).with(KeySpec.ECDSA_P256);
    }

    static CertificateSpec client() {
        return CertificateSpec.client("client", DAYS).with(KeySpec.ECDSA_P256);
    }

    static CertificateSpec with(CertificateSpec spec, Usage... usages) {
        return new CertificateSpec(
                spec.commonName(),
                spec.hosts(),
                Set.of(usages),
                spec.pathLength(),
                spec.validFor(),
                spec.key());
    }

    static CertificateSpec with(CertificateSpec spec, Duration validFor) {
        return new CertificateSpec(
                spec.commonName(),
                spec.hosts(),
                spec.usages(),
                spec.pathLength(),
                validFor,
                spec.key());
    }

    static CertificateSpec named(CertificateSpec spec, String commonName) {
        return new CertificateSpec(
                commonName,
                spec.hosts(),
                spec.usages(),
                spec.pathLength(),
                spec.validFor(),
                spec.key());
    }

    static CertificateSpec withPathLength(CertificateSpec spec, int pathLength) {
        return new CertificateSpec(
                spec.commonName(),
                spec.hosts(),
                spec.usages(),
                pathLength,
                spec.validFor(),
                spec.key());
    }

    static Issued issue(Issuance issuance) {
        return issue(issuance, NOW);
    }

    static Issued issue(Issuance issuance, Instant now) {
        return value(issuance.issue(now, RANDOM));
    }

    static X509Certificate leaf(Issued ca, CertificateSpec spec, Instant now) {
        return issue(Issuance.by(signer(ca), spec), now).certificate();
    }

    static <T> T value(Result<T> result) {
        return result.toOptional().orElseThrow(() -> new AssertionError(result.problem()));
    }

    /** A Secret that MARIN3R has made (src/test/resources/pki). */
    static TlsSecret marin3r(String name) {
        return new TlsSecret(
                Map.of(
                        TlsSecret.CERTIFICATE, resource(name + ".crt"),
                        TlsSecret.KEY, resource(name + ".key")));
    }

    static byte[] resource(String name) {
        try (var in = PkiFixture.class.getResourceAsStream("/pki/marin3r/" + name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
