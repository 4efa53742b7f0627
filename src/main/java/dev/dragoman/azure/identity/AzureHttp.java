package dev.dragoman.azure.identity;

import com.azure.core.http.ProxyOptions;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import dev.dragoman.reconcile.SteadyClock;
import dev.dragoman.reconcile.turn.CircuitBreakers;
import dev.dragoman.settings.Trust;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** Makes the HTTP clients for Azure, for Entra and for the node's metadata service. */
public final class AzureHttp {
    private AzureHttp() {}

    /**
     * The client for Azure and Entra, for answers of Resource Manager.
     *
     * @param caFile PEM with certificates to trust besides the JDK's, or empty
     * @param proxy proxy for the requests, or empty
     * @param steady clock that never goes back
     * @throws IllegalArgumentException naming the file when it holds no readable certificate
     */
    public static GuardedClient client(
            Optional<Path> caFile, Optional<ProxyOptions> proxy, InstantSource steady) {
        var jdk =
                java.net.http.HttpClient.newBuilder()
                        .version(java.net.http.HttpClient.Version.HTTP_1_1)
                        .followRedirects(java.net.http.HttpClient.Redirect.NEVER);
        if (caFile.isPresent()) {
            jdk.sslContext(Trust.sslContext(caFile));
        }
        var builder = new JdkHttpClientBuilder(jdk);
        proxy.ifPresent(builder::proxy);
        var client =
                builder.connectionTimeout(Duration.ofSeconds(10))
                        .responseTimeout(Duration.ofSeconds(60))
                        .readTimeout(Duration.ofSeconds(60))
                        .build();
        return new GuardedClient(client, new CircuitBreakers(steady), GuardedClient.OF_ARM);
    }

    /**
     * The client for the metadata service of the node. All callers share it, because it has no
     * settings.
     */
    static GuardedClient nodeClient() {
        return Node.CLIENT;
    }

    /** Holds the client for the node, which is made at its first use. */
    private static final class Node {
        /**
         * The timeouts are short, because the metadata service is on the same host or does not
         * exist. The service has no TLS.
         */
        private static final GuardedClient CLIENT =
                new GuardedClient(
                        new JdkHttpClientBuilder(
                                        java.net.http.HttpClient.newBuilder()
                                                .version(java.net.http.HttpClient.Version.HTTP_1_1)
                                                .followRedirects(
                                                        java.net.http.HttpClient.Redirect.NEVER)
                                                .proxy(java.net.http.HttpClient.Builder.NO_PROXY))
                                .connectionTimeout(Duration.ofSeconds(2))
                                .responseTimeout(Duration.ofSeconds(20))
                                .readTimeout(Duration.ofSeconds(20))
                                .build(),
                        new CircuitBreakers(SteadyClock.from(InstantSource.system())),
                        GuardedClient.OF_ENTRA);
    }
}
