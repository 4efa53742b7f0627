package dev.dragoman.azure.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds values that look like secrets, by the names of their fields. Pure. */
public final class SecretNames {
    private static final List<String> ENDINGS =
            List.of(
                    "password",
                    "passwd",
                    "pwd",
                    "passphrase",
                    "secret",
                    "token",
                    "credential",
                    "connectionstring",
                    "connection_string",
                    "key");

    private static final Set<String> OTHERS =
            Set.of("publickey", "partitionkey", "sortkey", "shardkey");

    /** Ids, and references to entries of Key Vaults, are no secrets. */
    private static final Pattern HARMLESS =
            Pattern.compile("(?i)/(subscriptions|providers)/.*|@Microsoft\\.KeyVault\\(.*");

    private SecretNames() {}

    /** Whether a field of this name with this value looks like a secret. */
    static boolean looks(String name, Object value) {
        return value instanceof String text
                && !text.isEmpty()
                && isName(name)
                && !HARMLESS.matcher(text).matches();
    }

    private static boolean isName(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        var one = lower.endsWith("s") ? lower.substring(0, lower.length() - 1) : lower;
        return lower.equals("sas")
                || (ENDINGS.stream().anyMatch(one::endsWith) && !OTHERS.contains(one));
    }

    /** Whether an object such as {@code {name: password, value: ...}} has a secret. */
    static boolean isPair(Map<String, Object> object) {
        return object.get("name") instanceof String name && looks(name, object.get("value"));
    }

    /** Paths of the values that look like secrets. */
    public static List<String> paths(Map<String, Object> body) {
        List<String> out = new ArrayList<>();
        object(body, "", out);
        return List.copyOf(out);
    }

    private static void object(Map<String, Object> object, String path, List<String> out) {
        object.forEach(
                (name, value) -> {
                    var at = Values.join(path, name);
                    if (name.equals("value") && isPair(object)) {
                        out.add(at);
                    } else {
                        value(name, value, at, out);
                    }
                });
    }

    private static void value(String name, Object value, String at, List<String> out) {
        if (looks(name, value)) {
            out.add(at);
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                value(name, list.get(i), at + "[" + i + "]", out);
            }
        } else if (value instanceof Map<?, ?>) {
            object(Values.object(value), at, out);
        }
    }

    /** Whether the last name of a path is that of a secret, whatever its value is. */
    public static boolean isNamed(String path) {
        var last = path.substring(path.lastIndexOf('.') + 1).replaceAll("\\[\\d*]", "");
        return isName(last);
    }
}
