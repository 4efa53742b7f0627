package dev.dragoman.sandbox.azure;

import dev.dragoman.sandbox.CertificateAuthority;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * The certificate authority of a local Azure. Its key is kept in memory only; files hold the CA
 * certificate.
 */
public final class Authority {
    /**
     * The password of the trust store. It is no secret, because the store holds a public
     * certificate only.
     */
    static final String PASSWORD = "changeit";

    private static final List<String> HOSTS =
            List.of(
                    "localhost",
                    "127.0.0.1",
                    AzureSandbox.ARM_HOST,
                    AzureSandbox.AUTHORITY_HOST,
                    "*.vault.azure.net",
                    "*.servicebus.windows.net");

    private final Path pem;
    private final Path trustStore;
    private final SSLContext server;

    private Authority(Path pem, Path trustStore, SSLContext server) {
        this.pem = pem;
        this.trustStore = trustStore;
        this.server = server;
    }

    /** Creates an authority and writes its files into the directory. */
    public static Authority create(Path directory) {
        try {
            Files.createDirectories(directory);
            var ca = CertificateAuthority.create("Dragoman sandbox CA");
            var leaf = ca.issue("localhost", HOSTS);
            var pem = CertificateAuthority.pem(ca.certificate());
            return new Authority(
                    Files.writeString(directory.resolve("ca.pem"), pem),
                    trustStore(directory.resolve("trust.p12"), ca.certificate()),
                    server(leaf, ca.certificate()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot make the sandbox's certificates", e);
        }
    }

    /** The file of the CA certificate, which clients must trust. */
    public Path pem() {
        return pem;
    }

    Path trustStore() {
        return trustStore;
    }

    /** The TLS context of a server at localhost. */
    public SSLContext server() {
        return server;
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

    private static SSLContext server(CertificateAuthority.Issued leaf, X509Certificate ca)
            throws IOException, GeneralSecurityException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        var password = PASSWORD.toCharArray();
        store.setKeyEntry(
                "server",
                leaf.keys().getPrivate(),
                password,
                new Certificate[] {leaf.certificate(), ca});
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, password);
        var context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }
}
