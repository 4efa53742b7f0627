package dev.dragoman.azure.trial;

import dev.dragoman.azure.Memory;
import dev.dragoman.azure.Requests;
import dev.dragoman.azure.WantedBody;
import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.arm.ArmClients;
import dev.dragoman.azure.arm.ArmMetrics;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.check.AzureObservation;
import dev.dragoman.azure.check.ObjectCredential;
import dev.dragoman.azure.check.Observer;
import dev.dragoman.azure.claim.ClaimSeal;
import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.AzureDecision;
import dev.dragoman.azure.decision.AzureFacts;
import dev.dragoman.azure.decision.AzureProgress;
import dev.dragoman.azure.decision.AzureStep;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.decision.ReadyCondition;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Identity;
import dev.dragoman.azure.identity.Proofs;
import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.model.BodyComparison.Difference;
import dev.dragoman.azure.trial.Forecast.Plan;
import dev.dragoman.azure.vault.VaultExports;
import dev.dragoman.azure.vault.VaultReader;
import dev.dragoman.azure.vault.VaultReads;
import dev.dragoman.azure.vault.VaultSource;
import dev.dragoman.capability.status.Condition.Severity;
import dev.dragoman.kube.HashKey;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Reconciliation;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A dry run of a reconciliation: it ends before the first step that changes something in the
 * cluster or in Azure. It observes and decides with the code of the operator, and carries out steps
 * that only read. Steps of platform teams do not run. Not thread-safe.
 */
public final class Rehearsal {
    private final Observer observer;
    private final Requests requests;
    private final byte[] key;
    private final boolean asks;

    /**
     * @param identity identity of the requests to Azure; without a sender, no request is sent
     * @param objects objects that were read from the cluster
     * @param reader reads other objects that are referred to
     * @param key the operator's key ({@link HashKey}), or any other key if the operator has no key
     *     yet
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
        this.requests = new Requests();
        VaultReader vaults = asks ? new VaultReads() : Rehearsal::unread;
        var clients =
                new ArmClients(
                        settings,
                        clock,
                        new ArmMetrics(new SimpleMeterRegistry()),
                        Proofs.none(),
                        () -> false);
        this.observer =
                new Observer(
                        catalog,
                        settings,
                        new ObjectCredential(identity, clients, settings, objects, vaults, clock),
                        objects,
                        reader,
                        vaults,
                        new VaultExports(clock),
                        new Memory(clock, any -> Duration.ZERO),
                        new ClaimSeal(this.key::clone),
                        clock);
    }

    /**
     * What the operator would do if it reconciled the object now.
     *
     * @param object the object as the operator would see it
     * @throws dev.dragoman.kube.failure.ApiServerUnavailable when the API server gives no answer
     */
    public Forecast of(ObjectKey name, Map<String, Object> object) {
        var uid = Fields.metadata(object, "uid");
        var seen =
                observer.observe(
                        new Reconciliation(name, 0, Cause.RESYNC, object, uid, Instant.MAX));
        if (seen.isEmpty()) {
            return new Forecast(
                    Plan.LEFT_ALONE,
                    RecordedResource.noted(object),
                    List.of(
                            "AZURE_TARGET_NAMESPACES does not name the namespace %s"
                                    .formatted(name.namespace())),
                    List.of());
        }
        var rehearsed = new Rehearsed(seen.get(), object);
        if (rehearsed.seen.hasBody()) {
            rehearsed.seen =
                    WantedBody.of(
                            rehearsed.seen,
                            rehearsed.seen.mapped().orElseThrow().body(),
                            key,
                            false);
        }
        while (true) {
            var step = AzureDecision.next(rehearsed.seen.facts(), rehearsed.progress);
            if (!read(rehearsed, step)) {
                return told(rehearsed, ended(rehearsed, step));
            }
        }
    }

    /** Without an identity no value is read, so it is not known whether the value has changed. */
    private static VaultReader.Read unread(
            ArmClient client, VaultAddress vault, VaultSource source) {
        return VaultReader.Read.failed(
                Problem.waiting(
                        VaultReader.NOT_READ,
                        "entry %s of Key Vault %s is not read, because there is no credential for Azure"
                                .formatted(source.name(), vault)));
    }

    /** The state of one dry run. */
    private static final class Rehearsed {
        private final Map<String, Object> object;
        private AzureObservation seen;
        private AzureProgress progress = AzureProgress.NONE;

        Rehearsed(AzureObservation seen, Map<String, Object> object) {
            this.seen = seen;
            this.object = object;
        }
    }

    /**
     * Carries out a step that reads. Counts a claim or a confirmation as done, without doing it.
     * Returns false for other steps.
     */
    private boolean read(Rehearsed rehearsed, AzureStep step) {
        var done = rehearsed.progress;
        switch (step) {
            case AzureStep.Claim _ -> rehearsed.progress = done.withClaim();
            case AzureStep.Confirm _ -> rehearsed.progress = done.withConfirmation();
            case AzureStep.Get _ when asks ->
                    rehearsed.progress = done.withGet(requests.read(rehearsed.seen));
            case AzureStep.LookUp look when asks ->
                    rehearsed.progress =
                            done.withLookUp(look.key(), requests.lookUp(rehearsed.seen, look));
            default -> {
                return false;
            }
        }
        return true;
    }

    private Forecast ended(Rehearsed rehearsed, AzureStep step) {
        return switch (step) {
            case AzureStep.Put _ -> sent(rehearsed);
            case AzureStep.Register(var provider, var _, var _, var _) ->
                    plan(
                            Plan.CREATE,
                            "the resource does not exist in Azure; the provider %s is registered in the subscription first"
                                    .formatted(provider));
            case AzureStep.Post _ when !rehearsed.seen.facts().subject().deleting() ->
                    plan(
                            Plan.CREATE,
                            "Azure keeps a deleted vault of this name, which is purged first, as spec.properties.createMode asks");
            case AzureStep.Delete _, AzureStep.Post _ ->
                    plan(
                            Plan.DELETE,
                            "the object is being deleted, and the operator deletes in Azure "
                                    + rehearsed
                                            .seen
                                            .facts()
                                            .claim()
                                            .claimedId()
                                            .orElse(rehearsed.seen.facts().subject().display()));
            case AzureStep.Release _ ->
                    plan(Plan.RELEASE, "the object is being deleted; nothing is deleted in Azure");
            case AzureStep.Poll _, AzureStep.Await _ ->
                    plan(Plan.WAIT, "Azure is still working on an earlier request");
            case AzureStep.Withdraw _ ->
                    plan(
                            Plan.RELEASE,
                            "the object is being deleted, and the operator deletes its entries in Key Vaults; nothing else is deleted in Azure");
            case AzureStep.Call _, AzureStep.Export _, AzureStep.Store _ -> unchanged(rehearsed);
            case AzureStep.Finish finish -> finished(rehearsed, finish);
            case AzureStep.Get _, AzureStep.LookUp _, AzureStep.Claim _, AzureStep.Confirm _ ->
                    plan(Plan.NOT_COMPARED, "Azure was not asked");
        };
    }

    private static Forecast unchanged(Rehearsed rehearsed) {
        return rehearsed.seen.facts().subject().policy() == AzureFacts.Policy.SKIP
                ? plan(Plan.UNCHANGED, "the object's reconcile policy is skip: nothing is sent")
                : new Forecast(Plan.UNCHANGED, Optional.empty(), List.of(), List.of());
    }

    /**
     * The forecast of a PUT. The operator sends an edited body without a GET; the dry run sends a
     * GET, which shows what would change.
     */
    private Forecast sent(Rehearsed rehearsed) {
        if (rehearsed.progress.get().isEmpty() && asks) {
            rehearsed.progress = rehearsed.progress.withGet(requests.read(rehearsed.seen));
        }
        var got = rehearsed.progress.get();
        if (got.isEmpty()) {
            return plan(
                    Plan.CHANGE,
                    "the object was edited since Azure accepted its body; Azure was not asked");
        }
        if (got.get().notFound()) {
            return plan(Plan.CREATE, "the resource does not exist in Azure");
        }
        if (!got.get().ok()) {
            return plan(Plan.NOT_COMPARED, unanswered(rehearsed, got.get()));
        }
        var shown = got.get();
        var known = rehearsed.seen.facts().state().notEchoed();
        var body = AzureDecision.body(rehearsed.seen.facts(), rehearsed.progress);
        var changes =
                WantedBody.differences(rehearsed.seen, body, shown.body()).stream()
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
        return shown.broken()
                ? "Azure shows the resource as %s, so it is sent again; no field differs"
                        .formatted(shown.provisioningState())
                : "the object was edited after Azure accepted its body, so it is sent again, although no field that Azure shows differs";
    }

    private static Forecast finished(Rehearsed rehearsed, AzureStep.Finish finish) {
        var condition = finish.condition();
        if (condition.isPresent()) {
            return of(rehearsed, condition.get());
        }
        if (rehearsed.seen.facts().subject().foreignOperator().isPresent()) {
            return plan(Plan.LEFT_ALONE, finish.notes().getFirst().text());
        }
        if (rehearsed.seen.facts().subject().deleting()) {
            return plan(
                    Plan.RELEASE,
                    "the object is being deleted, and has no finalizer of the operator");
        }
        var failed = rehearsed.progress.get().filter(got -> !got.ok());
        return failed.isPresent()
                ? plan(Plan.NOT_COMPARED, unanswered(rehearsed, failed.get()))
                : plan(finish.outcome() instanceof Outcome.Done ? Plan.UNCHANGED : Plan.WAIT);
    }

    private static Forecast of(Rehearsed rehearsed, ReadyCondition condition) {
        if (condition.ready()) {
            return unchanged(rehearsed);
        }
        if (condition.reason().equals(VaultReader.NOT_READ)) {
            return plan(Plan.NOT_COMPARED, told(condition));
        }
        return condition.severity() == Severity.INFO
                ? plan(Plan.WAIT, condition.message())
                : plan(Plan.REFUSED, told(condition));
    }

    private static String told(ReadyCondition condition) {
        return condition.reason() + ": " + condition.message();
    }

    private static String unanswered(Rehearsed rehearsed, Answer answer) {
        var problem =
                Problem.of(
                        answer,
                        rehearsed.seen.facts().type().rules().errors(),
                        "read " + rehearsed.seen.facts().subject().display(),
                        rehearsed.seen.facts().timing().longestPause(),
                        true);
        return problem.reason() + ": " + problem.message();
    }

    private static Forecast plan(Plan plan, String... reasons) {
        return new Forecast(plan, Optional.empty(), List.of(reasons), List.of());
    }

    /** Adds the id to the forecast, and remarks about the id and about fields without effect. */
    private static Forecast told(Rehearsed rehearsed, Forecast forecast) {
        var noted = RecordedResource.noted(rehearsed.object);
        var named = rehearsed.seen.resourceId();
        var same = noted.filter(id -> named.isEmpty() || named.get().equalsIgnoreCase(id));
        var reasons = new ArrayList<>(forecast.reasons());
        if (noted.isPresent() && same.isEmpty()) {
            reasons.add(
                    "the object's status or annotation names the resource %s, but its spec names %s"
                            .formatted(noted.get(), named.orElseThrow()));
        }
        reasons.addAll(rehearsed.seen.unused(rehearsed.object).all());
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
