package dev.dragoman.sandbox.azure;

import dev.dragoman.sandbox.azure.http.Call;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The {@code $filter} of a list request: comparisons of names with values, joined by {@code and}.
 * Refuses an unknown filter, as Resource Manager does, because ignoring the filter would return too
 * many resources.
 */
final class Filter implements Predicate<Resource> {
    private static final String TAG_NAME = "tagname";
    private static final String TAG_VALUE = "tagvalue";

    /** Names that filter resource groups. */
    static final Set<String> TAGS = Set.of(TAG_NAME, TAG_VALUE);

    /** Names that filter resources. */
    static final Set<String> RESOURCES =
            Set.of(TAG_NAME, TAG_VALUE, "name", "resourcetype", "resourcegroup", "location");

    private static final Pattern TERM =
            Pattern.compile(
                    "\\s*(\\w+)\\s+eq\\s+'((?:[^']|'')*)'\\s*(and\\b|$)", Pattern.CASE_INSENSITIVE);

    private final Map<String, String> wanted;

    private Filter(Map<String, String> wanted) {
        this.wanted = wanted;
    }

    /**
     * @param names the names that the filter may have, in lower case
     */
    static Filter of(Call call, Set<String> names) {
        var wanted = new HashMap<String, String>();
        call.parameter("$filter").ifPresent(text -> parse(text, names, wanted));
        return new Filter(wanted);
    }

    @Override
    public boolean test(Resource resource) {
        return wanted.entrySet().stream().allMatch(e -> matches(resource, e.getKey(), e.getValue()));
    }

    private boolean matches(Resource resource, String name, String value) {
        return switch (name) {
            case "name" -> value.equalsIgnoreCase(resource.id.name());
            case "resourcetype" -> value.equalsIgnoreCase(resource.type.name());
            case "resourcegroup" -> resource.id.group().filter(value::equalsIgnoreCase).isPresent();
            case "location" ->
                    Types.normalLocation(value)
                            .equals(resource.state.path("location").asText());
            default -> tagged(resource);
        };
    }

    /**
     * Whether one tag has both the name and the value. Names are compared without regard to case.
     */
    private boolean tagged(Resource resource) {
        return resource.state.path("tags").properties().stream()
                .filter(tag -> tag.getKey().equalsIgnoreCase(wanted.get(TAG_NAME)))
                .anyMatch(
                        tag ->
                                tag.getValue()
                                        .asText()
                                        .equals(
                                                wanted.getOrDefault(
                                                        TAG_VALUE, tag.getValue().asText())));
    }

    private static void parse(String text, Set<String> names, Map<String, String> wanted) {
        var term = TERM.matcher(text);
        int at = 0;
        boolean more = true;
        while (more) {
            if (!term.region(at, text.length()).lookingAt()) {
                throw invalid(text);
            }
            var name = term.group(1).toLowerCase(Locale.ROOT);
            var other = wanted.put(name, term.group(2).replace("''", "'"));
            if (other != null || !names.contains(name)) {
                throw invalid(text);
            }
            more = !term.group(3).isEmpty();
            at = term.end();
        }
        if (wanted.containsKey(TAG_VALUE) && !wanted.containsKey(TAG_NAME)) {
            throw invalid(text);
        }
    }

    private static ArmError invalid(String text) {
        return ArmError.gateway(
                400,
                "InvalidFilterInQueryString",
                "Invalid $filter '" + text + "' specified in the query string.");
    }
}
