package dev.dragoman.camel.https;

import dev.dragoman.capability.Outside;
import dev.dragoman.settings.AllowedHosts;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * What https requests of routes may reach and use. Immutable.
 *
 * @param hosts the hosts to which routes may send requests
 * @param tls the TLS context with the certificate authorities to trust
 * @param secrets reads the hidden values that overlays name, as {@code {{secret:NAME/KEY}}}
 * @param outside answers in place of the hosts; empty if requests are sent
 */
public record HttpsAccess(
        AllowedHosts hosts, SSLContext tls, SecretReader secrets, Optional<Outside> outside) {
    /** A host name that never exists (RFC 2606), for checks without a cluster. */
    private static final String NOWHERE = "secret.invalid";

    public HttpsAccess(AllowedHosts hosts, SSLContext tls, SecretReader secrets) {
        this(hosts, tls, secrets, Optional.empty());
    }

    /** A copy for a trial: addresses are checked, but no request is sent. */
    public HttpsAccess unsent() {
        return answeredBy(new Unsent());
    }

    /** A copy in which these answers take the place of requests. */
    public HttpsAccess answeredBy(Outside answers) {
        return new HttpsAccess(hosts, tls, secrets, Optional.of(answers));
    }

    /** Refuses each request. */
    private static final class Unsent implements Outside {
        @Override
        public Reply send(Request request) {
            throw HttpsFailed.of(HttpsFailed.NOT_ASKED + request.url().getAuthority());
        }

        @Override
        public Optional<List<String>> addresses(String host) {
            return Optional.empty();
        }
    }

    /** Access that allows no host and reads no Secret. */
    public static HttpsAccess none() {
        return new HttpsAccess(
                AllowedHosts.NONE,
                jdk(),
                reference -> {
                    throw new SecretReader.Unreadable("Secrets cannot be read here");
                });
    }

    /**
     * Access for a check of files without a cluster. Each hidden value is a made-up address, which
     * is valid and allowed.
     */
    public static HttpsAccess withoutCluster(AllowedHosts hosts) {
        return new HttpsAccess(
                hosts.besides(NOWHERE), jdk(), reference -> "https://%s/".formatted(NOWHERE));
    }

    private static SSLContext jdk() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
