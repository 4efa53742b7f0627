package dev.dragoman.camel.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.camel.CamelRuntime;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.confine.ConfinedContext;
import dev.dragoman.camel.confine.Trap;
import dev.dragoman.camel.https.HttpsAccess;
import dev.dragoman.camel.https.OverlaySecrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every option that Camel's schema has: there is a verdict about it, those that are refused are
 * refused wherever they stand, and none of them leads to a class or a file in the context that runs
 * routes, where no check was before.
 */
class VocabularyTest {
    private static final String SECRET = "what the file has";
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Vocabulary VOCABULARY = new Vocabulary();
    private static final Map<String, Set<String>> ALL = VOCABULARY.all();

    private final Vocabulary vocabulary = VOCABULARY;

    @TempDir private Path directory;

    /** Where an option stands: keys and indexes from the root, and what it is of. */
    private record Place(List<Object> path, String owner) {}

    @Test
    void whatIsAllowedIsThere() {
        vocabulary
                .allowed()
                .forEach(
                        (owner, options) ->
                                assertThat(ALL.getOrDefault(owner, Set.of()))
                                        .as(owner)
                                        .containsAll(
                                                options.stream()
                                                        .map(option -> option.replace("!", ""))
                                                        .toList()));
    }

    /** What a new version of Camel brings is written down, as allowed or as refused. */
    @Test
    void thereIsAVerdictAboutEachOption() throws IOException {
        var refused = new TreeMap<String, Set<String>>();
        vocabulary
                .all()
                .forEach(
                        (owner, options) ->
                                options.stream()
                                        .filter(option -> !vocabulary.allows(owner, option))
                                        .forEach(
                                                option ->
                                                        refused.computeIfAbsent(
                                                                        owner, o -> new TreeSet<>())
                                                                .add(option)));
        var text = new StringBuilder();
        refused.forEach(
                (owner, options) ->
                        text.append(owner)
                                .append(": ")
                                .append(String.join(" ", options))
                                .append('\n'));
        var written = Path.of("src/test/resources/overlays/refused-options.txt");
        if (Boolean.getBoolean("write")) {
            Files.createDirectories(written.getParent());
            Files.writeString(written, text);
        }
        assertThat(text.toString())
                .as("run with -Dwrite=true, and read what is new, before it is written down")
                .isEqualTo(Files.readString(written));
    }

    /** Whoever takes a class has one of the known ones. */
    @Test
    void anOptionThatTakesAClassSaysSo() {
        for (var each : ALL.entrySet()) {
            for (var option : each.getValue()) {
                var text =
                        vocabulary.schema(each.getKey(), option).path("description").asText("")
                                + option;
                boolean takes =
                        text.matches(
                                "(?is).*(class ?name|fqn|fully qualified|resultType|exceptionType|unmarshalType).*");
                // the name of a logger may look like one, and a processor is looked for by name
                boolean named = Set.of("logName", "ref").contains(option);
                if (takes && !named && vocabulary.allows(each.getKey(), option)) {
                    assertThat(vocabulary.takesClass(each.getKey(), option))
                            .as(each.getKey() + "." + option)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void whatIsRefusedIsRefusedWhereverItStands() {
        var tried = new TreeSet<String>();
        for (var place : reachable()) {
            for (var option : ALL.get(place.owner())) {
                if (!vocabulary.allows(place.owner(), option)) {
                    var path = new ArrayList<>(place.path());
                    path.add(option);
                    assertThat(vocabulary.check(file(place, option, text("x"))))
                            .as(path.toString())
                            .anyMatch(
                                    each ->
                                            each.path().equals(path)
                                                    && each.reason()
                                                            .contains("is not for overlays"));
                    tried.add(place.owner() + "." + option);
                }
            }
        }
        assertThat(tried)
                .contains(
                        "JsonDataFormat.moduleClassNames",
                        "SplitDefinition.aggregationStrategy",
                        "ExpressionDefinition.groovy",
                        "SetBodyDefinition.groovy",
                        "SimpleExpression.nested",
                        "MethodCallExpression.beanType",
                        "UnmarshalDefinition.jaxb",
                        "Top.beans")
                .hasSizeGreaterThan(300);
    }

    @Test
    void aClassThatIsNotKnownIsRefusedWhereverItStands() throws IOException {
        var tried = new TreeSet<String>();
        var check =
                new OverlayCheck(
                        Overlays.BUILT_IN_ROUTES,
                        Map.of(),
                        Map.of(),
                        HttpsAccess.none(),
                        List.of());
        for (var place : places()) {
            for (var option : ALL.get(place.owner())) {
                if (vocabulary.takesClass(place.owner(), option)) {
                    var value =
                            option.equals("exception")
                                    ? JsonNodeFactory.instance.arrayNode().add(Trap.class.getName())
                                    : JsonNodeFactory.instance.textNode(Trap.class.getName());
                    Files.writeString(
                            directory.resolve("own.camel.yaml"),
                            file(place, option, value).toString());
                    assertThat(check.check(new Overlays(List.of(directory))))
                            .as(place.path() + " " + option)
                            .anyMatch(each -> each.toString().contains("is not for routes"));
                    tried.add(place.owner() + "." + option);
                }
            }
        }
        var all = new TreeSet<String>();
        vocabulary
                .all()
                .forEach(
                        (owner, options) ->
                                options.stream()
                                        .filter(option -> vocabulary.takesClass(owner, option))
                                        .forEach(option -> all.add(owner + "." + option)));
        assertThat(tried).isEqualTo(all);
    }

    /** As the operator would, if the check of files had overlooked it. */
    @Test
    void noOptionLeadsToAClassOrAFile() throws Exception {
        var secret = Files.writeString(directory.resolve("secret"), SECRET);
        var values =
                List.of(
                        Trap.class.getName(),
                        "#class:" + Trap.class.getName(),
                        "#type:" + Trap.class.getName(),
                        "resource:file:" + secret);
        Trap.SPRUNG.set(0);
        int built = 0;
        try (var camel = new ConfinedContext(List.of(directory))) {
            camel.build();
            CamelRuntime.fence(
                    camel, HttpsAccess.none(), new OverlaySecrets(HttpsAccess.none().secrets()));
            CamelRuntime.quietErrors(camel);
            camel.getShutdownStrategy().setTimeout(1);
            camel.start();
            int number = 0;
            for (var place : places()) {
                if (place.path().size() < 4) {
                    continue;
                }
                // without its library it becomes no route, whatever its options are
                boolean there = run(camel, file(place, "id", text("a" + number)), "it" + number++);
                for (var option : ALL.get(place.owner())) {
                    var type = VOCABULARY.schema(place.owner(), option).path("type").asText("");
                    for (var value : there && type.equals("string") ? values : List.<String>of()) {
                        var file = file(place, option, text(value));
                        built += run(camel, file, "it" + number++) ? 1 : 0;
                    }
                }
            }
        }
        assertThat(Trap.SPRUNG).hasValue(0);
        // the others do not even become a route
        assertThat(built).isGreaterThan(100);
    }

    private static JsonNode text(String text) {
        return JsonNodeFactory.instance.textNode(text);
    }

    private static boolean run(ConfinedContext camel, JsonNode file, String name) {
        if (!(file.findValue("from") instanceof ObjectNode from)) {
            return false;
        }
        from.put("uri", "direct:" + name);
        try {
            PluginHelper.getRoutesLoader(camel)
                    .loadRoutes(ResourceHelper.fromString(name + ".camel.yaml", file.toString()));
        } catch (Exception refused) {
            return false;
        }
        try (var template = camel.createProducerTemplate()) {
            var done =
                    template.asyncSend("direct:" + name, each -> each.getMessage().setBody("1"))
                            .get(200, TimeUnit.MILLISECONDS);
            assertThat(String.valueOf(done.getMessage().getBody()) + done.getMessage().getHeaders())
                    .as(file.toString())
                    .doesNotContain(SECRET);
            assertThat(Trap.SPRUNG).as(file.toString()).hasValue(0);
            return true;
        } catch (Exception late) {
            return true;
        }
    }

    /** One place of each part of the schema that a route may have; within what is allowed first. */
    private List<Place> places() {
        var found = new LinkedHashMap<String, Place>();
        found.put(Vocabulary.TOP, new Place(List.of(0), Vocabulary.TOP));
        spread(found, true);
        spread(found, false);
        return List.copyOf(found.values());
    }

    /** Those that are not within what is refused. */
    private List<Place> reachable() {
        var found = new LinkedHashMap<String, Place>();
        found.put(Vocabulary.TOP, new Place(List.of(0), Vocabulary.TOP));
        spread(found, true);
        return List.copyOf(found.values());
    }

    private void spread(Map<String, Place> found, boolean allowed) {
        var open = new ArrayDeque<>(found.values());
        while (!open.isEmpty()) {
            var place = open.removeFirst();
            for (var option : ALL.getOrDefault(place.owner(), Set.of())) {
                if (allowed && !vocabulary.allows(place.owner(), option)) {
                    continue;
                }
                var below = below(place, option);
                if (below != null && found.putIfAbsent(below.owner(), below) == null) {
                    open.add(below);
                }
            }
        }
    }

    /** Null for what has no options of its own. */
    private Place below(Place place, String option) {
        var schema = vocabulary.schema(place.owner(), option);
        var path = new ArrayList<>(place.path());
        path.add(option);
        var reference = schema.path("$ref").asText("");
        if (schema.path("type").asText("").equals("array")) {
            reference = schema.path("items").path("$ref").asText("");
            path.add(0);
        }
        return reference.isEmpty()
                ? null
                : new Place(path, reference.substring(reference.lastIndexOf('.') + 1));
    }

    /** A file with that option, and around it what Camel asks for. */
    private JsonNode file(Place place, String option, JsonNode value) {
        JsonNode made = JSON.createObjectNode();
        made = filled((ObjectNode) made, place.owner(), option, value);
        var path = place.path();
        for (int i = path.size() - 1; i >= 0; i--) {
            made =
                    path.get(i) instanceof String name
                            ? around(path, i, name, made)
                            : JSON.createArrayNode().add(made);
        }
        return made;
    }

    private static ObjectNode around(List<Object> path, int at, String name, JsonNode within) {
        var made = JSON.createObjectNode();
        if (at == path.size() - 1 || !name.equals("steps")) {
            completed(made, path, at);
        }
        if (name.equals("steps") && at > 1) {
            made.put("uri", "direct:a");
            if (!path.get(at - 1).equals("from")) {
                made.remove("uri");
            }
        }
        made.set(name, within);
        return made;
    }

    /** A step that takes an expression has one. */
    private static void completed(ObjectNode made, List<Object> path, int at) {
        boolean ofExpression =
                at > 0
                        && Set.of("split", "filter", "loop", "delay", "throttle", "sort", "enrich")
                                .contains(String.valueOf(path.get(at - 1)))
                        && !path.get(at).equals("expression");
        if (ofExpression) {
            made.putObject("expression").put("constant", "1");
        }
    }

    private ObjectNode filled(ObjectNode made, String owner, String option, JsonNode value) {
        var options = ALL.get(owner);
        if (options.contains("expression")) {
            var schema = vocabulary.schema(owner, "expression");
            if (schema.path("type").asText("").equals("string")) {
                made.put("expression", "1");
            } else {
                made.putObject("expression").put("constant", "1");
            }
        }
        if (options.contains("steps")) {
            made.putArray("steps").addObject().put("log", "x");
        }
        for (var needed : List.of("name", "message", "uri", "type", "token", "ref")) {
            if (options.contains(needed) && !needed.equals(option)) {
                made.put(
                        needed,
                        switch (needed) {
                            case "uri" -> "log:x";
                            case "type" -> "String";
                            default -> "x";
                        });
            }
        }
        made.set(option, value);
        return made;
    }
}
