package dev.dragoman.sandbox.azure.entra;

import com.nimbusds.jose.jwk.JWKSet;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.text.ParseException;
import java.time.Duration;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Sources of the public keys of a token issuer. */
public final class JwksSource {
    private JwksSource() {}

    /**
     * A source that reads the keys of an API server at each call, from {@code /openid/v1/jwks}.
     *
     * @param caPem certificate authority of the server
     * @param bearer token of a user who may read the keys
     */
    public static Supplier<JWKSet> http(URI jwks, Path caPem, Supplier<String> bearer) {
        var http =
                HttpClient.newBuilder()
                        .sslContext(trusting(caPem))
                        .connectTimeout(Duration.ofSeconds(5))
                        .build();
        return () -> {
            var request =
                    HttpRequest.newBuilder(jwks)
                            .header("Authorization", "Bearer " + bearer.get())
                            .timeout(Duration.ofSeconds(10))
                            .build();
            try {
                var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() != 200) {
                    throw new IOException(jwks + " answered " + answer.statusCode());
                }
                return JWKSet.parse(answer.body());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (ParseException e) {
                throw new IllegalStateException("no key set at " + jwks, e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while reading " + jwks, e);
            }
        };
    }

    /** A source of keys that never change. */
    public static Supplier<JWKSet> fixed(JWKSet keys) {
        var open = keys.toPublicJWKSet();
        return () -> open;
    }

    private static SSLContext trusting(Path caPem) {
        try (InputStream pem = Files.newInputStream(caPem)) {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            int n = 0;
            for (Certificate c : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                store.setCertificateEntry("ca" + n++, c);
            }
            var trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            var context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot trust " + caPem, e);
        }
    }
}
