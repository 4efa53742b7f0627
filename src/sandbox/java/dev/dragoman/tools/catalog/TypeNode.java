package dev.dragoman.tools.catalog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** A field of a type tree. It is changed only while the trees are read. */
final class TypeNode {
    private static final Pattern LINE = Pattern.compile("^((?:│   |    )*)(├── |└── )?(.*)$");
    private static final int HEADER_LINES = 3;
    private static final int COLUMNS_PER_LEVEL = 4;

    final String name;
    final String type;
    final Map<String, TypeNode> kids = new LinkedHashMap<>();
    final List<String> values = new ArrayList<>();

    /** The JSON name; null when it is unknown. */
    String json;

    /** The schema of the value in the CRD, set together with {@link #json}. */
    Map<String, Object> schema = Map.of();

    /** Whether the CRD requires the field. */
    boolean required;

    TypeNode(String name, String type) {
        this.name = name;
        this.type = type;
    }

    /** The top-level types of a {@code structure.txt}, by name. */
    static Map<String, TypeNode> parse(String text) {
        Map<String, TypeNode> roots = new LinkedHashMap<>();
        List<TypeNode> stack = new ArrayList<>();
        for (String line : text.lines().skip(HEADER_LINES).filter(l -> !l.isBlank()).toList()) {
            var match = LINE.matcher(line);
            if (!match.matches()) {
                throw new IllegalArgumentException("not a line of a type tree: " + line);
            }
            int depth =
                    match.group(1).length() / COLUMNS_PER_LEVEL + (match.group(2) == null ? 0 : 1);
            stack.subList(depth, stack.size()).clear();
            String body = match.group(3);
            if (body.startsWith("\"")) {
                stack.getLast().values.add(body.substring(1, body.length() - 1));
                continue;
            }
            int colon = body.indexOf(": ");
            TypeNode node =
                    colon < 0
                            ? new TypeNode(body, "")
                            : new TypeNode(body.substring(0, colon), body.substring(colon + 2));
            (depth == 0 ? roots : stack.getLast().kids).put(node.name, node);
            stack.add(node);
        }
        return roots;
    }

    boolean isMap() {
        return type.startsWith("map[");
    }

    boolean isList() {
        return type.endsWith("[]");
    }

    boolean isObject() {
        return type.startsWith("Object") || type.startsWith("*Object");
    }

    /**
     * Whether this is a variant of a union: an object with a discriminator that has a single value.
     */
    boolean isVariant() {
        return type.startsWith("*Object")
                && !isList()
                && kids.values().stream().anyMatch(kid -> kid.type.equals("Enum (1 value)"));
    }

    /**
     * Whether all fields are variants, of which only one may be set.
     *
     * @param root whether this is the root, which may also have a name
     */
    boolean isUnion(boolean root) {
        var variants = kids.values().stream().filter(kid -> !(root && kid.name.equals("Name"))).toList();
        return !variants.isEmpty() && variants.stream().allMatch(TypeNode::isVariant);
    }

    /**
     * The field of this name, otherwise a field whose name differs only in case; null when there is
     * none.
     */
    TypeNode kid(String wanted) {
        TypeNode exact = kids.get(wanted);
        if (exact != null) {
            return exact;
        }
        return kids.values().stream()
                .filter(kid -> kid.name.equalsIgnoreCase(wanted))
                .findFirst()
                .orElse(null);
    }

    /** Sets JSON names and schemas of all fields from the CRD schema of the same object. */
    void attach(Map<String, Object> ofObject) {
        Map<String, Object> object = Schemas.element(ofObject);
        Map<String, Object> properties = Schemas.properties(object);
        Map<String, String> names = new LinkedHashMap<>();
        properties.keySet().forEach(property -> names.put(plain(property), property));
        for (TypeNode kid : kids.values()) {
            String key = plain(kid.name);
            kid.json =
                    names.containsKey(key)
                            ? names.get(key)
                            : names.keySet().stream()
                                    .filter(name -> name.startsWith(key))
                                    .findFirst()
                                    .map(names::get)
                                    .orElse(null);
            if (kid.json != null) {
                kid.schema = Schemas.object(properties.get(kid.json));
                kid.required = Schemas.required(object).contains(kid.json);
                kid.attach(kid.schema);
            }
        }
    }

    /** The name in lower case, with letters and digits only, for comparisons. */
    static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }
}
