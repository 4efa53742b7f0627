package dev.dragoman.azure.trial;

import dev.dragoman.azure.Requests;
import dev.dragoman.azure.WantedBody;
import dev.dragoman.azure.check.AzureObservation;
import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.AzureDecision;
import dev.dragoman.azure.decision.AzureFacts;
import dev.dragoman.azure.decision.AzureProgress;
import dev.dragoman.azure.decision.AzureStep;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.decision.ReadyCondition;
import dev.dragoman.azure.model.BodyComparison.Difference;
import dev.dragoman.azure.trial.Forecast.Plan;
import dev.dragoman.azure.vault.VaultReader;
import dev.dragoman.capability.Context;
import dev.dragoman.capability.Denied;
import dev.dragoman.capability.Outside;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.point.Verdict;
import dev.dragoman.capability.status.Condition.Severity;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Ends each reconciliation of an Azure object before its first step that changes something in
 * Azure, and says which step that is. Lets requests to Azure pass that only read, and no others.
 * Steps of teams may call it from other threads; there must be one reconciliation at a time.
 */
public final class Forecasts implements Outside {
    private static final int NOT_SENT = 501;

    private final boolean asks;
    private final UnaryOperator<String> hidden;
    private final Requests requests = new Requests();
    private final Set<String> unsent = new CopyOnWriteArraySet<>();
    private Optional<Forecast> last = Optional.empty();

    /**
     * @param asks whether Azure is asked
     * @param hidden replaces the hidden values in a text
     */
    public Forecasts(boolean asks, UnaryOperator<String> hidden) {
        this.asks = asks;
        this.hidden = hidden;
    }

    @Override
    public Azure azure() {
        return asks ? Azure.ASKED : Azure.UNASKED;
    }

    @Override
    public Reply send(Request request) {
        withhold("%s to %s".formatted(request.method(), request.url().getHost()));
        return new Reply(NOT_SENT, Map.of(), new byte[0]);
    }

    @Override
    public boolean mayWrite() {
        throw OutcomeException.soon("NotSent", withhold("request that changes something in Azure"));
    }

    private String withhold(String request) {
        var text = "a team's step asks for a %s, which a plan does not send".formatted(request);
        unsent.add(text);
        return text;
    }

    @Override
    public Optional<List<String>> addresses(String host) {
        return Optional.empty();
    }

    /**
     * The forecast for an object.
     *
     * @param reconciliation reconciles the object, and returns how that ended; empty if no route
     *     takes the object
     */
    public Forecast of(Map<String, Object> object, Supplier<Optional<Outcome>> reconciliation) {
        last = Optional.empty();
        unsent.clear();
        var failed = reconciliation.get().filter(end -> !end.reason().isEmpty());
        if (last.isPresent()) {
            return last.get();
        }
        var reasons = new ArrayList<>(unsent);
        reasons.addFirst(
                failed.map(end -> end.reason() + ": " + end.message())
                        .orElse(
                                "AZURE_TARGET_NAMESPACES does not name the namespace %s, or no route takes the object"
                                        .formatted(Fields.metadata(object, "namespace"))));
        // nobody knows what comes of a step that gets no answer
        var plan = unsent.isEmpty() ? Plan.REFUSED : Plan.NOT_COMPARED;
        return new Forecast(
                failed.isEmpty() ? Plan.LEFT_ALONE : plan,
                RecordedResource.noted(object),
                reasons,
                List.of());
    }

    @Override
    public void due(Context<?> context) {
        if (context.facts() instanceof AzureObservation seen) {
            var progress = AzureProgress.of(context.results());
            var pass = new Pass(context.reconciliation().object(), seen, progress);
            last = ended(pass, context.call().step()).map(each -> told(pass, each));
            if (last.isPresent()) {
                throw new OutcomeException(Outcome.done());
            }
        }
    }

    /** A reconciliation up to now. */
    private record Pass(
            Map<String, Object> object, AzureObservation seen, AzureProgress progress) {}

    /** The forecast if this step ends the reconciliation; empty if the step only reads. */
    private Optional<Forecast> ended(Pass pass, Step step) {
        return switch (step) {
            case AzureStep.Get _, AzureStep.LookUp _ when !asks ->
                    Optional.of(plan(Plan.NOT_COMPARED, "Azure was not asked"));
            case AzureStep.Get _, AzureStep.LookUp _, AzureStep.Claim _, AzureStep.Confirm _ ->
                    // a claim is written to nothing but a copy of the object
                    Optional.empty();
            case AzureStep due -> Optional.of(changing(pass, due));
            case Denied(var verdict) -> Optional.of(judged(verdict));
            default -> Optional.empty();
        };
    }

    private Forecast changing(Pass pass, AzureStep step) {
        var facts = pass.seen().facts();
        return switch (step) {
            case AzureStep.Put _ -> sent(pass);
            case AzureStep.Register(var provider, var _, var _, var _) ->
                    plan(
                            Plan.CREATE,
                            "the resource does not exist in Azure; the provider %s is registered in the subscription first"
                                    .formatted(provider));
            case AzureStep.Post _ when !facts.subject().deleting() ->
                    plan(
                            Plan.CREATE,
                            "Azure keeps a deleted vault of this name, which is purged first, as spec.properties.createMode asks");
            case AzureStep.Delete _, AzureStep.Post _ ->
                    plan(
                            Plan.DELETE,
                            "the object is being deleted, and the operator deletes in Azure "
                                    + facts.claim().claimedId().orElse(facts.subject().display()));
            case AzureStep.Release _ ->
                    plan(Plan.RELEASE, "the object is being deleted; nothing is deleted in Azure");
            case AzureStep.Poll _, AzureStep.Await _ ->
                    plan(Plan.WAIT, "Azure is still working on an earlier request");
            case AzureStep.Withdraw _ ->
                    plan(
                            Plan.RELEASE,
                            "the object is being deleted, and the operator deletes its entries in Key Vaults; nothing else is deleted in Azure");
            case AzureStep.Finish finish -> finished(pass, finish);
            default -> unchanged(pass);
        };
    }

    private static Forecast judged(Verdict verdict) {
        var plan =
                verdict.reason().equals(Verdict.LEFT_OUT)
                        ? Plan.LEFT_ALONE
                        : verdict.severity() == Severity.INFO ? Plan.WAIT : Plan.REFUSED;
        return plan(plan, verdict.reason() + ": " + verdict.message());
    }

    private static Forecast unchanged(Pass pass) {
        return pass.seen().facts().subject().policy() == AzureFacts.Policy.SKIP
                ? plan(Plan.UNCHANGED, "the object's reconcile policy is skip: nothing is sent")
                : new Forecast(Plan.UNCHANGED, Optional.empty(), List.of(), List.of());
    }

    /**
     * The forecast of a PUT. The operator sends an edited body without a GET; this sends one, which
     * shows what would change.
     */
    private Forecast sent(Pass pass) {
        var done = pass.progress();
        var got = done.get();
        if (got.isEmpty() && asks) {
            got = Optional.of(requests.read(pass.seen()));
            done = done.withGet(got.get());
        }
        if (got.isEmpty()) {
            return plan(
                    Plan.CHANGE,
                    "the object was edited since Azure accepted its body; Azure was not asked");
        }
        if (got.get().notFound()) {
            return plan(Plan.CREATE, "the resource does not exist in Azure");
        }
        if (!got.get().ok()) {
            return plan(Plan.NOT_COMPARED, unanswered(pass, got.get()));
        }
        var shown = got.get();
        var known = pass.seen().facts().state().notEchoed();
        var body = AzureDecision.body(pass.seen().facts(), done);
        var changes =
                WantedBody.differences(pass.seen(), body, shown.body()).stream()
                        .filter(each -> !known.contains(each.path()))
                        .map(this::change)
                        .toList();
        var again =
                shown.broken()
                        ? "Azure shows the resource as %s, so it is sent again; no field differs"
                                .formatted(shown.provisioningState())
                        : "the object was edited after Azure accepted its body, so it is sent again, although no field that Azure shows differs";
        return new Forecast(
                Plan.CHANGE,
                Optional.empty(),
                changes.isEmpty() ? List.of(again) : List.of(),
                changes);
    }

    private static Forecast finished(Pass pass, AzureStep.Finish finish) {
        var condition = finish.condition();
        if (condition.isPresent()) {
            return of(pass, condition.get());
        }
        if (pass.seen().facts().subject().foreignOperator().isPresent()) {
            return plan(Plan.LEFT_ALONE, finish.notes().getFirst().text());
        }
        if (pass.seen().facts().subject().deleting()) {
            return plan(
                    Plan.RELEASE,
                    "the object is being deleted, and has no finalizer of the operator");
        }
        var failed = pass.progress().get().filter(got -> !got.ok());
        return failed.isPresent()
                ? plan(Plan.NOT_COMPARED, unanswered(pass, failed.get()))
                : plan(finish.outcome() instanceof Outcome.Done ? Plan.UNCHANGED : Plan.WAIT);
    }

    private static Forecast of(Pass pass, ReadyCondition condition) {
        if (condition.ready()) {
            return unchanged(pass);
        }
        var told = condition.reason() + ": " + condition.message();
        if (condition.reason().equals(VaultReader.NOT_READ)) {
            return plan(Plan.NOT_COMPARED, told);
        }
        return condition.severity() == Severity.INFO
                ? plan(Plan.WAIT, condition.message())
                : plan(Plan.REFUSED, told);
    }

    private static String unanswered(Pass pass, Answer answer) {
        var problem =
                Problem.of(
                        answer,
                        pass.seen().facts().type().rules().errors(),
                        "read " + pass.seen().facts().subject().display(),
                        pass.seen().facts().timing().longestPause(),
                        true);
        return problem.reason() + ": " + problem.message();
    }

    private static Forecast plan(Plan plan, String... reasons) {
        return new Forecast(plan, Optional.empty(), List.of(reasons), List.of());
    }

    /** Adds the id to the forecast, and remarks about the id and about fields without effect. */
    private Forecast told(Pass pass, Forecast forecast) {
        var noted = RecordedResource.noted(pass.object());
        var named = pass.seen().resourceId();
        var same = noted.filter(id -> named.isEmpty() || named.get().equalsIgnoreCase(id));
        var reasons = new ArrayList<>(forecast.reasons());
        if (noted.isPresent() && same.isEmpty()) {
            reasons.add(
                    "the object's status or annotation names the resource %s, but its spec names %s"
                            .formatted(noted.get(), named.orElseThrow()));
        }
        reasons.addAll(pass.seen().unused(pass.object()).all());
        reasons.addAll(unsent);
        return new Forecast(forecast.plan(), same, reasons, forecast.changes());
    }

    private Forecast.Change change(Difference difference) {
        return new Forecast.Change(
                difference.path(), words(difference.actual()), words(difference.desired()));
    }

    private String words(Object value) {
        return switch (value) {
            case null -> "nothing";
            case String text -> "\"" + Excerpt.value(hidden.apply(text)) + "\"";
            case List<?> list -> "%d entries".formatted(list.size());
            case Map<?, ?> map -> "%d fields".formatted(map.size());
            default -> String.valueOf(value);
        };
    }
}
