package dev.dragoman.sandbox.azure.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.http.Json;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * An event subscription: which events go where, and in which form.
 *
 * @param name its name
 * @param topicType the type of its system topic
 * @param source the id of what the topic tells about
 * @param properties the properties of the subscription
 */
public record Delivery(String name, String topicType, String source, JsonNode properties) {
    private static final String NOTIFICATIONS = "Microsoft.ResourceNotifications.Resources";
    private static final List<String> TOPICS =
            List.of(
                    "Microsoft.Resources.Subscriptions",
                    "Microsoft.Resources.ResourceGroups",
                    NOTIFICATIONS);
    private static final String GROUPS = "Microsoft.Resources/resourceGroups";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    /**
     * A message for a queue or topic of Service Bus.
     *
     * @param resource the id of the queue or topic
     */
    public record Message(
            String resource, String body, String contentType, Map<String, Object> properties) {}

    /** What the sandbox does not serve in this subscription; empty if it serves all of it. */
    public Optional<String> unserved() {
        return Stream.of(
                        unless(TOPICS.contains(topicType), "the topic type '" + topicType + "'"),
                        unless(
                                destination().path("endpointType").asText().startsWith("ServiceBus"),
                                "another destination than ServiceBusQueue and ServiceBusTopic"),
                        unless(
                                List.of("EventGridSchema", "CloudEventSchemaV1_0").contains(schema()),
                                "the schema " + schema()),
                        unless(filter().path("advancedFilters").isEmpty(), "advancedFilters"),
                        unless(
                                destination()
                                        .at("/properties/deliveryAttributeMappings")
                                        .isEmpty(),
                                "deliveryAttributeMappings"),
                        Stream.of(
                                        "deadLetterDestination",
                                        "deadLetterWithResourceIdentity",
                                        "deliveryWithResourceIdentity",
                                        "expirationTimeUtc")
                                .filter(properties::hasNonNull)
                                .findFirst())
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> unless(boolean served, String what) {
        return served ? Optional.empty() : Optional.of(what);
    }

    /** The message that tells the change; empty if the subscription does not ask for it. */
    public Optional<Message> message(Change change) {
        return Optional.of(type(change))
                .filter(type -> about(change) && included(type) && subject(change.id()))
                .map(type -> message(change, type));
    }

    private String type(Change change) {
        if (topicType.equals(NOTIFICATIONS)) {
            return NOTIFICATIONS + "." + (change.verb().equals("Delete") ? "Deleted" : "CreatedOrUpdated");
        }
        return "Microsoft.Resources.Resource" + change.verb() + (change.succeeded() ? "Success" : "Failure");
    }

    private boolean about(Change change) {
        var above = source.toLowerCase(Locale.ROOT);
        var id = change.id().toLowerCase(Locale.ROOT);
        boolean within = id.equals(above) || id.startsWith(above + "/");
        return within
                && (!topicType.equals(NOTIFICATIONS)
                        || (change.succeeded()
                                && !change.verb().equals("Action")
                                && !change.type().equalsIgnoreCase(GROUPS)));
    }

    private boolean included(String type) {
        var types = filter().path("includedEventTypes");
        return types.isEmpty()
                || StreamSupport.stream(types.spliterator(), false)
                        .anyMatch(each -> each.asText().equals(type));
    }

    private boolean subject(String id) {
        boolean exact = filter().path("isSubjectCaseSensitive").asBoolean();
        var begin = filter().path("subjectBeginsWith").asText("");
        var end = filter().path("subjectEndsWith").asText("");
        return id.regionMatches(!exact, 0, begin, 0, begin.length())
                && id.regionMatches(!exact, id.length() - end.length(), end, 0, end.length());
    }

    private Message message(Change change, String type) {
        var cloud = schema().equals("CloudEventSchemaV1_0");
        var id = UUID.randomUUID().toString();
        var event = event(change, type, id, cloud);
        var properties =
                Map.<String, Object>of(
                        "aeg-subscription-name", name.toUpperCase(Locale.ROOT),
                        "aeg-delivery-count", "0",
                        "aeg-event-type", "Notification",
                        "aeg-metadata-version", cloud ? "1.0" : "1",
                        "aeg-data-version", dataVersion(),
                        "aeg-output-event-id", id);
        return new Message(
                destination().at("/properties/resourceId").asText(),
                Json.text(event),
                cloud
                        ? "application/cloudevents+json; charset=utf-8"
                        : "application/json; charset=utf-8",
                properties);
    }

    private ObjectNode event(Change change, String type, String id, boolean cloud) {
        var time = TIME.format(change.at());
        var data =
                topicType.equals(NOTIFICATIONS) ? change.notification(time) : change.request();
        var event = Json.object().put("id", id).put("subject", change.id());
        event.set("data", data);
        return cloud
                ? event.put("source", source)
                        .put("type", type)
                        .put("time", time)
                        .put("specversion", "1.0")
                : event.put("topic", source)
                        .put("eventType", type)
                        .put("eventTime", time)
                        .put("dataVersion", dataVersion())
                        .put("metadataVersion", "1");
    }

    private String dataVersion() {
        return topicType.equals(NOTIFICATIONS) ? "1" : "2";
    }

    private String schema() {
        return properties.path("eventDeliverySchema").asText("EventGridSchema");
    }

    private JsonNode filter() {
        return properties.path("filter");
    }

    private JsonNode destination() {
        return properties.path("destination");
    }
}
