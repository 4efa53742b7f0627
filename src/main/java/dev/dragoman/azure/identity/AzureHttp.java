package dev.dragoman.azure.identity;

import com.azure.core.http.HttpClient;
import com.azure.core.http.ProxyOptions;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import dev.dragoman.settings.Trust;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Makes the HTTP clients for Azure, for Entra and for the node's metadata service. */
public final class AzureHttp {
    private AzureHttp() {}

    /**
     * The client for Azure and Entra.
     *
     * @param caFile PEM with certificates to trust besides the JDK's, or empty
     * @param proxy proxy for the requests, or empty
     * @throws IllegalArgumentException naming the file when it holds no readable certificate
     */
    public static HttpClient client(Optional<Path> caFile, Optional<ProxyOptions> proxy) {
        var jdk =
                BoundedClient.builder(BoundedClient.LONGEST)
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
        return proxy.isPresent() ? new ProxiedClient(client) : client;
    }

    /**
     * The client for the metadata service of the node. All callers share it, because it has no
     * settings.
     */
    static HttpClient nodeClient() {
        return Node.CLIENT;
    }

    /** Holds the client for the node, which is made at its first use. */
    private static final class Node {
        /**
         * The timeouts are short, because the metadata service is on the same host or does not
         * exist. The service has no TLS.
         */
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
}
