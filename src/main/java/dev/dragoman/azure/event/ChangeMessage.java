package dev.dragoman.azure.event;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.azure.event.ChangeEvent.What;
import dev.dragoman.azure.model.ResourceId;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One message of the queue: an event in the schema of Event Grid or of CloudEvents, or a JSON array
 * of them.
 *
 * @param events the events that count
 * @param others number of events that do not count, such as those of other actions
 * @param unread why the message, or an event of it, cannot be read; empty when all can. Has no text
 *     of the message
 */
public record ChangeMessage(List<ChangeEvent> events, int others, Optional<String> unread) {
    /** Number of bytes from which on a message is not read; Event Grid sends less. */
    static final int TOO_LARGE = 1_000_000;

    /** Values, names and brackets cost memory, and many messages are read at once. */
    private static final StreamReadConstraints LIMITS =
            StreamReadConstraints.builder().maxNestingDepth(64).maxTokenCount(100_000).build();

    private static final ObjectMapper JSON =
            new ObjectMapper(JsonFactory.builder().streamReadConstraints(LIMITS).build());

    private static final List<String> IDS =
            List.of("/subject", "/data/resourceInfo/id", "/data/resourceUri");

    private static final List<String> TIMES =
            List.of("/data/operationalInfo/resourceEventTime", "/eventTime", "/time");

    private static final Pattern TYPE =
            Pattern.compile(
                    "(?i)microsoft\\.(resources\\.resource((write|(?<deleted>delete))(success|failure|cancel)|(?<action>actionsuccess))"
                            + "|resourcenotifications\\.resources\\.(createdorupdated|(?<gone>deleted)))");

    /** In the names of actions that change keys; those that only tell them change nothing. */
    private static final List<String> KEYS =
            List.of("regenerat", "rotat", "newpassword", "resync", "revoke");

    /** In the ids of resources that only say what was deployed. */
    private static final String HISTORY = "/PROVIDERS/MICROSOFT.RESOURCES/DEPLOYMENTS/";

    /** Reads a message. Never fails, and keeps nothing of the bytes. */
    public static ChangeMessage read(byte[] bytes) {
        if (bytes.length >= TOO_LARGE) {
            return unread("it has 1 MB or more");
        }
        try {
            var root = JSON.readTree(bytes);
            return root.isEmpty() && !root.isValueNode()
                    ? unread("it has no event")
                    : of(root.isArray() ? root : List.of(root));
        } catch (IOException broken) {
            return unread("it is no JSON, or is too deep, or has too many parts");
        }
    }

    private static ChangeMessage unread(String why) {
        return new ChangeMessage(List.of(), 0, Optional.of(why));
    }

    private static ChangeMessage of(Iterable<JsonNode> read) {
        var events = new ArrayList<ChangeEvent>();
        int others = 0;
        var unread = Optional.<String>empty();
        for (var each : read) {
            var type = texts(each, List.of("/eventType", "/type")).findFirst();
            var event = type.flatMap(text -> event(text, each));
            event.ifPresent(events::add);
            if (type.isEmpty()) {
                unread = Optional.of("it has no event of Event Grid's schema or of CloudEvents");
            } else if (event.isEmpty()) {
                others++;
            }
        }
        return new ChangeMessage(List.copyOf(events), others, unread);
    }

    private static Optional<ChangeEvent> event(String type, JsonNode event) {
        return texts(event, IDS)
                .filter(each -> ResourceId.subscriptionOf(each).isPresent())
                .map(ResourceId::key)
                .findFirst()
                .filter(id -> !id.contains(HISTORY))
                .flatMap(
                        id ->
                                what(type, event.at("/data/operationName").asText())
                                        .map(what -> new ChangeEvent(id, what, time(event))));
    }

    private static Optional<What> what(String type, String operation) {
        var known = TYPE.matcher(type);
        if (!known.matches()) {
            return Optional.empty();
        }
        if (known.group("action") != null) {
            var action = operation.replaceFirst("(?i)/action$", "");
            var name = action.substring(action.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
            return Optional.of(What.KEYS).filter(any -> KEYS.stream().anyMatch(name::contains));
        }
        boolean changed = known.group("deleted") == null && known.group("gone") == null;
        return Optional.of(changed ? What.CHANGED : What.DELETED);
    }

    private static Instant time(JsonNode event) {
        var text = texts(event, TIMES).findFirst().orElse("");
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException otherwise) {
            return Instant.MAX;
        }
    }

    private static Stream<String> texts(JsonNode event, List<String> places) {
        return places.stream().map(event::at).filter(JsonNode::isTextual).map(JsonNode::textValue);
    }
}
