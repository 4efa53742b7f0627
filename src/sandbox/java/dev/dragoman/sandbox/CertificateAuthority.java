package dev.dragoman.sandbox;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;

/**
 * A certificate authority of the sandbox. Its key is kept in memory only. Its certificates are
 * valid for seven days, for servers and for clients.
 */
public final class CertificateAuthority {
    private static final Duration VALID = Duration.ofDays(7);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final X500Name name;
    private final KeyPair keys;
    private final X509Certificate certificate;

    /** A certificate with its private key. */
    public record Issued(KeyPair keys, X509Certificate certificate) {}

    private CertificateAuthority(X500Name name, KeyPair keys, X509Certificate certificate) {
        this.name = name;
        this.keys = keys;
        this.certificate = certificate;
    }

    /** Creates an authority with a new key. */
    public static CertificateAuthority create(String commonName) {
        var name = new X500Name("CN=" + commonName);
        var keys = keys();
        return new CertificateAuthority(name, keys, sign(name, keys, name, keys, null));
    }

    /** The CA certificate, which clients must trust. */
    public X509Certificate certificate() {
        return certificate;
    }

    /**
     * Issues a certificate for a new key.
     *
     * @param hosts DNS names and IP addresses of a server; empty for a client
     */
    public Issued issue(String commonName, Collection<String> hosts) {
        var own = keys();
        var names =
                hosts.stream().map(CertificateAuthority::generalName).toArray(GeneralName[]::new);
        var subject = new X500Name("CN=" + commonName);
        return new Issued(own, sign(subject, own, name, keys, new GeneralNames(names)));
    }

    /** The certificate as PEM. */
    public static String pem(X509Certificate certificate) {
        return written(certificate);
    }

    /** The private key as PEM, in unencrypted PKCS#8. */
    public static String keyPem(Issued issued) {
        try {
            return written(new JcaPKCS8Generator(issued.keys().getPrivate(), null));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String written(Object object) {
        var text = new StringWriter();
        try (var writer = new JcaPEMWriter(text)) {
            writer.writeObject(object);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static GeneralName generalName(String host) {
        var kind = IPAddress.isValid(host) ? GeneralName.iPAddress : GeneralName.dNSName;
        return new GeneralName(kind, host);
    }

    private static KeyPair keys() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot make a key", e);
        }
    }

    /** Signs a certificate. Null {@code hosts} make it a CA certificate. */
    private static X509Certificate sign(
            X500Name subject,
            KeyPair keys,
            X500Name issuer,
            KeyPair issuerKeys,
            GeneralNames hosts) {
        var now = Instant.now();
        var builder =
                new JcaX509v3CertificateBuilder(
                        issuer,
                        new BigInteger(120, RANDOM),
                        Date.from(now.minus(Duration.ofMinutes(5))),
                        Date.from(now.plus(VALID)),
                        subject,
                        keys.getPublic());
        var ca = hosts == null;
        try {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(ca));
            if (ca) {
                var usage = new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign);
                builder.addExtension(Extension.keyUsage, true, usage);
            } else if (hosts.getNames().length > 0) {
                builder.addExtension(Extension.subjectAlternativeName, false, hosts);
            }
            var signer =
                    new JcaContentSignerBuilder("SHA256withECDSA").build(issuerKeys.getPrivate());
            return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
        } catch (CertIOException | OperatorCreationException | GeneralSecurityException e) {
            throw new IllegalStateException("cannot make a certificate of " + subject, e);
        }
    }
}
