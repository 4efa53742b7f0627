package dev.dragoman.azure.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dragoman.azure.catalog.BodyField;
import dev.dragoman.kube.object.Seal;
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
 * A compact record, called mark, of the fields that were sent and their values: five characters of
 * a keyed hash for each field. The mark tells later whether Azure still has a field that is no
 * longer sent. For children in the parent's body ({@link KeptChildren}) it records names. It leaves
 * out other fields in lists and maps, fields that Azure never shows, and values from Secrets. Pure.
 */
public final class SentFields {
    private static final int LENGTH = 5;

    /** Maximum number of children of one list in the mark, which is part of the status. */
    private static final int MOST_CHILDREN = 200;

    /** Maximum number of fields of an open body in the mark. */
    private static final int MOST_OPEN = 500;

    private final List<BodyField> fields;
    private final byte[] key;

    /**
     * Makes and reads marks of one type's bodies.
     *
     * @param fields fields of the body
     * @param key key of the HMAC
     */
    public SentFields(List<BodyField> fields, byte[] key) {
        this.fields = fields;
        this.key = key.clone();
    }

    /**
     * The mark of these fields; {@code kept} has the hashes of earlier fields that Azure still has.
     */
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
     * @param shown what Azure shows after that
     * @param before the former mark, or empty
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

    /**
     * Fields, with their values, that were sent before, are no longer sent, and still have the sent
     * value in Azure. The value of a child in the parent's body is the child's name.
     */
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
        if (BodyField.isOpen(fields)) {
            open(object, path, secrets, out);
        }
        for (var field : flat(fields)) {
            var value = Values.ignoringCase(object, field.arm());
            var at = Values.join(path, field.arm());
            if (value == null || field.writeOnly() || secrets.contains(at) || at.equals("name")) {
                continue;
            }
            if (field.kept()) {
                children(Values.list(value), at, out);
            } else if (field.shape() == BodyField.Shape.OBJECT) {
                add(field.fields(), Values.object(value), at, secrets, out);
            } else if (field.shape() == BodyField.Shape.SCALAR && !"".equals(value)) {
                out.put(at, value);
            }
        }
    }

    /** Of a body whose fields nobody lists, all that are in no list and look like no secret. */
    private static void open(
            Map<String, Object> object, String path, Set<String> secrets, Map<String, Object> out) {
        object.forEach(
                (name, value) -> {
                    var at = Values.join(path, name);
                    if (value instanceof Map<?, ?>) {
                        open(Values.object(value), at, secrets, out);
                    } else if (value != null
                            && !(value instanceof List<?>)
                            && !"".equals(value)
                            && out.size() < MOST_OPEN
                            && !secrets.contains(at)
                            && !SecretNames.isNamed(at)) {
                        out.put(at, value);
                    }
                });
    }

    private static void children(List<?> elements, String path, Map<String, Object> out) {
        elements.stream()
                .limit(MOST_CHILDREN)
                .map(each -> Values.object(each).get("name"))
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .forEach(name -> out.put(child(path, name), name));
    }

    private static String child(String path, String name) {
        return "%s[%s]".formatted(path, name.toLowerCase(Locale.ROOT));
    }

    /** Whether a path of {@link #left} is that of a child in the parent's body. */
    public static boolean isChild(String path) {
        return path.endsWith("]");
    }

    /**
     * The fields, with each one-of replaced by the fields of its variants, because a one-of is sent
     * without a wrapper.
     */
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
        return Base64.getUrlEncoder()
                .encodeToString(Seal.hmac(key, text.getBytes(UTF_8)))
                .substring(0, LENGTH);
    }

    /** The mark in a status; empty when the value cannot be a mark. */
    public static Optional<String> read(Object status) {
        return status instanceof String text && text.matches("(?:[A-Za-z0-9_-]{5}){0,2000}")
                ? Optional.of(text)
                : Optional.empty();
    }
}
