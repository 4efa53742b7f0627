package dev.dragoman.certificates.pki;

import dev.dragoman.keys.RsaBounds;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Reads and writes keys and certificates as PEM. Reading never throws, and problems do not reveal
 * the content of a key.
 */
public final class PemFiles {
    /** Maximum size of a private key's text, in bytes. */
    public static final int LARGEST_KEY = 64 * 1024;

    /** Maximum size of a text of certificates, in bytes. */
    public static final int LARGEST_BUNDLE = 256 * 1024;

    /** Maximum number of certificates in a text. */
    public static final int MOST_CERTIFICATES = 64;

    private static final int MOST_BLOCKS_WITH_KEY = 16;
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String PRIVATE_KEY = "PRIVATE KEY";
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    private PemFiles() {}

    /** The key as PKCS#8, without a password. */
    public static byte[] write(PrivateKey key) {
        return Pem.write(PRIVATE_KEY, key.getEncoded()).getBytes(StandardCharsets.US_ASCII);
    }

    /** The certificates, in their order. */
    public static byte[] write(Collection<X509Certificate> certificates) {
        var text = new StringBuilder();
        for (var each : certificates) {
            text.append(Pem.write(CERTIFICATE, der(each)));
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] der(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException impossible) {
            throw new IllegalStateException("a certificate cannot be encoded", impossible);
        }
    }

    /**
     * Reads the only private key in a text: PKCS#8, PKCS#1 (RSA) or SEC1 (EC), without a password.
     * Other blocks are ignored, such as certificates and parameters of a curve.
     */
    public static Result<PrivateKey> privateKey(byte[] pem) {
        return Pem.scan(pem, LARGEST_KEY, MOST_BLOCKS_WITH_KEY)
                .blocks()
                .then(PemFiles::onlyKey)
                .then(PemFiles::key);
    }

    private static Result<Pem.Block> onlyKey(List<Pem.Block> blocks) {
        var keys = blocks.stream().filter(each -> each.type().endsWith(PRIVATE_KEY)).toList();
        return keys.size() == 1
                ? Result.ok(keys.getFirst())
                : Result.refused("has %d private keys; one is needed".formatted(keys.size()));
    }

    private static Result<PrivateKey> key(Pem.Block block) {
        try {
            return switch (block.type()) {
                case PRIVATE_KEY -> pkcs8(block.der());
                case "RSA PRIVATE KEY" -> pkcs8(X509Encoding.fromPkcs1(block.der()));
                case "EC PRIVATE KEY" -> pkcs8(X509Encoding.fromSec1(block.der()));
                case "ENCRYPTED PRIVATE KEY" ->
                        Result.refused("is encrypted; write the key without a password");
                default ->
                        Result.refused(
                                "has a '%s'; write an RSA, EC or Ed25519 key"
                                        .formatted(block.type()));
            };
        } catch (RuntimeException broken) {
            // parsers may throw anything for bad bytes, and their messages may quote the key
            return unusable();
        }
    }

    private static Result<PrivateKey> pkcs8(byte[] der) {
        for (var algorithm : ALGORITHMS) {
            try {
                var spec = new PKCS8EncodedKeySpec(der);
                var key = KeyFactory.getInstance(algorithm).generatePrivate(spec);
                return key instanceof RSAKey rsa ? bounded(key, rsa) : Result.ok(key);
            } catch (GeneralSecurityException other) {
                // the bytes are a key of another algorithm, or no key
            }
        }
        return unusable();
    }

    private static Result<PrivateKey> bounded(PrivateKey key, RSAKey rsa) {
        if (RsaBounds.tooLarge(rsa)) {
            return Result.refused(
                    "is an RSA key of more than %d bits".formatted(RsaBounds.LARGEST));
        }
        return rsa instanceof RSAPrivateCrtKey crt && RsaBounds.fits(crt)
                ? Result.ok(key)
                : unusable();
    }

    private static Result<PrivateKey> unusable() {
        return Result.refused("is no private key that can be read; write RSA, EC or Ed25519");
    }

    /** Reads a text that has only certificates, at least one, in their order. */
    public static Result<List<X509Certificate>> certificates(byte[] pem) {
        return Pem.scan(pem, LARGEST_BUNDLE, MOST_CERTIFICATES).blocks().then(PemFiles::parsed);
    }

    private static Result<List<X509Certificate>> parsed(List<Pem.Block> blocks) {
        var certificates = new ArrayList<X509Certificate>();
        for (var block : blocks) {
            if (!block.type().equals(CERTIFICATE)) {
                return Result.refused(
                        "has a '%s' where only certificates belong".formatted(block.type()));
            }
            var parsed = certificate(block.der());
            if (parsed == null) {
                return Result.refused(
                        "PEM block %d is no certificate".formatted(certificates.size() + 1));
            }
            certificates.add(parsed);
        }
        return certificates.isEmpty()
                ? Result.refused("has no certificate")
                : Result.ok(List.copyOf(certificates));
    }

    private static X509Certificate certificate(byte[] der) {
        try {
            var in = new ByteArrayInputStream(der);
            var parsed = CertificateFactory.getInstance("X.509").generateCertificate(in);
            return in.available() == 0
                            && parsed instanceof X509Certificate x509
                            && X509Encoding.readable(x509)
                    ? x509
                    : null;
        } catch (CertificateException | RuntimeException broken) {
            return null;
        }
    }
}
