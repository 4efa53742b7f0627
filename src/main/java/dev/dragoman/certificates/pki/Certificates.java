package dev.dragoman.certificates.pki;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads and verifies certificates of any origin. The methods never throw for a bad certificate. */
public final class Certificates {
    static final int DIGITAL_SIGNATURE = 0;
    static final int KEY_ENCIPHERMENT = 2;
    static final int CERTIFICATE_SIGN = 5;
    static final int CRL_SIGN = 6;

    private static final int DNS_NAME = 2;
    private static final int ADDRESS = 7;
    private static final byte[] SAMPLE =
            "does this key belong to this certificate?".getBytes(StandardCharsets.US_ASCII);

    private Certificates() {}

    /** Name for messages: the common name, or the whole subject if there is no common name. */
    public static String name(X509Certificate certificate) {
        return X509Encoding.commonName(certificate)
                .orElseGet(() -> certificate.getSubjectX500Principal().getName());
    }

    /** Whether a certificate is the issuer of another: checks name, key ids and signature. */
    public static boolean signed(X509Certificate issuer, X509Certificate certificate) {
        return issuer.getSubjectX500Principal().equals(certificate.getIssuerX500Principal())
                && idsFit(issuer, certificate)
                && verifies(issuer, certificate);
    }

    /**
     * Whether the certificate's authority key id is the issuer's subject key id; true if one is
     * missing.
     */
    static boolean idsFit(X509Certificate issuer, X509Certificate certificate) {
        var own = X509Encoding.subjectKeyId(issuer);
        var wanted = X509Encoding.authorityKeyId(certificate);
        return own.isEmpty() || wanted.isEmpty() || Arrays.equals(own.get(), wanted.get());
    }

    private static boolean verifies(X509Certificate issuer, X509Certificate certificate) {
        var key = issuer.getPublicKey();
        if (X509Encoding.signatureAlgorithm(key).isEmpty()) {
            return false;
        }
        try {
            // the JDK remembers the answer for a certificate and the key that it was verified with
            certificate.verify(key);
            return true;
        } catch (GeneralSecurityException | RuntimeException no) {
            return false;
        }
    }

    /** Whether a private key belongs to a certificate: signs with the key, and verifies. */
    static boolean belong(X509Certificate certificate, PrivateKey key) {
        return X509Encoding.signatureAlgorithm(certificate.getPublicKey())
                .filter(algorithm -> signs(certificate, key, algorithm))
                .isPresent();
    }

    private static boolean signs(X509Certificate certificate, PrivateKey key, String algorithm) {
        try {
            var provider = NativeRsa.signing(key);
            var signature =
                    provider.isPresent()
                            ? Signature.getInstance(algorithm, provider.get())
                            : Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(SAMPLE);
            var signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(SAMPLE);
            return signature.verify(signed);
        } catch (GeneralSecurityException | RuntimeException no) {
            return false;
        }
    }

    /** Whether the certificate is a CA that may sign certificates. */
    public static boolean signsOthers(X509Certificate certificate) {
        return isCa(certificate) && mayHaveUsage(certificate, CERTIFICATE_SIGN);
    }

    static boolean isCa(X509Certificate certificate) {
        return certificate.getBasicConstraints() >= 0;
    }

    /** Whether the certificate has the key usage, or no restriction of key usages. */
    static boolean mayHaveUsage(X509Certificate certificate, int bit) {
        return certificate.getKeyUsage() == null || hasUsage(certificate, bit);
    }

    /** Whether the certificate has the key usage. */
    static boolean hasUsage(X509Certificate certificate, int bit) {
        var usage = certificate.getKeyUsage();
        return usage != null && bit < usage.length && usage[bit];
    }

    /**
     * Extended key usages as object identifiers; empty if there are none, or they cannot be read.
     */
    static Set<String> extendedUsages(X509Certificate certificate) {
        try {
            return Optional.ofNullable(certificate.getExtendedKeyUsage())
                    .map(Set::copyOf)
                    .orElse(Set.of());
        } catch (CertificateParsingException | RuntimeException unreadable) {
            return Set.of();
        }
    }

    /** DNS names and addresses in canonical form; other names begin with their type. */
    static Set<String> hosts(X509Certificate certificate) {
        try {
            var names = certificate.getSubjectAlternativeNames();
            return names == null
                    ? Set.of()
                    : names.stream().map(Certificates::host).collect(Collectors.toSet());
        } catch (CertificateParsingException | RuntimeException unreadable) {
            return Set.of("unreadable");
        }
    }

    private static String host(List<?> typeAndValue) {
        int type = (Integer) typeAndValue.get(0);
        var value = String.valueOf(typeAndValue.get(1));
        if (type != DNS_NAME && type != ADDRESS) {
            return "type %d: %s".formatted(type, value);
        }
        try {
            return Host.parse(value).text();
        } catch (IllegalArgumentException odd) {
            return value;
        }
    }
}
