package dev.dragoman.reconcile;

import java.util.Set;

/**
 * Which kinds a subscription wants: {@code GROUP/KIND}. Each part is a name, or a pattern that
 * begins or ends with {@code *}. The core group is written {@code core}. Examples: {@code
 * *.azure.com/*}, {@code core/ConfigMap}.
 *
 * @param group group pattern, empty for the core group
 * @param kind kind pattern
 */
public record KindSelector(String group, String kind) {
    /**
     * Groups with a dot that the API server itself serves. Other groups below {@code k8s.io} are
     * defined by CRDs, such as {@code gateway.networking.k8s.io}.
     */
    private static final Set<String> BUILT_IN =
            Set.of(
                    "admissionregistration.k8s.io",
                    "apiextensions.k8s.io",
                    "apiregistration.k8s.io",
                    "authentication.k8s.io",
                    "authorization.k8s.io",
                    "certificates.k8s.io",
                    "coordination.k8s.io",
                    "discovery.k8s.io",
                    "events.k8s.io",
                    "flowcontrol.apiserver.k8s.io",
                    "networking.k8s.io",
                    "node.k8s.io",
                    "rbac.authorization.k8s.io",
                    "resource.k8s.io",
                    "scheduling.k8s.io",
                    "storage.k8s.io",
                    "storagemigration.k8s.io");

    /**
     * @throws IllegalArgumentException when the text is not GROUP/KIND; the message names the text
     */
    public static KindSelector parse(String text) {
        int slash = text.indexOf('/');
        if (slash <= 0 || slash == text.length() - 1 || text.indexOf('/', slash + 1) >= 0) {
            throw new IllegalArgumentException(
                    "kind selector '%s' is not GROUP/KIND; for example '*.azure.com/*' or 'core/ConfigMap'"
                            .formatted(text));
        }
        var group = text.substring(0, slash);
        return new KindSelector("core".equals(group) ? "" : group, text.substring(slash + 1));
    }

    /** Whether this selector wants the kind. */
    public boolean matches(String candidateGroup, String candidateKind) {
        return matches(group, candidateGroup, candidateGroup.isEmpty())
                && matches(kind, candidateKind, false);
    }

    /** Whether the selector names one kind, without {@code *}. */
    public boolean exact() {
        return !group.contains("*") && !kind.contains("*");
    }

    /** Whether the selector names one kind that the API server itself defines, and not a CRD. */
    public boolean builtIn() {
        return exact() && (!group.contains(".") || BUILT_IN.contains(group));
    }

    private static boolean matches(String pattern, String value, boolean core) {
        if (core) {
            return pattern.isEmpty();
        }
        if ("*".equals(pattern)) {
            return true;
        }
        if (pattern.startsWith("*")) {
            return value.endsWith(pattern.substring(1));
        }
        if (pattern.endsWith("*")) {
            return value.startsWith(pattern.substring(0, pattern.length() - 1));
        }
        return pattern.equals(value);
    }
}
