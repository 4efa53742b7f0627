package dev.dragoman.expression;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An object in a variable. A field is found by its name and by its escaped name in CEL: {@code a-b}
 * also as {@code a__dash__b}, as in Kubernetes. Immutable.
 */
final class ReadFields extends AbstractMap<String, Object> implements Read {
    private static final Pattern ESCAPE = Pattern.compile("__(underscores|dot|dash|slash)__");
    private static final Map<String, String> CHARACTERS =
            Map.of("underscores", "__", "dot", ".", "dash", "-", "slash", "/");
    private static final Pattern KEYWORD =
            Pattern.compile(
                    "__(true|false|null|in|as|break|const|continue|else|for|function|if|import|let|loop|package|namespace|return)__");

    private final Map<String, Object> fields;
    private final int weight;

    ReadFields(Map<?, ?> json) {
        var all = new LinkedHashMap<String, Object>();
        for (var each : json.entrySet()) {
            if (each.getValue() != null) {
                all.put(String.valueOf(each.getKey()), Variable.value(each.getValue()));
            }
        }
        this.fields = Collections.unmodifiableMap(all);
        this.weight = 1 + all.values().stream().mapToInt(Read::weight).sum();
    }

    @Override
    public Object get(Object name) {
        var exact = fields.get(name);
        return exact == null && name instanceof String text ? fields.get(plain(text)) : exact;
    }

    @Override
    public boolean containsKey(Object name) {
        return get(name) != null;
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
        return fields.entrySet();
    }

    @Override
    public int weight() {
        return weight;
    }

    /** The field that an escaped name stands for. */
    static String plain(String escaped) {
        if (!escaped.contains("__")) {
            return escaped;
        }
        var keyword = KEYWORD.matcher(escaped);
        return keyword.matches()
                ? keyword.group(1)
                : ESCAPE.matcher(escaped).replaceAll(each -> CHARACTERS.get(each.group(1)));
    }
}
