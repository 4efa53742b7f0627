package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.azure.catalog.AzureKind.Verb;
import dev.dragoman.azure.catalog.BodyField;
import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Faults;
import dev.dragoman.sandbox.azure.http.Json;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** PUT, PATCH and DELETE. Every method runs with the lock of {@link Resources} held. */
final class Writes {
    private final Types types;
    private final Resources resources;
    private final Locks locks;
    private final Checks checks;
    private final Rendering rendering;
    private final EmbeddedChildren embedded;
    private final Polls polls;
    private final Faults faults;
    private final BodyRules rules;
    private final Clock clock;

    Writes(
            Types types,
            Resources resources,
            Checks checks,
            Rendering rendering,
            Polls polls,
            Faults faults,
            BodyRules rules,
            Clock clock) {
        this.types = types;
        this.resources = resources;
        this.locks = new Locks(resources);
        this.checks = checks;
        this.rendering = rendering;
        this.embedded = new EmbeddedChildren(types, resources, rendering);
        this.polls = polls;
        this.faults = faults;
        this.rules = rules;
        this.clock = clock;
    }

    Answer put(Request request) {
        var id = request.id();
        var type = request.type();
        if (!type.offers(Verb.PUT)) {
            return notSupported("PUT");
        }
        var how = types.behaviour(type.name(), request.apiVersion());
        checks.group(id, true);
        checks.parent(id, type, "write");
        checks.place(id, type, how);
        var existing = resources.find(id.path());
        boolean partial = request.call().method().equals("PATCH");
        if (partial && existing.isEmpty()) {
            throw checks.notFound(id, type, how);
        }
        var body = BodyRules.parse(request.call().body());
        checks.identity(id, body);
        var before = existing.map(r -> (JsonNode) r.state).orElse(MissingNode.getInstance());
        type.usable(request.apiVersion())
                .ifPresent(v -> rules.check(type.kinds(), v, body, before, partial));
        if (existing.isEmpty()) {
            resources.deletedVaults().create(id, type, body);
        }
        existing.ifPresent(
                r -> Etags.require(request.call(), render(r, request.apiVersion())));
        faults.needs(request.call().method(), id.path()).ifPresent(checks::registered);
        existing.ifPresent(checks::notBusy);
        existing.ifPresent(r -> checks.unchanged(r, body, how));
        if (checks.copied(type, body, existing.isPresent())) {
            // it has the tags of what it was made of, whatever the body says
            body.remove("tags");
        }
        var resource = existing.orElseGet(() -> new Resource(id, type, request.apiVersion()));
        checks.provider(resource, body, how, partial);
        return apply(request, resource, body, how, existing.isEmpty(), partial);
    }

    private Answer apply(
            Request request,
            Resource resource,
            JsonNode body,
            Behaviour how,
            boolean created,
            boolean partial) {
        var reply = created ? how.create() : how.update();
        var failure = faults.operation(request.call().method(), resource.id.path());
        if (failure.isPresent() && !reply.async()) {
            throw failure.get();
        }
        resource.apiVersion = request.apiVersion();
        resource.shown = null;
        faults.shown(request.call().method(), resource.id.path())
                .ifPresent(
                        shown -> {
                            resource.shown = shown.state();
                            resource.shownUntil = clock.instant().plus(shown.lasting());
                        });
        rendering.write(resource, body, how, partial, request.caller().objectId());
        request.type()
                .usable(request.apiVersion())
                .ifPresent(v -> v.body().forEach(f -> hide(f, resource.state)));
        resources.put(resource);
        embedded.take(resource, request, partial);
        if (created) {
            how.implicit().forEach(relative -> implicit(resource, relative, request));
        }
        var headers = new java.util.LinkedHashMap<String, String>();
        if (reply.async()) {
            var verb = created ? Operation.Verb.CREATE : Operation.Verb.UPDATE;
            var operation = start(verb, resource, reply, failure.orElse(null));
            headers.putAll(polls.headers(operation, request.self(), request.apiVersion()));
        } else if (reply.selfLocation()) {
            headers.put("Location", resource.id.path());
        }
        return new Answer(reply.status(), headers, content(reply, resource, request, body));
    }

    private JsonNode content(
            Behaviour.Reply reply, Resource resource, Request request, JsonNode sent) {
        return switch (reply.body()) {
            case RESOURCE -> render(resource, request.apiVersion());
            case NONE -> null;
            case ECHO -> sent;
            case TICKET ->
                    Json.object()
                            .put("operation", "Upsert" + Types.last(resource.type.name()))
                            .put(
                                    "startTime",
                                    clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
        };
    }

    /** The answer to a GET. */
    ObjectNode render(Resource resource, String apiVersion) {
        var location =
                resources
                        .find(
                                "/"
                                        + String.join(
                                                "/",
                                                java.util.Arrays.copyOf(
                                                        resource.id.path().substring(1).split("/", -1),
                                                        8)))
                        .map(r -> r.state.path("location").asText(null))
                        .orElse(null);
        var answer = rendering.answer(resource, apiVersion, location);
        embedded.show(resource, answer, apiVersion);
        Etags.put(resource.type, answer);
        return answer;
    }

    Answer delete(Request request) {
        var id = request.id();
        var type = request.type();
        if (!type.offers(Verb.DELETE)) {
            return notSupported("DELETE");
        }
        checks.group(id, false);
        checks.parent(id, type, "delete");
        var how = types.behaviour(type.name(), request.apiVersion());
        var existing = resources.find(id.path());
        if (existing.isEmpty()) {
            if (id.isGroup()) {
                throw checks.notFound(id, type, how);
            }
            return Answer.empty(204);
        }
        locks.require(id);
        var resource = existing.get();
        var reply = how.delete();
        if (!resource.deleting()) {
            if (!id.isGroup()) {
                checks.notBusy(resource);
            }
            var failure = faults.operation("DELETE", id.path());
            if (!reply.async()) {
                failure.ifPresent(
                        f -> {
                            throw f;
                        });
                checks.dependents(resource, how, request.call()).forEach(resources::remove);
                var last = content(reply, resource, request, null);
                resources.remove(resource);
                return new Answer(reply.status(), java.util.Map.of(), last);
            }
            start(Operation.Verb.DELETE, resource, reply, failure.orElse(null));
        }
        return Answer.empty(reply.status())
                .with(polls.headers(resource.operation, request.self(), request.apiVersion()));
    }

    private Operation start(
            Operation.Verb verb, Resource resource, Behaviour.Reply reply, ArmError failure) {
        var method = verb == Operation.Verb.DELETE ? "DELETE" : "PUT";
        var takes =
                faults.duration(method, resource.id.path())
                        .orElse(Duration.ofSeconds(reply.seconds()));
        var now = clock.instant();
        var operation = new Operation(verb, resource, reply, now, now.plus(takes), failure);
        resources.start(operation);
        return operation;
    }

    private void implicit(Resource owner, String relative, Request request) {
        var id = ArmId.parse(owner.id.path() + "/" + relative).orElseThrow();
        var known = types.find(id.type());
        if (known.isEmpty() || resources.find(id.path()).isPresent()) {
            return; // the catalog of a test may lack the type
        }
        var child = new Resource(id, known.get(), request.apiVersion());
        var how = types.behaviour(child.type.name(), request.apiVersion());
        rendering.write(child, Json.object(), how, false, request.caller().objectId());
        resources.put(child);
        how.implicit().forEach(r -> implicit(child, r, request));
    }

    /** Removes write-only values from the state, so that no answer can contain them. */
    private static void hide(BodyField field, JsonNode state) {
        if (field.writeOnly()) {
            if (state instanceof com.fasterxml.jackson.databind.node.ObjectNode object) {
                object.remove(field.arm());
            }
            return;
        }
        var value = state.path(field.arm());
        if (value.isObject() && field.shape() == BodyField.Shape.OBJECT) {
            field.fields().forEach(f -> hide(f, value));
        } else if (value.isArray() || field.shape() == BodyField.Shape.MAP) {
            value.forEach(element -> field.fields().forEach(f -> hide(f, element)));
        }
    }

    static Answer notSupported(String method) {
        return Answer.of(
                405,
                Json.object()
                        .put(
                                "Message",
                                "The requested resource does not support http method '"
                                        + method
                                        + "'."));
    }
}
