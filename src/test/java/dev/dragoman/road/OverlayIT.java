package dev.dragoman.road;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.camel.StartRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A platform team's own step before anything is sent to Azure. */
class OverlayIT {
    private static final String FILE = "azure-before-send.kamelet.yaml";
    private static final String TAGGING =
            """
            apiVersion: camel.apache.org/v1
            kind: Kamelet
            metadata:
              name: azure-before-send
              labels:
                camel.apache.org/kamelet.type: action
            spec:
              definition:
                title: Our tags
                description: Every resource names who pays for it
                type: object
                properties: {}
              template:
                from:
                  uri: kamelet:source
                  steps:
                    - setProperty:
                        name: azureTagKey
                        constant: costcenter
                    - setProperty:
                        name: azureTagValue
                        simple: "${header.CamelKubernetesReconcileNamespace}"
                    - to: "bean:azure?method=addTag"
            """;

    @TempDir private Path directory;
    private Road road;

    @BeforeEach
    void prepare() {
        road = new Road("overlay");
        road.environment.put("DRAGOMAN_OVERLAYS", directory.toString());
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void aTagIsAddedToEveryResourceThatHasTags() throws IOException {
        Files.writeString(directory.resolve(FILE), TAGGING);
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.apply(Samples.account("tagged"));
        road.ready("storageaccount/tagged");

        var group = road.group("orders");
        assertThat(road.azure(group, "/tags/costcenter")).isEqualTo(road.namespace);
        assertThat(road.azure(group, "/tags/team")).isEqualTo("orders");
        assertThat(
                        road.azure(
                                group + "/providers/Microsoft.Storage/storageAccounts/tagged",
                                "/tags/costcenter"))
                .isEqualTo(road.namespace);
    }

    @Test
    void aTagThatTheObjectSetsItselfWins() throws IOException {
        Files.writeString(directory.resolve(FILE), TAGGING.replace("costcenter", "team"));
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        assertThat(road.azure(road.group("orders"), "/tags/team")).isEqualTo("orders");
        assertThat(road.puts("/orders")).hasSize(1);
    }

    @Test
    void aBrokenOverlayIsRefusedWithItsPlaceAndReason() throws IOException {
        Files.writeString(directory.resolve(FILE), TAGGING.replace("setProperty", "setPropperty"));
        assertThatThrownBy(() -> road.start())
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining(FILE + ":")
                .hasMessageContaining("setPropperty")
                .hasMessageNotContaining("\n");
    }
}
