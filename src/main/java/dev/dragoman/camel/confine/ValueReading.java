package dev.dragoman.camel.confine;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The methods that a path such as {@code ${body[a].size}} may call on values. */
final class ValueReading {
    private static final Map<Class<?>, Set<String>> METHODS = new LinkedHashMap<>();

    static {
        METHODS.put(
                Map.class,
                names("get getOrDefault containsKey containsValue size keySet values entrySet"));
        METHODS.put(Map.Entry.class, names("getKey getValue"));
        METHODS.put(
                Collection.class,
                names(
                        "get size contains containsAll getFirst getLast indexOf lastIndexOf subList"));
        METHODS.put(
                CharSequence.class,
                names(
                        "length charAt substring trim strip stripLeading stripTrailing toUpperCase"
                                + " toLowerCase contains startsWith endsWith indexOf lastIndexOf"
                                + " replace replaceAll replaceFirst split matches"
                                + " equalsIgnoreCase compareToIgnoreCase concat isBlank"));
        METHODS.put(
                Number.class,
                names("intValue longValue doubleValue shortValue floatValue byteValue"));
        METHODS.put(Boolean.class, names("booleanValue"));
        METHODS.put(
                JsonNode.class,
                names(
                        "get path at has size asText asInt asLong asDouble asBoolean textValue"
                                + " intValue longValue isNull isMissingNode isArray isObject"
                                + " isTextual isNumber toPrettyString"));
        METHODS.put(Throwable.class, names("getMessage getLocalizedMessage getCause"));
    }

    /** Methods that a path may call on any value. */
    private static final Set<String> COMMON = names("toString equals compareTo isEmpty");

    private ValueReading() {}

    private static Set<String> names(String all) {
        return Set.of(all.split(" "));
    }

    /** Whether the object is a value, so that a path may read it. */
    static boolean isValue(Object value) {
        return value.getClass().isArray()
                || METHODS.keySet().stream().anyMatch(type -> type.isInstance(value));
    }

    /**
     * Whether a path may call a method of the object.
     *
     * @param name the method's name in a path; {@code size} also stands for {@code getSize} and
     *     {@code isSize}
     */
    static boolean has(Object value, String name) {
        if (value.getClass().isArray()) {
            return "length".equals(name);
        }
        if (!isValue(value)) {
            return false;
        }
        return matches(COMMON, name)
                || METHODS.entrySet().stream()
                        .anyMatch(
                                type ->
                                        type.getKey().isInstance(value)
                                                && matches(type.getValue(), name));
    }

    /** Whether a path may call a method of this name of any object. */
    static boolean isKnown(String name) {
        return matches(COMMON, name)
                || METHODS.values().stream().anyMatch(names -> matches(names, name));
    }

    private static boolean matches(Set<String> names, String name) {
        if (name.isEmpty()) {
            return false;
        }
        var upper = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        return names.contains(name)
                || names.contains("get" + upper)
                || names.contains("is" + upper);
    }
}
