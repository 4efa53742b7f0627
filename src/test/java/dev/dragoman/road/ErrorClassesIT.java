package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.dragoman.tier.Landing;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What users read of an error of each class, and when it is tried again (docs/errors.md). */
@Landing
class ErrorClassesIT {
    private static final String GROUPS = "resources.azure.com/v1api20200601";
    private static final String TOPICS = "servicebus.azure.com/v1api20211101";
    private static final int ALWAYS = 1000;

    private Road road;

    @BeforeEach
    void start() {
        road = new Road("classes").start();
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void anErrorOfEachClass() {
        refuse("busy", 409, "Conflict", "another change is at work");
        refuse("unsold", 409, "SkuNotAvailable", "not sold in this place");
        refuse("nowhere", 400, "LocationRequired", "a place is missing");
        road.apply(
                String.join(
                        "---\n",
                        Samples.group("busy", "a"),
                        Samples.group("unsold", "a"),
                        Samples.group("nowhere", "a")));

        told("busy", "Conflict", "Warning", "another change is at work", "within 180 s");
        told("unsold", "SkuNotAvailable", "Warning", "not sold in this place", "sync period");
        told("nowhere", "LocationRequired", "Error", "a place is missing", "sync period");
        await().until(() -> road.puts("/busy").size() >= 3);
        assertThat(road.puts("/unsold")).hasSize(1);
        assertThat(road.puts("/nowhere")).hasSize(1);

        road.azure.control().clearFaults();
        road.ready("resourcegroup/busy");
        road.apply(Samples.group("nowhere", "b"));
        road.ready("resourcegroup/nowhere");
        assertThat(road.puts("/unsold")).hasSize(1);
    }

    @Test
    void theInnermostErrorIsTold() {
        var body = JsonNodeFactory.instance.objectNode();
        var outer = body.putObject("error");
        outer.put("code", "Conflict").put("message", "The deployment failed.");
        var below = outer.putArray("details").addObject();
        below.put("code", "Outer").put("message", "See below.");
        below.putArray("details")
                .addObject()
                .put("code", "QuotaExceeded")
                .put("message", "4 cores are left, 8 were asked for.");
        road.azure.control().failWith(ALWAYS, "PUT .*/resourceGroups/deep$", 409, body);
        road.apply(Samples.group("deep", "a"));
        told(
                "deep",
                "Conflict",
                "Warning",
                "The deployment failed.; QuotaExceeded: 4 cores are left, 8 were asked for.",
                "within 180 s");
    }

    /** For all other kinds this answer 400 is tried once per sync period. */
    @Test
    void aKindForWhichAnErrorMeansSomethingElse() {
        road.install.kindsAndRightsOnce(
                List.of(
                        "servicebus.azure.com/Namespace",
                        "servicebus.azure.com/NamespacesTopic",
                        "servicebus.azure.com/NamespacesTopicsSubscription"));
        road.azure
                .control()
                .fail(
                        2,
                        "PUT .*/subscriptions/forwarded$",
                        400,
                        "MessagingGatewayBadRequest",
                        "the entity to forward to does not exist");
        road.apply(Samples.group("orders", "orders"));
        road.applyServed(
                """
                apiVersion: %1$s
                kind: Namespace
                metadata: {name: bus}
                spec:
                  azureName: bus-of-orders
                  owner: {name: orders}
                  location: westeurope
                  sku: {name: Standard}
                ---
                apiVersion: %1$s
                kind: NamespacesTopic
                metadata: {name: sales}
                spec: {owner: {name: bus}}
                """
                        .formatted(TOPICS));
        road.ready("namespacestopic/sales");
        road.apply(
                """
                apiVersion: %1$s
                kind: NamespacesTopicsSubscription
                metadata: {name: forwarded}
                spec: {owner: {name: sales}, forwardTo: later}
                """
                        .formatted(TOPICS));
        // within a sync period of one hour
        road.ready("namespacestopicssubscription/forwarded");
        assertThat(road.puts("/subscriptions/forwarded")).hasSize(3);
        await().untilAsserted(
                        () ->
                                assertThat(road.kubectl("get", "events"))
                                        .contains(
                                                "MessagingGatewayBadRequest",
                                                "tried again within 180 s"));
    }

    private void refuse(String name, int status, String code, String message) {
        road.azure
                .control()
                .fail(ALWAYS, "PUT .*/resourceGroups/" + name + "$", status, code, message);
    }

    private void told(String name, String code, String severity, String says, String again) {
        Map<String, Object> condition = road.reason(GROUPS, "ResourceGroup", name, code);
        assertThat(condition)
                .containsEntry("status", "False")
                .containsEntry("severity", severity)
                .containsEntry("observedGeneration", 1);
        var shown =
                road.puts("/" + name).stream()
                        .map(put -> put.responseHeaders().get("x-ms-correlation-request-id"))
                        .toList();
        assertThat(condition.get("message").toString())
                .startsWith("create or update Microsoft.Resources/resourceGroups " + name + ": ")
                .contains(says)
                .containsAnyOf(
                        shown.stream()
                                .map(id -> "(correlation id " + id + ")")
                                .toArray(String[]::new))
                .contains("; tried again ", again);
        await().until(() -> road.kubectl("get", "events").contains(code));
    }
}
