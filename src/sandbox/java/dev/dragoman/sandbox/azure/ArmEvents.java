package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.entra.Tokens;
import dev.dragoman.sandbox.azure.events.Change;
import dev.dragoman.sandbox.azure.events.Delivery;
import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Call;
import dev.dragoman.sandbox.azure.http.Json;
import dev.dragoman.sandbox.azure.servicebus.ServiceBus;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Tells what happens in Resource Manager to Service Bus, as event subscriptions ask for it. Changes
 * by long-running operations are told at their end. Runs with the lock of {@link Resources} held.
 */
public final class ArmEvents {
    private static final List<String> WRITING = List.of("PUT", "PATCH", "POST", "DELETE");
    private static final String SYSTEM_TOPICS = "Microsoft.EventGrid/systemTopics";
    private static final String SUBSCRIPTIONS = SYSTEM_TOPICS + "/eventSubscriptions";
    private static final String EXTENSIONS = "Microsoft.EventGrid/eventSubscriptions";

    private final Resources resources;
    private final ServiceBus bus;
    private final String tenant;
    private final String endpoint;
    private final Clock clock;

    /** Who asked for the operations that run, by the operation's id. */
    private final Map<String, Asked> running = new HashMap<>();

    /** Renders a resource as the answer to a GET with this api-version. */
    private BiFunction<Resource, String, ObjectNode> render;

    ArmEvents(
            Resources resources, ServiceBus bus, String tenant, String endpoint, Clock clock) {
        this.resources = resources;
        this.bus = bus;
        this.tenant = tenant;
        this.endpoint = endpoint;
        this.clock = clock;
        resources.onEnd(this::ended);
    }

    void renderBy(BiFunction<Resource, String, ObjectNode> by) {
        render = by;
    }

    /** A request, with what is told of it. */
    private record Asked(
            ArmId id,
            String action,
            Tokens.Caller caller,
            String correlation,
            String method,
            String url,
            String clientRequest) {}

    /** Handles a request, and tells what comes of it. */
    Answer telling(Call call, Tokens.Caller caller, Supplier<Answer> handler) {
        var id = ArmId.parse(call.path());
        if (!WRITING.contains(call.method()) || id.isEmpty()) {
            return handler.get();
        }
        var asked = asked(call, caller, id.get());
        var before = operation(id.get());
        var gone = contents(asked);
        try {
            var answer = handler.get();
            var started = operation(id.get()).filter(each -> before.isEmpty() || each != before.get());
            if (started.isPresent()) {
                running.put(started.get().id, asked);
                endIn(Duration.between(clock.instant(), started.get().ends));
            } else if (before.isEmpty() || !call.method().equals("DELETE")) {
                gone.forEach(each -> tell(each, asked, true));
                tell(asked, answer.status() < 400);
            }
            return answer;
        } catch (ArmError e) {
            tell(asked, false);
            throw e;
        }
    }

    /** Tells that a fault answered the request. */
    void answered(Call call, Tokens.Caller caller, Answer answer) {
        var id = ArmId.parse(call.path());
        if (WRITING.contains(call.method())
                && id.isPresent()
                && answer.status() >= 400
                && answer.status() != 429) {
            tell(asked(call, caller, id.get()), false);
        }
    }

    /**
     * Tells that somebody else has changed a resource.
     *
     * @param method PUT, DELETE or POST
     */
    public void changed(ArmId id, String method) {
        var somebody = UUID.nameUUIDFromBytes(new byte[] {1}).toString();
        var uuid = UUID.randomUUID().toString();
        var asked =
                new Asked(
                        id,
                        Rights.action(method, id),
                        new Tokens.Caller(somebody, somebody),
                        uuid,
                        method,
                        endpoint + id.path(),
                        uuid);
        contents(asked).forEach(each -> tell(each, asked, true));
        tell(asked, true);
    }

    /** Requires that an event subscription asks for nothing that is not served. */
    void check(ArmId id, String body) {
        if (!id.type().equalsIgnoreCase(SUBSCRIPTIONS)) {
            return;
        }
        var properties = BodyRules.parse(body).path("properties");
        delivery(id, properties)
                .flatMap(Delivery::unserved)
                .ifPresent(
                        what -> {
                            throw ArmError.of(
                                    400, "InvalidRequest", "The sandbox does not serve " + what + ".");
                        });
    }

    private void ended(Operation operation) {
        var asked = running.remove(operation.id);
        if (asked == null) {
            return;
        }
        if (operation.failure == null) {
            contents(asked).forEach(each -> tell(each, asked, true));
        }
        tell(asked, operation.failure == null);
    }

    /** The resources that a resource group's deletion deletes. */
    private List<ArmId> contents(Asked asked) {
        return asked.id().isGroup() && asked.method().equals("DELETE")
                ? resources.below(asked.id().path()).stream()
                        .map(each -> each.id)
                        .filter(each -> !each.nested())
                        .toList()
                : List.of();
    }

    private Optional<Operation> operation(ArmId id) {
        return resources.find(id.path()).map(each -> each.operation);
    }

    /** Operations end when somebody looks: without this, an event would wait for the next request. */
    private void endIn(Duration wait) {
        CompletableFuture.delayedExecutor(wait.toMillis() + 1, TimeUnit.MILLISECONDS)
                .execute(() -> resources.locked(() -> true));
    }

    private Asked asked(Call call, Tokens.Caller caller, ArmId id) {
        return new Asked(
                id,
                Rights.action(call.method(), id),
                caller,
                call.header("x-ms-correlation-request-id").orElseGet(() -> UUID.randomUUID().toString()),
                call.method(),
                endpoint + call.uri(),
                call.header("x-ms-client-request-id").orElse(""));
    }

    private void tell(Asked asked, boolean succeeded) {
        tell(asked.id(), asked, succeeded);
    }

    private void tell(ArmId id, Asked asked, boolean succeeded) {
        var deliveries = deliveries();
        if (id.path().split("/", -1).length < 3 || (deliveries.isEmpty() && succeeded)) {
            bus.entitiesChanged();
            return;
        }
        var resource = resources.find(id.path());
        boolean shown = succeeded && !asked.method().equals("DELETE");
        var change =
                new Change(
                        resource.map(each -> each.id.path()).orElse(id.path()),
                        resource.map(each -> each.type.name()).orElse(id.type()),
                        id.equals(asked.id()) ? asked.action() : Rights.action("DELETE", id),
                        succeeded,
                        asked.caller().clientId(),
                        asked.caller().objectId(),
                        tenant,
                        asked.correlation(),
                        asked.method(),
                        asked.url(),
                        asked.clientRequest(),
                        resource.filter(each -> shown).map(each -> render.apply(each, each.apiVersion)),
                        resource.map(each -> each.apiVersion).orElse(""),
                        clock.instant());
        deliveries.stream()
                .map(each -> each.message(change))
                .flatMap(Optional::stream)
                .forEach(each -> bus.post(each.resource(), each.body(), each.contentType(), each.properties()));
        bus.entitiesChanged();
    }

    private List<Delivery> deliveries() {
        return resources.all().stream()
                .filter(
                        each ->
                                each.type.name().equalsIgnoreCase(SUBSCRIPTIONS)
                                        || each.type.name().equalsIgnoreCase(EXTENSIONS))
                .filter(each -> !each.creating() && !each.deleting())
                .map(each -> delivery(each.id, each.state.path("properties")))
                .flatMap(Optional::stream)
                .filter(each -> each.unserved().isEmpty())
                .toList();
    }

    /** The delivery of an event subscription; empty if its topic is not there. */
    private Optional<Delivery> delivery(ArmId id, JsonNode properties) {
        if (id.type().equalsIgnoreCase(EXTENSIONS)) {
            var topic =
                    id.group().isPresent()
                            ? "Microsoft.Resources.ResourceGroups"
                            : "Microsoft.Resources.Subscriptions";
            boolean above = id.scope().split("/", -1).length <= 5;
            return above
                    ? Optional.of(new Delivery(id.name(), topic, id.scope(), properties.deepCopy()))
                    : Optional.empty();
        }
        return resources
                .find(id.parent())
                .map(each -> each.state)
                .map(
                        topic ->
                                new Delivery(
                                        id.name(),
                                        Json.at(topic, "properties.topicType").asText(),
                                        Json.at(topic, "properties.source").asText(),
                                        properties.deepCopy()));
    }
}
