package dev.dragoman.discovery.decision;

import dev.dragoman.capability.Before;
import dev.dragoman.capability.Condition;
import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Note;
import dev.dragoman.capability.Outside;
import dev.dragoman.capability.Results;
import dev.dragoman.kube.Fields;
import dev.dragoman.reconcile.Outcome;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The next step for a DiscoveryService. Pure. */
public final class Decision {
    private static final String READY = "Reconciled";
    private static final String DEPLOYMENT = "Deployment";

    /** What was applied just now may need no more than this to be as wanted. */
    private static final Duration SOON = Duration.ofSeconds(1);

    private Decision() {}

    /** What is to be done now, or how it ends. */
    public static dev.dragoman.capability.Step next(Facts facts, Results done) {
        if (facts.service().formerlyHeld() && !done.has(Step.StripFinalizer.class)) {
            return new Step.StripFinalizer();
        }
        if (facts.service().deleting()) {
            return facts.service().orphaning()
                    ? Ending.quiet(Outcome.done())
                    : ended(facts, done).orElseGet(() -> Ending.quiet(Outcome.done()));
        }
        var wanted = facts.wanted();
        if (!wanted.marks().isEmpty() && !done.has(Step.Mark.class)) {
            return new Step.Mark(wanted.marks(), before(facts));
        }
        if (!wanted.replaced().isEmpty() && !done.has(Step.Replace.class)) {
            return new Step.Replace(wanted.replaced(), before(facts));
        }
        if (!facts.differs().isEmpty() && !done.has(Step.Apply.class)) {
            return new Step.Apply(facts.differs(), before(facts));
        }
        return ended(facts, done).orElseGet(() -> ending(facts, done));
    }

    /** The same before each change, so that teams are asked once about all of them. */
    private static Optional<Before> before(Facts facts) {
        if (facts.service().deleting()) {
            return Optional.empty();
        }
        return Optional.of(
                facts.exists()
                        ? Before.change(
                                Stream.of(
                                                facts.wanted().replaced(),
                                                facts.differs(),
                                                facts.wanted().obsolete())
                                        .flatMap(List::stream)
                                        .map(
                                                each ->
                                                        each.get("kind")
                                                                + "/"
                                                                + Fields.metadata(each, "name"))
                                        .distinct()
                                        .toList())
                        : Before.create());
    }

    /** What is over goes after what replaces it is there; a Namespace is left at last. */
    private static Optional<dev.dragoman.capability.Step> ended(Facts facts, Results done) {
        var wanted = facts.wanted();
        if (!wanted.obsolete().isEmpty() && !done.has(Step.Remove.class)) {
            return Optional.of(new Step.Remove(wanted.obsolete(), before(facts)));
        }
        if (!wanted.left().isEmpty() && !done.has(Step.Unmark.class)) {
            return Optional.of(new Step.Unmark(wanted.left(), before(facts)));
        }
        return Optional.empty();
    }

    private static Ending ending(Facts facts, Results done) {
        var generation = facts.service().generation();
        var troubles = facts.wanted().troubles();
        var others =
                troubles.stream()
                        .filter(Trouble::harmless)
                        .map(
                                each ->
                                        new Condition(
                                                each.condition(),
                                                false,
                                                each.severity(),
                                                each.reason(),
                                                each.message(),
                                                generation))
                        .toList();
        var worst = facts.wanted().worst().or(() -> changed(facts, done));
        if (worst.isPresent()) {
            var trouble = worst.get();
            var all =
                    String.join(
                            ". ",
                            troubles.stream()
                                    .filter(each -> !each.harmless())
                                    .map(Trouble::message)
                                    .toList());
            var text = all.isEmpty() ? trouble.message() : all;
            var note =
                    trouble.passing()
                            ? Note.normal(trouble.reason(), text)
                            : Note.warning(trouble.reason(), text);
            return Ending.of(
                            Condition.notReady(
                                    trouble.severity(), trouble.reason(), text, generation),
                            note,
                            outcome(facts, done, trouble, text))
                    .withOthers(others)
                    .withStatus(status(facts));
        }
        var text = "all is as the spec says";
        return Ending.of(
                        Condition.ready(READY, text, generation),
                        Note.normal(READY, text),
                        Outcome.done())
                .withOthers(others)
                .withStatus(status(facts))
                .withOutside(
                        new Outside(facts.service().id(), Map.of("host", facts.service().host())));
    }

    /** What was applied just now and has to come true before all is as the spec says. */
    private static Optional<Trouble> changed(Facts facts, Results done) {
        if (!done.has(Step.Apply.class)) {
            return Optional.empty();
        }
        var name = facts.service().name();
        if (facts.differs().stream().anyMatch(each -> DEPLOYMENT.equals(each.get("kind")))) {
            return Optional.of(
                    Trouble.rolling(
                            "Deployment %s was changed a moment ago"
                                    .formatted(DiscoveryNames.of(name))));
        }
        return Stream.of(DiscoveryNames.ca(name), DiscoveryNames.server(name))
                .filter(each -> asksForMore(facts, each))
                .findFirst()
                .map(
                        each ->
                                Trouble.pending(
                                        "DiscoveryServiceCertificate %s was changed a moment ago"
                                                .formatted(each)));
    }

    /** Whether more than the annotations of a certificate that is there was changed. */
    private static boolean asksForMore(Facts facts, String certificate) {
        var present = facts.live(DiscoveryNames.CERTIFICATE, certificate);
        return present.isPresent()
                && facts.differs().stream()
                        .filter(each -> DiscoveryNames.CERTIFICATE.equals(each.get("kind")))
                        .filter(each -> certificate.equals(Fields.metadata(each, "name")))
                        .filter(
                                each ->
                                        facts.service()
                                                .namespace()
                                                .equals(Fields.metadata(each, "namespace")))
                        .anyMatch(
                                each ->
                                        !Fields.keeps(
                                                each,
                                                present.get(),
                                                DiscoveryNames.MANAGER,
                                                "spec"));
    }

    /** What has no label of ours is seen by no watch. */
    private static Outcome outcome(Facts facts, Results done, Trouble worst, String text) {
        if (facts.wanted().troubles().stream()
                .anyMatch(each -> Trouble.NOT_OURS.equals(each.reason()))) {
            return new Outcome.Transient(worst.reason(), text, Outcome.Pace.SLOW, Optional.empty());
        }
        if (changed(facts, done).isPresent()) {
            return new Outcome.RequeueAfter(SOON);
        }
        return worst.passing() ? Outcome.done() : new Outcome.Fatal(worst.reason(), text);
    }

    private static Map<String, Object> status(Facts facts) {
        var service = facts.service();
        var name = DiscoveryNames.of(service.name());
        var status = new LinkedHashMap<String, Object>();
        status.put("observedGeneration", service.generation());
        status.put("enabledNamespaces", facts.wanted().served());
        facts.live(DEPLOYMENT, name)
                .ifPresent(
                        each -> {
                            status.put("deploymentName", name);
                            var copy = Fields.map(each, "status");
                            if (!copy.isEmpty()) {
                                status.put("deploymentStatus", copy);
                            }
                        });
        facts.live(DiscoveryNames.CERTIFICATE, DiscoveryNames.ca(service.name()))
                .map(each -> Fields.map(each, "status", "rotation").get("phase"))
                .filter(String.class::isInstance)
                .ifPresent(phase -> status.put("rotation", Map.of("phase", phase)));
        return status;
    }
}
