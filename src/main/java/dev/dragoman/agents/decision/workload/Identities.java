package dev.dragoman.agents.decision.workload;

import dev.dragoman.agents.decision.AgentObservation;
import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.settings.AllowedHosts;
import dev.dragoman.settings.NamespaceIdentities;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Identities that KEDA may use in requests to Azure DevOps for a namespace, and hosts of these
 * requests. KEDA acts as any identity that trusts its service account, even if another team owns
 * it. KEDA sends the identity's token to the address in the trigger. So the cluster's administrator
 * has to allow the identity and the host. Immutable.
 *
 * @param given client ids by namespace; empty if they are not known, as in commands without a
 *     cluster
 * @param hosts hosts to which a token of an identity may be sent
 */
public record Identities(Optional<NamespaceIdentities> given, AllowedHosts hosts) {
    /** The setting that gives identities to namespaces. */
    public static final String SETTING = "DRAGOMAN_CDTARGETS_IDENTITIES";

    /**
     * Field of a trigger with the address. KEDA before 2.20 ignores this field, and sends no
     * request.
     */
    public static final String ADDRESS = "organizationURL";

    /**
     * Field of a trigger with the name of a container's variable that has the address. Teams may
     * change the variable.
     */
    public static final String FROM_CONTAINER = ADDRESS + "FromEnv";

    private static final String HTTPS = "https://";

    /** Variable of agents with the address at which they register. */
    private static final String VARIABLE = "AZP_URL";

    /** Copy for commands that do not know which identities namespaces have: all are allowed. */
    public Identities unknown() {
        return new Identities(Optional.empty(), hosts);
    }

    /** Why KEDA may not use the identity that the target names; empty if it may. */
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
                    "env sets %s; remove it, because with identity the address is config.url"
                            .formatted(VARIABLE));
        }
        return address(target.url())
                .map(
                        each ->
                                "with identity, config.url must be an address that the cluster's administrator allows: "
                                        + each);
    }

    /** Whether the operator sets a variable of agents, even if {@code env} sets it too. */
    static boolean keeps(CdTarget target, String variable) {
        return VARIABLE.equals(variable) && !target.map("identity").isEmpty();
    }

    /** Entry for the target that is missing in the setting; empty if none is missing. */
    public Optional<String> lacks(CdTarget target) {
        return target.map("identity").get("clientId") instanceof String id
                        && !id.isBlank()
                        && !isGiven(target.namespace(), id)
                ? Optional.of(target.namespace() + "/" + id.strip())
                : Optional.empty();
    }

    /**
     * Whether a scaler uses an identity that is not given to the namespace, or sends its token to a
     * host that is not allowed.
     *
     * @param scaler a ScaledObject or a ScaledJob
     * @param live existing objects of the target, with its TriggerAuthentications
     */
    public boolean leaks(
            Map<String, Object> scaler, String namespace, Map<String, Map<String, Object>> live) {
        for (var trigger : triggers(scaler)) {
            var metadata = Fields.map(trigger, "metadata");
            boolean asks = metadata.containsKey(ADDRESS) || metadata.containsKey(FROM_CONTAINER);
            var name = String.valueOf(Fields.map(trigger, "authenticationRef").get("name"));
            var who =
                    live.getOrDefault(
                            AgentObservation.key("TriggerAuthentication", name), Map.of());
            if (asks && isIdentity(who) && !isGood(metadata, who, namespace)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a TriggerAuthentication has an identity that is not given to the namespace. */
    public boolean isWithdrawn(Map<String, Object> authentication, String namespace) {
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

    /** The triggers of a scaler; a trigger that is no object becomes an empty map. */
    public static List<Map<String, Object>> triggers(Map<String, Object> scaler) {
        return Fields.spec(scaler).get("triggers") instanceof List<?> all
                ? all.stream().map(each -> Fields.map(Map.of("one", each), "one")).toList()
                : List.of();
    }

    /** Why KEDA may not send a token to the address; empty if it may. */
    private Optional<String> address(String url) {
        if (!url.startsWith(HTTPS)) {
            return Optional.of("it must be https");
        }
        int end = url.indexOf('/', HTTPS.length());
        var authority = url.substring(HTTPS.length(), end < 0 ? url.length() : end);
        // programs parse other characters in a host differently
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
