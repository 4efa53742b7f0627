package dev.dragoman.azure.identity;

import com.azure.core.http.ProxyOptions;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import dev.dragoman.capability.Outside;
import dev.dragoman.reconcile.SteadyClock;
import dev.dragoman.reconcile.turn.CircuitBreakers;
import dev.dragoman.settings.Trust;
import java.net.http.HttpClient;
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
        var jdk = HttpClient.newBuilder();
        if (caFile.isPresent()) {
            jdk.sslContext(Trust.sslContext(caFile));
        }
        var builder = builder(jdk, 10, 60);
        proxy.ifPresent(builder::proxy);
        return new GuardedClient(
                builder.build(), new CircuitBreakers(steady), GuardedClient.OF_ARM);
    }

    /** The client of a dry run, whose requests are answered in this process. */
    public static GuardedClient answeredBy(Outside answers, InstantSource steady) {
        return new GuardedClient(
                new OutsideClient(answers), new CircuitBreakers(steady), GuardedClient.OF_ARM);
    }

    /**
     * Builder for a client.
     *
     * @param connect seconds for a connection
     * @param answer seconds for an answer
     */
    private static JdkHttpClientBuilder builder(HttpClient.Builder jdk, int connect, int answer) {
        return new JdkHttpClientBuilder(
                        jdk.version(HttpClient.Version.HTTP_1_1)
                                .followRedirects(HttpClient.Redirect.NEVER))
                .connectionTimeout(Duration.ofSeconds(connect))
                .responseTimeout(Duration.ofSeconds(answer))
                .readTimeout(Duration.ofSeconds(answer));
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
                        builder(HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY), 2, 20)
                                .build(),
                        new CircuitBreakers(SteadyClock.from(InstantSource.system())),
                        GuardedClient.OF_ENTRA);
    }
}
