package dev.dragoman.azure.decision;

import dev.dragoman.azure.catalog.AzureCodes;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.capability.point.Before;
import dev.dragoman.reconcile.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Registers a provider in the subscription when Azure demands that. Azure's answer names the
 * provider, which is not always the provider of the object's type. The provider is registered once
 * for all objects that wait for it. After the registration, the refused request is sent again.
 * Pure.
 */
final class Registration {
    private static final String API_VERSION = "2019-05-01";

    private static final String NAMESPACE =
            "[A-Za-z][A-Za-z0-9]{0,99}(?:\\.[A-Za-z0-9]{1,100}){1,4}";

    private static final Pattern TARGET = Pattern.compile(NAMESPACE);

    private static final Pattern TEXT =
            Pattern.compile(
                    "\\b(?:namespace|provider):? ?['\"]?(" + NAMESPACE + ")",
                    Pattern.CASE_INSENSITIVE);

    private static final int DEEPEST = 8;

    private Registration() {}

    /** Whether an answer demands a registration. */
    static boolean demanded(Answer answer) {
        return AzureCodes.unregistered(answer.error().map(Answer.Failure::code).orElse(""));
    }

    /** Whether this provider, as Azure shows it, is still being registered. */
    static boolean underWay(Map<String, Object> provider) {
        return "Registering".equalsIgnoreCase(state(provider));
    }

    /**
     * The next step until the refused request can be sent again.
     *
     * @param doing what Azure refused, for messages
     */
    static AzureStep next(AzureFacts facts, AzureProgress done, Answer refused, String doing) {
        var id = new ResourceId(facts.claim().resourceId().orElseThrow());
        var provider = named(refused).or(id::provider).orElse("Microsoft.Resources");
        var subscription = id.subscription();
        if (subscription.isEmpty()) {
            return failed(facts, withoutSubscription(provider, id));
        }
        var path = "/subscriptions/%s/providers/%s".formatted(subscription.get(), provider);
        var question = new AzureStep.LookUp(path, API_VERSION, "");
        var shown = done.lookUps().get(question.key());
        if (shown == null) {
            return question;
        }
        if (!shown.ok()) {
            return failed(facts, problem(facts, shown, "read the provider " + provider));
        }
        if ("Registered".equalsIgnoreCase(state(shown.body()))) {
            // the registration has not reached all of Azure yet
            return failed(facts, AzureDecision.problem(facts, refused, doing));
        }
        if (!underWay(shown.body()) && done.registered().isEmpty()) {
            return new AzureStep.Register(
                    provider,
                    path + "/register",
                    API_VERSION,
                    // after a PUT the extension point has run already
                    done.put().isPresent() ? Optional.empty() : Optional.of(Before.create()));
        }
        var registered = done.registered().orElse(shown);
        return registered.ok()
                ? waiting(facts, provider, subscription.get(), path, registered)
                : failed(facts, problem(facts, registered, "register the provider " + provider));
    }

    private static AzureStep waiting(
            AzureFacts facts, String provider, String subscription, String path, Answer answer) {
        var operation = OwnState.Operation.ofProvider(path + "?api-version=" + API_VERSION);
        return new AzureStep.Finish(
                Optional.of(
                        ReadyCondition.reconciling(
                                facts.subject().generation(),
                                "Azure registers the provider %s in the subscription %s, because the resource needs the provider; the resource is sent again after the registration"
                                        .formatted(provider, subscription))),
                facts.state().running(operation),
                Optional.empty(),
                new Outcome.Pending(Completion.wait(answer)),
                List.of());
    }

    private static AzureStep failed(AzureFacts facts, Problem problem) {
        return AzureDecision.failed(
                facts, facts.state().idle(), problem, "CreateOrUpdateActionError");
    }

    private static Problem problem(AzureFacts facts, Answer answer, String doing) {
        return Problem.passing(
                answer,
                "%s for %s".formatted(doing, facts.subject().display()),
                facts.timing().longestPause());
    }

    private static Problem withoutSubscription(String provider, ResourceId id) {
        return Problem.slow(
                "MissingSubscriptionRegistration",
                "Azure demands that the provider %s is registered, but the resource %s is in no subscription. Register the provider yourself in the subscription that Azure means"
                        .formatted(provider, id));
    }

    private static String state(Map<String, Object> provider) {
        return String.valueOf(provider.get("registrationState"));
    }

    /** The provider that Azure names in the target of a detail, else in the message. */
    static Optional<String> named(Answer refused) {
        var error =
                refused.body().get("error") instanceof Map<?, ?> nested ? nested : refused.body();
        var message = refused.error().map(Answer.Failure::message).orElse("");
        return targets(error, 0)
                .map(target -> target.split("/", 2)[0])
                .filter(target -> TARGET.matcher(target).matches())
                .findFirst()
                .or(() -> TEXT.matcher(message).results().map(at -> at.group(1)).findFirst());
    }

    /**
     * The targets of an error. The targets of its details come first, because the target of the
     * error itself is the resource.
     */
    private static Stream<String> targets(Map<?, ?> error, int depth) {
        if (depth > DEEPEST) {
            return Stream.empty();
        }
        var below = error.get("details") instanceof List<?> details ? details : List.of();
        return Stream.concat(
                below.stream()
                        .filter(each -> each instanceof Map<?, ?>)
                        .flatMap(each -> targets((Map<?, ?>) each, depth + 1)),
                error.get("target") instanceof String target ? Stream.of(target) : Stream.empty());
    }
}
