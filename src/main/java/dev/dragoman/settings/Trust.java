package dev.dragoman.settings;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * The certificate authorities that TLS clients trust: those of the JDK, and those of a PEM file.
 */
public final class Trust {
    private Trust() {}

    /**
     * Makes the context of a client. The context follows the file: authorities that are added later
     * count at the next handshake.
     *
     * @param caFile PEM with further certificates, or empty
     * @throws IllegalArgumentException naming the file when it holds no readable certificate
     */
    public static SSLContext sslContext(Optional<Path> caFile) {
        try {
            return caFile.isPresent() ? context(caFile.get()) : SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SSLContext context(Path file) {
        var trust = following(file, System::nanoTime);
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new X509TrustManager[] {trust}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Trusts the certificates that the file holds at the time of a handshake.
     *
     * @param nanos monotonic clock
     */
    static X509ExtendedTrustManager following(Path file, LongSupplier nanos) {
        return new FollowedTrust(
                new FollowedFile<>(file, content -> manager(file, content), nanos));
    }

    private static X509ExtendedTrustManager manager(Path file, byte[] content) {
        try (var in = new ByteArrayInputStream(content)) {
            var store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int n = 0;
            for (var jdk : managerOf(null).getAcceptedIssuers()) {
                store.setCertificateEntry("jdk-" + n++, jdk);
            }
            var certificates = CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (certificates.isEmpty()) {
                // most likely the file is being replaced
                throw new CertificateException("No certificate data found");
            }
            for (var own : certificates) {
                store.setCertificateEntry("file-" + n++, (X509Certificate) own);
            }
            return managerOf(store);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "DRAGOMAN_CA_FILE: %s holds no readable PEM certificate: %s"
                            .formatted(file, e.getMessage()),
                    e);
        }
    }

    private static X509ExtendedTrustManager managerOf(KeyStore store)
            throws GeneralSecurityException {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return Arrays.stream(factory.getTrustManagers())
                .filter(X509ExtendedTrustManager.class::isInstance)
                .map(X509ExtendedTrustManager.class::cast)
                .findFirst()
                .orElseThrow();
    }

    /** Trusts the certificates that a file holds at the time of the handshake. Thread-safe. */
    static final class FollowedTrust extends X509ExtendedTrustManager {
        private final FollowedFile<X509ExtendedTrustManager> file;

        FollowedTrust(FollowedFile<X509ExtendedTrustManager> file) {
            this.file = file;
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            file.now().checkServerTrusted(chain, type, engine);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            file.now().checkServerTrusted(chain, type, socket);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type)
                throws CertificateException {
            file.now().checkServerTrusted(chain, type);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            file.now().checkClientTrusted(chain, type, engine);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            file.now().checkClientTrusted(chain, type, socket);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type)
                throws CertificateException {
            file.now().checkClientTrusted(chain, type);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return file.now().getAcceptedIssuers();
        }
    }
}
