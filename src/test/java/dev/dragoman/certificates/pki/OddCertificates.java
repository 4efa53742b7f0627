package dev.dragoman.certificates.pki;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.GeneralSubtree;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Certificates that others make, and ours never are. */
final class OddCertificates {
    private static final KeyPair KEYS = KeySpec.ECDSA_P256.generate(PkiFixture.RANDOM);

    /** Says nothing that matters here. */
    private static final GeneralNames NAMES =
            new GeneralNames(new GeneralName(GeneralName.dNSName, "others.example"));

    private OddCertificates() {}

    /** A CA whose path may have any length, with an extension. */
    static Signer ca(String subject, ASN1ObjectIdentifier extension, ASN1Encodable value) {
        return signer(certificate(subject, true, Duration.ofDays(365), extension, value));
    }

    /** CAs of the same name and key that end at different times. */
    static Signer lasting(Duration life) {
        return signer(
                certificate("CN=lasting", true, life, Extension.issuerAlternativeName, NAMES));
    }

    /** A CA with name constraints; a DNS name or an address range each. */
    static Signer constrained(String permitted, String excluded) {
        return ca(
                "O=others, CN=constrained",
                Extension.nameConstraints,
                new NameConstraints(subtrees(permitted), subtrees(excluded)));
    }

    /** A CA that excludes so many names. */
    static Signer constrained(int many) {
        var excluded = new GeneralSubtree[many];
        for (int i = 0; i < many; i++) {
            excluded[i] = subtrees("a%d.example".formatted(i))[0];
        }
        return ca(
                "O=others, CN=constrained",
                Extension.nameConstraints,
                new NameConstraints(null, excluded));
    }

    private static GeneralSubtree[] subtrees(String base) {
        if (base.isEmpty()) {
            return null;
        }
        int type =
                base.contains("=")
                        ? GeneralName.directoryName
                        : base.contains("/") ? GeneralName.iPAddress : GeneralName.dNSName;
        return new GeneralSubtree[] {new GeneralSubtree(new GeneralName(type, base))};
    }

    static Signer signer(X509Certificate certificate) {
        return PkiFixture.value(
                Signer.read(
                        new TlsSecret(
                                Map.of(
                                        TlsSecret.CERTIFICATE,
                                        PemFiles.write(List.of(certificate)),
                                        TlsSecret.KEY,
                                        PemFiles.write(KEYS.getPrivate())))));
    }

    /** Signs itself, valid from {@link PkiFixture#NOW}, without key identifiers and usages. */
    static X509Certificate certificate(
            String subject,
            boolean ca,
            Duration life,
            ASN1ObjectIdentifier extension,
            ASN1Encodable value) {
        var name = new X500Name(subject);
        var begin = PkiFixture.NOW;
        try {
            var builder =
                    new JcaX509v3CertificateBuilder(
                            name,
                            BigInteger.TWO,
                            Date.from(begin),
                            Date.from(begin.plus(life)),
                            name,
                            KEYS.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(ca));
            // of what is not critical the JDK reads certificates that it does not understand
            builder.addExtension(extension, false, value);
            var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(KEYS.getPrivate());
            return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Signs itself, with keys of any kind. */
    static X509Certificate certificate(KeyPair keys, String algorithm) {
        var name = new X500Name("CN=odd");
        try {
            var builder =
                    new JcaX509v3CertificateBuilder(
                            name,
                            BigInteger.TWO,
                            Date.from(PkiFixture.NOW),
                            Date.from(PkiFixture.NOW.plus(PkiFixture.YEARS)),
                            name,
                            keys.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
            var signer = new JcaContentSignerBuilder(algorithm).build(keys.getPrivate());
            return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
