package dev.dragoman.kube.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether an apply would change anything, by the object and what its manager owns. */
class OwnedFieldsTest {
    private static final String LIST =
            "{'f:ports': {'.': {}, 'k:{\"name\":\"a\"}': {'.': {}, 'f:name': {}, 'f:port': {}}}}";
    private static final String PORT = "{'ports': [{'name': 'a', 'port': 1}]}";
    private static final String SET = "{'f:finalizers': {'.': {}, 'v:\"x\"': {}}}";

    static Stream<Arguments> upToDate() {
        return Stream.of(
                arguments("nothing", "{}", "{}", "{}"),
                arguments("a value", "{'a': 1}", "{'a': 1}", "{'f:a': {}}"),
                arguments("beside others'", "{'a': 1}", "{'a': 1, 'b': 2}", "{'f:a': {}}"),
                arguments("below", "{'a': {'b': 1}}", "{'a': {'b': 1}}", "{'f:a': {'f:b': {}}}"),
                arguments("atomic list", "{'a': [1, 2]}", "{'a': [1, 2]}", "{'f:a': {}}"),
                arguments(
                        "element with others' field",
                        PORT,
                        "{'ports': [{'name': 'a', 'port': 1, 'protocol': 'TCP'}]}",
                        LIST),
                arguments(
                        "element beside others'",
                        PORT,
                        "{'ports': [{'name': 'b'}, {'name': 'a', 'port': 1}]}",
                        LIST),
                arguments(
                        "element of a set",
                        "{'finalizers': ['x']}",
                        "{'finalizers': ['y', 'x']}",
                        SET),
                arguments("empty list that is not stored, owned", "{'a': []}", "{}", "{'f:a': {}}"),
                arguments("empty map that is not stored, owned", "{'a': {}}", "{}", "{'f:a': {}}"),
                arguments(
                        "below a stored one",
                        "{'a': {'b': 1, 'c': []}}",
                        "{'a': {'b': 1}}",
                        "{'f:a': {'f:b': {}, 'f:c': {}}}"),
                arguments("empty list that is stored", "{'a': []}", "{'a': []}", "{'f:a': {}}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("upToDate")
    void anApplyWouldChangeNothing(String what, String desired, String present, String owned) {
        assertThat(same(desired, present, owned)).as(what).isTrue();
    }

    static Stream<Arguments> different() {
        return Stream.of(
                arguments("another value", "{'a': 1}", "{'a': 2}", "{'f:a': {}}"),
                arguments("not owned", "{'a': 1, 'b': 2}", "{'a': 1, 'b': 2}", "{'f:b': {}}"),
                arguments("not there", "{'a': 1}", "{}", "{'f:a': {}}"),
                arguments("owned, and not wanted any more", "{}", "{'a': 1}", "{'f:a': {}}"),
                arguments("another order", "{'a': [1, 2]}", "{'a': [2, 1]}", "{'f:a': {}}"),
                arguments(
                        "element with another value",
                        PORT,
                        "{'ports': [{'name': 'a', 'port': 2}]}",
                        LIST),
                arguments(
                        "element that is gone",
                        PORT,
                        "{'ports': [{'name': 'b', 'port': 1}]}",
                        LIST),
                arguments(
                        "element that is not owned",
                        "{'finalizers': ['x', 'y']}",
                        "{'finalizers': ['x', 'y']}",
                        SET),
                arguments("element that is not wanted any more", "{'ports': []}", PORT, LIST),
                arguments("map in place of a list", PORT, "{'ports': {}}", LIST),
                arguments(
                        "empty list that is not stored, not owned",
                        "{'a': [], 'b': 2}",
                        "{'b': 2}",
                        "{'f:b': {}}"),
                arguments(
                        "empty map that is not stored, not owned",
                        "{'a': {}, 'b': 2}",
                        "{'b': 2}",
                        "{'f:b': {}}"),
                arguments(
                        "empty list, and somebody's in its place",
                        "{'a': []}",
                        "{'a': [1]}",
                        "{'f:a': {}}"),
                arguments(
                        "somebody's in its place, not owned",
                        "{'a': [], 'b': 2}",
                        "{'a': [1], 'b': 2}",
                        "{'f:b': {}}"),
                arguments(
                        "list that is not empty and not stored", "{'a': [1]}", "{}", "{'f:a': {}}"),
                arguments("zero that is not stored", "{'a': 0}", "{}", "{'f:a': {}}"),
                arguments("empty text that is not stored", "{'a': ''}", "{}", "{'f:a': {}}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("different")
    void anApplyWouldChangeSomething(String what, String desired, String present, String owned) {
        assertThat(same(desired, present, owned)).as(what).isFalse();
    }

    /** A team's variables become a list of thousands, which is looked at each time. */
    @Test
    @Timeout(10)
    void aListOfThousandsIsComparedInTime() {
        var list = new ArrayList<Object>();
        var owned = new LinkedHashMap<String, Object>();
        for (int i = 0; i < 30_000; i++) {
            list.add(Map.of("name", "v" + i, "value", i));
            owned.put(
                    "k:{\"name\":\"v%d\"}".formatted(i),
                    Map.of(".", Map.of(), "f:name", Map.of(), "f:value", Map.of()));
        }
        Map<String, Object> env = Map.of("env", list);
        assertThat(OwnedFields.upToDate(env, env, Map.of("f:env", owned))).isTrue();
    }

    /** Maps within one another, each of which was copied with all that is in it. */
    @Test
    @Timeout(10)
    void aDeepMapIsComparedInTime() {
        Map<String, Object> deep = new HashMap<>();
        for (int i = 0; i < 50_000; i++) {
            deep.put("a" + i, i);
        }
        for (int i = 0; i < 190; i++) {
            deep = Map.of("a", deep);
        }
        for (int i = 0; i < 20; i++) {
            assertThat(Json.same(deep, Json.copy(deep))).isTrue();
        }
    }

    @Test
    void theEntryIsOfManagerOperationAndSubresource() {
        var object =
                json(
                        """
                        {'metadata': {'managedFields': [
                          {'manager': 'me', 'operation': 'Update', 'n': 1},
                          {'manager': 'you', 'operation': 'Apply', 'n': 2},
                          {'manager': 'me', 'operation': 'Apply', 'subresource': 'status', 'n': 3},
                          {'manager': 'me', 'operation': 'Apply', 'n': 4}]}}
                        """);
        assertThat(OwnedFields.entry(object, "me", "Apply", "").orElseThrow())
                .containsEntry("n", 4);
        assertThat(OwnedFields.entry(object, "me", "Apply", "status").orElseThrow())
                .containsEntry("n", 3);
        assertThat(OwnedFields.entry(object, "you", "Update", "")).isEmpty();
        assertThat(OwnedFields.entry(Map.of(), "me", "Apply", "")).isEmpty();
    }

    private static boolean same(String desired, String present, String owned) {
        return OwnedFields.upToDate(json(desired), json(present), json(owned));
    }

    /** With {@code '} for each quotation mark, but for those of keys and values in paths. */
    private static Map<String, Object> json(String text) {
        var json = text.replace("\"", "\\\"").replace('\'', '"');
        try {
            return Json.read(json.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
