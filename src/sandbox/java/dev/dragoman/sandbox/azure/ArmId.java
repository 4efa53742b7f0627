package dev.dragoman.sandbox.azure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The parts of a resource path. Resource groups have no {@code providers} segment; they are treated
 * as resources of {@code Microsoft.Resources}.
 *
 * @param scope the path before {@code /providers}: a resource group, the subscription, or any
 *     resource
 * @param types type segments without the namespace; with {@code trailing}
 * @param names one for each type except {@code trailing}
 * @param trailing a last segment without a name: a collection, or an action
 */
public record ArmId(
        String scope,
        String namespace,
        List<String> types,
        List<String> names,
        Optional<String> trailing) {
    static final String GROUPS = "Microsoft.Resources/resourceGroups";

    /**
     * Parses the path of a resource, collection or action; empty for other paths. Several slashes
     * in a row count as one, as in Azure: Microsoft's own tools write {@code
     * providers/Microsoft.Storage//storageAccounts}.
     */
    public static Optional<ArmId> parse(String path) {
        var segments =
                Arrays.stream(path.split("/", -1)).filter(segment -> !segment.isEmpty()).toList();
        int providers = lastProviders(segments);
        if (providers >= 0 && providers + 2 < segments.size()) {
            return Optional.of(
                    pairs(
                            join(segments.subList(0, providers)),
                            segments.get(providers + 1),
                            segments.subList(providers + 2, segments.size())));
        }
        if (providers < 0 && segments.size() >= 3 && isGroups(segments.get(2))) {
            return Optional.of(
                    pairs(
                            join(segments.subList(0, 2)),
                            "Microsoft.Resources",
                            segments.subList(2, segments.size())));
        }
        return Optional.empty();
    }

    /** The key of an id for comparisons: ids are equal without regard to case. */
    static String key(String id) {
        return id.toLowerCase(Locale.ROOT);
    }

    String type() {
        return namespace + "/" + String.join("/", types.subList(0, names.size()));
    }

    String name() {
        return names.getLast();
    }

    boolean isGroup() {
        return type().equalsIgnoreCase(GROUPS);
    }

    boolean isCollection() {
        return trailing.isPresent();
    }

    /** Path of the resource, without a trailing collection or action. */
    public String path() {
        var path = new StringBuilder(scope);
        if (!"Microsoft.Resources".equals(namespace) || !isGroups(types.getFirst())) {
            path.append("/providers/").append(namespace);
        }
        for (int i = 0; i < names.size(); i++) {
            path.append('/').append(types.get(i)).append('/').append(names.get(i));
        }
        return path.toString();
    }

    /** The id of the parent, which must exist before this resource can be created. */
    String parent() {
        if (names.size() < 2) {
            return scope;
        }
        var path = path();
        return path.substring(0, path.lastIndexOf('/', path.lastIndexOf('/') - 1));
    }

    boolean nested() {
        return names.size() > 1;
    }

    /** The name of its resource group, or its own name when it is a resource group. */
    Optional<String> group() {
        var segments = path().substring(1).split("/", -1);
        return segments.length > 3 && isGroups(segments[2])
                ? Optional.of(segments[3])
                : Optional.empty();
    }

    /** The id of its resource group, or its own id when it is a resource group. */
    Optional<String> groupId() {
        var segments = path().substring(1).split("/", -1);
        return group().map(g -> "/" + String.join("/", Arrays.copyOf(segments, 4)));
    }

    private static ArmId pairs(String scope, String namespace, List<String> rest) {
        var types = new ArrayList<String>();
        var names = new ArrayList<String>();
        for (int i = 0; i + 1 < rest.size(); i += 2) {
            types.add(rest.get(i));
            names.add(rest.get(i + 1));
        }
        var trailing =
                rest.size() % 2 == 1 ? Optional.of(rest.getLast()) : Optional.<String>empty();
        trailing.ifPresent(types::add);
        return new ArmId(scope, namespace, List.copyOf(types), List.copyOf(names), trailing);
    }

    private static int lastProviders(List<String> segments) {
        for (int i = segments.size() - 1; i >= 0; i--) {
            if (segments.get(i).equalsIgnoreCase("providers")) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isGroups(String segment) {
        return segment.equalsIgnoreCase("resourceGroups");
    }

    private static String join(List<String> segments) {
        return segments.isEmpty() ? "" : "/" + String.join("/", segments);
    }
}
