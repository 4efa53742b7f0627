package dev.dragoman.azure.identity;

import static dev.dragoman.settings.SettingValues.text;

import dev.dragoman.settings.IdentityMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rules for all credentials of namespaces and objects.
 *
 * @param shared the service account whose tokens prove every workload identity; empty in the strict
 *     mode, where each namespace has its own service account
 * @param cached whether a token is used again until it expires
 * @param secrets whether client secrets may be used
 * @param nodes which namespaces may act as identities of the nodes
 * @param files the directory below which Secrets may name credential files; empty if Secrets may
 *     name no file
 * @param clouds the clouds that Secrets may name
 */
public record IdentityRules(
        Optional<Proof.ServiceAccount> shared,
        boolean cached,
        boolean secrets,
        NodeIdentities nodes,
        Optional<Path> files,
        Clouds clouds) {
    /**
     * Name of the service account in each namespace whose tokens prove the workload identities of
     * that namespace.
     */
    public static final String ACCOUNT = "dragoman-azure";

    static final String CACHE = "DRAGOMAN_TOKEN_CACHE";
    static final String SECRETS = "DRAGOMAN_CLIENT_SECRETS";
    static final String FILES = "DRAGOMAN_IDENTITY_FILES";

    /**
     * Reads the environment.
     *
     * @throws IllegalArgumentException naming the variable, what is wrong and what to write
     */
    public static IdentityRules from(Map<String, String> env) {
        var shared =
                IdentityMode.from(env)
                        .shared()
                        .map(each -> new Proof.ServiceAccount(each.namespace(), each.name()));
        return new IdentityRules(
                shared,
                "memory".equals(oneOf(env, CACHE, List.of("memory", "none"))),
                "allow".equals(oneOf(env, SECRETS, List.of("allow", "forbid"))),
                NodeIdentities.from(env, shared.isPresent()),
                files(env),
                Clouds.from(env));
    }

    private static Optional<Path> files(Map<String, String> env) {
        var value = text(env, FILES, "");
        if (value.isEmpty()) {
            return Optional.empty();
        }
        var directory = Path.of(value);
        if (!directory.isAbsolute() || !directory.equals(directory.normalize())) {
            throw new IllegalArgumentException(
                    "%s: '%s' is no directory; write its absolute path, without '..'"
                            .formatted(FILES, value));
        }
        return Optional.of(directory);
    }

    private static String oneOf(Map<String, String> env, String name, List<String> allowed) {
        var value = text(env, name, allowed.getFirst());
        if (!allowed.contains(value)) {
            throw new IllegalArgumentException(
                    "%s: '%s' is neither %s".formatted(name, value, String.join(" nor ", allowed)));
        }
        return value;
    }

    /**
     * Whether only the credential's namespace can prove the identity. In the mode shared the
     * operator proves any identity that a Secret names, except an identity with a client secret or
     * certificate.
     */
    public boolean own(Proof proof) {
        return shared.isEmpty()
                || proof instanceof Proof.ClientSecret
                || proof instanceof Proof.ClientCertificate;
    }

    /** The service account whose tokens prove the workload identities of a namespace. */
    public Proof.ServiceAccount of(String namespace) {
        return shared.orElseGet(() -> new Proof.ServiceAccount(namespace, ACCOUNT));
    }
}
