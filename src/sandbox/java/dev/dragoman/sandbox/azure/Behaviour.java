package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Map;

/**
 * How a resource type behaves in a range of api-versions: one row of {@code behaviour.json}. Every
 * null is replaced by what a plain synchronous type does.
 *
 * @param type ARM type, or {@code *} for the rest
 * @param from first api-version of the row, inclusive
 * @param until first api-version after the row
 * @param versions api-versions of a type that the catalog does not have
 * @param typeName spelling of {@code type} in answers, where it differs
 * @param groupsSegment spelling of {@code resourceGroups} in answered ids, where it differs
 * @param displayLocation whether answers say "West US 2" for westus2
 * @param inheritLocation whether answers carry the parent's location
 * @param omitEmptyTags whether {@code tags} is absent in answers when there are none
 * @param replace whether a PUT resets properties that it omits; if not, they keep their values
 * @param visible whether a GET finds the resource before its creation has ended
 * @param defaults template of what is filled in where the client said nothing
 * @param created template of read-only values that are made once
 * @param always template of read-only values that each write makes anew
 * @param creating template laid over answers while a creation runs
 * @param updating template laid over answers while an update runs
 * @param writeOnly dotted paths that no answer contains
 * @param immutable dotted paths that an update may not change
 * @param required dotted paths that a body must have, for types that the catalog does not have
 * @param implicit ids, relative to the resource, that exist as soon as it does
 * @param actions POST actions by lower-case name
 * @param dependents resources elsewhere that keep it from being deleted, or go with it; null for
 *     none
 * @param unchanged error when an update changes what it may not; null for what is usual
 * @param unique error when another resource of the type has the same name anywhere
 */
record Behaviour(
        String type,
        String from,
        String until,
        List<String> versions,
        String typeName,
        String groupsSegment,
        boolean displayLocation,
        boolean inheritLocation,
        boolean omitEmptyTags,
        boolean replace,
        Boolean visible,
        Reply create,
        Reply update,
        Reply delete,
        JsonNode defaults,
        JsonNode created,
        JsonNode always,
        JsonNode creating,
        JsonNode updating,
        List<String> writeOnly,
        List<String> immutable,
        List<String> required,
        List<String> implicit,
        Map<String, Action> actions,
        NameRule name,
        Failure unchanged,
        Failure unique,
        Failure notFound,
        Failure busy,
        Dependents dependents,
        List<Range> ranges) {
    Behaviour {
        versions = versions == null ? List.of() : List.copyOf(versions);
        visible = visible == null || visible;
        create = create == null ? Reply.sync(201) : create;
        update = update == null ? Reply.sync(200) : update;
        delete = delete == null ? Reply.empty(200) : delete;
        defaults = orMissing(defaults);
        created = orMissing(created);
        always = orMissing(always);
        creating = orMissing(creating);
        updating = orMissing(updating);
        writeOnly = writeOnly == null ? List.of() : List.copyOf(writeOnly);
        immutable = immutable == null ? List.of() : List.copyOf(immutable);
        required = required == null ? List.of() : List.copyOf(required);
        implicit = implicit == null ? List.of() : List.copyOf(implicit);
        actions = actions == null ? Map.of() : Map.copyOf(actions);
        ranges = ranges == null ? List.of() : List.copyOf(ranges);
    }

    /** Whether it is the row of the types that have none of their own. */
    boolean any() {
        return type.equals("*");
    }

    boolean serves(String armType, String apiVersion) {
        return (type.equals("*") || type.equalsIgnoreCase(armType))
                && (from == null || apiVersion.compareTo(from) >= 0)
                && (until == null || apiVersion.compareTo(until) < 0);
    }

    private static JsonNode orMissing(JsonNode node) {
        return node == null ? MissingNode.getInstance() : node;
    }

    /** How the end of an operation is announced. */
    enum Style {
        /** There is no operation. */
        NONE,
        /** {@code Location}: 202 until done. */
        LOCATION,
        /** {@code Azure-AsyncOperation}: a status document. */
        OPERATION,
        /** Both headers. */
        BOTH
    }

    /** What the body of the accepting answer is. */
    enum Content {
        RESOURCE,
        /** Nothing. */
        NONE,
        /** The request, as the storage provider's fixed children do. */
        ECHO,
        /** {@code {operation, startTime}}. */
        TICKET
    }

    /**
     * An accepting answer.
     *
     * @param retryAfter seconds; null for no header
     * @param seconds how long the operation takes
     * @param path segment of the status URL
     * @param resultPath segment of the {@code Location} URL, if it differs
     * @param query more of the URLs, for example {@code monitor=true}
     * @param selfLocation whether {@code Location} names the resource itself
     * @param running status word of an unfinished operation
     */
    record Reply(
            int status,
            Style style,
            Integer retryAfter,
            int seconds,
            String path,
            String resultPath,
            String query,
            Content body,
            boolean selfLocation,
            String running) {
        Reply {
            style = style == null ? Style.NONE : style;
            path = path == null ? "operationStatuses" : path;
            resultPath = resultPath == null ? path : resultPath;
            body = body == null ? Content.RESOURCE : body;
            running = running == null ? "InProgress" : running;
        }

        static Reply sync(int status) {
            return new Reply(status, null, null, 0, null, null, null, null, false, null);
        }

        static Reply empty(int status) {
            return new Reply(status, null, null, 0, null, null, null, Content.NONE, false, null);
        }

        boolean async() {
            return style != Style.NONE;
        }
    }

    /** An error as data; {@code {name}} and the like are replaced. */
    record Failure(int status, String code, String message) {}

    /**
     * Resources of a type, beside the resource, that are about it.
     *
     * @param type ARM type of them
     * @param scope dotted path in them that ends with type and name of the resource
     * @param query parameter of the DELETE that lets them go with it when it is {@code true}
     * @param refused answer to a DELETE without it
     */
    record Dependents(String type, String scope, String query, Failure refused) {}

    /** Names that are accepted, and the error for others. */
    record NameRule(String pattern, String code, String message) {}

    /** A number that must lie in a range. */
    record Range(String path, double min, double max, String code, String message) {}

    /**
     * A POST below the resource.
     *
     * @param versions api-versions besides the type's own
     * @param answer template
     */
    record Action(List<String> versions, JsonNode answer, List<String> rotates) {
        Action {
            versions = versions == null ? List.of() : List.copyOf(versions);
            rotates = rotates == null ? List.of() : List.copyOf(rotates);
        }
    }
}
