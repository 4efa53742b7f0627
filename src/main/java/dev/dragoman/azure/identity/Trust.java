package dev.dragoman.azure.identity;

import com.azure.core.http.HttpClient;
import com.azure.core.http.ProxyOptions;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import dev.dragoman.settings.FollowedFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * The HTTP client for all of Azure, and its trust: the JDK's certificates, and those of a PEM file.
 */
public final class Trust {
    private Trust() {}

    /**
     * The HTTP client for all of Azure.
     *
     * @param caFile PEM with further certificates, or empty
     * @param proxy the proxy for its requests, or empty
     * @throws IllegalArgumentException naming the file when it holds no readable certificate
     */
    public static HttpClient httpClient(Optional<Path> caFile, Optional<ProxyOptions> proxy) {
        var jdk =
                BoundedClient.builder(BoundedClient.LONGEST)
                        .version(java.net.http.HttpClient.Version.HTTP_1_1)
                        .followRedirects(java.net.http.HttpClient.Redirect.NEVER);
        caFile.ifPresent(file -> jdk.sslContext(context(file)));
        var builder = new JdkHttpClientBuilder(jdk);
        proxy.ifPresent(builder::proxy);
        var client =
                builder.connectionTimeout(Duration.ofSeconds(10))
                        .responseTimeout(Duration.ofSeconds(60))
                        .readTimeout(Duration.ofSeconds(60))
                        .build();
        return proxy.isPresent() ? new ProxiedClient(client) : client;
    }

    /** The client for the metadata service of the node. One is enough: it has no settings. */
    static HttpClient nodeClient() {
        return Node.CLIENT;
    }

    /** Makes the client when it is first needed. */
    private static final class Node {
        /** Timeouts are short, because the service is near or does not exist. It has no TLS. */
        private static final HttpClient CLIENT =
                new JdkHttpClientBuilder(
                                BoundedClient.builder(BoundedClient.LONGEST)
                                        .version(java.net.http.HttpClient.Version.HTTP_1_1)
                                        .followRedirects(java.net.http.HttpClient.Redirect.NEVER)
                                        .proxy(java.net.http.HttpClient.Builder.NO_PROXY))
                        .connectionTimeout(Duration.ofSeconds(2))
                        .responseTimeout(Duration.ofSeconds(20))
                        .readTimeout(Duration.ofSeconds(20))
                        .build();
    }

    /**
     * The same trust for other clients of the JDK's TLS.
     *
     * @param caFile as for {@link #httpClient}
     * @throws IllegalArgumentException as {@link #httpClient}
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
            for (var own : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
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
}
