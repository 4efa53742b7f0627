package dev.dragoman.camel.https;

import dev.dragoman.settings.AllowedHosts;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;

/**
 * What routes may reach outside. Immutable.
 *
 * @param hosts where to
 * @param tls whom to trust there
 * @param secrets where addresses may come from
 * @param sends whether anything is sent
 */
public record HttpsAccess(AllowedHosts hosts, SSLContext tls, SecretReader secrets, boolean sends) {
    /** An address without a host that exists (RFC 2606), for checks without a cluster. */
    private static final String NOWHERE = "secret.invalid";

    public HttpsAccess(AllowedHosts hosts, SSLContext tls, SecretReader secrets) {
        this(hosts, tls, secrets, true);
    }

    /** The same for a trial: addresses are looked at, and nothing is sent. */
    public HttpsAccess unsent() {
        return new HttpsAccess(hosts, tls, secrets, false);
    }

    /** Nothing: no host is allowed, and no Secret is read. */
    public static HttpsAccess none() {
        return new HttpsAccess(
                AllowedHosts.NONE,
                jdk(),
                reference -> {
                    throw new SecretReader.Unreadable("there are no Secrets to read here");
                });
    }

    /**
     * For a check of files without a cluster: every Secret has a value, which is good as an
     * address.
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
