package dev.dragoman.sandbox.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.entra.Client;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Subnets of a network, by the network's body and by themselves. */
class EmbeddedChildrenTest {
    private static final String VERSION = "2024-03-01";
    private static final String NETWORK =
            "/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/net";
    private static final String SUBNETS = "/properties/subnets";

    private AzureSandbox azure;
    private SdkClient client;

    @BeforeEach
    void start() {
        azure =
                AzureSandbox.start(
                        Options.of(Catalog.load()).client(Client.secret("app", "pa55word!")));
        azure.control().operationDuration(".*", Duration.ZERO);
        client = new SdkClient(azure, SdkClient.secret(azure, "app", "pa55word!"));
        assertThat(send("PUT", "/resourceGroups/rg", "{\"location\":\"westus2\"}", "2020-06-01"))
                .isEqualTo(201);
    }

    @AfterEach
    void stop() {
        azure.close();
    }

    private int send(String method, String path, String body, String version) {
        return client.send(method, path, version, body).status();
    }

    private int network(String... subnets) {
        return send(
                "PUT",
                NETWORK,
                """
                {"location":"westus2","properties":{"addressSpace":{"addressPrefixes":["10.0.0.0/8"]},
                 "subnets":[%s]}}"""
                        .formatted(String.join(",", subnets)),
                VERSION);
    }

    private static String subnet(String name) {
        return "{\"name\":\"%s\",\"properties\":{\"addressPrefix\":\"10.0.1.0/24\"}}"
                .formatted(name);
    }

    private int found(String subnet) {
        return send("GET", NETWORK + "/subnets/" + subnet, null, VERSION);
    }

    @Test
    void thoseInTheBodyAreResources() {
        assertThat(network(subnet("front"))).isLessThan(300);
        assertThat(found("front")).isEqualTo(200);
        var read = client.send("GET", NETWORK, VERSION, null).body();
        assertThat(read.at(SUBNETS)).hasSize(1);
        assertThat(read.at(SUBNETS + "/0/properties/addressPrefix").asText())
                .isEqualTo("10.0.1.0/24");
        assertThat(read.at(SUBNETS + "/0/id").asText()).endsWith("/subnets/front");
    }

    @Test
    void thoseThatAPutOmitsAreDeleted() {
        assertThat(network(subnet("front"))).isLessThan(300);
        assertThat(send("PUT", NETWORK + "/subnets/back", subnet("back"), VERSION)).isLessThan(300);
        assertThat(client.send("GET", NETWORK, VERSION, null).body().at(SUBNETS)).hasSize(2);

        assertThat(network(subnet("BACK"))).isLessThan(300);
        assertThat(found("front")).isEqualTo(404);
        assertThat(found("back")).isEqualTo(200);

        assertThat(network()).isLessThan(300);
        assertThat(found("back")).isEqualTo(404);
    }

    @Test
    void oneWithoutANameIsRefused() {
        assertThat(network("{\"properties\":{}}")).isEqualTo(400);
    }
}
