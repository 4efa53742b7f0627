package dev.dragoman.discovery.decision;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.object.ObjectComparison;
import dev.dragoman.capability.object.ObjectStep;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.capability.point.Before;
import dev.dragoman.capability.status.Outside;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Outcome;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Decides the next step for a DiscoveryService. Pure. */
public final class DiscoveryDecision {
    private static final String DEPLOYMENT = "Deployment";

    /**
     * Time until the next reconciliation after an apply: the pods or certificates may be as wanted
     * by then.
     */
    static final Duration SOON = Duration.ofSeconds(1);

    private DiscoveryDecision() {}

    /** The next step, or the end of the reconciliation. */
    public static dev.dragoman.capability.Step next(DiscoveryFacts facts, Results done) {
        if (facts.service().formerlyHeld() && !done.has(DiscoveryStep.StripFinalizer.class)) {
            return new DiscoveryStep.StripFinalizer();
        }
        if (facts.service().deleting()) {
            var leftovers = facts.leaving().leftovers();
            if (facts.service().orphaning()) {
                return Ending.quiet(Outcome.done());
            }
            return !leftovers.isEmpty() && !done.has(ObjectStep.Remove.class)
                    ? new ObjectStep.Remove(leftovers, Optional.empty(), false)
                    : left(facts.leaving(), Optional.empty(), done)
                            .orElseGet(() -> Ending.quiet(Outcome.done()));
        }
        var compared = ObjectComparison.of(done);
        var spaces = spaces(facts, compared);
        if (!spaces.marks().isEmpty() && !done.has(DiscoveryStep.Mark.class)) {
            return new DiscoveryStep.Mark(spaces.marks(), compared.before());
        }
        var replaced = replaced(facts, compared);
        if (!replaced.isEmpty() && !done.has(DiscoveryStep.Replace.class)) {
            return new DiscoveryStep.Replace(replaced, compared.before());
        }
        return compared.next(done)
                .or(() -> left(spaces, compared.before(), done))
                .orElseGet(() -> ending(facts, compared, done));
    }

    /**
     * The served namespaces, and those that are no longer served. If the route has no line {@code
     * namespaces}, no namespace is served any more.
     */
    private static EnabledNamespaces spaces(DiscoveryFacts facts, ObjectComparison compared) {
        return facts.given().invalid() || compared.makers().contains(DiscoveryMakers.NAMESPACES)
                ? facts.given().spaces()
                : facts.leaving();
    }

    /**
     * Services to delete and create again, as the API server refuses to change a Service to or from
     * headless.
     */
    private static List<Map<String, Object>> replaced(
            DiscoveryFacts facts, ObjectComparison compared) {
        return compared.changes().stream()
                .filter(each -> "Service".equals(each.get("kind")))
                .flatMap(each -> facts.live("Service", Fields.metadata(each, "name")).stream())
                .filter(each -> Surroundings.otherKind(facts.service(), each))
                .toList();
    }

    /**
     * The last step: removes the marks of Namespaces that are no longer served. Empty if no marks
     * have to be removed.
     */
    private static Optional<dev.dragoman.capability.Step> left(
            EnabledNamespaces spaces, Optional<Before> before, Results done) {
        return spaces.left().isEmpty() || done.has(DiscoveryStep.Unmark.class)
                ? Optional.empty()
                : Optional.of(new DiscoveryStep.Unmark(spaces.left(), before));
    }

    private static Ending ending(DiscoveryFacts facts, ObjectComparison compared, Results done) {
        var changed = changed(facts, compared, done);
        var troubles = compared.troubles().or(changed);
        var ending =
                troubles.ending(
                                facts.service().generation(),
                                changed.map(_ -> new Outcome.RequeueAfter(SOON)))
                        .withStatus(status(facts, compared));
        return troubles.worst().isPresent()
                ? ending
                : ending.withOutside(
                        new Outside(facts.service().id(), Map.of("host", facts.service().host())));
    }

    /**
     * The trouble of a change to pods or certificates that this reconciliation applied, and that
     * has no effect yet. Empty without such a change.
     */
    private static Optional<Trouble> changed(
            DiscoveryFacts facts, ObjectComparison compared, Results done) {
        if (!done.has(ObjectStep.Apply.class)) {
            return Optional.empty();
        }
        return Stream.of(DEPLOYMENT, DiscoveryNames.CERTIFICATE)
                .flatMap(
                        kind ->
                                compared.changes().stream()
                                        .filter(each -> kind.equals(each.get("kind"))))
                .filter(each -> DEPLOYMENT.equals(each.get("kind")) || isForPods(facts, each))
                .findFirst()
                .map(DiscoveryTrouble::changed);
    }

    /**
     * Whether pods wait for the certificate: it is that of the root or the server, it existed, and
     * its spec was changed, and not only its annotations.
     */
    private static boolean isForPods(DiscoveryFacts facts, Map<String, Object> certificate) {
        var service = facts.service();
        var name = Fields.metadata(certificate, "name");
        return List.of(DiscoveryNames.ca(service.name()), DiscoveryNames.server(service.name()))
                        .contains(name)
                && service.namespace().equals(Fields.metadata(certificate, "namespace"))
                && facts.live(DiscoveryNames.CERTIFICATE, name)
                        .filter(
                                live ->
                                        !Fields.keeps(
                                                certificate, live, DiscoveryNames.MANAGER, "spec"))
                        .isPresent();
    }

    /** Name and status of a Deployment, as MARIN3R's statuses show them; mutable. */
    static Map<String, Object> workloadStatus(Optional<Map<String, Object>> deployment) {
        var status = new LinkedHashMap<String, Object>();
        deployment.ifPresent(
                each -> {
                    status.put("deploymentName", Fields.metadata(each, "name"));
                    var copy = Fields.map(each, "status");
                    if (!copy.isEmpty()) {
                        status.put("deploymentStatus", copy);
                    }
                });
        return status;
    }

    private static Map<String, Object> status(DiscoveryFacts facts, ObjectComparison compared) {
        var service = facts.service();
        var status = workloadStatus(facts.live(DEPLOYMENT, DiscoveryNames.of(service.name())));
        status.put("observedGeneration", service.generation());
        status.put("enabledNamespaces", spaces(facts, compared).served().size());
        facts.live(DiscoveryNames.CERTIFICATE, DiscoveryNames.ca(service.name()))
                .map(each -> Fields.map(each, "status", "rotation").get("phase"))
                .filter(String.class::isInstance)
                .ifPresent(phase -> status.put("rotation", Map.of("phase", phase)));
        return status;
    }
}
