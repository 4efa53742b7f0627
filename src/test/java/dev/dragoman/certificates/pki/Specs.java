package dev.dragoman.certificates.pki;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Specs of certificates with the default key. */
public final class Specs {
    private Specs() {}

    /** The certificate of a server. */
    public static CertificateSpec server(String commonName, List<String> hosts, Duration validFor) {
        return new CertificateSpec(
                commonName, hosts, Set.of(Usage.SERVER), 0, validFor, KeySpec.RSA_2048);
    }

    /** The certificate of a CA that signs leaves only. */
    public static CertificateSpec ca(String commonName, Duration validFor) {
        return new CertificateSpec(
                commonName, List.of(), Set.of(Usage.CA), 0, validFor, KeySpec.RSA_2048);
    }
}
