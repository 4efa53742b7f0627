package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Map;

/**
 * How a resource type behaves in a range of api-versions: one row of {@code behaviour.json}. The
 * constructor replaces most nulls by the behaviour of a simple synchronous type.
 *
 * @param type ARM type, or {@code *} for all types without a row
 * @param until the first api-version to which the row no longer applies; null for none
 * @param versions api-versions, for types that the catalog does not have
 * @param typeName spelling of {@code type} in answers, where it differs
 * @param groupsSegment spelling of {@code resourceGroups} in answered ids, where it differs
 * @param inSubscription whether answered ids name the subscription only, without the resource group
 *     or other scope
 * @param displayLocation whether answers say "West US 2" for westus2
 * @param inheritLocation whether answers contain the parent's location
 * @param omitEmptyTags whether {@code tags} is absent in answers when there are none
 * @param replace whether a PUT resets properties that it omits; if not, they keep their values
 * @param visible whether a GET finds the resource before its creation has ended
 * @param defaults template of values for properties that the client omits
 * @param created template of read-only values that are set at creation only
 * @param always template of read-only values that are set by each write
 * @param creating template merged into answers while a creation runs
 * @param updating template merged into answers while an update runs
 * @param writeOnly dotted paths that no answer contains
 * @param immutable dotted paths that an update may not change
 * @param required dotted paths that a body must have, for types that the catalog does not have
 * @param implicit ids, relative to the resource, of children that are created with it
 * @param actions POST actions by lower-case name
 * @param dependents other resources that prevent the deletion of the resource, or are deleted with
 *     it; null for none
 * @param unchanged error when an update changes an immutable property; null for the default error
 * @param unique error when a resource of the type has the same name in any scope
 * @param limit the number of such resources below one parent; null for any
 */
record Behaviour(
        String type,
        String until,
        List<String> versions,
        String typeName,
        String groupsSegment,
        boolean inSubscription,
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
        List<Range> ranges,
        Limit limit) {
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

    /** Whether this is the row of all types without a row of their own. */
    boolean any() {
        return type.equals("*");
    }

    boolean serves(String armType, String apiVersion) {
        return (type.equals("*") || type.equalsIgnoreCase(armType))
                && (until == null || apiVersion.compareTo(until) < 0);
    }

    private static JsonNode orMissing(JsonNode node) {
        return node == null ? MissingNode.getInstance() : node;
    }

    /** How a client learns of the end of an operation. */
    enum Style {
        /** The answer is final; there is no operation. */
        NONE,
        /** {@code Location}: a URL that answers 202 until the operation is done. */
        LOCATION,
        /** {@code Azure-AsyncOperation}: the URL of a status document. */
        OPERATION,
        /** Both headers. */
        BOTH
    }

    /** The body of the first answer to a write. */
    enum Content {
        RESOURCE,
        /** An empty body. */
        NONE,
        /** The body of the request, as for the default services of a storage account. */
        ECHO,
        /** {@code {operation, startTime}}. */
        TICKET
    }

    /**
     * The first answer to a write, which may start an operation.
     *
     * @param retryAfter seconds; null for no header
     * @param seconds how long the operation takes
     * @param path segment of the status URL
     * @param resultPath segment of the {@code Location} URL; null for {@code path}
     * @param query more parameters of the URLs, for example {@code monitor=true}
     * @param selfLocation whether {@code Location} is the id of the resource itself
     * @param running status in the status document while the operation runs
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

    /** An error answer; {@code {name}} and {@code {id}} in its message are replaced. */
    record Failure(int status, String code, String message) {}

    /**
     * Resources of another type that refer to the resource.
     *
     * @param type their ARM type
     * @param scope dotted path of their property that ends with type and name of the resource
     * @param query parameter of the DELETE that deletes them as well when it is {@code true}
     * @param refused answer to a DELETE without that parameter
     */
    record Dependents(String type, String scope, String query, Failure refused) {}

    /** How many resources of the type a parent may have, and the error for one more. */
    record Limit(int most, Failure refused) {}

    /** The pattern of accepted names, and the error for other names. */
    record NameRule(String pattern, String code, String message) {}

    /** A numeric property that must be within a range, and the error for other values. */
    record Range(String path, double min, double max, String code, String message) {}

    /**
     * A POST below the resource.
     *
     * @param versions api-versions of the action in addition to those of the type
     * @param answer template of the answer
     * @param rotates names of the resource's keys that the action replaces
     */
    record Action(List<String> versions, JsonNode answer, List<String> rotates) {
        Action {
            versions = versions == null ? List.of() : List.copyOf(versions);
            rotates = rotates == null ? List.of() : List.copyOf(rotates);
        }
    }
}
