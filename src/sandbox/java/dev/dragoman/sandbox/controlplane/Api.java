package dev.dragoman.sandbox.controlplane;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Plain HTTP requests to the API server while it starts, without the start-up time of a Kubernetes
 * client.
 */
final class Api {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final URI server;
    private final Path caFile;
    private final String token;

    Api(URI server, Path caFile, String token) {
        this.server = server;
        this.caFile = caFile;
        this.token = token;
    }

    /** Whether a GET of the path is answered with 200; false while no server listens yet. */
    boolean answers(String path) {
        return Files.exists(caFile) && send(HttpRequest.newBuilder().GET(), path).code() == 200;
    }

    /** Whether the answer to a GET of the path contains the text. */
    boolean contains(String path, String text) {
        return send(HttpRequest.newBuilder().GET(), path).body().contains(text);
    }

    /** Creates the object, or leaves an existing object as it is. */
    void create(String path, String json) {
        var request =
                HttpRequest.newBuilder()
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(json));
        var code = send(request, path).code();
        if (code != 201 && code != 409) {
            throw new ControlPlaneException("POST " + path + " was answered with " + code);
        }
    }

    /** An answer; code 0 when no answer came. */
    private record Answer(int code, String body) {}

    private Answer send(HttpRequest.Builder request, String path) {
        try (var client =
                HttpClient.newBuilder().connectTimeout(LIMIT).sslContext(trust()).build()) {
            var full =
                    request.uri(server.resolve(path))
                            .header("Authorization", "Bearer " + token)
                            .timeout(LIMIT)
                            .build();
            var response = client.send(full, HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException e) {
            return new Answer(0, "");
        } catch (GeneralSecurityException e) {
            throw new ControlPlaneException("Cannot trust " + caFile, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("Interrupted while asking " + server, e);
        }
    }

    private SSLContext trust() throws IOException, GeneralSecurityException {
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (var in = Files.newInputStream(caFile)) {
            var number = 0;
            for (var certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("ca-" + number++, certificate);
            }
        }
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
