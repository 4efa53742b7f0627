package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.AzureKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An ARM id in its original spelling. Compare two ids with {@link #key}, not by equality.
 *
 * @param text for example {@code /subscriptions/s/resourceGroups/g/providers/p/t/n}
 */
public record ResourceId(String text) {
    private static final String PROVIDERS = "/providers/";

    /** Longest accepted id in characters; Azure's own ids are far shorter. */
    private static final int LONGEST = 2048;

    /** Text that one segment may have: other characters would change the URL that contains it. */
    private static final Pattern SEGMENT =
            Pattern.compile("(?!\\s)[^/?#%\\\\\\p{Cntrl}\\p{Cf}]+(?<!\\s)");

    public ResourceId {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("not an ARM id, it must start with /: " + text);
        }
        text = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    /**
     * Parses an id that a user wrote.
     *
     * @throws IllegalArgumentException when the text is not a list of types and names, each after
     *     one slash; the message names the wrong segment
     */
    public static ResourceId written(String text) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "not an ARM id, it has %d characters; an id has at most %d"
                            .formatted(text.length(), LONGEST));
        }
        var id = new ResourceId(text);
        if (id.text.isEmpty()) {
            throw new IllegalArgumentException("not an ARM id, it has no segments: " + text);
        }
        var segments = id.text.substring(1).split("/", -1);
        if (segments.length % 2 != 0) {
            throw new IllegalArgumentException(
                    "not an ARM id, a type at its end has no name: " + text);
        }
        for (var segment : segments) {
            if (!isSegment(segment)) {
                throw new IllegalArgumentException(
                        "not an ARM id, the segment '%s' is empty, begins or ends with a space, ends with a dot, or has one of ? # %% \\ or a control character: %s"
                                .formatted(segment, text));
            }
        }
        return id;
    }

    /**
     * The id as a map key: equal for two ids of the same resource. Each character is converted to
     * upper case, as Azure does, because the lower case of a Greek sigma depends on its position.
     */
    public static String key(String id) {
        return id.codePoints()
                .map(Character::toUpperCase)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** Whether the text can be one segment of an id, for example the name of a resource. */
    public static boolean isSegment(String text) {
        return text.length() <= LONGEST && !text.endsWith(".") && SEGMENT.matcher(text).matches();
    }

    /**
     * The id of a resource.
     *
     * @param parent ARM id of the owner; for kinds without owner, the subscription as {@code
     *     /subscriptions/ID}
     */
    public static ResourceId of(AzureKind kind, String azureName, ResourceId parent) {
        String type = kind.armType();
        return switch (kind.scope()) {
            case LOCATION ->
                    new ResourceId(
                            "/subscriptions/"
                                    + parent.subscription().orElseThrow()
                                    + "/resourceGroups/"
                                    + azureName);
            case TENANT -> new ResourceId(PROVIDERS + type + "/" + azureName);
            case RESOURCE_GROUP ->
                    parent.provider().isPresent()
                            ? parent.child(type.substring(type.lastIndexOf('/') + 1), azureName)
                            : parent.child("providers/" + type, azureName);
            case EXTENSION, SUBSCRIPTION -> parent.child("providers/" + type, azureName);
            case NONE -> throw new IllegalArgumentException(kind.id() + " is no resource of ARM");
        };
    }

    /** {@code /subscriptions/ID}. */
    public static ResourceId ofSubscription(String subscription) {
        return new ResourceId("/subscriptions/" + subscription);
    }

    /**
     * The subscription in a text that may be an ARM id; empty when the text is no id or names no
     * subscription.
     */
    public static Optional<String> subscriptionOf(String text) {
        try {
            return written(text).subscription();
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** The resource of a type and name below this one. */
    public ResourceId child(String type, String name) {
        return new ResourceId(text + "/" + type + "/" + name);
    }

    public Optional<String> subscription() {
        return after("subscriptions");
    }

    /** Whether this is the id of a resource group itself. */
    public boolean isResourceGroup() {
        var segments = segments(text);
        return segments.size() == 4
                && segments.get(0).equalsIgnoreCase("subscriptions")
                && segments.get(2).equalsIgnoreCase("resourceGroups");
    }

    public Optional<String> resourceGroup() {
        return after("resourceGroups");
    }

    private Optional<String> after(String word) {
        List<String> segments = segments(text);
        for (int i = 0; i + 1 < segments.size() && !isProviders(segments.get(i)); i += 2) {
            if (segments.get(i).equalsIgnoreCase(word)) {
                return Optional.of(segments.get(i + 1));
            }
        }
        return Optional.empty();
    }

    /** Provider namespace of the innermost resource, for example {@code Microsoft.Storage}. */
    public Optional<String> provider() {
        return innermost().map(segments -> segments.getFirst());
    }

    /** Full ARM type, for example {@code Microsoft.Storage/storageAccounts/blobServices}. */
    public Optional<String> type() {
        return innermost()
                .map(
                        segments -> {
                            List<String> type = new ArrayList<>(List.of(segments.getFirst()));
                            for (int i = 1; i < segments.size(); i += 2) {
                                type.add(segments.get(i));
                            }
                            return String.join("/", type);
                        });
    }

    /** Last segment. */
    public String name() {
        return text.substring(text.lastIndexOf('/') + 1);
    }

    /** The resource or scope that contains this one; empty at the first level. */
    public Optional<ResourceId> parent() {
        List<String> segments = segments(text);
        int cut = segments.size() > 3 && isProviders(segments.get(segments.size() - 4)) ? 4 : 2;
        return segments.size() <= cut
                ? Optional.empty()
                : Optional.of(
                        new ResourceId(
                                "/"
                                        + String.join(
                                                "/", segments.subList(0, segments.size() - cut))));
    }

    private Optional<List<String>> innermost() {
        int at = text.toLowerCase(Locale.ROOT).lastIndexOf(PROVIDERS);
        return at < 0
                ? Optional.empty()
                : Optional.of(segments(text.substring(at + PROVIDERS.length() - 1)));
    }

    private static boolean isProviders(String segment) {
        return segment.equalsIgnoreCase("providers");
    }

    private static List<String> segments(String path) {
        return List.of(path.substring(1).split("/"));
    }

    @Override
    public String toString() {
        return text;
    }
}
