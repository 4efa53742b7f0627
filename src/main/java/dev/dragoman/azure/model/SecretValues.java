package dev.dragoman.azure.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The values from Secrets in a body, as other texts may repeat them: unchanged, or as in JSON or in
 * a URL. Pure.
 */
public final class SecretValues {
    /** No values. */
    public static final SecretValues NONE = new SecretValues(List.of());

    /** Shortest value that is hidden, in characters: a shorter one would garble every text. */
    private static final int SHORTEST = 4;

    /** Shortest value that is taken for a secret wherever it appears; shorter ones are words. */
    private static final int CERTAIN = 8;

    private final List<String> forms;

    /**
     * @param values texts, or what is as a text in a body
     */
    public SecretValues(Collection<?> values) {
        this.forms =
                values.stream()
                        .flatMap(each -> forms(String.valueOf(each)))
                        .filter(each -> each.length() >= SHORTEST)
                        // a part of a value would leave the rest of it readable
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .toList();
    }

    private static Stream<String> forms(String value) {
        var json = Canonical.text(value);
        var url = URLEncoder.encode(value, UTF_8);
        var inner = json.substring(1, json.length() - 1);
        return Stream.of(value, value.strip(), inner, url, url.replace("+", "%20"));
    }

    /** A copy of a JSON value, with *** in place of each of these values. */
    private Object hidden(Object json) {
        return switch (json) {
            case String text -> hidden(text);
            case List<?> list -> list.stream().map(this::hidden).toList();
            case Map<?, ?> map -> hidden(Values.object(map));
            case null, default -> json;
        };
    }

    /** A copy of a JSON object, with *** in place of each of these values. */
    public Map<String, Object> hidden(Map<String, Object> object) {
        var out = new LinkedHashMap<String, Object>();
        object.forEach((name, value) -> out.put(name, hidden(value)));
        return out;
    }

    String hidden(String text) {
        return forms.stream().reduce(text, (out, form) -> out.replace(form, "***"));
    }

    /** Whether a text repeats one of the values. */
    public boolean isIn(String text) {
        return forms.stream().anyMatch(each -> each.length() >= CERTAIN && text.contains(each));
    }
}
