package dev.dragoman.agents.decision;

import dev.dragoman.kube.Fields;
import dev.dragoman.settings.AllowedHosts;
import dev.dragoman.settings.NamespaceIdentities;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * As whom KEDA may ask Azure DevOps for a namespace, and where. KEDA acts as any identity that
 * trusts its account, whoever names it, and sends the token to the address that the trigger has. So
 * both take a word of the cluster's administrator. Immutable.
 *
 * @param given client ids by namespace; empty where nobody knows, without a cluster
 * @param hosts where such a token may go
 */
public record Identities(Optional<NamespaceIdentities> given, AllowedHosts hosts) {
    /** The setting with what is given. */
    public static final String SETTING = "DRAGOMAN_CDTARGETS_IDENTITIES";

    /** Where a trigger has the address. KEDA before 2.20 does not read it, and asks nobody. */
    static final String ADDRESS = "organizationURL";

    /** Where KEDA takes it from a container, which teams may change. */
    static final String FROM_CONTAINER = ADDRESS + "FromEnv";

    private static final String HTTPS = "https://";

    /** Where agents sign on. */
    private static final String VARIABLE = "AZP_URL";

    /** The same where it is not known what is given to whom. */
    public Identities unknown() {
        return new Identities(Optional.empty(), hosts);
    }

    /** Why KEDA may not ask with the identity that the target names; empty where it may. */
    public Optional<String> refuses(CdTarget target) {
        var identity = target.map("identity");
        if (identity.isEmpty()) {
            return Optional.empty();
        }
        if (!(identity.get("clientId") instanceof String id) || id.isBlank()) {
            return Optional.of(
                    "identity.clientId is missing; without it KEDA's own identity would be used");
        }
        if (!isGiven(target.namespace(), id)) {
            return Optional.of(
                    "identity.clientId '%s' is not given to namespace %s; the cluster's administrator adds %s/%s to %s"
                            .formatted(id, target.namespace(), target.namespace(), id, SETTING));
        }
        if (target.ownSigningOn().stream().anyMatch(each -> keeps(target, each))) {
            return Optional.of(
                    "env sets %s; with identity the address is config.url".formatted(VARIABLE));
        }
        return address(target.url())
                .map(
                        each ->
                                "with identity, config.url must be one of the administrator's: "
                                        + each);
    }

    /** Whether a variable of agents is the operator's, whatever the spec says. */
    static boolean keeps(CdTarget target, String variable) {
        return VARIABLE.equals(variable) && !target.map("identity").isEmpty();
    }

    /** Entry of the setting that the target takes and that is not there; empty where none is. */
    public Optional<String> lacks(CdTarget target) {
        return target.map("identity").get("clientId") instanceof String id
                        && !id.isBlank()
                        && !isGiven(target.namespace(), id)
                ? Optional.of(target.namespace() + "/" + id.strip())
                : Optional.empty();
    }

    /**
     * Whether what is there sends a token where it may not go.
     *
     * @param scaler a ScaledObject or a ScaledJob
     * @param live what is there beside it, with its authentications
     */
    boolean leaks(
            Map<String, Object> scaler, String namespace, Map<String, Map<String, Object>> live) {
        return triggers(scaler).stream()
                .anyMatch(
                        trigger -> {
                            var metadata = Fields.map(trigger, "metadata");
                            boolean asks =
                                    metadata.containsKey(ADDRESS)
                                            || metadata.containsKey(FROM_CONTAINER);
                            var who =
                                    live.getOrDefault(
                                            Observation.key(
                                                    "TriggerAuthentication",
                                                    String.valueOf(
                                                            Fields.map(trigger, "authenticationRef")
                                                                    .get("name"))),
                                            Map.of());
                            return asks && isIdentity(who) && !isGood(metadata, who, namespace);
                        });
    }

    /** Whether an authentication is by an identity that is not given to the namespace. */
    boolean isWithdrawn(Map<String, Object> authentication, String namespace) {
        return isIdentity(authentication) && !isGiven(namespace, clientId(authentication));
    }

    private boolean isGood(Map<String, Object> trigger, Map<String, Object> who, String namespace) {
        return !trigger.containsKey(FROM_CONTAINER)
                && isGiven(namespace, clientId(who))
                && address(String.valueOf(trigger.get(ADDRESS))).isEmpty();
    }

    private boolean isGiven(String namespace, String clientId) {
        return given.map(each -> each.allows(namespace, clientId)).orElse(true);
    }

    private static boolean isIdentity(Map<String, Object> authentication) {
        return !Fields.map(authentication, "spec", "podIdentity").isEmpty();
    }

    private static String clientId(Map<String, Object> authentication) {
        return String.valueOf(Fields.map(authentication, "spec", "podIdentity").get("identityId"));
    }

    /** Triggers of a scaler, as they are. */
    static List<Map<String, Object>> triggers(Map<String, Object> scaler) {
        return Fields.spec(scaler).get("triggers") instanceof List<?> all
                ? all.stream().map(each -> Fields.map(Map.of("one", each), "one")).toList()
                : List.of();
    }

    /** What is wrong with an address; empty where a token may go there. */
    private Optional<String> address(String url) {
        if (!url.startsWith(HTTPS)) {
            return Optional.of("it must be https");
        }
        int end = url.indexOf('/', HTTPS.length());
        var authority = url.substring(HTTPS.length(), end < 0 ? url.length() : end);
        // programs read other characters there differently
        if (!authority.chars().allMatch(Identities::ofHost)) {
            return Optional.of(
                    "its host has other characters than letters, digits, dots, '-', ':'");
        }
        try {
            var read = new URI(HTTPS + authority);
            return hosts.allows(read.getHost(), read.getPort())
                    ? Optional.empty()
                    : Optional.of(hosts.refusal(read.getHost(), read.getPort()));
        } catch (URISyntaxException none) {
            return Optional.of("it is no address");
        }
    }

    private static boolean ofHost(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '.'
                || c == '-'
                || c == ':';
    }
}
