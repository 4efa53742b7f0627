package dev.dragoman.camel.https;

import dev.dragoman.settings.AllowedHosts;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;

/**
 * What https requests of routes may reach and use. Immutable.
 *
 * @param hosts the hosts to which routes may send requests
 * @param tls the TLS context with the certificate authorities to trust
 * @param secrets reads the hidden values that overlays name, as {@code {{secret:NAME/KEY}}}
 * @param sends whether requests are sent; false in a trial
 */
public record HttpsAccess(AllowedHosts hosts, SSLContext tls, SecretReader secrets, boolean sends) {
    /** A host name that never exists (RFC 2606), for checks without a cluster. */
    private static final String NOWHERE = "secret.invalid";

    public HttpsAccess(AllowedHosts hosts, SSLContext tls, SecretReader secrets) {
        this(hosts, tls, secrets, true);
    }

    /** A copy for a trial: addresses are checked, but no request is sent. */
    public HttpsAccess unsent() {
        return new HttpsAccess(hosts, tls, secrets, false);
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
