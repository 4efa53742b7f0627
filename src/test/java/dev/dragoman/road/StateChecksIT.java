package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.dragoman.Patience;
import dev.dragoman.tier.Landing;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Kinds of which Azure takes no PUT in some states, and what it costs to look. */
@Landing
class StateChecksIT {
    private static final String DATABASES = "dbforpostgresql.azure.com/v1api20240801";

    private Road road;
    private String server;

    @BeforeEach
    void start() {
        road = new Road("states");
        road.install.kindsAndRightsOnce(
                List.of(
                        "dbforpostgresql.azure.com/FlexibleServer",
                        "dbforpostgresql.azure.com/FlexibleServersDatabase"));
        road.start();
        server =
                road.group("orders")
                        + "/providers/Microsoft.DBforPostgreSQL/flexibleServers/"
                        + road.namespace;
        road.apply(Samples.group("orders", "orders"));
        road.applyServed(server("a"));
        road.ready("flexibleserver/server");
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void aStoppedServerGetsNothing() {
        state("Stopped");
        road.azure.control().clearExchanges();
        road.apply(server("b"));
        road.apply(database());
        var condition = road.reason(DATABASES, "FlexibleServer", "server", "ReconciliationBlocked");
        assertThat(condition).containsEntry("severity", "Warning").containsEntry("status", "False");
        assertThat(condition.get("message").toString())
                .startsWith("Azure shows 'Stopped' as properties.state of ")
                .contains("one of Ready, Succeeded, Failed, Canceled before anything is sent")
                .endsWith("; tried again within 180 s: start the server if it is stopped");
        assertThat(road.azure.control().count("PUT")).isZero();

        state("Ready");
        road.ready("flexibleserver/server");
        assertThat(road.azure(server, "/tags/team")).isEqualTo("b");
        road.ready("flexibleserversdatabase/sales");
    }

    @Test
    void whatAStoppedServerOwnsIsNotSentEither() {
        road.apply(database());
        road.ready("flexibleserversdatabase/sales");
        state("Stopped");
        road.azure.control().clearExchanges();
        var _ = road.kubectl("delete", "flexibleserversdatabase/sales", Patience.timeout());
        road.apply(database());
        var condition =
                road.reason(DATABASES, "FlexibleServersDatabase", "sales", "ReconciliationBlocked");
        assertThat(condition.get("message").toString())
                .startsWith("Azure shows 'Stopped' as properties.state of the owner of ");
        assertThat(road.azure.control().count("PUT")).isZero();

        state("Ready");
        road.ready("flexibleserversdatabase/sales");
        assertThat(road.azure.control().count("PUT")).isOne();
    }

    /** One GET of the owner, or of the server itself, for each PUT; none more. */
    @Test
    void aLookIsOneRequest() {
        road.azure.control().clearExchanges();
        road.apply(database());
        road.ready("flexibleserversdatabase/sales");
        assertThat(asked(server + "/databases/sales")).containsExactly("GET 404", "PUT 201");
        assertThat(asked(server)).containsExactly("GET 200");

        road.azure.control().clearExchanges();
        road.apply(server("b"));
        await().until(() -> "b".equals(road.azure(server, "/tags/team")));
        road.ready("flexibleserver/server");
        assertThat(asked(server)).startsWith("GET 200", "PUT 202");

        // a kind without checks: its edit is sent unseen
        road.azure.control().clearExchanges();
        road.apply(Samples.group("orders", "b"));
        await().until(() -> "b".equals(road.azure(road.group("orders"), "/tags/team")));
        assertThat(asked(road.group("orders"))).containsExactly("PUT 200");
    }

    private List<String> asked(String path) {
        return road.azure.control().exchanges().stream()
                .filter(e -> e.path().equalsIgnoreCase(path))
                .map(e -> e.method() + " " + e.status())
                .toList();
    }

    private void state(String state) {
        var patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("properties").put("state", state);
        var _ = road.azure.control().mutate(server, patch);
    }

    private String server(String team) {
        return """
        apiVersion: %s
        kind: FlexibleServer
        metadata: {name: server}
        spec:
          azureName: %s
          owner: {name: orders}
          location: westeurope
          version: "14"
          sku: {name: Standard_D4s_v3, tier: GeneralPurpose}
          administratorLogin: boss
          storage: {storageSizeGB: 128}
          tags: {team: %s}
        """
                .formatted(DATABASES, road.namespace, team);
    }

    private static String database() {
        return """
        apiVersion: %s
        kind: FlexibleServersDatabase
        metadata: {name: sales}
        spec: {owner: {name: server}, charset: utf8}
        """
                .formatted(DATABASES);
    }
}
