package dev.dragoman.azure.identity;

import static dev.dragoman.settings.SettingValues.text;

import dev.dragoman.kube.object.Names;
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

    /** Setting: {@code strict} or {@code shared}. */
    public static final String MODE = "DRAGOMAN_IDENTITY_MODE";

    /** Setting: the service account that the mode {@code shared} uses. */
    public static final String SHARED = "DRAGOMAN_IDENTITY_SERVICE_ACCOUNT";

    static final String CACHE = "DRAGOMAN_TOKEN_CACHE";
    static final String SECRETS = "DRAGOMAN_CLIENT_SECRETS";
    static final String FILES = "DRAGOMAN_IDENTITY_FILES";

    /** The service account of Azure Service Operator. */
    private static final String THEIRS = "azureserviceoperator-system/azureserviceoperator-default";

    /**
     * Reads the environment.
     *
     * @throws IllegalArgumentException naming the variable, what is wrong and what to write
     */
    public static IdentityRules from(Map<String, String> env) {
        boolean shared = "shared".equals(oneOf(env, MODE, List.of("strict", "shared")));
        var account = text(env, SHARED, THEIRS);
        if (!shared && !text(env, SHARED, "").isEmpty()) {
            throw new IllegalArgumentException(
                    "%1$s is used only with %2$s=shared; remove %1$s, or set %2$s=shared"
                            .formatted(SHARED, MODE));
        }
        return new IdentityRules(
                shared ? Optional.of(account(account)) : Optional.empty(),
                "memory".equals(oneOf(env, CACHE, List.of("memory", "none"))),
                "allow".equals(oneOf(env, SECRETS, List.of("allow", "forbid"))),
                NodeIdentities.from(env, shared),
                files(env),
                Clouds.from(env));
    }

    private static Proof.ServiceAccount account(String text) {
        var parts = text.split("/", -1);
        if (parts.length != 2 || !Names.isLabel(parts[0]) || !Names.isSubdomain(parts[1])) {
            throw new IllegalArgumentException(
                    "%s: '%s' is no service account; write its namespace, a slash and its name"
                            .formatted(SHARED, text));
        }
        return new Proof.ServiceAccount(parts[0], parts[1]);
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
