package dev.dragoman.azure.identity;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.dragoman.certificates.pki.CertificateSpec;
import dev.dragoman.certificates.pki.Issuance;
import dev.dragoman.certificates.pki.Issued;
import dev.dragoman.certificates.pki.KeySpec;
import dev.dragoman.certificates.pki.PemFiles;
import dev.dragoman.certificates.pki.Usage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Certificates of applications, in the forms that people have them in. */
public final class ClientCertificates {
    private static final SecureRandom RANDOM = new SecureRandom();

    private ClientCertificates() {}

    /** One with a new key of this kind. */
    public static Issued issue(KeySpec key) {
        return Issuance.selfSigned(
                        new CertificateSpec(
                                "app",
                                List.of("app"),
                                Set.of(Usage.CLIENT),
                                0,
                                Duration.ofDays(1),
                                key))
                .issue(Instant.now(), RANDOM)
                .toOptional()
                .orElseThrow();
    }

    /** The certificate as PEM. */
    public static String certificate(Issued issued) {
        return new String(PemFiles.write(issued.chain()), US_ASCII);
    }

    /** Its key as PEM. */
    public static String key(Issued issued) {
        return new String(PemFiles.write(issued.key()), US_ASCII);
    }

    /** Both in a store. */
    public static byte[] pkcs12(Issued issued, String password) {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry(
                    "app",
                    issued.key(),
                    password.toCharArray(),
                    issued.chain().toArray(Certificate[]::new));
            var out = new ByteArrayOutputStream();
            store.store(out, password.toCharArray());
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
