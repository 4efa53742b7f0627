package dev.dragoman.sandbox.azure.control;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.sandbox.azure.control.ControlServer.Shape;
import dev.dragoman.sandbox.azure.control.ControlServer.Verb;
import dev.dragoman.sandbox.azure.entra.IssuedToken;
import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The verbs of the control API: methods of {@link SandboxControl} under their names in lower
 * case.
 *
 * <pre>
 * GET  resources, counts, exchanges, tokens
 * GET  get                id
 * GET  vault              name
 * POST mutate             id, patch            (RFC 7396)
 * POST remove, rotatekeys id
 * POST throttle           pattern, count, retryAfterSeconds
 * POST failnext           pattern, httpStatus, code, message
 * POST answer             pattern, count, httpStatus, headers, body
 * POST losereplies        pattern, count
 * POST provisioning       pattern, count, state, milliseconds
 * POST needs              pattern, namespace
 * POST failoperation      pattern, code, message
 * POST delay              pattern, milliseconds
 * POST operationduration  pattern, milliseconds
 * POST retryafter         seconds
 * POST unregister         namespace
 * POST revokeclient       clientId
 * POST changesecret       clientId, secret
 * POST vaultdelays        deletionMilliseconds, recoveryMilliseconds
 * POST vaultchallenge     vault, tenant, resource
 * POST tokenrefresh       seconds
 * POST revoketokens
 * POST vaultrights        clientId, permissions (get,list,set,delete,recover,purge or all)
 * GET  servicebus                              (opens its port)
 * GET  messages           namespace, path
 * POST send               namespace, path, body
 * POST delivertwice, throttlesends count
 * POST busaway, busback, dropconnections, expirelocks, expirebustokens
 * POST assigntonode, removefromnode clientId
 * POST down, up, exhaust, unlimited, vaultlimits, clearfaults, clearexchanges
 * </pre>
 */
final class ControlVerbs {
    private static final String ID = "id";
    private static final String PATTERN = "pattern";
    private static final String MILLISECONDS = "milliseconds";
    private static final String CODE = "code";
    private static final String MESSAGE = "message";
    private static final String CLIENT = "clientId";
    private static final String STATUS = "httpStatus";

    private final SandboxControl control;
    private final Map<String, Verb> reads = new LinkedHashMap<>();
    private final Map<String, Verb> acts = new LinkedHashMap<>();

    ControlVerbs(SandboxControl control) {
        this.control = control;
        addReads();
        addChanges();
        addFaults();
        addIdentity();
        addVaults();
        addServiceBus();
    }

    /** The verbs of GET, by name. */
    Map<String, Verb> reads() {
        return reads;
    }

    /** The verbs of POST, by name. */
    Map<String, Verb> acts() {
        return acts;
    }

    private void addReads() {
        read("resources", Map.of(), a -> ok(Json.MAPPER.valueToTree(control.resources())));
        read("counts", Map.of(), a -> ok(Json.MAPPER.valueToTree(control.counts())));
        read(
                "exchanges",
                Map.of(),
                a -> {
                    var list = Json.MAPPER.createArrayNode();
                    control.exchanges().forEach(e -> list.add(exchange(e)));
                    return ok(list);
                });
        read(
                "tokens",
                Map.of(),
                a -> {
                    var list = Json.MAPPER.createArrayNode();
                    control.tokens().forEach(t -> list.add(token(t)));
                    return ok(list);
                });
        read(
                "get",
                texts(ID),
                a ->
                        control.get(text(a, ID))
                                .map(ControlVerbs::ok)
                                .orElseGet(() -> Answer.empty(404)));
        read(
                "vault",
                texts("name"),
                a -> ok(Json.MAPPER.valueToTree(control.vault(text(a, "name")))));
    }

    private void addChanges() {
        acts.put(
                "mutate",
                new Verb(
                        with(texts(ID), "patch", Shape.OBJECT),
                        a -> ok(control.mutate(text(a, ID), a.get("patch")))));
        act("remove", texts(ID), a -> control.remove(text(a, ID)));
        act("rotatekeys", texts(ID), a -> control.rotateKeys(text(a, ID)));
        act("unregister", texts("namespace"), a -> control.unregister(text(a, "namespace")));
        act("clearexchanges", Map.of(), a -> control.clearExchanges());
    }

    private void addFaults() {
        act("down", Map.of(), a -> control.down());
        act("up", Map.of(), a -> control.up());
        act("exhaust", Map.of(), a -> control.exhaust());
        act("unlimited", Map.of(), a -> control.unlimited());
        act("vaultlimits", Map.of(), a -> control.vaultLimits());
        act("clearfaults", Map.of(), a -> control.clearFaults());
        act(
                "throttle",
                with(
                        with(texts(PATTERN), "count", Shape.NUMBER),
                        "retryAfterSeconds",
                        Shape.NUMBER),
                a ->
                        control.throttle(
                                a.get("count").asInt(),
                                a.get("retryAfterSeconds").asInt(),
                                text(a, PATTERN)));
        act(
                "failnext",
                with(texts(PATTERN, CODE, MESSAGE), STATUS, Shape.NUMBER),
                a ->
                        control.failNext(
                                text(a, PATTERN),
                                a.get(STATUS).asInt(),
                                text(a, CODE),
                                text(a, MESSAGE)));
        act(
                "answer",
                with(
                        with(
                                with(with(texts(PATTERN), "count", Shape.NUMBER), STATUS, Shape.NUMBER),
                                "headers",
                                Shape.OBJECT),
                        "body",
                        Shape.OBJECT),
                a ->
                        control.answer(
                                a.get("count").asInt(),
                                text(a, PATTERN),
                                a.get(STATUS).asInt(),
                                headers(a.get("headers")),
                                a.get("body")));
        act(
                "losereplies",
                with(texts(PATTERN), "count", Shape.NUMBER),
                a -> control.loseReplies(a.get("count").asInt(), text(a, PATTERN)));
        act(
                "provisioning",
                with(
                        with(texts(PATTERN, "state"), "count", Shape.NUMBER),
                        MILLISECONDS,
                        Shape.NUMBER),
                a ->
                        control.provisioning(
                                a.get("count").asInt(),
                                text(a, PATTERN),
                                text(a, "state"),
                                duration(a)));
        act(
                "needs",
                texts(PATTERN, "namespace"),
                a -> control.needs(text(a, PATTERN), text(a, "namespace")));
        act(
                "failoperation",
                texts(PATTERN, CODE, MESSAGE),
                a -> control.failOperation(text(a, PATTERN), text(a, CODE), text(a, MESSAGE)));
        var late = with(texts(PATTERN), MILLISECONDS, Shape.NUMBER);
        act("delay", late, a -> control.delay(text(a, PATTERN), duration(a)));
        act(
                "operationduration",
                late,
                a -> control.operationDuration(text(a, PATTERN), duration(a)));
        act(
                "retryafter",
                Map.of("seconds", Shape.NUMBER),
                a -> control.retryAfter(a.get("seconds").asInt()));
    }

    private void addIdentity() {
        act("assigntonode", texts(CLIENT), a -> control.assignToNode(text(a, CLIENT)));
        act("removefromnode", texts(CLIENT), a -> control.removeFromNode(text(a, CLIENT)));
        act("revoketokens", Map.of(), a -> control.revokeTokens());
        act(
                "tokenrefresh",
                Map.of("seconds", Shape.NUMBER),
                a -> control.tokenRefresh(Duration.ofSeconds(a.get("seconds").asLong())));
        act("revokeclient", texts(CLIENT), a -> control.revokeClient(text(a, CLIENT)));
        act(
                "changesecret",
                texts(CLIENT, "secret"),
                a -> control.changeSecret(text(a, CLIENT), text(a, "secret")));
    }

    private void addVaults() {
        var deletion = "deletionMilliseconds";
        var recovery = "recoveryMilliseconds";
        act(
                "vaultdelays",
                with(with(Map.of(), deletion, Shape.NUMBER), recovery, Shape.NUMBER),
                a ->
                        control.vaultDelays(
                                Duration.ofMillis(a.get(deletion).asLong()),
                                Duration.ofMillis(a.get(recovery).asLong())));
        act(
                "vaultchallenge",
                texts("vault", "tenant", "resource"),
                a ->
                        control.vaultChallenge(
                                text(a, "vault"), text(a, "tenant"), text(a, "resource")));
        act(
                "vaultrights",
                texts(CLIENT, "permissions"),
                a ->
                        control.vaultRights(
                                text(a, CLIENT),
                                text(a, "permissions").split(",", -1)));
    }

    private void addServiceBus() {
        var bus = control.serviceBus();
        var path = texts("namespace", "path");
        read("servicebus", Map.of(), a -> ok(Json.object().put("endpoint", bus.endpoint())));
        read(
                "messages",
                path,
                a ->
                        ok(
                                Json.MAPPER.valueToTree(
                                        bus.messages(text(a, "namespace"), text(a, "path")))));
        act(
                "send",
                with(path, "body", Shape.TEXT),
                a ->
                        bus.send(
                                text(a, "namespace"), text(a, "path"), text(a, "body"), Map.of()));
        var count = Map.of("count", Shape.NUMBER);
        act("delivertwice", count, a -> bus.deliverTwice(a.get("count").asInt()));
        act("throttlesends", count, a -> bus.throttle(a.get("count").asInt()));
        act("busaway", Map.of(), a -> bus.away());
        act("busback", Map.of(), a -> bus.back());
        act("dropconnections", Map.of(), a -> bus.dropConnections());
        act("expirelocks", Map.of(), a -> bus.expireLocks());
        act("expirebustokens", Map.of(), a -> bus.expireTokens());
    }

    private void read(
            String name, Map<String, Shape> parameters, Function<JsonNode, Answer> action) {
        reads.put(name, new Verb(parameters, action));
    }

    private void act(String name, Map<String, Shape> parameters, Consumer<JsonNode> action) {
        acts.put(
                name,
                new Verb(
                        parameters,
                        a -> {
                            action.accept(a);
                            return ok(Json.object().put("done", true));
                        }));
    }

    private static Map<String, Shape> texts(String... names) {
        var all = new LinkedHashMap<String, Shape>();
        for (var name : names) {
            all.put(name, Shape.TEXT);
        }
        return all;
    }

    private static Map<String, Shape> with(Map<String, Shape> others, String name, Shape type) {
        var all = new LinkedHashMap<>(others);
        all.put(name, type);
        return all;
    }

    private static Answer ok(JsonNode body) {
        return Answer.of(200, body);
    }

    private static String text(JsonNode arguments, String name) {
        return arguments.get(name).asText();
    }

    private static Map<String, String> headers(JsonNode object) {
        var all = new LinkedHashMap<String, String>();
        object.properties().forEach(each -> all.put(each.getKey(), each.getValue().asText()));
        return all;
    }

    private static Duration duration(JsonNode arguments) {
        return Duration.ofMillis(arguments.get(MILLISECONDS).asLong());
    }

    private static JsonNode token(IssuedToken token) {
        return Json.object()
                .put("time", token.time().toString())
                .put("by", token.by())
                .put("tenant", token.tenant())
                .put("clientId", token.clientId())
                .put("subject", token.subject())
                .put("audience", token.audience());
    }

    private static JsonNode exchange(Exchange e) {
        var node = Json.object();
        node.put("time", e.time().toString()).put("method", e.method()).put("url", e.url());
        node.set("requestBody", e.requestBody());
        node.put("status", e.status());
        node.set("responseHeaders", Json.MAPPER.valueToTree(e.responseHeaders()));
        node.set("responseBody", e.responseBody());
        return node;
    }
}
