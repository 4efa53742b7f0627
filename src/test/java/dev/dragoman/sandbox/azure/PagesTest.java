package dev.dragoman.sandbox.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.entra.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Listings come in pages, which clients follow by their links. */
class PagesTest {
    private static final String VERSION = "2025-04-01";

    private AzureSandbox azure;
    private SdkClient client;

    @BeforeEach
    void start() {
        azure =
                AzureSandbox.start(
                        Options.of(Catalog.load()).client(Client.secret("app", "pa55word!")));
        client = new SdkClient(azure, SdkClient.secret(azure, "app", "pa55word!"));
        for (var name : List.of("a", "b", "c")) {
            var made =
                    client.send(
                            "PUT",
                            "/resourceGroups/" + name,
                            VERSION,
                            "{\"location\":\"westus2\",\"tags\":{\"team\":\"x\"}}");
            assertThat(made.status()).isEqualTo(201);
        }
    }

    @AfterEach
    void stop() {
        azure.close();
    }

    @Test
    void allAtOnceIsUsual() {
        assertThat(pages("")).containsExactly(List.of("a", "b", "c"));
    }

    @Test
    void theCallersNumberAndTheSandboxesNumber() {
        assertThat(pages("&$top=2")).containsExactly(List.of("a", "b"), List.of("c"));
        assertThat(pages("&$top=3")).containsExactly(List.of("a", "b", "c"));
        azure.control().pageSize(1);
        assertThat(pages("&$top=2")).containsExactly(List.of("a"), List.of("b"), List.of("c"));
    }

    @Test
    void aLinkKeepsTheFilter() {
        var filter = "&$filter=tagName%20eq%20'team'&$top=2";
        assertThat(pages(filter)).containsExactly(List.of("a", "b"), List.of("c"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"$top=0", "$top=many", "$skiptoken=many", "$skiptoken=MA"})
    void whatIsNoNumberIsRefused(String parameter) {
        var reply = client.sendUrl("GET", groups() + "&" + parameter, null);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.errorCode()).isEqualTo("InvalidQueryParameterValue");
    }

    @Test
    void aResourceIsNoListing() {
        azure.control().pageSize(1);
        var reply = client.send("GET", "/resourceGroups/a", VERSION, null);
        assertThat(reply.body().has("nextLink")).isFalse();
    }

    private String groups() {
        return "%s/subscriptions/%s/resourceGroups?api-version=%s"
                .formatted(azure.armEndpoint(), azure.subscriptionId(), VERSION);
    }

    private List<List<String>> pages(String parameters) {
        var pages = new ArrayList<List<String>>();
        var url = groups() + parameters;
        while (!url.isEmpty()) {
            JsonNode body = client.sendUrl("GET", url, null).body();
            pages.add(
                    StreamSupport.stream(body.path("value").spliterator(), false)
                            .map(each -> each.path("name").asText())
                            .toList());
            url = body.path("nextLink").asText("");
        }
        return pages;
    }
}
