package dev.dragoman.agents.decision;

import dev.dragoman.agents.decision.workload.Identities;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Names;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks whether the spec and its Secrets are complete enough to start agents. */
final class Usable {
    /** Maximum length of a CDTarget's name, since KEDA puts the name into a label. */
    private static final int LONGEST = 63;

    /** Patterns of the numbers in {@code triggerMeta} that become part of the scaling formula. */
    private static final Map<String, String> COUNTS =
            Map.of(
                    "targetPipelinesQueueLength", "[1-9]\\d{0,5}",
                    "activationTargetPipelinesQueueLength", "\\d{1,6}");

    private Usable() {}

    /**
     * Whether agents may be started.
     *
     * @param troubles receives all problems, including those with which agents may be started
     */
    static boolean check(
            CdTarget target, AgentObservation seen, Identities identities, List<Trouble> troubles) {
        int before = troubles.size();
        config(target, troubles);
        if (target.text("agentImage").isEmpty()) {
            troubles.add(AgentTrouble.spec("agentImage is missing; no agents are started"));
        }
        limits(target, troubles);
        target.wrongNames().forEach(each -> troubles.add(AgentTrouble.spec(each)));
        if (target.tokenRef().isEmpty() && target.map("identity").isEmpty()) {
            troubles.add(
                    AgentTrouble.spec(
                            "tokenRef is missing; name the Secret with the key AZP_TOKEN"));
        } else if (Names.isSubdomain(target.tokenRef())) {
            token(target.tokenRef(), seen, troubles);
        }
        for (var each : List.of(target.proxyRef(), target.caCertRef())) {
            if (Names.isSubdomain(each) && !seen.secrets().containsKey(each)) {
                troubles.add(unreadable(each));
            }
        }
        asking(target, troubles);
        identities
                .refuses(target)
                .ifPresent(
                        why ->
                                troubles.add(
                                        AgentTrouble.identity(
                                                why
                                                        + "; no agents are started or changed, and KEDA does not scale them")));
        boolean usable = troubles.size() == before;
        for (var each : List.of(target.proxyRef(), target.caCertRef())) {
            if (seen.secrets().getOrDefault(each, Optional.of(Map.of())).isEmpty()) {
                troubles.add(
                        AgentTrouble.secret(
                                "there is no Secret %s; agents run without it".formatted(each)));
            }
        }
        return usable;
    }

    private static void config(CdTarget target, List<Trouble> troubles) {
        var url = target.url();
        if (target.pool().isBlank() || url.isEmpty()) {
            troubles.add(
                    AgentTrouble.spec(
                            "config.url and config.poolName are needed; no agents are started"));
        } else if (!OrganisationUrl.isOne(url)) {
            troubles.add(
                    AgentTrouble.spec(
                            "config.url %s is no address of an organisation; write one of at most %d characters, such as https://dev.azure.com/contoso. No agents are started"
                                    .formatted(Excerpt.value(url), OrganisationUrl.LONGEST)));
        }
    }

    /**
     * Checks {@code triggerMeta}, which must not change the address or the token of KEDA's
     * requests.
     */
    private static void asking(CdTarget target, List<Trouble> troubles) {
        for (var each : target.map("triggerMeta").keySet()) {
            if (each.startsWith("organizationURL") || each.startsWith("personalAccessToken")) {
                troubles.add(
                        AgentTrouble.spec(
                                "triggerMeta.%s is not allowed: KEDA takes the address from config.url and the token from tokenRef; no agents are started or changed"
                                        .formatted(each)));
            }
        }
        COUNTS.forEach(
                (name, pattern) -> {
                    var value = String.valueOf(target.map("triggerMeta").getOrDefault(name, "1"));
                    if (!value.matches(pattern)) {
                        troubles.add(
                                AgentTrouble.spec(
                                        "triggerMeta.%s '%s' must be a whole number of at most six digits, and targetPipelinesQueueLength at least 1; no agents are started or changed"
                                                .formatted(name, value)));
                    }
                });
    }

    /** Checks the replica counts and the length of the name against KEDA's limits. */
    private static void limits(CdTarget target, List<Trouble> troubles) {
        var least = target.number("minReplicaCount");
        var most = target.number("maxReplicaCount");
        if (least.isPresent() && most.isPresent() && least.get() > most.get()) {
            troubles.add(
                    AgentTrouble.spec(
                            "minReplicaCount %d is more than maxReplicaCount %d; no agents are started or changed"
                                    .formatted(least.get(), most.get())));
        }
        if (target.name().length() > LONGEST) {
            troubles.add(
                    AgentTrouble.spec(
                            "the CDTarget's name has %d characters, and KEDA accepts at most %d; no agents are started"
                                    .formatted(target.name().length(), LONGEST)));
        }
    }

    private static Trouble unreadable(String secret) {
        return AgentTrouble.unreadable(
                "the operator may not read Secret %s; bind ClusterRole dragoman-secrets in this namespace"
                        .formatted(secret));
    }

    private static void token(String name, AgentObservation seen, List<Trouble> troubles) {
        if (!seen.secrets().containsKey(name)) {
            troubles.add(unreadable(name));
            return;
        }
        var value =
                seen.secrets()
                        .get(name)
                        .map(data -> data.get(AgentNames.TOKEN))
                        .filter(String.class::isInstance)
                        .map(String.class::cast);
        problem(name, value, seen.secrets().get(name))
                .ifPresent(text -> troubles.add(AgentTrouble.token(text)));
    }

    private static Optional<String> problem(
            String name, Optional<String> value, Optional<Map<String, Object>> data) {
        if (data.isEmpty()) {
            return Optional.of(
                    "there is no Secret %s; create it with the key AZP_TOKEN. No agents are started until then"
                            .formatted(name));
        }
        if (value.isEmpty() || value.get().isEmpty()) {
            return Optional.of(
                    "Secret %s has no value for AZP_TOKEN; no agents are started until it has one"
                            .formatted(name));
        }
        return Fields.decoded(value.get())
                        .filter(text -> !text.isBlank() && text.equals(text.strip()))
                        .isPresent()
                ? Optional.empty()
                : Optional.of(
                        "AZP_TOKEN of Secret %s begins or ends with a blank or a line break, so no agent could log in. Write the token without it (printf instead of echo)"
                                .formatted(name));
    }
}
