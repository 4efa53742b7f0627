package dev.dragoman.azure;

import dev.dragoman.azure.arm.ArmRequest;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.Condition;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.decision.Progress;
import dev.dragoman.azure.decision.Step;
import dev.dragoman.azure.export.ExportPlan;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.kube.Applied;
import dev.dragoman.kube.Applier;
import dev.dragoman.kube.ApplyOptions;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.MetadataChange;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.ObjectGone;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.WriteRefused;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out exactly the one step that was decided. The process may be killed after any of them.
 */
final class Actor {
    private static final Logger LOG = LoggerFactory.getLogger(Actor.class);
    private static final String REGISTRATION_VERSION = "2019-05-01";

    private final AzureSettings settings;
    private final MetadataWriter metadata;
    private final Applier applier;
    private final Reader reader;
    private final Children children;

    Actor(
            AzureSettings settings,
            MetadataWriter metadata,
            Applier applier,
            Reader reader,
            Children children) {
        this.children = children;
        this.reader = reader;
        this.settings = settings;
        this.metadata = metadata;
        this.applier = applier;
    }

    /** What the pass has done after this step. */
    Progress act(Visit visit) {
        var done = visit.progress;
        return switch (visit.step) {
            case Step.Claim _ -> {
                visit.object = metadata.write(visit.object, visit.claim);
                yield done.withClaim();
            }
            case Step.Get _ -> done.withGet(send(visit, reading(visit), Optional.empty()));
            case Step.LookUp look -> done.withLookUp(look.key(), lookUp(visit, look));
            case Step.Purge(var path, var apiVersion) ->
                    done.withLookUp(path, purge(visit, path, apiVersion));
            case Step.Confirm _ -> {
                confirm(visit);
                yield done.withConfirmation();
            }
            case Step.Put(var body) -> done.withPut(put(visit, body));
            case Step.Poll(var operation) -> done.withPoll(poll(visit, operation.url()));
            case Step.Delete _ -> done.withDelete(delete(visit));
            case Step.Register _ -> done.withRegistration(register(visit));
            case Step.Call(var call, var other) -> done.withCall(call, call(visit, call, other));
            case Step.Await(var call, var url) -> done.withCall(call, poll(visit, url));
            case Step.Export(var resource) -> done.withExport(export(visit, resource));
            case Step.Release(var childrenStay) -> {
                release(visit, childrenStay);
                yield done.withRelease();
            }
            case Step.Finish _ -> done;
        };
    }

    private void confirm(Visit visit) {
        var apiVersion = String.valueOf(visit.object.get("apiVersion"));
        var wanted =
                reader.get(apiVersion, visit.pass.key())
                        .filter(now -> Fields.metadata(now, "uid").equals(visit.pass.uid()))
                        .filter(now -> !Fields.deleting(now));
        if (wanted.isEmpty()) {
            throw new OutcomeException(
                    new Outcome.Transient(
                            "Conflict",
                            "%s: the object was deleted meanwhile; nothing is sent"
                                    .formatted(visit.facts.display()),
                            Outcome.Pace.FAST,
                            Optional.empty()));
        }
    }

    private Answer call(Visit visit, ExportCall call, Optional<String> other) {
        var id = other.or(() -> visit.resourceId).or(visit.facts::claimedId).orElseThrow();
        var path = call.path().isEmpty() ? id : id + "/" + call.path();
        return visit.client
                .orElseThrow()
                .send(
                        new ArmRequest(
                                call.method(), url(path, call.apiVersion()), Optional.empty()));
    }

    /** The URL of a PUT or DELETE was read from the status, which others can write. */
    private static Answer poll(Visit visit, String url) {
        try {
            return visit.client.orElseThrow().send(ArmRequest.get(new URI(url)));
        } catch (URISyntaxException notAUrl) {
            return Answer.failure("UntrustedHost", "the operation has no URL to ask", false);
        }
    }

    private Answer send(Visit visit, String method, Optional<Map<String, Object>> body) {
        var id = visit.resourceId.or(visit.facts::claimedId).orElseThrow();
        return visit.client
                .orElseThrow()
                .send(new ArmRequest(method, url(id, visit.version.apiVersion()), body));
    }

    /** Of a few types Azure only says whether they are there. */
    private static String reading(Visit visit) {
        return visit.kind.verbs().contains(AzureKind.Verb.GET) ? "GET" : "HEAD";
    }

    private Answer put(Visit visit, Map<String, Object> body) {
        var answer = send(visit, "PUT", Optional.of(body));
        LOG.info("sent {}: {}", visit.facts.display(), words(answer));
        return answer;
    }

    private Answer delete(Visit visit) {
        var answer = send(visit, "DELETE", Optional.empty());
        LOG.info("deleting {}: {}", visit.facts.claimedId().orElseThrow(), words(answer));
        return answer;
    }

    private Answer lookUp(Visit visit, Step.LookUp look) {
        return ask(visit, "GET", look.path(), look.apiVersion(), look.filter());
    }

    private Answer purge(Visit visit, String path, String apiVersion) {
        var answer = ask(visit, "POST", path, apiVersion, "");
        LOG.info("purging {}: {}", path, words(answer));
        return answer;
    }

    private Answer ask(Visit visit, String method, String path, String apiVersion, String filter) {
        var query = filter.isEmpty() ? "" : "&$filter=" + encoded(filter);
        var url = URI.create(url(path, apiVersion) + query);
        return visit.client.orElseThrow().send(new ArmRequest(method, url, Optional.empty()));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private Answer register(Visit visit) {
        var id = visit.resourceId.orElseThrow();
        var provider = visit.kind.armType().substring(0, visit.kind.armType().indexOf('/'));
        var subscription = new ResourceId(id).subscription();
        if (subscription.isEmpty()) {
            return Answer.failure(
                    "MissingSubscriptionRegistration",
                    "Azure asks for the registration of %s, and %s is in no subscription; register it in the one that is meant"
                            .formatted(provider, id),
                    false);
        }
        var path =
                "/subscriptions/%s/providers/%s/register".formatted(subscription.get(), provider);
        LOG.info("registering provider {} in subscription {}", provider, subscription.get());
        return visit.client
                .orElseThrow()
                .send(new ArmRequest("POST", url(path, REGISTRATION_VERSION), Optional.empty()));
    }

    private URI url(String path, String apiVersion) {
        var endpoint = settings.armEndpoint();
        try {
            return new URI(
                    "https", endpoint.getAuthority(), path, "api-version=" + apiVersion, null);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("not an ARM id: " + path, e);
        }
    }

    private Optional<Problem> export(Visit visit, Map<String, Object> resource) {
        var calls = new HashMap<ExportCall, Map<String, Object>>();
        visit.progress.calls().forEach((call, answer) -> calls.put(call, answer.body()));
        var plan = ExportPlan.of(visit.exports, visit.pass.key().namespace(), resource, calls);
        if (plan.problem().isPresent()) {
            return plan.problem();
        }
        var options = new ApplyOptions("dragoman-export", Optional.of(visit.object), true);
        for (var object : plan.objects()) {
            try {
                if (applier.apply(object, options) instanceof Applied.Foreign(var owner)) {
                    return Optional.of(ExportPlan.foreign(object, owner));
                }
            } catch (WriteRefused refused) {
                // a right that is given back is no event that would wake the object
                return Optional.of(
                        new Problem(
                                "FailedWritingAdditionalKubernetesObjects",
                                Condition.Severity.WARNING,
                                refused.getMessage(),
                                Problem.Retry.SLOW,
                                Optional.empty()));
            }
        }
        return Optional.empty();
    }

    private void release(Visit visit, boolean childrenStay) {
        if (childrenStay) {
            children.disown(visit.kind, visit.object);
        }
        try {
            visit.object =
                    metadata.write(
                            visit.object, MetadataChange.removeFinalizer(AsoNames.FINALIZER));
            LOG.info("released {}", visit.facts.display());
        } catch (ObjectGone alreadyGone) {
            LOG.debug("{} was gone before it was released", visit.facts.display(), alreadyGone);
        }
    }

    private static String words(Answer answer) {
        return answer.error()
                .map(e -> e.code().isEmpty() ? "HTTP " + answer.status() : e.code())
                .orElseGet(() -> "HTTP " + answer.status());
    }
}
