package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.AzureVersion;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The status that users see: the ARM answer with its {@code properties} flattened.
 *
 * @param fields the status
 * @param shortened names of the fields whose lists were shortened, or which were left out, because
 *     the status would be too large; sorted
 */
public record ArmStatus(Map<String, Object> fields, List<String> shortened) {
    /**
     * Largest status, in bytes of JSON: smaller than an object may be, to leave room for the spec.
     */
    public static final int LARGEST = 256 * 1024;

    /**
     * Fields of the status that the operator writes; Azure's fields of the same name are renamed.
     */
    private static final Set<String> OURS = Set.of("conditions", "dragoman");

    private static final Pattern INDEX = Pattern.compile("\\[\\d+]");

    /** How many entries of a long list are kept. */
    public static final int KEPT_OF_A_LONG_LIST = 10;

    /**
     * The status of an answer.
     *
     * @param secretPaths ARM paths whose values came from Secrets; they are left out even where
     *     Azure shows them
     */
    public static ArmStatus of(
            AzureVersion version, Map<String, Object> answer, Set<String> secretPaths) {
        Flattening flattening =
                new Flattening(
                        version,
                        secretPaths.stream()
                                .map(ArmStatus::anyElement)
                                .collect(Collectors.toUnmodifiableSet()));
        Map<String, Object> out = flattening.object(answer, "", "");
        for (String ours : OURS) {
            Object theirs = out.remove(ours);
            if (theirs != null) {
                out.put("properties_" + ours, theirs);
            }
        }
        return capped(out);
    }

    /**
     * The path without list indexes and in lower case. Azure may reorder lists and change the case
     * of names, so paths are compared in this form.
     */
    private static String anyElement(String path) {
        return INDEX.matcher(path).replaceAll("[i]").toLowerCase(Locale.ROOT);
    }

    private record Flattening(AzureVersion version, Set<String> secretPaths) {
        /** {@code general} is the path without list indexes. */
        Map<String, Object> object(Map<String, Object> from, String path, String general) {
            Map<String, Object> out = new LinkedHashMap<>();
            Map<String, Object> flat = new LinkedHashMap<>();
            from.forEach(
                    (name, value) -> {
                        String at = Values.join(path, name);
                        String rule = Values.join(general, name);
                        boolean open =
                                version.isOpen()
                                        && (SecretNames.looks(name, value)
                                                || (name.equals("value")
                                                        && SecretNames.isPair(from)));
                        if (value == null || open || secretPaths.contains(anyElement(at))) {
                            return;
                        }
                        if (name.equals("properties")
                                && value instanceof Map<?, ?>
                                && flattened(rule)) {
                            flat.putAll(object(Values.object(value), at, rule));
                        } else {
                            out.put(name, value(value, at, rule));
                        }
                    });
            flat.forEach(
                    (name, value) ->
                            out.put(out.containsKey(name) ? "properties_" + name : name, value));
            return out;
        }

        private boolean flattened(String rule) {
            return rule.equals("properties")
                    ? version.rootFlattened()
                    : version.flattenedStatus().contains(rule);
        }

        private Object value(Object value, String path, String general) {
            if (value instanceof List<?> list) {
                List<Object> out = new ArrayList<>();
                for (int i = 0; i < list.size(); i++) {
                    if (!version.isOpen()
                            || !(list.get(i) instanceof String)
                            || !SecretNames.isNamed(path)) {
                        out.add(value(list.get(i), path + "[" + i + "]", general));
                    }
                }
                return out;
            }
            return value instanceof Map<?, ?> ? object(Values.object(value), path, general) : value;
        }
    }

    /**
     * Shortens the lists in the largest field, or drops a field that was shortened before, until
     * the status fits.
     */
    private static ArmStatus capped(Map<String, Object> status) {
        Map<String, Object> out = status;
        Set<String> smaller = new TreeSet<>();
        while (size(out) > LARGEST) {
            Map<String, Object> now = out;
            Optional<String> largest =
                    out.keySet().stream()
                            .filter(name -> !name.equals("id") && !OURS.contains(name))
                            .max((a, b) -> Integer.compare(size(now.get(a)), size(now.get(b))));
            if (largest.isEmpty()) {
                break;
            }
            String name = largest.get();
            Object shorter = smaller.add(name) ? shortened(out.get(name)) : null;
            out = new LinkedHashMap<>(out);
            out.remove(name);
            if (shorter != null) {
                out.put(name, shorter);
            }
        }
        return new ArmStatus(out, List.copyOf(smaller));
    }

    private static Object shortened(Object value) {
        return switch (value) {
            case List<?> list when list.size() > KEPT_OF_A_LONG_LIST ->
                    List.copyOf(list.subList(0, KEPT_OF_A_LONG_LIST));
            case Map<?, ?> map -> {
                Map<String, Object> out = new LinkedHashMap<>();
                Values.object(map)
                        .forEach(
                                (key, entry) -> {
                                    Object kept = shortened(entry);
                                    if (kept != null) {
                                        out.put(key, kept);
                                    }
                                });
                yield out;
            }
            case null, default -> value;
        };
    }

    private static int size(Object value) {
        return Canonical.text(value).getBytes(StandardCharsets.UTF_8).length;
    }
}
