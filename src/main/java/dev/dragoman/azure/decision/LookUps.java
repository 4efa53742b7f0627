package dev.dragoman.azure.decision;

import dev.dragoman.azure.model.LookUp;
import dev.dragoman.azure.model.LookUp.Subject;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.capability.point.Before;
import dev.dragoman.kube.object.Excerpt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Looks up the values in Azure without which a body is not complete. Pure. */
final class LookUps {
    private static final String ROLES = "/providers/Microsoft.Authorization/roleDefinitions";
    private static final String ROLES_VERSION = "2022-04-01";
    private static final String VAULTS_VERSION = "2024-11-01";
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private LookUps() {}

    /**
     * The next step that completes the body, for a comparison with Azure or for a PUT. Empty when
     * the body is complete.
     *
     * @param sending whether the body is about to be sent; values that Azure never shows are looked
     *     up only then
     */
    static Optional<AzureStep> next(AzureFacts facts, AzureProgress done, boolean sending) {
        for (LookUp lookUp : lookUps(facts)) {
            if (lookUp.subject() == Subject.DELETED_VAULT) {
                if (!sending) {
                    continue;
                }
                if (!ResourceId.isSegment(location(facts))) {
                    return Optional.of(failed(facts, badLocation(facts)));
                }
            }
            var question = question(facts, lookUp);
            var answer = done.lookUps().get(question.key());
            if (answer == null) {
                return Optional.of(question);
            }
            var step = obstacle(facts, done, lookUp, answer);
            if (step.isPresent()) {
                return step;
            }
        }
        return Optional.empty();
    }

    /**
     * The step from {@link #next}, if it only reads: such a step may come before the claim.
     * Otherwise empty.
     *
     * @param sending as for {@link #next}
     */
    static Optional<AzureStep> asked(AzureFacts facts, AzureProgress done, boolean sending) {
        return next(facts, done, sending).filter(step -> !(step instanceof AzureStep.Post));
    }

    /**
     * The body with the values that were found. A value that was not looked up is sent as the user
     * wrote it.
     */
    static Map<String, Object> complete(AzureFacts facts, AzureProgress done) {
        var body = facts.desired().orElseThrow().body();
        for (LookUp lookUp : lookUps(facts)) {
            var answer = done.lookUps().get(question(facts, lookUp).key());
            if (answer != null) {
                var value = value(facts, lookUp, answer);
                if (value.isPresent()) {
                    body = with(body, List.of(lookUp.arm().split("\\.", -1)), value.get());
                }
            }
        }
        return body;
    }

    private static List<LookUp> lookUps(AzureFacts facts) {
        return facts.desired().orElseThrow().lookUps();
    }

    private static AzureStep.LookUp question(AzureFacts facts, LookUp lookUp) {
        return switch (lookUp.subject()) {
            case BUILT_IN_ROLE ->
                    new AzureStep.LookUp(
                            ROLES,
                            ROLES_VERSION,
                            "roleName eq '%s'".formatted(lookUp.written().replace("'", "''")));
            case DELETED_VAULT -> new AzureStep.LookUp(deletedVault(facts), VAULTS_VERSION, "");
        };
    }

    private static String deletedVault(AzureFacts facts) {
        var id = id(facts);
        return "/subscriptions/%s/providers/Microsoft.KeyVault/locations/%s/deletedVaults/%s"
                .formatted(id.subscription().orElse(""), location(facts), id.name());
    }

    /** The location as a segment of a path: "West US 2" and "westus2" are the same location. */
    private static String location(AzureFacts facts) {
        return String.valueOf(facts.desired().orElseThrow().body().get("location"))
                .replace(" ", "")
                .toLowerCase(Locale.ROOT);
    }

    private static Problem badLocation(AzureFacts facts) {
        return Problem.error(
                "Failed",
                "spec.location of %s is '%s', which is no location of Azure, so no deleted vault can be looked up; correct spec.location, for example to westeurope"
                        .formatted(facts.subject().display(), Excerpt.value(location(facts))));
    }

    private static ResourceId id(AzureFacts facts) {
        return new ResourceId(facts.claim().resourceId().orElseThrow());
    }

    private static Optional<AzureStep> obstacle(
            AzureFacts facts, AzureProgress done, LookUp lookUp, Answer answer) {
        boolean none = lookUp.subject() == Subject.DELETED_VAULT && answer.status() == NOT_FOUND;
        if (!answer.ok() && !none) {
            var doing =
                    "look up %s for %s".formatted(sought(facts, lookUp), facts.subject().display());
            var pause = facts.timing().longestPause();
            return Optional.of(
                    failed(facts, Problem.of(answer, List.of(), doing, pause, facts.accepted())));
        }
        return switch (lookUp.subject()) {
            case BUILT_IN_ROLE ->
                    value(facts, lookUp, answer).isPresent()
                            ? Optional.empty()
                            : Optional.of(failed(facts, noSuchRole(lookUp)));
            case DELETED_VAULT -> none ? Optional.empty() : deleted(facts, done, lookUp, answer);
        };
    }

    private static String sought(AzureFacts facts, LookUp lookUp) {
        return switch (lookUp.subject()) {
            case BUILT_IN_ROLE ->
                    "the built-in role '%s'".formatted(Excerpt.value(lookUp.written()));
            case DELETED_VAULT -> "the deleted vault '%s'".formatted(id(facts).name());
        };
    }

    private static Problem noSuchRole(LookUp lookUp) {
        return Problem.error(
                "ReferenceNotFound",
                "Azure has no built-in role with the name '%s'; correct wellKnownName, or write the role's armId instead"
                        .formatted(Excerpt.value(lookUp.written())));
    }

    /** Continues when Azure keeps a deleted vault that has the resource's name. */
    private static Optional<AzureStep> deleted(
            AzureFacts facts, AzureProgress done, LookUp lookUp, Answer answer) {
        boolean purge = "purgeThenCreate".equals(lookUp.written());
        var foreign = ofAnotherGroup(facts, answer, purge);
        if (foreign.isPresent() || !purge) {
            return foreign.map(problem -> failed(facts, problem));
        }
        var path = deletedVault(facts) + "/purge";
        var purged = done.lookUps().get(path);
        if (purged == null) {
            return Optional.of(
                    new AzureStep.Post(path, VAULTS_VERSION, Optional.of(Before.create())));
        }
        // Azure answers with a conflict while a purge is running already
        return Optional.of(
                purged.ok() || purged.status() == CONFLICT
                        ? Completion.waiting(facts, facts.state(), purged, List.of())
                        : failed(
                                facts,
                                Problem.of(
                                        purged,
                                        List.of(),
                                        "purge the deleted vault that has the name of "
                                                + facts.subject().display(),
                                        facts.timing().longestPause(),
                                        facts.accepted())));
    }

    /**
     * The problem if the deleted vault was in another resource group, so that it may belong to
     * somebody else. A recovery would restore the vault in that group, and a purge would destroy it
     * for good. If Azure does not tell the vault's group, the vault is not purged.
     */
    private static Optional<Problem> ofAnotherGroup(
            AzureFacts facts, Answer answer, boolean purge) {
        var was =
                answer.body().get("properties") instanceof Map<?, ?> properties
                                && properties.get("vaultId") instanceof String id
                                && id.startsWith("/")
                        ? new ResourceId(id).resourceGroup()
                        : Optional.<String>empty();
        var wanted = id(facts).resourceGroup();
        if (was.isEmpty() ? !purge : wanted.filter(was.get()::equalsIgnoreCase).isPresent()) {
            return Optional.empty();
        }
        var place =
                was.map("resource group %s"::formatted)
                        .orElse("a resource group that Azure does not tell");
        return Optional.of(
                Problem.error(
                        "Failed",
                        purge
                                ? "the deleted vault with the name of %s was in %s, so it is not purged for this object. Use another name, or purge the vault with: az keyvault purge --name %s"
                                        .formatted(
                                                facts.subject().display(), place, id(facts).name())
                                : "%s cannot be recovered: the deleted vault of that name was in %s, and can be recovered only there; change spec.owner, or use another name"
                                        .formatted(facts.subject().display(), place)));
    }

    private static AzureStep failed(AzureFacts facts, Problem problem) {
        return AzureDecision.failed(
                facts, facts.state(), problem, "DetermineCreateOrUpdateActionError");
    }

    private static Optional<String> value(AzureFacts facts, LookUp lookUp, Answer answer) {
        return switch (lookUp.subject()) {
            case BUILT_IN_ROLE -> role(facts, lookUp.written(), answer);
            case DELETED_VAULT ->
                    Optional.of(
                            answer.status() != NOT_FOUND
                                            && "createOrRecover".equals(lookUp.written())
                                    ? "recover"
                                    : "default");
        };
    }

    /**
     * The id of the role in the resource's own subscription: a built-in role has the same name in
     * all subscriptions.
     */
    private static Optional<String> role(AzureFacts facts, String name, Answer answer) {
        var list = answer.body().get("value") instanceof List<?> l ? l : List.of();
        return list.stream()
                .filter(each -> each instanceof Map<?, ?>)
                .map(each -> (Map<?, ?>) each)
                .filter(
                        each ->
                                each.get("properties") instanceof Map<?, ?> p
                                        && p.get("roleName") instanceof String text
                                        && text.equalsIgnoreCase(name)
                                        && "BuiltInRole".equals(p.get("type")))
                .map(each -> String.valueOf(each.get("name")))
                .findFirst()
                .map(
                        role ->
                                id(facts).subscription().map(s -> "/subscriptions/" + s).orElse("")
                                        + ROLES
                                        + "/"
                                        + role);
    }

    private static Map<String, Object> with(
            Map<String, Object> body, List<String> path, String value) {
        Map<String, Object> out = new LinkedHashMap<>(body);
        out.put(path.getFirst(), set(body.get(path.getFirst()), tail(path), value));
        return out;
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    private static Object set(Object at, List<String> path, String value) {
        if (path.isEmpty()) {
            return value;
        }
        return at instanceof Map<?, ?> map ? with((Map<String, Object>) map, path, value) : at;
    }

    private static List<String> tail(List<String> path) {
        return new ArrayList<>(path).subList(1, path.size());
    }
}
