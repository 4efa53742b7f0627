package dev.dragoman.sandbox.azure;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.http.policy.BearerTokenAuthenticationPolicy;
import com.azure.identity.ClientAssertionCredentialBuilder;
import com.azure.identity.ClientSecretCredentialBuilder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The real Azure SDK, pointed at a sandbox: nothing in it knows that this is not Azure. */
public final class SdkClient {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final AzureSandbox sandbox;
    private final HttpPipeline pipeline;

    public SdkClient(AzureSandbox sandbox, TokenCredential credential) {
        this.sandbox = sandbox;
        pipeline =
                new HttpPipelineBuilder()
                        .httpClient(http(sandbox))
                        .policies(
                                new BearerTokenAuthenticationPolicy(
                                        credential, sandbox.audience() + "/.default"))
                        .build();
    }

    /** What came back. */
    public record Reply(int status, JsonNode body, com.azure.core.http.HttpHeaders headers) {
        Optional<String> header(String name) {
            return Optional.ofNullable(headers.getValue(HttpHeaderName.fromString(name)));
        }

        public String errorCode() {
            return body.path("error").path("code").asText();
        }
    }

    /** Trusts the sandbox alone. */
    public static HttpClient http(AzureSandbox sandbox) {
        var jdk = java.net.http.HttpClient.newBuilder().sslContext(trusting(sandbox));
        return new JdkHttpClientBuilder(jdk).build();
    }

    /** The same, which finds public names by the sandbox's proxy. */
    public static HttpClient httpByProxy(AzureSandbox sandbox) {
        return httpByProxy(sandbox, sandbox.vaultProxy());
    }

    /** The same by another proxy. */
    public static HttpClient httpByProxy(AzureSandbox sandbox, String url) {
        var proxy = java.net.URI.create(url);
        var address = new java.net.InetSocketAddress(proxy.getHost(), proxy.getPort());
        var jdk =
                java.net.http.HttpClient.newBuilder()
                        .sslContext(trusting(sandbox))
                        .proxy(java.net.ProxySelector.of(address));
        return new JdkHttpClientBuilder(jdk).build();
    }

    /** An application with a secret. */
    public static TokenCredential secret(AzureSandbox sandbox, String clientId, String secret) {
        return new ClientSecretCredentialBuilder()
                .tenantId(sandbox.tenantId())
                .clientId(clientId)
                .clientSecret(secret)
                .authorityHost(sandbox.authorityHost())
                .disableInstanceDiscovery()
                .httpClient(http(sandbox))
                .build();
    }

    public static TokenCredential assertion(
            AzureSandbox sandbox, String clientId, Supplier<String> assertion) {
        return new ClientAssertionCredentialBuilder()
                .tenantId(sandbox.tenantId())
                .clientId(clientId)
                .clientAssertion(assertion)
                .authorityHost(sandbox.authorityHost())
                .disableInstanceDiscovery()
                .httpClient(http(sandbox))
                .build();
    }

    /** Sends a request to a path below the subscription. */
    public Reply send(String method, String path, String apiVersion, String body) {
        return sendUrl(
                method,
                sandbox.armEndpoint()
                        + "/subscriptions/"
                        + sandbox.subscriptionId()
                        + path
                        + "?api-version="
                        + apiVersion,
                body);
    }

    Reply sendUrl(String method, String url, String body) {
        var request = new HttpRequest(HttpMethod.valueOf(method), url);
        if (body != null) {
            request.setHeader(HttpHeaderName.CONTENT_TYPE, "application/json");
            request.setBody(body);
        }
        try (var response = pipeline.sendSync(request, com.azure.core.util.Context.NONE)) {
            var text = response.getBodyAsBinaryData();
            var read = text == null || text.getLength() == null ? "" : text.toString();
            if (text != null && read.isEmpty()) {
                read = text.toString();
            }
            return new Reply(
                    response.getStatusCode(),
                    JSON.readTree(read.isEmpty() ? "null" : read),
                    response.getHeaders());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** TLS that trusts the sandbox alone. */
    public static SSLContext trusting(AzureSandbox sandbox) {
        try (var in = Files.newInputStream(sandbox.trustStore())) {
            var store = KeyStore.getInstance("PKCS12");
            store.load(in, sandbox.trustStorePassword().toCharArray());
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            var context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
