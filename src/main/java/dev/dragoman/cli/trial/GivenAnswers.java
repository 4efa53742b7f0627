package dev.dragoman.cli.trial;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.model.ExportValue;
import dev.dragoman.capability.Outside;
import dev.dragoman.kube.object.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Answers requests with what a case says, else as a Resource Manager in memory does, and notes
 * them. Hosts other than Azure answer 200 with {@code {}}. Thread-safe.
 */
public final class GivenAnswers implements Outside {
    /** What each name of a host has as address, unless a case says otherwise (RFC 5737). */
    private static final List<String> ADDRESS = List.of("192.0.2.1");

    /** Identities get ids from Azure, for which others wait. */
    private static final String IDENTITIES =
            "/providers/microsoft.managedidentity/userassignedidentities/";

    private static final Set<Integer> DONE = Set.of(200, 201, 204);

    private static final Pattern ROLE = Pattern.compile("roleName eq '([^']+)'");

    private final List<Prepared> answers = new ArrayList<>();
    private final Map<String, List<String>> hosts = new HashMap<>();
    private final Map<String, Map<String, Object>> resources = new TreeMap<>();
    private final MemoryVaults vaults = new MemoryVaults();
    private final TrialRecord record;
    private final String arm;

    /**
     * @param arm host of Resource Manager; its addresses are shown without it
     */
    GivenAnswers(TrialRecord record, String arm) {
        this.record = record;
        this.arm = arm;
    }

    /**
     * An answer of a case.
     *
     * @param body text, or JSON
     */
    public record Given(int status, Map<String, String> headers, Object body) {}

    /** Answers to requests that fit, one after the other; the last one stays. */
    private static final class Prepared {
        private final String request;
        private final List<Given> all;
        private int used;

        Prepared(String request, List<Given> all) {
            this.request = request;
            this.all = List.copyOf(all);
        }

        Given next() {
            return all.get(Math.min(used++, all.size() - 1));
        }
    }

    /**
     * Adds answers, which come before those that were added earlier.
     *
     * @param all by method and address, in which {@code *} stands for any text: {@code POST
     *     https://host/path}, {@code PUT /subscriptions/*}
     */
    public synchronized void add(Map<String, List<Given>> all) {
        answers.addAll(
                0,
                all.entrySet().stream()
                        .map(each -> new Prepared(each.getKey(), each.getValue()))
                        .toList());
    }

    /** The requests with an answer that nobody sent, as a case writes them. */
    public synchronized List<String> unused() {
        return answers.stream()
                .filter(each -> each.used == 0)
                .map(each -> each.request)
                .distinct()
                .toList();
    }

    /** Sets the addresses of a host. */
    public synchronized void host(String name, List<String> addresses) {
        hosts.put(name, List.copyOf(addresses));
    }

    /** Sets what is in Azure under an id; an empty map for nothing. */
    public synchronized void resource(String id, Map<String, Object> body) {
        if (body.isEmpty()) {
            resources.remove(key(id));
        } else {
            resources.put(key(id), Json.copyMap(body));
        }
    }

    /** Takes away what was put into resources, and gives them a tag. */
    synchronized void spoil() {
        for (var each : resources.values()) {
            each.keySet().retainAll(List.of("id", "name", "type", "location"));
            each.put("tags", Json.object("of-others", "true"));
            each.put("properties", Json.object("provisioningState", "Succeeded"));
        }
    }

    private static String key(String id) {
        return id.toLowerCase(Locale.ROOT);
    }

    @Override
    public synchronized Optional<List<String>> addresses(String host) {
        return Optional.of(hosts.getOrDefault(host, ADDRESS));
    }

    @Override
    public synchronized Reply send(Request request) {
        var url = request.url();
        boolean azure = arm.equals(url.getAuthority());
        var address =
                azure
                        ? url.toString().substring(url.toString().indexOf(arm) + arm.length())
                        : url.toString();
        var body = body(request);
        var given =
                given(request.method() + " " + address)
                        .or(() -> given(request.method() + " " + address.replaceFirst("\\?.*", "")))
                        .map(each -> azure ? done(each, request.method(), url, body) : each)
                        .orElseGet(
                                () ->
                                        azure
                                                ? azure(request.method(), url, body)
                                                : other(request, body));
        var shown = MemoryVaults.has(url) ? MemoryVaults.hidden(body) : body;
        record.request(request.method(), address, shown, given.status());
        var content = given.body() instanceof String text ? text : Json.write(given.body());
        var headers = new LinkedHashMap<String, String>();
        headers.put("Content-Type", "application/json");
        headers.putAll(given.headers());
        return new Reply(given.status(), headers, content.getBytes(StandardCharsets.UTF_8));
    }

    private static Object body(Request request) {
        var text = new String(request.body(), StandardCharsets.UTF_8);
        try {
            return text.startsWith("{") ? Json.read(request.body()) : text;
        } catch (IOException noJson) {
            return text;
        }
    }

    private Optional<Given> given(String request) {
        return answers.stream()
                .filter(each -> Wildcards.fit(each.request, request))
                .findFirst()
                .map(Prepared::next);
    }

    /** An answer that Azure has done what was asked: the Azure in memory does it too. */
    private Given done(Given given, String method, URI url, Object body) {
        boolean asks = method.equals("GET") || method.equals("POST");
        // what is accepted (202) is not done yet
        if (asks || !DONE.contains(given.status())) {
            return given;
        }
        var own = azure(method, url, body);
        if (given.body() instanceof Map<?, ?> map && !map.isEmpty()) {
            if (method.equals("PUT")) {
                resources.put(key(url.getPath()), Json.copyMap(map));
            }
            return given;
        }
        return given.body().equals("")
                ? new Given(given.status(), given.headers(), own.body())
                : given;
    }

    private Given other(Request request, Object body) {
        return MemoryVaults.has(request.url())
                ? vaults.answer(request.method(), request.url(), body)
                : new Given(200, Map.of(), Map.of());
    }

    private Given azure(String method, URI url, Object body) {
        var id = key(url.getPath());
        var there = Optional.ofNullable(resources.get(id));
        return switch (method) {
            case "GET", "HEAD" -> there.map(GivenAnswers::ok).orElseGet(() -> none(url));
            case "PUT", "PATCH" -> put(url.getPath(), body, there.isPresent());
            case "DELETE" -> {
                resources.keySet().removeIf(each -> each.equals(id) || each.startsWith(id + "/"));
                yield new Given(there.isPresent() ? 200 : 204, Map.of(), "");
            }
            default -> ok(keys(url.getPath()));
        };
    }

    /**
     * The answer to a read of what is not there: a list is empty, a provider is registered, a
     * built-in role has an id.
     */
    private Given none(URI url) {
        var path = url.getPath();
        var role = ROLE.matcher(String.valueOf(url.getQuery()));
        if (key(path).endsWith("/roledefinitions") && role.find()) {
            return ok(Json.object("value", List.of(role(path, role.group(1)))));
        }
        var parts = path.substring(1).split("/", -1);
        boolean provider = parts.length == 4 && parts[2].equalsIgnoreCase("providers");
        if (provider) {
            return ok(Json.object("namespace", parts[3], "registrationState", "Registered"));
        }
        int from = -1;
        for (int i = 0; i < parts.length; i++) {
            if (parts[i].equalsIgnoreCase("providers")) {
                from = i;
            }
        }
        boolean list = from < 0 ? parts.length % 2 == 1 : (parts.length - from) % 2 == 1;
        if (!list) {
            return error(
                    404, "ResourceNotFound", "The resource '%s' was not found.".formatted(path));
        }
        var prefix = key(path) + "/";
        var found =
                resources.entrySet().stream()
                        .filter(each -> each.getKey().startsWith(prefix))
                        .filter(each -> !each.getKey().substring(prefix.length()).contains("/"))
                        .map(Map.Entry::getValue)
                        .toList();
        return ok(Json.object("value", found));
    }

    private Given put(String id, Object body, boolean exists) {
        var resource = body instanceof Map<?, ?> map ? Json.copyMap(map) : Json.object();
        resource.put("id", id);
        resource.putIfAbsent("name", id.substring(id.lastIndexOf('/') + 1));
        var properties = Json.copyMap(Json.map(resource, "properties"));
        properties.put("provisioningState", "Succeeded");
        if (key(id).contains(IDENTITIES)) {
            for (var each : List.of("clientId", "principalId", "tenantId")) {
                properties.putIfAbsent(each, uuid(each.equals("tenantId") ? each : each + key(id)));
            }
        }
        resource.put("properties", properties);
        resources.put(key(id), resource);
        return new Given(exists ? 200 : 201, Map.of(), resource);
    }

    private static Map<String, Object> role(String path, String name) {
        var id = uuid(name);
        var properties = Json.object("roleName", name, "type", "BuiltInRole");
        return Json.object("id", path + "/" + id, "name", id, "properties", properties);
    }

    private static String uuid(String of) {
        return UUID.nameUUIDFromBytes(of.getBytes(StandardCharsets.UTF_8)).toString();
    }

    private static Given ok(Map<String, Object> body) {
        return new Given(200, Map.of(), body);
    }

    static Given error(int status, String code, String message) {
        return new Given(
                status,
                Map.of(),
                Json.object("error", Json.object("code", code, "message", message)));
    }

    /**
     * The answer to an action that lists secrets, with a value for all that the kind of the
     * resource exports of this action.
     *
     * @param path of the request, with the action as its last part
     */
    private static Map<String, Object> keys(String path) {
        int end = path.lastIndexOf('/');
        var action = path.substring(end + 1);
        var answer = new LinkedHashMap<String, Object>();
        Catalog.load().serving(armType(path.substring(0, end))).stream()
                .flatMap(each -> each.exports().stream())
                .map(Export::action)
                .flatMap(Optional::stream)
                .filter(each -> each.call().path().equalsIgnoreCase(action))
                .forEach(each -> putAt(answer, each.value()));
        return answer;
    }

    /** The type of a resource, as {@code Microsoft.Storage/storageAccounts}. */
    private static String armType(String id) {
        var parts = id.replaceFirst("(?i).*/providers/", "").split("/", -1);
        var type = new StringBuilder(parts[0]);
        for (int i = 1; i < parts.length; i += 2) {
            type.append('/').append(parts[i]);
        }
        return type.toString();
    }

    @SuppressWarnings("unchecked") // made here
    private static void putAt(Map<String, Object> answer, String path) {
        var steps = ExportValue.STEP.matcher(path).results().toList();
        Object at = answer;
        for (int i = 0; i < steps.size(); i++) {
            boolean last = i == steps.size() - 1;
            boolean list = !last && isOfList(steps.get(i + 1).group());
            Object next = last ? "value-of-" + path : list ? new ArrayList<>() : mutable();
            var step = steps.get(i);
            if (at instanceof List<?>) {
                at = item((List<Object>) at, step.group("field"), step.group("wanted"), next);
            } else {
                var before = ((Map<String, Object>) at).putIfAbsent(step.group(), next);
                at = before == null ? next : before;
            }
        }
    }

    private static boolean isOfList(String step) {
        return step.startsWith("[") || step.matches("\\d+");
    }

    /** The item of a list that a step means; the new one where there is none. */
    private static Object item(List<Object> list, String field, String wanted, Object next) {
        for (var each : list) {
            if (field == null || (each instanceof Map<?, ?> map && wanted.equals(map.get(field)))) {
                return each;
            }
        }
        if (field != null && next instanceof Map<?, ?>) {
            var item = mutable();
            item.put(field, wanted);
            list.add(item);
            return item;
        }
        list.add(next);
        return next;
    }

    private static Map<String, Object> mutable() {
        return new LinkedHashMap<>();
    }
}
