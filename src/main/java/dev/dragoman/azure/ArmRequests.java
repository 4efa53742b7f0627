package dev.dragoman.azure;

import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.arm.ArmRequest;
import dev.dragoman.azure.check.AzureObservation;
import dev.dragoman.azure.check.Observer;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.AzureFacts;
import dev.dragoman.azure.decision.AzureStep;
import dev.dragoman.azure.decision.OwnState.Operation.Form;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.capability.StepCall;
import dev.dragoman.reconcile.Effects;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the requests of routes to Azure, both of the operator's own routes and of the routes of
 * platform teams. Each request is sent under the identity of the reconciled object. All requests
 * share one throttle, and only reads are sent while this replica does not hold the Lease.
 * Thread-safe.
 */
record ArmRequests(Observer observer, Requests requests, Memory memory, InstantSource clock)
        implements ArmSender {
    private static final Logger LOG = LoggerFactory.getLogger(ArmRequests.class);

    /**
     * Placeholder at the beginning of a path: it stands for the ARM id of the object's resource.
     */
    private static final String ID = "{id}";

    @Override
    public Answer send(
            Reconciliation reconciliation,
            String method,
            String path,
            String apiVersion,
            Optional<Map<String, Object>> body) {
        var observed = observer.observe(reconciliation);
        var refused = refused(reconciliation, observed, "GET".equals(method));
        if (refused.isPresent()) {
            return Answer.failure(refused.get().reason(), refused.get().message(), false);
        }
        var seen = observed.orElseThrow();
        var client = seen.client().orElseThrow();
        var facts = seen.facts();
        // only the claimed id is used: an id that is only in the spec may be that of another
        // object's resource
        var id = facts.claim().claimedId();
        if (path.startsWith(ID) && id.isEmpty()) {
            return Answer.failure(
                    "NoResource",
                    "%s has claimed no resource yet, so {id} in the path has no value; see its Ready condition"
                            .formatted(reconciliation.key()),
                    false);
        }
        var full = path.startsWith(ID) ? id.orElseThrow() + path.substring(ID.length()) : path;
        var answer = client.send(new ArmRequest(method, url(client, full, apiVersion), body));
        if (!"GET".equals(method) && answer.sent()) {
            Effects.made("send %s %s".formatted(method, full));
            LOG.info(
                    "{}: sent {} {}: HTTP {}", reconciliation.key(), method, full, answer.status());
            memory.written(reconciliation.key(), clock.instant());
        }
        return answer;
    }

    /**
     * Why a request of a team's step may not be sent; empty if it may.
     *
     * @param seen what was observed; empty for an object that is not served
     * @param reading whether the request only reads
     */
    static Optional<Problem> refused(
            Reconciliation reconciliation, Optional<AzureObservation> seen, boolean reading) {
        if (seen.flatMap(AzureObservation::client).isEmpty()) {
            return Optional.of(
                    Problem.waiting(
                            "CredentialNotFound",
                            "%s is no Azure object that this operator serves, or has no credential; see its Ready condition"
                                    .formatted(reconciliation.key())));
        }
        var facts = seen.get().facts();
        boolean left =
                facts.problem().isPresent()
                        || facts.subject().foreignOperator().isPresent()
                        || facts.subject().policy() == AzureFacts.Policy.SKIP;
        return reading || !left
                ? Optional.empty()
                : Optional.of(
                        Problem.waiting(
                                "NotAllowed",
                                "nothing is sent for %s: another operator reconciles it, its reconcile policy is skip, or it has a problem; see its Ready condition"
                                        .formatted(reconciliation.key())));
    }

    private static URI url(ArmClient client, String path, String apiVersion) {
        if (!path.startsWith("/")
                || path.contains("..")
                || !apiVersion
                        .toLowerCase(Locale.ROOT)
                        .matches("[0-9]{4}-[0-9]{2}-[0-9]{2}[a-z-]*")) {
            throw new IllegalArgumentException(
                    "azure-arm needs a path like {id}/providers/Microsoft.Authorization/locks/keep and an apiVersion like 2020-05-01; got '%s' and '%s'"
                            .formatted(path, apiVersion));
        }
        return Requests.url(client, path, apiVersion);
    }

    @Override
    public Answer send(StepCall<?> call) {
        var seen = (AzureObservation) call.facts();
        var step = call.step(AzureStep.class);
        var sent = clock.instant();
        var answer = send(seen, step);
        looked(seen.key(), step, answer, sent);
        // other requests read, also those that are sent as POST
        if (call.step().judged() && answer.sent()) {
            Effects.made("the request '%s' to Azure".formatted(call.step().name()));
        }
        return answer;
    }

    /** Notes what is known of the resource by the answer, for events that come later. */
    private void looked(ObjectKey key, AzureStep step, Answer answer, Instant sent) {
        switch (step) {
            case AzureStep.Get _ when answer.ok() || answer.gone() -> memory.read(key, sent);
            // an operation of ours ends between two polls, and its event tells nothing new
            case AzureStep.Put _, AzureStep.Post _, AzureStep.Delete _, AzureStep.Poll _
                    when answer.status() > 0 ->
                    memory.written(key, clock.instant());
            default -> {}
        }
    }

    private Answer send(AzureObservation seen, AzureStep step) {
        return switch (step) {
            case AzureStep.Get _ -> requests.read(seen);
            case AzureStep.LookUp look -> requests.lookUp(seen, look);
            case AzureStep.Poll(var operation) when operation.asks(Form.RESOURCE) ->
                    requests.read(seen);
            case AzureStep.Poll(var operation) -> requests.poll(seen, operation.url());
            case AzureStep.Await await -> requests.poll(seen, await.url());
            case AzureStep.Put put -> requests.put(seen, put.body(), put.state().header());
            case AzureStep.Post post -> requests.post(seen, post.path(), post.apiVersion());
            case AzureStep.Register register -> requests.register(seen, register);
            case AzureStep.Call values -> requests.call(seen, values.call(), values.id());
            case AzureStep.Delete delete -> requests.delete(seen, delete);
            case AzureStep.Claim _,
                    AzureStep.Confirm _,
                    AzureStep.Export _,
                    AzureStep.Store _,
                    AzureStep.Withdraw _,
                    AzureStep.Release _,
                    AzureStep.Finish _ ->
                    throw new IllegalStateException(step + " sends no request to Azure");
        };
    }
}
