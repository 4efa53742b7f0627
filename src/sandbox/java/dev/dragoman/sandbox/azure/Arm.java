package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.azure.catalog.AzureKind.Verb;
import dev.dragoman.sandbox.azure.entra.LinkedTenants;
import dev.dragoman.sandbox.azure.entra.Tokens;
import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Call;
import dev.dragoman.sandbox.azure.http.Faults;
import dev.dragoman.sandbox.azure.http.Json;
import dev.dragoman.sandbox.azure.http.RateLimits;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Azure Resource Manager: authenticates a call, applies faults and rate limits, and routes it to
 * its handler.
 */
public final class Arm {
    private static final String ALIASES = "Microsoft.Subscription/aliases";
    private static final Pattern CANCEL =
            Pattern.compile(
                    "/subscriptions/[^/]+/providers/Microsoft\\.Subscription/cancel",
                    Pattern.CASE_INSENSITIVE);

    private final Options options;
    private final Types types;
    private final Resources resources;
    private final Providers providers;
    private final Checks checks;
    private final Rendering rendering;
    private final Writes writes;
    private final Polls polls;
    private final Pages pages;
    private final Rights rights;
    private final Tokens tokens;
    private final Faults faults;
    private final Clock clock;
    private final RateLimits limits;
    private final LinkedTenants tenants;
    private final ArmEvents events;

    /** State that is shared with other classes of the sandbox. */
    public record Parts(
            Types types,
            Resources resources,
            Providers providers,
            Rights rights,
            Tokens tokens,
            Faults faults,
            RateLimits limits,
            LinkedTenants tenants,
            ArmEvents events) {}

    Arm(Options options, Parts parts, Clock clock) {
        this.options = options;
        this.clock = clock;
        types = parts.types();
        resources = parts.resources();
        providers = parts.providers();
        rights = parts.rights();
        tokens = parts.tokens();
        faults = parts.faults();
        limits = parts.limits();
        tenants = parts.tenants();
        events = parts.events();
        checks = new Checks(types, resources, providers);
        rendering = new Rendering(types, options, clock);
        polls = new Polls(faults, options);
        pages = new Pages(faults);
        var rules = new BodyRules();
        writes = new Writes(types, resources, checks, rendering, polls, faults, rules, clock);
        events.renderBy(writes::render);
    }

    /**
     * @param self base URL of this Resource Manager; URLs in answers begin with it
     */
    Answer answer(Call call, String self) {
        Answer answer;
        try {
            answer = checked(call, self);
        } catch (ArmError e) {
            answer = e.answer();
            if (answer.status() == 401) {
                answer =
                        answer.with(
                                "WWW-Authenticate",
                                ("Bearer authorization_uri=\"https://login.windows.net/%s\","
                                     + " error=\"invalid_token\", error_description=\"The access"
                                     + " token is missing or invalid.\"")
                                        .formatted(options.tenantId()));
            }
        }
        if (answer.body() != null) {
            answer = answer.with("Content-Type", "application/json; charset=utf-8");
        }
        return answer.with(envelope(call));
    }

    private Answer checked(Call call, String self) {
        var caller = tokens.verify(call.header("Authorization"), clock.instant());
        tenants.check(call, options.tenantId(), clock.instant());
        faults.before(call).ifPresent(Runnable::run);
        var fault = faults.answer(call).or(() -> faults.played(call));
        if (fault.isPresent()) {
            resources.locked(
                    () -> {
                        events.answered(call, caller, fault.get());
                        return true;
                    });
            return fault.get();
        }
        int wait = limits.wait(caller.objectId(), call.method(), clock.instant());
        if (wait > 0) {
            return usedUp(wait, RateLimits.name(call.method()));
        }
        return resources
                .locked(
                        () ->
                                pages.cut(
                                        events.telling(call, caller, () -> route(call, caller, self)),
                                        call,
                                        self))
                .with(limits.take(caller.objectId(), call.method(), clock.instant()));
    }

    /**
     * Azure's answer to a caller that has used up its requests to the subscription.
     *
     * @param counted the class of requests: reads, writes or deletes
     */
    public static Answer usedUp(int retryAfterSeconds, String counted) {
        return Answer.of(
                        429,
                        ArmError.body(
                                "SubscriptionRequestsThrottled",
                                "Number of requests of the caller to the subscription exceeded."
                                        + " Please try again after '%d' seconds."
                                                .formatted(retryAfterSeconds)))
                .with("Retry-After", Integer.toString(retryAfterSeconds))
                .with("x-ms-ratelimit-remaining-subscription-" + counted, "0");
    }

    /** The answer of a resource provider that throttles requests. */
    public static Answer throttled(int retryAfterSeconds) {
        return Answer.of(
                        429,
                        ArmError.body(
                                "TooManyRequests",
                                "The request is being throttled as the limit has been reached for"
                                        + " this operation type. Please retry after "
                                        + retryAfterSeconds
                                        + " seconds."))
                .with("Retry-After", Integer.toString(retryAfterSeconds));
    }

    private static Map<String, String> envelope(Call call) {
        var id = UUID.randomUUID().toString();
        return Map.of(
                "Cache-Control",
                "no-cache",
                "Pragma",
                "no-cache",
                "Expires",
                "-1",
                "Strict-Transport-Security",
                "max-age=31536000; includeSubDomains",
                "X-Content-Type-Options",
                "nosniff",
                "x-ms-request-id",
                id,
                "x-ms-correlation-request-id",
                call.header("x-ms-correlation-request-id").orElse(id),
                "x-ms-routing-request-id",
                "WESTEUROPE:" + id);
    }

    private Answer route(Call call, Tokens.Caller caller, String self) {
        var apiVersion = Checks.apiVersion(call);
        var segments = List.of(call.path().substring(1).split("/", -1));
        if (call.method().equals("GET") && call.path().equalsIgnoreCase(BuiltInRoles.PATH)) {
            return Answer.of(200, list(BuiltInRoles.of(call.parameter("$filter").orElse(""))));
        }
        if (segments.getFirst().equalsIgnoreCase("providers") && segments.size() == 4) {
            return resource(call, caller, self, apiVersion);
        }
        if (!segments.getFirst().equalsIgnoreCase("subscriptions")) {
            throw ArmError.gateway(
                    404, "NotFound", "The path '" + call.path() + "' is not served here.");
        }
        if (segments.size() == 1) {
            return Answer.of(200, list(List.of(subscription())));
        }
        if (call.method().equals("POST") && CANCEL.matcher(call.path()).matches()) {
            return cancel(call, caller, segments.get(1), apiVersion);
        }
        checkSubscription(segments.get(1));
        return segments.size() == 2
                ? Answer.of(200, subscription())
                : below(call, segments, caller, self, apiVersion);
    }

    /** Answers requests below the subscription. */
    private Answer below(
            Call call,
            List<String> segments,
            Tokens.Caller caller,
            String self,
            String apiVersion) {
        return switch (segments.get(2).toLowerCase(Locale.ROOT)) {
            case "operationresults" -> operation(call, segments.getLast());
            case "locations" -> Answer.of(200, list(locations()));
            case "resources" -> {
                var filter = Filter.of(call, Filter.RESOURCES);
                yield listing(
                        r -> !r.id.nested() && !r.id.isGroup() && filter.test(r), apiVersion);
            }
            case "providers" -> provider(call, segments, caller, self, apiVersion);
            default -> resource(call, caller, self, apiVersion);
        };
    }

    /**
     * Cancels a subscription. Only a subscription that was created by an alias can be cancelled.
     */
    private Answer cancel(
            Call call, Tokens.Caller caller, String subscription, String apiVersion) {
        var id = ArmId.parse(call.path()).orElseThrow();
        checks.type(id, ALIASES, apiVersion);
        rights.check(caller, "POST", id);
        boolean made =
                resources.all().stream()
                        .filter(r -> r.type.name().equalsIgnoreCase(ALIASES))
                        .map(r -> Json.at(r.state, "properties.subscriptionId").asText())
                        .anyMatch(subscription::equalsIgnoreCase);
        if (!made) {
            throw unknownSubscription(subscription);
        }
        return Answer.of(200, Json.object().put("subscriptionId", subscription));
    }

    private Answer provider(
            Call call,
            List<String> segments,
            Tokens.Caller caller,
            String self,
            String apiVersion) {
        if (segments.size() == 3) {
            return providers.list();
        }
        if (DeletedVaults.serves(call.path())) {
            providers.require(segments.get(3));
            rights.check(caller, call.method(), ArmId.parse(call.path()).orElseThrow());
            return resources.deletedVaults().answer(call.method(), call.path());
        }
        if (segments.size() >= 8 && segments.get(4).equalsIgnoreCase("locations")) {
            return operation(call, segments.getLast());
        }
        if (segments.size() == 4 || registers(segments)) {
            return providers.answer(
                    call.method(), segments.get(3), segments.size() == 4 ? "" : segments.getLast());
        }
        return resource(call, caller, self, apiVersion);
    }

    private static boolean registers(List<String> segments) {
        return segments.size() == 5
                && Set.of("register", "unregister")
                        .contains(segments.getLast().toLowerCase(Locale.ROOT));
    }

    private Answer resource(Call call, Tokens.Caller caller, String self, String apiVersion) {
        var id =
                ArmId.parse(call.path())
                        .orElseThrow(
                                () ->
                                        ArmError.gateway(
                                                404,
                                                "NotFound",
                                                "The path '" + call.path() + "' is malformed."));
        rights.check(caller, call.method(), id);
        if (id.isCollection() && call.method().equals("POST")) {
            return action(id, apiVersion);
        }
        if (id.isCollection()) {
            return collection(call, id, apiVersion);
        }
        var type = checks.type(id, id.type(), apiVersion);
        var request = new Request(call, canonical(id, type), type, apiVersion, caller, self);
        return switch (call.method()) {
            case "GET" -> read(request, Verb.GET);
            case "HEAD" -> read(request, Verb.HEAD);
            case "PUT", "PATCH" -> {
                events.check(request.id(), call.body());
                yield writes.put(request);
            }
            case "DELETE" -> writes.delete(request);
            default -> Writes.notSupported(call.method());
        };
    }

    /**
     * The stored id, if the resource exists. Otherwise the id with the stored spelling of the
     * parent and the catalog's spelling of the type.
     */
    private ArmId canonical(ArmId id, Types.Type type) {
        var known = resources.find(id.path());
        if (known.isPresent()) {
            return known.get().id;
        }
        var parent = resources.find(id.parent()).map(r -> r.id.path()).orElse(id.parent());
        if (id.isGroup()) {
            return ArmId.parse(parent + "/resourceGroups/" + id.name()).orElseThrow();
        }
        var provider = id.nested() ? "/" : "/providers/" + type.namespace() + "/";
        return ArmId.parse(parent + provider + Types.last(type.name()) + "/" + id.name())
                .orElseThrow();
    }

    private Answer read(Request request, Verb verb) {
        var id = request.id();
        boolean groupHead = verb == Verb.HEAD && id.isGroup();
        if (!groupHead && !request.type().offers(verb)) {
            return Writes.notSupported(verb.name());
        }
        checks.group(id, false);
        var how = types.behaviour(request.type().name(), request.apiVersion());
        var resource = resources.find(id.path()).filter(checks::visible);
        if (resource.isEmpty()) {
            if (id.nested()) {
                checks.parent(id, request.type(), "read");
            }
            throw checks.notFound(id, request.type(), how);
        }
        return verb == Verb.HEAD
                ? Answer.empty(204)
                : Answer.of(200, writes.render(resource.get(), request.apiVersion()));
    }

    private Answer collection(Call call, ArmId id, String apiVersion) {
        if (!call.method().equals("GET")) {
            return Writes.notSupported(call.method());
        }
        var wanted = id.trailing().orElseThrow();
        if (id.isGroup() && wanted.equalsIgnoreCase("resources")) {
            checks.group(ArmId.parse(id.path() + "/providers/x/y/z").orElseThrow(), false);
            var prefix = ArmId.key(id.path()) + "/";
            var filter = Filter.of(call, Filter.RESOURCES);
            return listing(
                    r -> r.key.startsWith(prefix) && !r.id.nested() && filter.test(r), apiVersion);
        }
        var armType = id.namespace() + "/" + String.join("/", id.types());
        var type = checks.type(id, armType, apiVersion);
        checks.group(id, false);
        var below =
                ArmId.key(
                        id.names().isEmpty() ? id.scope() : id.path());
        if (!id.names().isEmpty() && resources.find(id.path()).isEmpty()) {
            checks.parent(
                    ArmId.parse(call.path() + "/any").orElseThrow(), type, "read");
        }
        Predicate<Resource> filter =
                armType.equalsIgnoreCase(ArmId.GROUPS) ? Filter.of(call, Filter.TAGS) : r -> true;
        return listing(
                r ->
                        r.type.equals(type)
                                && r.key.startsWith(below + "/")
                                && checks.visible(r)
                                && filter.test(r),
                apiVersion);
    }

    private Answer action(ArmId id, String apiVersion) {
        var type =
                types.find(id.type())
                        .orElseThrow(
                                () ->
                                        ArmError.gateway(
                                                404,
                                                "InvalidResourceType",
                                                "The resource type '"
                                                        + id.type()
                                                        + "' could not be found."));
        var how = types.behaviour(type.name(), apiVersion);
        var action = how.actions().get(id.trailing().orElseThrow().toLowerCase(Locale.ROOT));
        if (action == null) {
            return resources
                    .find(id.path())
                    .filter(checks::visible)
                    .flatMap(there -> ListedValues.of(there, id.trailing().get()))
                    .map(body -> Answer.of(200, body))
                    .orElseThrow(
                            () ->
                                    ArmError.of(
                                            404,
                                            "NotFound",
                                            "There is no action '" + id.trailing().get() + "'."));
        }
        if (!action.versions().contains(apiVersion)) {
            checks.type(id, id.type(), apiVersion);
        }
        checks.group(id, false);
        var resource =
                resources
                        .find(id.path())
                        .filter(checks::visible)
                        .orElseThrow(() -> checks.notFound(id, type, how));
        checks.notBusy(resource);
        action.rotates().forEach(resource::rotate);
        return Answer.of(200, rendering.template(resource, "").object(action.answer()));
    }

    private Answer operation(Call call, String id) {
        var signature = call.parameter("s").orElse("");
        var operation =
                resources
                        .operation(id)
                        .filter(o -> signature.endsWith("." + o.signature))
                        .orElseThrow(
                                () ->
                                        ArmError.of(
                                                404,
                                                "OperationNotFound",
                                                "The operation '" + id + "' was not found."));
        if (signature.startsWith("status.")) {
            return polls.status(operation);
        }
        if (!operation.done) {
            return Answer.empty(202)
                    .with(polls.retryAfter(operation.reply))
                    .with("Location", "https://" + call.header("Host").orElse("") + call.uri());
        }
        if (operation.failure != null) {
            throw operation.failure;
        }
        if (operation.verb == Operation.Verb.DELETE) {
            return Answer.empty(operation.target.id.isGroup() ? 200 : 204);
        }
        return Answer.of(200, writes.render(operation.target, Checks.apiVersion(call)));
    }

    private Answer listing(Predicate<Resource> which, String apiVersion) {
        var found = resources.all().stream().filter(which);
        return Answer.of(200, list(found.map(r -> (JsonNode) writes.render(r, apiVersion)).toList()));
    }

    private static JsonNode list(List<JsonNode> values) {
        var body = Json.object();
        body.putArray("value").addAll(values);
        return body;
    }

    private void checkSubscription(String subscription) {
        if (!providers.serves(subscription)) {
            throw unknownSubscription(subscription);
        }
    }

    private static ArmError unknownSubscription(String subscription) {
        return ArmError.gateway(
                404,
                "SubscriptionNotFound",
                "The subscription '" + subscription + "' could not be found.");
    }

    private List<JsonNode> locations() {
        return types.locations().entrySet().stream()
                .filter(location -> !location.getKey().equals("global"))
                .map(location -> location(location.getKey(), location.getValue()))
                .toList();
    }

    private JsonNode location(String name, String displayName) {
        return Json.object()
                .put("id", "/subscriptions/%s/locations/%s".formatted(options.subscriptionId(), name))
                .put("name", name)
                .put("displayName", displayName)
                .put("regionalDisplayName", displayName);
    }

    private JsonNode subscription() {
        return Json.object()
                .put("id", "/subscriptions/" + options.subscriptionId())
                .put("subscriptionId", options.subscriptionId())
                .put("tenantId", options.tenantId())
                .put("displayName", "Dragoman sandbox")
                .put("state", "Enabled")
                .put("authorizationSource", "RoleBased");
    }
}
