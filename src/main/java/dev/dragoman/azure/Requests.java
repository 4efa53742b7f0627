package dev.dragoman.azure;

import dev.dragoman.azure.arm.ArmRequest;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.Step;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.model.ResourceId;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The requests to Azure that a step stands for, each sent once. Thread-safe. */
final class Requests {
    private static final Logger LOG = LoggerFactory.getLogger(Requests.class);
    private static final String REGISTRATION_VERSION = "2019-05-01";

    private final AzureSettings settings;

    Requests(AzureSettings settings) {
        this.settings = settings;
    }

    /** Sends a request whose answer holds values to export. */
    Answer call(Visit visit, ExportCall call, Optional<String> other) {
        var id = other.or(() -> visit.resourceId).or(visit.facts::claimedId).orElseThrow();
        var path = call.path().isEmpty() ? id : id + "/" + call.path();
        return visit.client
                .orElseThrow()
                .send(
                        new ArmRequest(
                                call.method(), url(path, call.apiVersion()), Optional.empty()));
    }

    /** The URL of a PUT or DELETE was read from the status, which others can write. */
    Answer poll(Visit visit, String url) {
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

    /** Reads the resource. Of a few types Azure only says whether they are there. */
    Answer read(Visit visit) {
        var method = visit.kind.verbs().contains(AzureKind.Verb.GET) ? "GET" : "HEAD";
        return send(visit, method, Optional.empty());
    }

    /** Creates or replaces the resource. */
    Answer put(Visit visit, Map<String, Object> body) {
        var answer = send(visit, "PUT", Optional.of(body));
        LOG.info("sent {}: {}", visit.facts.display(), words(answer));
        return answer;
    }

    /** Deletes the resource. */
    Answer delete(Visit visit, Step.Delete how) {
        var id = visit.facts.claimedId().orElseThrow();
        var url = url(id, visit.version.apiVersion(), how.query());
        var answer =
                visit.client
                        .orElseThrow()
                        .send(new ArmRequest("DELETE", url, Optional.empty(), how.headers()));
        LOG.info("deleting {}: {}", id, words(answer));
        return answer;
    }

    /** Asks for what comes before a deletion, or deletes for good what Azure keeps. */
    Answer post(Visit visit, String path, String apiVersion) {
        var answer = ask(visit, "POST", path, apiVersion, Map.of());
        LOG.info("sent POST {}: {}", path, words(answer));
        return answer;
    }

    /** Reads something else that the body needs. */
    Answer lookUp(Visit visit, Step.LookUp look) {
        var query =
                look.filter().isEmpty()
                        ? Map.<String, String>of()
                        : Map.of("$filter", look.filter());
        return ask(visit, "GET", look.path(), look.apiVersion(), query);
    }

    private Answer ask(
            Visit visit, String method, String path, String apiVersion, Map<String, String> query) {
        var url = url(path, apiVersion, query);
        return visit.client.orElseThrow().send(new ArmRequest(method, url, Optional.empty()));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Registers the provider of the kind's type. */
    Answer register(Visit visit) {
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

    private URI url(String path, String apiVersion, Map<String, String> query) {
        var more = new StringBuilder();
        new TreeMap<>(query)
                .forEach(
                        (name, value) ->
                                more.append('&').append(name).append('=').append(encoded(value)));
        return URI.create(url(path, apiVersion).toString() + more);
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

    private static String words(Answer answer) {
        return answer.error()
                .map(e -> e.code().isEmpty() ? "HTTP " + answer.status() : e.code())
                .orElseGet(() -> "HTTP " + answer.status());
    }
}
