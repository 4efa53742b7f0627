package dev.dragoman.sandbox.azure;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
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
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * The sandbox's own certificate authority. Its key lives in memory only: files hold the certificate
 * that clients must trust.
 */
public final class Authority {
    /** Not a secret: the store holds a public certificate. */
    static final String PASSWORD = "changeit";

    private static final Duration VALID = Duration.ofDays(7);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Path pem;
    private final Path trustStore;
    private final SSLContext server;

    private Authority(Path pem, Path trustStore, SSLContext server) {
        this.pem = pem;
        this.trustStore = trustStore;
        this.server = server;
    }

    /** Makes one, whose files are in the directory. */
    public static Authority create(Path directory) {
        try {
            Files.createDirectories(directory);
            var caKeys = keys();
            var caName = new X500Name("CN=Dragoman sandbox CA");
            var ca = certificate(caName, caKeys, caName, caKeys, true);
            var keys = keys();
            var leaf = certificate(new X500Name("CN=localhost"), keys, caName, caKeys, false);
            return new Authority(
                    Files.writeString(directory.resolve("ca.pem"), pem(ca)),
                    trustStore(directory.resolve("trust.p12"), ca),
                    server(keys, leaf, ca));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException("cannot make the sandbox's certificates", e);
        }
    }

    /** Certificate that clients must trust. */
    public Path pem() {
        return pem;
    }

    Path trustStore() {
        return trustStore;
    }

    /** For a server at localhost. */
    public SSLContext server() {
        return server;
    }

    private static KeyPair keys() throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        return generator.generateKeyPair();
    }

    private static X509Certificate certificate(
            X500Name subject, KeyPair keys, X500Name issuer, KeyPair issuerKeys, boolean ca)
            throws GeneralSecurityException, OperatorCreationException, CertIOException {
        var now = Instant.now();
        var builder =
                new JcaX509v3CertificateBuilder(
                        issuer,
                        new BigInteger(120, RANDOM),
                        Date.from(now.minus(Duration.ofMinutes(5))),
                        Date.from(now.plus(VALID)),
                        subject,
                        keys.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(ca));
        if (ca) {
            builder.addExtension(
                    Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
        } else {
            builder.addExtension(Extension.subjectAlternativeName, false, names());
        }
        var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(issuerKeys.getPrivate());
        return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
    }

    private static GeneralNames names() {
        return new GeneralNames(
                new GeneralName[] {
                    new GeneralName(GeneralName.dNSName, "localhost"),
                    new GeneralName(GeneralName.iPAddress, "127.0.0.1"),
                    new GeneralName(GeneralName.dNSName, AzureSandbox.ARM_HOST),
                    new GeneralName(GeneralName.dNSName, AzureSandbox.AUTHORITY_HOST)
                });
    }

    private static String pem(X509Certificate certificate) throws IOException {
        var text = new StringWriter();
        try (var writer = new JcaPEMWriter(text)) {
            writer.writeObject(certificate);
        }
        return text.toString();
    }

    private static Path trustStore(Path file, X509Certificate ca)
            throws IOException, GeneralSecurityException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("dragoman-sandbox", ca);
        try (var out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
        return file;
    }

    private static SSLContext server(KeyPair keys, X509Certificate leaf, X509Certificate ca)
            throws IOException, GeneralSecurityException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        var password = PASSWORD.toCharArray();
        store.setKeyEntry("server", keys.getPrivate(), password, new Certificate[] {leaf, ca});
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, password);
        var context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }
}
