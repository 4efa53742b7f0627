package dev.dragoman.azure;

import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.arm.ArmRequest;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.check.AzureObservation;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.AzureStep;
import dev.dragoman.azure.model.KeptChildren;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the requests of steps to Azure, each once. Thread-safe. */
public final class Requests {
    private static final Logger LOG = LoggerFactory.getLogger(Requests.class);

    private final SharedBodies writes = new SharedBodies();

    /**
     * Sends a request whose answer holds values to export.
     *
     * @param other ARM id of the resource that is asked; empty for the object's own
     */
    Answer call(AzureObservation seen, ExportCall call, Optional<String> other) {
        var id =
                other.or(() -> seen.resourceId()).or(seen.facts().claim()::claimedId).orElseThrow();
        var path = call.path().isEmpty() ? id : id + "/" + call.path();
        var client = client(seen);
        return client.send(
                new ArmRequest(
                        call.method(), url(client, path, call.apiVersion()), Optional.empty()));
    }

    /**
     * Polls an operation. Its URL was read from the status, which others can write, so the client
     * checks the URL's host. A URL without a host is resolved against the endpoint of the client's
     * cloud.
     */
    Answer poll(AzureObservation seen, String url) {
        try {
            var client = client(seen);
            return client.send(ArmRequest.get(client.endpoint().resolve(new URI(url))));
        } catch (URISyntaxException notAUrl) {
            return Answer.failure(
                    "UntrustedHost",
                    "the URL of the operation is malformed; nothing was sent",
                    false);
        }
    }

    private Answer send(
            AzureObservation seen,
            String method,
            Optional<Map<String, Object>> body,
            Map<String, String> headers) {
        var client = client(seen);
        return client.send(
                new ArmRequest(
                        method, url(client, id(seen), seen.version().apiVersion()), body, headers));
    }

    private static String id(AzureObservation seen) {
        return seen.resourceId().or(seen.facts().claim()::claimedId).orElseThrow();
    }

    private static boolean shared(AzureObservation seen) {
        return KeptChildren.any(seen.version().body());
    }

    /** Reads the resource; with HEAD for the few types that have no GET. */
    public Answer read(AzureObservation seen) {
        var method = seen.kind().verbs().contains(AzureKind.Verb.GET) ? "GET" : "HEAD";
        var answer =
                writes.looking(
                        id(seen),
                        shared(seen),
                        () -> send(seen, method, Optional.empty(), Map.of()));
        // compared with a proxy's answer, all that others have would be missing
        return "GET".equals(method) && answer.ok() && answer.body().isEmpty()
                ? Answer.failure(
                        Answer.UNREACHABLE, "Azure, or a proxy, answered without a resource", true)
                : answer;
    }

    /**
     * Creates or replaces the resource.
     *
     * @param headers condition of the PUT
     */
    Answer put(AzureObservation seen, Map<String, Object> body, Map<String, String> headers) {
        var answer =
                writes.writing(
                        id(seen),
                        shared(seen),
                        () -> send(seen, "PUT", Optional.of(body), headers));
        LOG.info("sent {}: {}", seen.facts().subject().display(), words(answer));
        return answer;
    }

    /** Deletes the resource. */
    Answer delete(AzureObservation seen, AzureStep.Delete how) {
        var id = seen.facts().claim().claimedId().orElseThrow();
        var client = client(seen);
        var url = url(client, id, seen.version().apiVersion(), how.query());
        var answer =
                writes.deleting(
                        id,
                        () ->
                                client.send(
                                        new ArmRequest(
                                                "DELETE", url, Optional.empty(), how.headers())));
        if (answer.ok()) {
            writes.forget(id);
        }
        LOG.info("deleting {}: {}", id, words(answer));
        return answer;
    }

    /** Sends a POST that must come before a deletion, or that purges a deleted vault. */
    Answer post(AzureObservation seen, String path, String apiVersion) {
        var answer = ask(seen, "POST", path, apiVersion, Map.of());
        LOG.info("sent POST {}: {}", path, words(answer));
        return answer;
    }

    /** Reads another resource, or a list of resources, that the body or a check needs. */
    public Answer lookUp(AzureObservation seen, AzureStep.LookUp look) {
        var query =
                look.filter().isEmpty()
                        ? Map.<String, String>of()
                        : Map.of("$filter", look.filter());
        return ask(seen, "GET", look.path(), look.apiVersion(), query);
    }

    private Answer ask(
            AzureObservation seen,
            String method,
            String path,
            String apiVersion,
            Map<String, String> query) {
        var client = client(seen);
        var url = url(client, path, apiVersion, query);
        return client.send(new ArmRequest(method, url, Optional.empty()));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Registers a resource provider in the subscription. */
    Answer register(AzureObservation seen, AzureStep.Register step) {
        LOG.info("registering provider {}: POST {}", step.provider(), step.path());
        return ask(seen, "POST", step.path(), step.apiVersion(), Map.of());
    }

    private static ArmClient client(AzureObservation seen) {
        return seen.client().orElseThrow();
    }

    private static URI url(
            ArmClient client, String path, String apiVersion, Map<String, String> query) {
        var more = new StringBuilder();
        new TreeMap<>(query)
                .forEach(
                        (name, value) ->
                                more.append('&').append(name).append('=').append(encoded(value)));
        return URI.create(url(client, path, apiVersion).toString() + more);
    }

    /**
     * The URL of a path in the client's cloud.
     *
     * @throws IllegalArgumentException when the path is malformed
     */
    static URI url(ArmClient client, String path, String apiVersion) {
        var endpoint = client.endpoint();
        try {
            return new URI(
                    "https", endpoint.getAuthority(), path, "api-version=" + apiVersion, null);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("cannot make a URL of the path '" + path + "'", e);
        }
    }

    private static String words(Answer answer) {
        return answer.error()
                .map(e -> e.code().isEmpty() ? "HTTP " + answer.status() : e.code())
                .orElseGet(() -> "HTTP " + answer.status());
    }
}
