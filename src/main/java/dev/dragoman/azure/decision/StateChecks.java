package dev.dragoman.azure.decision;

import dev.dragoman.azure.catalog.StateCheck;
import dev.dragoman.azure.catalog.StateCheck.Moment;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.kube.object.Excerpt;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Applies the kind's checks. They find states in which Azure refuses every PUT, and states in which
 * Azure has not finished although it reports success. Kinds without checks need no further
 * requests. Pure.
 */
final class StateChecks {
    private StateChecks() {}

    /** Whether a GET must come before a PUT. */
    static boolean look(AzureFacts facts) {
        return of(facts, Moment.BEFORE).findAny().isPresent();
    }

    /**
     * The step before a PUT: a read of the owner, or the end because Azure accepts no PUT in the
     * present state. Empty when the PUT may be sent.
     */
    static Optional<AzureStep> before(AzureFacts facts, AzureProgress done) {
        return owner(facts, done)
                .or(() -> done.get().filter(Answer::ok).flatMap(got -> blocked(facts, got.body())));
    }

    /** The read of the owner that must come before a PUT; empty when it is done, or not needed. */
    static Optional<AzureStep> asked(AzureFacts facts, AzureProgress done) {
        return owner(facts, done).filter(step -> step instanceof AzureStep.LookUp);
    }

    /**
     * The end of the reconciliation, if Azure accepts no PUT of the resource in its present state.
     */
    static Optional<AzureStep> blocked(AzureFacts facts, Map<String, Object> resource) {
        return obstacle(facts, Moment.BEFORE, resource).map(text -> failed(facts, text));
    }

    /**
     * Why the object is not Ready yet although its resource equals the body. Empty when no check
     * keeps it from being Ready.
     */
    static Optional<Problem> after(AzureFacts facts, Map<String, Object> resource) {
        return obstacle(facts, Moment.AFTER, resource)
                .map(text -> Problem.slow("PostReconciliationFailure", text));
    }

    /** Checks the owner's state. If the owner cannot be read, Azure's answer to the PUT decides. */
    private static Optional<AzureStep> owner(AzureFacts facts, AzureProgress done) {
        var parent = facts.claim().resourceId().map(ResourceId::new).flatMap(ResourceId::parent);
        if (parent.isEmpty()) {
            return Optional.empty();
        }
        for (var check : of(facts, Moment.OWNER_BEFORE).toList()) {
            var question = new AzureStep.LookUp(parent.get().text(), check.apiVersion(), "");
            var answer = done.lookUps().get(question.key());
            if (answer == null) {
                return Optional.of(question);
            }
            var what = "the owner of " + facts.subject().display();
            var obstacle =
                    answer.ok()
                            ? obstacle(facts, check, answer.body(), what)
                            : Optional.<String>empty();
            if (obstacle.isPresent()) {
                return obstacle.map(text -> failed(facts, text));
            }
        }
        return Optional.empty();
    }

    private static Stream<StateCheck> of(AzureFacts facts, Moment moment) {
        return facts.type().rules().checks().stream().filter(check -> check.moment() == moment);
    }

    private static Optional<String> obstacle(
            AzureFacts facts, Moment moment, Map<String, Object> resource) {
        return of(facts, moment)
                .flatMap(
                        each -> obstacle(facts, each, resource, facts.subject().display()).stream())
                .findFirst();
    }

    private static Optional<String> obstacle(
            AzureFacts facts, StateCheck check, Map<String, Object> resource, String whose) {
        return check.obstacle(values(resource, List.of(check.path().split("\\.", -1))).toList())
                .map(value -> words(facts, check, value, whose));
    }

    private static String words(AzureFacts facts, StateCheck check, String value, String whose) {
        var shown = value.isEmpty() ? "nothing" : "'" + Excerpt.value(value) + "'";
        var wanted =
                check.allowed().isEmpty()
                        ? "anything but " + String.join(", ", check.refused())
                        : "one of " + String.join(", ", check.allowed());
        var text =
                "Azure shows %s as %s of %s. The value must be %s%s; %s"
                        .formatted(
                                shown,
                                check.path(),
                                whose,
                                wanted,
                                check.moment() == Moment.AFTER ? "" : " before anything is sent",
                                Problem.Retry.SLOW.told(
                                        Optional.empty(), facts.timing().longestPause()));
        return check.advice().isEmpty() ? text : text + ": " + check.advice();
    }

    private static Stream<String> values(Object at, List<String> path) {
        if (at instanceof List<?> list) {
            return list.stream().flatMap(element -> values(element, path));
        }
        if (path.isEmpty()) {
            return at instanceof String text && !text.isEmpty() ? Stream.of(text) : Stream.empty();
        }
        return at instanceof Map<?, ?> map
                ? values(map.get(path.getFirst()), path.subList(1, path.size()))
                : Stream.empty();
    }

    private static AzureStep failed(AzureFacts facts, String text) {
        return AzureDecision.failed(
                facts,
                facts.state(),
                Problem.slow("ReconciliationBlocked", text),
                "CreateOrUpdateActionError");
    }
}
