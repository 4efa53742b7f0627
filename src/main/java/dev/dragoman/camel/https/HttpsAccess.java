package dev.dragoman.camel.https;

import dev.dragoman.settings.AllowedHosts;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;

/**
 * What https requests of routes may use. Immutable.
 *
 * @param hosts hosts that requests may go to
 * @param tls authorities to trust
 * @param secrets source of values that overlays name, such as addresses
 * @param sends whether requests are sent at all
 */
public record HttpsAccess(AllowedHosts hosts, SSLContext tls, SecretReader secrets, boolean sends) {
    /** A host that never exists (RFC 2606), for checks without a cluster. */
    private static final String NOWHERE = "secret.invalid";

    public HttpsAccess(AllowedHosts hosts, SSLContext tls, SecretReader secrets) {
        this(hosts, tls, secrets, true);
    }

    /** The same for a trial: addresses are checked, but nothing is sent. */
    public HttpsAccess unsent() {
        return new HttpsAccess(hosts, tls, secrets, false);
    }

    /** Allows no host, and reads no Secret. */
    public static HttpsAccess none() {
        return new HttpsAccess(
                AllowedHosts.NONE,
                jdk(),
                reference -> {
                    throw new SecretReader.Unreadable("there are no Secrets to read here");
                });
    }

    /**
     * For a check of files without a cluster: each Secret has a made-up value, which is a valid and
     * allowed address.
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
