package dev.dragoman.sandbox.azure.servicebus;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.tier.Landing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Resource Manager tells what happens in it to a queue, in the forms of Event Grid. It belongs to
 * the default tier.
 */
@Landing
class ArmEventsIT {
    private static final String TOPIC =
            ClientBus.RG + "/providers/Microsoft.EventGrid/systemTopics/";
    private static final String VERSION = "2022-06-15";
    private static final String STORE =
            ClientBus.RG + "/providers/Microsoft.Storage/storageAccounts/store";
    private static final String BODY =
            "{\"location\":\"westeurope\",\"kind\":\"StorageV2\",\"sku\":{\"name\":\"Standard_LRS\"}}";

    private ClientBus bus;
    private String subscription;

    @BeforeEach
    void start() {
        bus = new ClientBus();
        subscription = "/subscriptions/" + bus.azure.subscriptionId();
    }

    @AfterEach
    void stop() {
        bus.close();
    }

    @Test
    void requestsAreToldInTheSchemaOfEventGrid() {
        topic("of-subscription", subscription, "Microsoft.Resources.Subscriptions");
        subscribe(
                "of-subscription",
                "\"filter\":{\"subjectBeginsWith\":\"%s\"}".formatted(subscription + STORE));
        bus.azure.control().operationDuration("PUT .*/storageAccounts/", Duration.ofSeconds(1));
        bus.put(STORE, "2023-01-01", BODY);
        var written = event(0);
        assertThat(bus.arm.send("GET", STORE, "2023-01-01", null).status()).isEqualTo(200);
        assertThat(written.path("eventType").asText())
                .isEqualTo("Microsoft.Resources.ResourceWriteSuccess");
        assertThat(written.path("topic").asText()).isEqualTo(subscription);
        assertThat(written.path("subject").asText()).isEqualTo(subscription + STORE);
        assertThat(written.path("dataVersion").asText()).isEqualTo("2");
        var data = written.path("data");
        assertThat(data.path("operationName").asText())
                .isEqualTo("Microsoft.Storage/storageAccounts/write")
                .isEqualTo(data.at("/authorization/action").asText());
        assertThat(data.path("status").asText()).isEqualTo("Succeeded");
        assertThat(data.path("resourceProvider").asText()).isEqualTo("Microsoft.Storage");
        assertThat(data.path("tenantId").asText()).isEqualTo(bus.azure.tenantId());
        assertThat(data.at("/claims/appid").asText()).isEqualTo("admin");
        assertThat(data.at("/httpRequest/method").asText()).isEqualTo("PUT");
        assertThat(bus.bus.messages(ClientBus.NAME, "q").getFirst().properties())
                .containsEntry("aeg-event-type", "Notification");

        bus.arm.send("PUT", STORE, "2023-01-01", "{}");
        assertThat(event(1).path("eventType").asText())
                .isEqualTo("Microsoft.Resources.ResourceWriteFailure");
        bus.arm.send("POST", STORE + "/listKeys", "2023-01-01", null);
        assertThat(event(2).at("/data/operationName").asText())
                .isEqualTo("Microsoft.Storage/storageAccounts/listKeys/action");
        bus.azure.control().mutate(subscription + STORE, json("{\"tags\":{\"by\":\"hand\"}}"));
        assertThat(event(3).at("/data/claims/appid").asText()).isNotEqualTo("admin").isNotEmpty();
        bus.azure.control().remove(subscription + STORE);
        assertThat(event(4).path("eventType").asText())
                .isEqualTo("Microsoft.Resources.ResourceDeleteSuccess");
    }

    @Test
    void notificationsHaveTheResource() {
        topic("of-resources", subscription, "Microsoft.ResourceNotifications.Resources");
        subscribe(
                "of-resources",
                "\"eventDeliverySchema\":\"CloudEventSchemaV1_0\",\"filter\":{\"subjectEndsWith\":\"/store\"}");
        bus.put(STORE, "2023-01-01", BODY);
        var written = event(0);
        assertThat(written.path("type").asText())
                .isEqualTo("Microsoft.ResourceNotifications.Resources.CreatedOrUpdated");
        assertThat(written.path("specversion").asText()).isEqualTo("1.0");
        assertThat(written.path("source").asText()).isEqualTo(subscription);
        var info = written.at("/data/resourceInfo");
        assertThat(info.path("id").asText()).isEqualTo(subscription + STORE);
        assertThat(info.path("location").asText()).isEqualTo("westeurope");
        assertThat(info.at("/properties/provisioningState").asText()).isEqualTo("Succeeded");
        bus.arm.send("DELETE", STORE, "2023-01-01", null);
        assertThat(event(1).path("type").asText())
                .isEqualTo("Microsoft.ResourceNotifications.Resources.Deleted");
    }

    @Test
    void whatIsNotServedIsRefused() {
        topic("of-subscription", subscription, "Microsoft.Resources.Subscriptions");
        for (var each :
                List.of(
                        "\"filter\":{\"advancedFilters\":[{\"operatorType\":\"IsNotNull\",\"key\":\"data.x\"}]}",
                        "\"eventDeliverySchema\":\"CustomInputSchema\"",
                        "\"expirationTimeUtc\":\"2030-01-01T00:00:00Z\"")) {
            var reply =
                    bus.arm.send(
                            "PUT",
                            TOPIC + "of-subscription/eventSubscriptions/s",
                            VERSION,
                            body(each));
            assertThat(reply.status()).as(each).isEqualTo(400);
        }
    }

    private void topic(String name, String source, String type) {
        bus.put(
                TOPIC + name,
                VERSION,
                "{\"location\":\"global\",\"properties\":{\"source\":\"%s\",\"topicType\":\"%s\"}}"
                        .formatted(source, type));
    }

    private void subscribe(String topic, String more) {
        bus.put(TOPIC + topic + "/eventSubscriptions/to-q", VERSION, body(more));
    }

    private String body(String more) {
        return """
               {"properties":{"destination":{"endpointType":"ServiceBusQueue","properties":{"resourceId":"%s"}},%s}}"""
                .formatted(subscription + ClientBus.NAMESPACE + "/queues/q", more);
    }

    /** The body of a message, which may still have to come. */
    private JsonNode event(int index) {
        await().until(() -> bus.bus.messages(ClientBus.NAME, "q").size() > index);
        return json(bus.bus.messages(ClientBus.NAME, "q").get(index).body());
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
