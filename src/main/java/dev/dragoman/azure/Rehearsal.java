package dev.dragoman.azure;

import dev.dragoman.azure.Forecast.Plan;
import dev.dragoman.azure.arm.ArmClients;
import dev.dragoman.azure.arm.ArmMetrics;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.Condition;
import dev.dragoman.azure.decision.Decision;
import dev.dragoman.azure.decision.Facts;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.decision.Step;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Identity;
import dev.dragoman.azure.model.Comparison.Difference;
import dev.dragoman.azure.model.SpecCheck;
import dev.dragoman.kube.Excerpt;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.Reader;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Pass;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A pass of the operator that ends before the first step which changes something, in the cluster or
 * in Azure. The steps are observed and decided by the same code as in the operator; those that read
 * are done. The platform team's step before a body is sent is not part of it. Not thread-safe.
 */
public final class Rehearsal {
    private final Observer observer;
    private final Requests requests;
    private final byte[] key;
    private final boolean asks;

    /**
     * @param identity whom Azure is asked as; without a sender nobody is asked
     * @param objects what there is in the cluster
     * @param reader for what else objects refer to
     * @param key the operator's key ({@link HashKey}), or any other where it has none yet
     */
    public Rehearsal(
            Catalog catalog,
            AzureSettings settings,
            Identity identity,
            ReadOnce objects,
            Reader reader,
            byte[] key,
            InstantSource clock) {
        this.key = key.clone();
        this.asks = identity.sender().isPresent();
        this.requests = new Requests(settings);
        this.observer =
                new Observer(
                        catalog,
                        settings,
                        identity,
                        new ArmClients(
                                settings,
                                clock,
                                new ArmMetrics(new SimpleMeterRegistry()),
                                () -> false),
                        objects,
                        reader,
                        (dependant, needed) -> {},
                        new Waits(clock),
                        new ClaimSeal(this.key::clone),
                        clock);
    }

    /**
     * What the operator would do with the object, if it were the next that it looks at.
     *
     * @param object as the operator would see it
     * @throws dev.dragoman.kube.ApiServerUnavailable when the API server gives no answer
     */
    public Forecast of(ObjectKey name, Map<String, Object> object) {
        var uid = Fields.metadata(object, "uid");
        var seen = observer.observe(new Pass(name, 0, Cause.RESYNC, object, uid, Instant.MAX));
        if (seen.isEmpty()) {
            return new Forecast(
                    Plan.LEFT_ALONE,
                    Forecast.noted(object),
                    List.of(
                            "AZURE_TARGET_NAMESPACES does not name namespace %s"
                                    .formatted(name.namespace())),
                    List.of());
        }
        var visit = seen.get();
        if (visit.hasBody()) {
            visit.facts = WantedBody.of(visit, visit.mapped.orElseThrow().body(), key);
        }
        while (true) {
            var step = Decision.next(visit.facts, visit.progress);
            if (!read(visit, step)) {
                return told(visit, ended(visit, step));
            }
        }
    }

    /** Whether the step was done, or is taken for done. */
    private boolean read(Visit visit, Step step) {
        var done = visit.progress;
        switch (step) {
            case Step.Claim _ -> visit.progress = done.withClaim();
            case Step.Confirm _ -> visit.progress = done.withConfirmation();
            case Step.Get _ when asks -> visit.progress = done.withGet(requests.read(visit));
            case Step.LookUp look when asks ->
                    visit.progress = done.withLookUp(look.key(), requests.lookUp(visit, look));
            default -> {
                return false;
            }
        }
        return true;
    }

    private Forecast ended(Visit visit, Step step) {
        return switch (step) {
            case Step.Put _ -> sent(visit);
            case Step.Register _ ->
                    plan(
                            Plan.CREATE,
                            "Azure does not have it; the provider of %s is registered in the subscription first"
                                    .formatted(visit.kind.armType()));
            case Step.Post _ when !visit.facts.deleting() ->
                    plan(
                            Plan.CREATE,
                            "Azure keeps a deleted vault of this name, which is purged first, as spec.properties.createMode asks");
            case Step.Delete _, Step.Post _ ->
                    plan(
                            Plan.DELETE,
                            "the object is being deleted, and with it "
                                    + visit.facts.claimedId().orElse(visit.facts.display()));
            case Step.Release _ ->
                    plan(Plan.RELEASE, "the object is being deleted; nothing is deleted in Azure");
            case Step.Poll _, Step.Await _ ->
                    plan(Plan.WAIT, "Azure works on what it was sent before");
            case Step.Call _, Step.Export _ -> unchanged(visit);
            case Step.Finish finish -> finished(visit, finish);
            case Step.Get _, Step.LookUp _, Step.Claim _, Step.Confirm _ ->
                    plan(Plan.NOT_COMPARED, "Azure was not asked");
        };
    }

    private static Forecast unchanged(Visit visit) {
        return visit.facts.policy() == Facts.Policy.SKIP
                ? plan(Plan.UNCHANGED, "its reconcile policy is skip: nothing is ever sent")
                : new Forecast(Plan.UNCHANGED, Optional.empty(), List.of(), List.of());
    }

    /** An edited body is sent without a look at what it changes. */
    private Forecast sent(Visit visit) {
        if (visit.progress.get().isEmpty() && asks) {
            visit.progress = visit.progress.withGet(requests.read(visit));
        }
        var got = visit.progress.get();
        if (got.isEmpty()) {
            return plan(Plan.CHANGE, "it was edited since Azure accepted it; Azure was not asked");
        }
        if (got.get().notFound()) {
            return plan(Plan.CREATE, "Azure does not have it");
        }
        if (!got.get().ok()) {
            return plan(Plan.NOT_COMPARED, unanswered(visit, got.get()));
        }
        var shown = got.get();
        var known = visit.facts.state().notEchoed();
        var body = Decision.body(visit.facts, visit.progress);
        var changes =
                WantedBody.differences(visit, body, shown.body()).stream()
                        .filter(each -> !known.contains(each.path()))
                        .map(Rehearsal::change)
                        .toList();
        return new Forecast(
                Plan.CHANGE,
                Optional.empty(),
                changes.isEmpty() ? List.of(whyThen(shown)) : List.of(),
                changes);
    }

    private static String whyThen(Answer shown) {
        return "failed".equalsIgnoreCase(shown.provisioningState())
                ? "Azure shows it as failed, so it is sent again; no field differs"
                : "it was edited since Azure accepted it; of what Azure shows no field differs";
    }

    private static Forecast finished(Visit visit, Step.Finish finish) {
        var condition = finish.condition();
        if (condition.isPresent()) {
            return of(visit, condition.get());
        }
        if (visit.facts.foreignOperator().isPresent()) {
            return plan(Plan.LEFT_ALONE, finish.notes().getFirst().text());
        }
        if (visit.facts.deleting()) {
            return plan(Plan.RELEASE, "the object is being deleted, and not held by the operator");
        }
        var failed = visit.progress.get().filter(got -> !got.ok());
        return failed.isPresent()
                ? plan(Plan.NOT_COMPARED, unanswered(visit, failed.get()))
                : plan(finish.outcome() instanceof Outcome.Done ? Plan.UNCHANGED : Plan.WAIT);
    }

    private static Forecast of(Visit visit, Condition condition) {
        if (condition.ready()) {
            return unchanged(visit);
        }
        return condition.severity() == Condition.Severity.INFO
                ? plan(Plan.WAIT, condition.message())
                : plan(Plan.REFUSED, condition.reason() + ": " + condition.message());
    }

    private static String unanswered(Visit visit, Answer answer) {
        var problem =
                Problem.of(answer, visit.facts.rules().errors(), "read " + visit.facts.display());
        return problem.reason() + ": " + problem.message();
    }

    private static Forecast plan(Plan plan, String... reasons) {
        return new Forecast(plan, Optional.empty(), List.of(reasons), List.of());
    }

    /** With what can be said of every object. */
    private static Forecast told(Visit visit, Forecast forecast) {
        var noted = Forecast.noted(visit.object);
        var named = visit.resourceId;
        var same = noted.filter(id -> named.isEmpty() || named.get().equalsIgnoreCase(id));
        var reasons = new ArrayList<>(forecast.reasons());
        if (noted.isPresent() && same.isEmpty()) {
            reasons.add(
                    "it notes the resource %s, but its spec names %s"
                            .formatted(noted.get(), named.orElseThrow()));
        }
        reasons.addAll(SpecCheck.of(visit.kind, visit.version, Fields.spec(visit.object)).all());
        return new Forecast(forecast.plan(), same, reasons, forecast.changes());
    }

    private static Forecast.Change change(Difference difference) {
        return new Forecast.Change(
                difference.path(), words(difference.actual()), words(difference.desired()));
    }

    private static String words(Object value) {
        return switch (value) {
            case null -> "nothing";
            case String text -> "\"" + Excerpt.value(text) + "\"";
            case List<?> list -> "%d entries".formatted(list.size());
            case Map<?, ?> map -> "%d fields".formatted(map.size());
            default -> String.valueOf(value);
        };
    }
}
