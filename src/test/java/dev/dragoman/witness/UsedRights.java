package dev.dragoman.witness;

import dev.dragoman.cluster.Account;
import dev.dragoman.sandbox.controlplane.AuditLog;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Which rights the operator's requests needed, as the API server noted it beside each of them. */
final class UsedRights {
    private static final String REASON = "authorization.k8s.io/reason";
    private static final Pattern GRANTED = Pattern.compile(" of (\\w+) \"([^\"]+)\" to ");

    private static final Pattern OPERATOR = Pattern.compile("system:serviceaccount:[^:]+:dragoman");

    private static final Set<String> TRYING =
            Set.of(Account.ALL.user(), Account.ALL_WITHOUT_POLICY.user());

    private UsedRights() {}

    /** Of operators of any namespace, whose account has the name that they are shipped with. */
    static Set<GrantedRight> in(List<AuditLog> logs) {
        var used = new HashSet<GrantedRight>();
        for (var log : logs) {
            log.each(
                    line -> line.contains(":dragoman\""),
                    event -> {
                        if (OPERATOR.matcher(event.user()).matches() && !tried(event)) {
                            used.addAll(of(event));
                        }
                    });
        }
        return used;
    }

    /** What tests ask with the operator's account, without an effect, is no use of a right. */
    private static boolean tried(AuditLog.Event event) {
        return event.json().path("requestURI").asText().contains("dryRun=All")
                || TRYING.contains(event.user());
    }

    private static List<GrantedRight> of(AuditLog.Event event) {
        var role = role(event);
        if (role.isEmpty()) {
            return List.of();
        }
        var resource =
                event.subresource().isEmpty()
                        ? event.resource()
                        : event.resource() + "/" + event.subresource();
        var asked =
                new GrantedRight(role.get(), event.verb(), event.group(), resource, event.name());
        // an apply that makes the object is asked for this right too, after the object is known
        return event.verb().equals("patch") && event.code() == 201
                ? List.of(
                        asked,
                        new GrantedRight(
                                role.get(), "create", event.group(), resource, event.name()))
                : List.of(asked);
    }

    private static Optional<String> role(AuditLog.Event event) {
        var reason = event.json().path("annotations").path(REASON).asText();
        var matcher = GRANTED.matcher(reason);
        if (!matcher.find()) {
            return Optional.empty();
        }
        var role = matcher.group(1) + "/" + matcher.group(2);
        // made of the roles that come with the kinds
        return Optional.of(
                role.equals("ClusterRole/dragoman-azure") ? role + ":" + event.group() : role);
    }
}
