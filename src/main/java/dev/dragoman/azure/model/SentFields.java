package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.BodyField;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which fields were sent with which value, in little room: five characters for each, of a hash that
 * is keyed as {@link BodyHash}. To be asked later whether a field that is no longer sent is still
 * there as it was. Fields in lists and maps, those that Azure never shows and those from Secrets
 * are not among them. Pure.
 */
public final class SentFields {
    private static final int LENGTH = 5;

    private final List<BodyField> fields;
    private final byte[] key;

    /**
     * @param fields of the body
     * @param key of the hash
     */
    public SentFields(List<BodyField> fields, byte[] key) {
        this.fields = fields;
        this.key = key.clone();
    }

    /** The mark of a body; {@code kept} are marks of what is still there of former ones. */
    private String mark(Map<String, Object> fields, Set<String> kept) {
        var all = new TreeSet<>(kept);
        fields.forEach((path, value) -> all.add(hash(path, value)));
        return String.join("", all);
    }

    /**
     * The mark to remember once a body was accepted.
     *
     * @param body what was sent
     * @param secrets paths whose values came from a Secret
     * @param shown what Azure shows since
     * @param before the mark before
     */
    public String of(
            Map<String, Object> body,
            Set<String> secrets,
            Map<String, Object> shown,
            String before) {
        var left = new HashSet<String>();
        left(body, shown, before).forEach((path, value) -> left.add(hash(path, value)));
        return mark(leaves(fields, body, secrets), left);
    }

    /** Fields, with their values, that were sent once, are not any more, and are still there. */
    public Map<String, Object> left(
            Map<String, Object> body, Map<String, Object> shown, String before) {
        if (before.isEmpty()) {
            return Map.of();
        }
        var marks = new HashSet<String>();
        for (int i = 0; i + LENGTH <= before.length(); i += LENGTH) {
            marks.add(before.substring(i, i + LENGTH));
        }
        var sent = leaves(fields, body, Set.of()).keySet();
        var out = leaves(fields, shown, Set.of());
        out.keySet().removeAll(sent);
        out.entrySet().removeIf(each -> !marks.contains(hash(each.getKey(), each.getValue())));
        return out;
    }

    private static Map<String, Object> leaves(
            List<BodyField> fields, Map<String, Object> object, Set<String> secrets) {
        var out = new LinkedHashMap<String, Object>();
        add(fields, object, "", secrets, out);
        return out;
    }

    private static void add(
            List<BodyField> fields,
            Map<String, Object> object,
            String path,
            Set<String> secrets,
            Map<String, Object> out) {
        for (var field : flat(fields)) {
            var value = Values.ignoringCase(object, field.arm());
            var at = Values.join(path, field.arm());
            if (value == null || field.writeOnly() || secrets.contains(at) || at.equals("name")) {
                continue;
            }
            if (field.shape() == BodyField.Shape.OBJECT) {
                add(field.fields(), Values.object(value), at, secrets, out);
            } else if (field.shape() == BodyField.Shape.SCALAR && !"".equals(value)) {
                out.put(at, value);
            }
        }
    }

    /** Variants of a one-of are sent without their wrapper. */
    private static List<BodyField> flat(List<BodyField> fields) {
        var out = new ArrayList<BodyField>();
        for (var field : fields) {
            if (field.from().stream().anyMatch(f -> f.source() == BodyField.Source.UNION)) {
                out.addAll(flat(field.fields()));
            } else {
                out.add(field);
            }
        }
        return out;
    }

    private String hash(String path, Object value) {
        var text = "%s=%s".formatted(path, value).replace(" ", "").toLowerCase(Locale.ROOT);
        return Base64.getUrlEncoder().encodeToString(BodyHash.mac(key, text)).substring(0, LENGTH);
    }

    /** What a status says of it, if it is one; whatever else stands there is none. */
    public static Optional<String> read(Object status) {
        return status instanceof String text && text.matches("(?:[A-Za-z0-9_-]{5}){0,2000}")
                ? Optional.of(text)
                : Optional.empty();
    }
}
