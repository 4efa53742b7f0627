package dev.dragoman.expression;

import dev.cel.common.values.NullValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An ARM id in its parts, as {@code aso.parseResourceId} gives them.
 *
 * @param parent the id that is one level higher; empty for the tenant, the highest level
 * @param namespace namespace of the type, such as {@code Microsoft.Storage}
 * @param type type without the namespace, such as {@code storageAccounts/blobServices}
 * @param provider the provider with which the id ends; empty where it ends with a resource
 */
record ParsedId(
        Optional<ParsedId> parent,
        String namespace,
        String type,
        String name,
        String subscription,
        String group,
        String provider,
        String location) {
    /** Maximum number of characters of an id; Azure's own ids are much shorter. */
    private static final int LONGEST = 2048;

    private static final String RESOURCES = "Microsoft.Resources";
    private static final ParsedId TENANT =
            new ParsedId(Optional.empty(), RESOURCES, "tenants", "", "", "", "", "");
    private static final String SUBSCRIPTIONS = "subscriptions";
    private static final String GROUPS = "resourceGroups";
    private static final String PROVIDERS = "providers";

    /**
     * Parses an ARM id.
     *
     * @throws Refused when the text is no ARM id
     */
    static ParsedId of(String id) {
        if (id.length() > LONGEST) {
            throw refused("it has more than %d characters".formatted(LONGEST));
        }
        if (!id.startsWith("/")) {
            throw refused("it does not begin with /");
        }
        var segments = Stream.of(id.split("/")).filter(each -> !each.isEmpty()).toList();
        if (segments.size() < 2
                || !(is(segments, 0, SUBSCRIPTIONS) || is(segments, 0, PROVIDERS))) {
            throw refused("it begins with neither /subscriptions/ID nor /providers/NAMESPACE");
        }
        var at = TENANT;
        for (var left = segments; !left.isEmpty(); left = after(left)) {
            at = at.child(left);
        }
        return at;
    }

    private static List<String> after(List<String> left) {
        int read = is(left, 0, PROVIDERS) && !providerAlone(left) ? 4 : 2;
        return left.subList(Math.min(read, left.size()), left.size());
    }

    private static boolean providerAlone(List<String> left) {
        return left.size() == 2 || is(left, 2, PROVIDERS);
    }

    private ParsedId child(List<String> left) {
        boolean provider = is(left, 0, PROVIDERS);
        if (left.size() == 1) {
            if (is(left, 0, SUBSCRIPTIONS) || is(left, 0, GROUPS) || isOf(GROUPS) || provider) {
                throw refused("its last type has no name");
            }
            return below(left.getFirst(), "");
        }
        if (!provider) {
            return below(left.get(0), left.get(1));
        }
        if (providerAlone(left)) {
            if (!isOf(SUBSCRIPTIONS) && !isOf("tenants")) {
                throw refused(
                        "/providers/NAMESPACE without a type and a name may stand only at the beginning, or directly after /subscriptions/ID");
            }
            return typed(RESOURCES, PROVIDERS, left.get(1));
        }
        if (left.size() < 4) {
            throw refused("its last type has no name");
        }
        return typed(left.get(1), left.get(2), left.get(3));
    }

    private ParsedId below(String type, String name) {
        if (type.equalsIgnoreCase(GROUPS)) {
            return typed(RESOURCES, GROUPS, name);
        }
        return type.equalsIgnoreCase(SUBSCRIPTIONS) && isOf("tenants")
                ? typed(RESOURCES, SUBSCRIPTIONS, name)
                : typed(namespace, this.type + "/" + type, name);
    }

    private ParsedId typed(String namespace, String type, String name) {
        boolean ours = RESOURCES.equalsIgnoreCase(namespace);
        return new ParsedId(
                Optional.of(this),
                namespace,
                type,
                name,
                ours && type.equalsIgnoreCase(SUBSCRIPTIONS) ? name : subscription,
                ours && type.equalsIgnoreCase(GROUPS) ? name : group,
                ours && type.equalsIgnoreCase(PROVIDERS) ? name : provider,
                ("/" + type).toLowerCase(Locale.ROOT).endsWith("/locations") ? name : location);
    }

    private boolean isOf(String type) {
        return RESOURCES.equals(namespace) && this.type.equals(type);
    }

    private static boolean is(List<String> segments, int index, String text) {
        return index < segments.size() && segments.get(index).equalsIgnoreCase(text);
    }

    private static Refused refused(String why) {
        return new Refused("the text is no ARM id: " + why);
    }

    /** The fields that expressions read. */
    Map<String, Object> fields() {
        var out = new LinkedHashMap<String, Object>();
        out.put("parent", parent.<Object>map(ParsedId::fields).orElse(NullValue.NULL_VALUE));
        out.put("subscriptionId", subscription);
        out.put("resourceGroupName", group);
        out.put("provider", provider);
        out.put("location", location);
        out.put("resourceType", Map.of("namespace", namespace, "type", type));
        out.put("name", name);
        return out;
    }
}
