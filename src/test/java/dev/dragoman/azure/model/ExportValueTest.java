package dev.dragoman.azure.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** How a path picks a value out of an answer; empty where there is none. */
class ExportValueTest {
    private static final Map<String, Object> ANSWER =
            Map.of(
                    "id",
                    "/subscriptions/s/resourceGroups/g",
                    "value",
                    List.of(
                            Map.of("name", "Primary Read Only", "key", "pr"),
                            Map.of("name", "Primary", "key", "p"),
                            Map.of("name", "Primary", "key", "p2"),
                            unnamed("q"),
                            Map.of("key", "q2")),
                    "empty",
                    List.of(),
                    "ips",
                    List.of(
                            Map.of("properties", Map.of("primary", false, "ip", "10.0.0.5")),
                            Map.of("properties", Map.of("primary", true, "ip", "10.0.0.4"))),
                    "lists",
                    List.of(List.of("a", "b")));

    private static Map<String, Object> unnamed(String key) {
        var item = new HashMap<String, Object>();
        item.put("name", null);
        item.put("key", key);
        return item;
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @MethodSource("paths")
    void picks(String path, String expected) {
        assertThat(ExportValue.at(ANSWER, path)).isEqualTo(Optional.ofNullable(expected));
    }

    static Stream<Arguments> paths() {
        return Stream.of(
                arguments("id", "/subscriptions/s/resourceGroups/g"),
                arguments("id.subscriptionId", "s"),
                arguments("value.1.key", "p"),
                arguments("value.5.key", null),
                arguments("value.-1.key", null),
                arguments("value[name=Primary].key", "p"),
                arguments("value[name=Primary Read Only].key", "pr"),
                arguments("value[name=primary].key", null),
                arguments("value[name=].key", "q"),
                arguments("value[name=Primary].none", null),
                arguments("value[name=Primary]", null),
                arguments("value[none=Primary].key", null),
                arguments("empty[name=].key", null),
                arguments("empty.0.key", null),
                arguments("id[name=].key", null),
                arguments("none[name=].key", null),
                arguments("ips[properties.primary=true].properties.ip", "10.0.0.4"),
                arguments("lists.0.1", "b"),
                arguments("lists", null));
    }

    @Test
    void whatBase64StandsFor() {
        var text = "kind: Config # ä\n".repeat(9);
        var base64 = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        assertThat(ExportValue.decoded(base64)).contains(text);
        assertThat(ExportValue.decoded(base64.replaceAll("(.{76})", "$1\r\n"))).contains(text);
        assertThat(ExportValue.decoded("not base64")).isEmpty();
        assertThat(ExportValue.decoded("")).isEmpty();
    }
}
