package dev.dragoman.cli.trial;

import dev.dragoman.azure.catalog.AppliedVersionPolicy;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers as the API server does, from objects in memory: reads, lists, applies, patches, deletes.
 * Knows no schema, right or policy: it refuses what is wrong by its form, and conflicts. Notes each
 * write. Thread-safe.
 */
record MemoryApi(MemoryStore store, MemoryKinds kinds, TrialRecord record) {
    private static final String APPLY = "application/apply-patch+yaml";
    private static final String ISSUER = "https://issuer.example.org/";

    /** A request. */
    record Call(
            String method, URI uri, Map<String, List<String>> headers, String type, String text) {
        String header(String name) {
            return headers.entrySet().stream()
                    .filter(each -> each.getKey().equalsIgnoreCase(name))
                    .flatMap(each -> each.getValue().stream())
                    .findFirst()
                    .orElse("");
        }

        Map<String, String> query() {
            var all = new LinkedHashMap<String, String>();
            if (uri.getRawQuery() != null) {
                for (var pair : uri.getRawQuery().split("&", -1)) {
                    var parts = pair.split("=", 2);
                    all.put(decoded(parts[0]), parts.length < 2 ? "" : decoded(parts[1]));
                }
            }
            return all;
        }

        private static String decoded(String text) {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        }

        Map<String, Object> body() {
            try {
                return text.isEmpty() ? Map.of() : Json.read(text.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** An answer. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Reply(int code, byte[] body) {}

    /** What a path names. */
    private record Place(
            String apiVersion, GroupKind kind, String namespace, String name, String part) {
        ObjectKey key() {
            return new ObjectKey(kind.group(), kind.kind(), namespace, name);
        }
    }

    /** Answers a request. */
    synchronized Reply answer(Call call) {
        try {
            return new Reply(200, bytes(content(call)));
        } catch (MemoryRefused refused) {
            return new Reply(refused.code(), bytes(refused.status()));
        }
    }

    static byte[] bytes(Map<String, Object> body) {
        return Json.write(body).getBytes(StandardCharsets.UTF_8);
    }

    private Map<String, Object> content(Call call) {
        var path = call.uri().getPath();
        switch (path) {
            case "/version" -> {
                return Json.object("major", "1", "minor", "35", "gitVersion", "v1.35.0");
            }
            case "/.well-known/openid-configuration" -> {
                return Json.object("issuer", ISSUER);
            }
            default -> {
                // a path of objects
            }
        }
        var parts = new ArrayList<>(Arrays.asList(path.substring(1).split("/", -1)));
        var group = parts.removeFirst().equals("api") ? "" : parts.removeFirst();
        var version = parts.isEmpty() ? "" : parts.removeFirst();
        if (parts.isEmpty()) {
            return kinds.discovery(group, version).orElseThrow(() -> MemoryRefused.notFound(""));
        }
        var about = parts.getLast();
        if (about.equals("selfsubjectreviews") || about.equals("selfsubjectaccessreviews")) {
            return review(call, about);
        }
        var place = place(group, version, parts);
        return switch (call.method()) {
            case "GET" -> place.name().isEmpty() ? list(place, call) : found(place);
            case "PATCH" -> patch(place, call);
            case "DELETE" -> delete(place, call);
            case "POST" -> post(place, call);
            default ->
                    throw new MemoryRefused(
                            405, "MethodNotAllowed", call.method() + " is not known");
        };
    }

    private Place place(String group, String version, List<String> parts) {
        var apiVersion = group.isEmpty() ? version : group + "/" + version;
        boolean inside = parts.size() > 2 && parts.getFirst().equals("namespaces");
        var rest = inside ? parts.subList(2, parts.size()) : parts;
        if (inside && (rest.getFirst().equals("status") || rest.getFirst().equals("finalize"))) {
            rest = parts;
            inside = false;
        }
        var kind = kinds.find(group, rest.getFirst()).orElseThrow(() -> MemoryRefused.notFound(""));
        if (rest.size() > 2 && rest.get(2).equals("status") && !kinds.hasStatus(kind)) {
            throw MemoryRefused.notFound("");
        }
        return new Place(
                apiVersion,
                kind,
                inside ? parts.get(1) : "",
                rest.size() > 1 ? rest.get(1) : "",
                rest.size() > 2 ? rest.get(2) : "");
    }

    private Map<String, Object> review(Call call, String about) {
        if (!about.equals("selfsubjectreviews")) {
            return Json.object("status", Json.object("allowed", true));
        }
        var name = MemoryToken.bearer(call.header("Authorization"));
        return Json.object("status", Json.object("userInfo", Json.object("username", name)));
    }

    private Map<String, Object> found(Place place) {
        var object =
                store.get(place.key())
                        .or(() -> definition(place))
                        .orElseThrow(() -> MemoryRefused.notFound(place.name()));
        object.put("apiVersion", place.apiVersion());
        return object;
    }

    /** The definition of a kind that is served; empty for another object. */
    private Optional<Map<String, Object>> definition(Place place) {
        var parts = place.name().split("\\.", 2);
        return place.kind().kind().equals("CustomResourceDefinition")
                        && parts.length == 2
                        && kinds.find(parts[1], parts[0]).isPresent()
                ? Optional.of(
                        Json.object(
                                "kind",
                                place.kind().kind(),
                                "metadata",
                                Json.object("name", place.name())))
                : Optional.empty();
    }

    private Map<String, Object> list(Place place, Call call) {
        var query = call.query();
        var labels = query.getOrDefault("labelSelector", "");
        var field = query.getOrDefault("fieldSelector", "").replaceFirst("^metadata\\.name=", "");
        var items =
                store
                        .all(
                                key ->
                                        key.group().equals(place.kind().group())
                                                && key.kind().equals(place.kind().kind())
                                                && (place.namespace().isEmpty()
                                                        || place.namespace()
                                                                .equals(key.namespace()))
                                                && (field.isEmpty() || field.equals(key.name())))
                        .stream()
                        .filter(each -> isSelected(labels, each))
                        .toList();
        return Json.object(
                "apiVersion",
                place.apiVersion(),
                "kind",
                place.kind().kind() + "List",
                "metadata",
                Json.object("resourceVersion", "1"),
                "items",
                items);
    }

    private static boolean isSelected(String selector, Map<String, Object> object) {
        return selector.isEmpty()
                || Arrays.stream(selector.split(","))
                        .map(term -> term.split("==?", 2))
                        .allMatch(
                                term ->
                                        term.length == 2
                                                ? Fields.label(object, term[0]).equals(term[1])
                                                : Fields.map(object, "metadata", "labels")
                                                        .containsKey(term[0]));
    }

    private Map<String, Object> patch(Place place, Call call) {
        if (call.type().startsWith(APPLY)) {
            return apply(place, call);
        }
        var present =
                store.get(place.key()).orElseThrow(() -> MemoryRefused.notFound(place.name()));
        if (call.type().contains("json-patch")) {
            MemoryPatch.apply(present, call.text());
        } else {
            merge(place, present, call.body());
        }
        var changed = store.put(present);
        record.patched(place.key(), call.text());
        return Json.with(changed, "apiVersion", place.apiVersion());
    }

    private void merge(Place place, Map<String, Object> present, Map<String, Object> body) {
        precondition(place, Fields.map(body, "metadata"), present);
        MemoryPatch.merge(present, body);
    }

    private Map<String, Object> apply(Place place, Call call) {
        var body = call.body();
        var query = call.query();
        var key = place.key();
        var before = store.get(key);
        var asked = Fields.map(body, "metadata");
        if (before.isEmpty()) {
            if (place.part().equals("status") || asked.containsKey("uid")) {
                throw MemoryRefused.notFound(place.name());
            }
            var home = new ObjectKey("", "Namespace", "", key.namespace());
            if (!key.namespace().isEmpty() && store.get(home).isEmpty()) {
                throw MemoryRefused.notFound(key.namespace());
            }
        } else {
            precondition(place, asked, before.get());
        }
        var manager = query.getOrDefault("fieldManager", "");
        var object = before.orElseGet(LinkedHashMap::new);
        object.put("apiVersion", kinds.stored(place.kind(), place.apiVersion()));
        object.put("kind", place.kind().kind());
        MemoryPatch.merge(
                object,
                Map.of(
                        "metadata",
                        key.namespace().isEmpty()
                                ? Map.of("name", key.name())
                                : Map.of("name", key.name(), "namespace", key.namespace())));
        var content = content(body, place);
        new Owners(object, manager, place)
                .apply(content, Boolean.parseBoolean(query.getOrDefault("force", "false")));
        if (place.part().isEmpty() && !call.header("Impersonate-User").isEmpty()) {
            version(object, place);
        }
        var now = store.put(object);
        boolean wrote =
                before.isEmpty()
                        || !Fields.metadata(now, "resourceVersion")
                                .equals(Fields.metadata(before.get(), "resourceVersion"));
        if (wrote) {
            record.applied(
                    key, place.apiVersion(), manager, place.part(), content, before.isEmpty());
        }
        return Json.with(now, "apiVersion", place.apiVersion());
    }

    /**
     * Applies an object as a user does; a status as if its controller had written it. Notes
     * nothing.
     */
    synchronized void edit(Map<String, Object> wanted, String manager) {
        var key = Fields.key(wanted);
        var kind = GroupKind.of(key);
        var object = store.get(key).orElseGet(LinkedHashMap::new);
        var place =
                new Place(Json.text(wanted, "apiVersion"), kind, key.namespace(), key.name(), "");
        object.put("apiVersion", kinds.stored(kind, place.apiVersion()));
        object.put("kind", kind.kind());
        var identity = Json.copyMap(Fields.map(wanted, "metadata"));
        identity.keySet().removeAll(List.of("labels", "annotations", "finalizers"));
        MemoryPatch.merge(object, Map.of("metadata", identity));
        new Owners(object, manager, place).apply(content(wanted, place), true);
        version(object, place);
        if (wanted.containsKey("status")) {
            object.put("status", wanted.get("status"));
        }
        var _ = store.put(object);
    }

    /** Notes the version in which others than the operator apply, as the admission policy does. */
    @SuppressWarnings("unchecked") // JSON
    private static void version(Map<String, Object> object, Place place) {
        if (Catalog.load().has(place.kind().group(), place.kind().kind())) {
            var metadata = (Map<String, Object>) object.get("metadata");
            var annotations = Json.copyMap(Json.map(metadata, "annotations"));
            annotations.put(
                    AppliedVersionPolicy.ANNOTATION, place.apiVersion().replaceFirst(".*/", ""));
            metadata.put("annotations", annotations);
        }
    }

    private static void precondition(
            Place place, Map<String, Object> asked, Map<String, Object> present) {
        var uid = asked.get("uid");
        if (uid != null && !uid.equals(Fields.metadata(present, "uid"))) {
            throw new MemoryRefused(
                    409, "Conflict", "Precondition failed: UID in precondition: uid mismatch");
        }
        var version = asked.get("resourceVersion");
        if (version != null && !version.equals(Fields.metadata(present, "resourceVersion"))) {
            throw new MemoryRefused(
                    409, "Conflict", "the object %s has been modified".formatted(place.name()));
        }
    }

    /** What managedFields can list of an applied object. */
    private Map<String, Object> content(Map<String, Object> body, Place place) {
        var content = Json.copyMap(body);
        if (place.part().equals("status")) {
            content.keySet().retainAll(List.of("status"));
            return content;
        }
        content.remove("apiVersion");
        content.remove("kind");
        if (content.containsKey("stringData")) {
            Documents.encode(content);
        }
        if (kinds.hasStatus(place.kind())) {
            content.remove("status");
        }
        var metadata = Json.map(content, "metadata");
        if (!metadata.isEmpty()) {
            metadata.keySet()
                    .removeAll(
                            List.of(
                                    "name",
                                    "namespace",
                                    "uid",
                                    "resourceVersion",
                                    "generation",
                                    "creationTimestamp",
                                    "managedFields"));
        }
        if (Json.map(content, "metadata").isEmpty()) {
            content.remove("metadata");
        }
        return content;
    }

    /** The managers of an object's fields, of whom one applies. */
    private record Owners(Map<String, Object> object, String manager, Place place) {
        void apply(Map<String, Object> content, boolean force) {
            var entries = new ArrayList<Map<String, Object>>();
            Map<String, Object> mine = Map.of();
            var wanted = AppliedFields.of(content);
            var conflicts = new ArrayList<AppliedFields.Conflict>();
            for (var each : Fields.managed(object)) {
                if (isMine(each)) {
                    mine = Fields.map(each, "fieldsV1");
                    continue;
                }
                var owned = Fields.map(each, "fieldsV1");
                var differing = AppliedFields.differing(owned, content, object);
                differing.forEach(
                        field ->
                                conflicts.add(
                                        new AppliedFields.Conflict(
                                                Json.text(each, "manager"), field)));
                var rest = differing.isEmpty() ? owned : AppliedFields.without(owned, wanted);
                if (!rest.isEmpty()) {
                    entries.add(Json.with(each, "fieldsV1", rest));
                }
            }
            if (!conflicts.isEmpty() && !force) {
                throw MemoryRefused.conflict(conflicts);
            }
            var gone = AppliedFields.without(mine, wanted);
            for (var each : entries) {
                gone = AppliedFields.without(gone, Fields.map(each, "fieldsV1"));
            }
            AppliedFields.remove(object, gone);
            AppliedFields.merge(object, content);
            entries.add(entry(wanted));
            Json.map(object, "metadata").put("managedFields", entries);
        }

        private boolean isMine(Map<String, Object> entry) {
            return manager.equals(entry.get("manager"))
                    && "Apply".equals(entry.get("operation"))
                    && Json.text(entry, "subresource").equals(place.part());
        }

        private Map<String, Object> entry(Map<String, Object> fields) {
            var entry =
                    Json.object(
                            "manager",
                            manager,
                            "operation",
                            "Apply",
                            "apiVersion",
                            place.apiVersion(),
                            "fieldsType",
                            "FieldsV1",
                            "fieldsV1",
                            fields);
            if (!place.part().isEmpty()) {
                entry.put("subresource", place.part());
            }
            return entry;
        }
    }

    private Map<String, Object> delete(Place place, Call call) {
        var present =
                store.get(place.key()).orElseThrow(() -> MemoryRefused.notFound(place.name()));
        precondition(place, Fields.map(call.body(), "preconditions"), present);
        record.deleted(place.key());
        store.delete(place.key());
        return Json.object("kind", "Status", "status", "Success");
    }

    private Map<String, Object> post(Place place, Call call) {
        if (place.part().equals("token")) {
            return Json.object(
                    "status",
                    Json.object(
                            "token",
                            MemoryToken.of(
                                    place.key(),
                                    store.get(place.key()).orElse(Map.of()),
                                    call.body(),
                                    store.now())));
        }
        var body = call.body();
        if (place.kind().kind().equals("Event")) {
            record.event(body);
            return body;
        }
        var key = Fields.key(body);
        if (store.get(key).isPresent()) {
            throw new MemoryRefused(409, "AlreadyExists", key.name() + " already exists");
        }
        record.applied(
                key,
                place.apiVersion(),
                call.query().getOrDefault("fieldManager", ""),
                "",
                body,
                true);
        return store.put(body);
    }
}
