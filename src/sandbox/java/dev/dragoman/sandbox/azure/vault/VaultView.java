package dev.dragoman.sandbox.azure.vault;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The secrets of a vault, for tests. Unlike answers to list requests, it contains the values. */
public record VaultView(String name, List<Secret> secrets) {
    /** The secret of this name, without regard to case. */
    public Optional<Secret> secret(String name) {
        return secrets.stream().filter(each -> each.name().equalsIgnoreCase(name)).findFirst();
    }

    /**
     * A secret.
     *
     * @param versions the oldest first
     */
    public record Secret(String name, SecretState state, List<Version> versions) {
        static Secret of(StoredSecret secret, SecretState state) {
            return new Secret(
                    secret.name, state, secret.versions().stream().map(Version::of).toList());
        }

        public Version latest() {
            return versions.getLast();
        }
    }

    /**
     * A version.
     *
     * @param contentType null for none
     * @param notBefore seconds since 1970, null for none
     * @param expires seconds since 1970, null for none
     * @param created seconds since 1970
     * @param updated seconds since 1970
     */
    public record Version(
            String id,
            String value,
            String contentType,
            Map<String, String> tags,
            boolean enabled,
            Long notBefore,
            Long expires,
            long created,
            long updated) {
        static Version of(SecretVersion version) {
            var fields = version.fields();
            return new Version(
                    version.id(),
                    version.value(),
                    fields.contentType(),
                    fields.tags() == null ? Map.of() : fields.tags(),
                    fields.enabled(),
                    fields.notBefore(),
                    fields.expires(),
                    version.created(),
                    version.updated());
        }
    }
}
