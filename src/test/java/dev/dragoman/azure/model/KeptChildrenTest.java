package dev.dragoman.azure.model;

import static dev.dragoman.azure.model.Fields.flattened;
import static dev.dragoman.azure.model.Fields.kept;
import static dev.dragoman.azure.model.Fields.list;
import static dev.dragoman.azure.model.Fields.object;
import static dev.dragoman.azure.model.Fields.value;
import static dev.dragoman.azure.model.Fields.version;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.Catalog;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeptChildrenTest {
    private static final AzureVersion NETWORK =
            version(
                    value("location"),
                    flattened(
                            value("size"),
                            kept(
                                    list(
                                            "subnets",
                                            value("id"),
                                            value("name"),
                                            object(
                                                    "properties",
                                                    value("prefix"),
                                                    list("ranges"),
                                                    list("services", value("name")))))));

    private static Map<String, Object> subnet(String name, String prefix) {
        return Map.of("name", name, "properties", Map.of("prefix", prefix));
    }

    private static Map<String, Object> network(Object... subnets) {
        return Map.of("properties", Map.of("size", 1, "subnets", List.of(subnets)));
    }

    @Test
    void whatAzureHasIsSentAgainWithoutWhatItOnlyShows() {
        var shown =
                Map.<String, Object>of(
                        "properties",
                        Map.of(
                                "size",
                                9,
                                "provisioningState",
                                "Succeeded",
                                "subnets",
                                List.of(
                                        Map.of(
                                                "name",
                                                "a",
                                                "id",
                                                "/a",
                                                "etag",
                                                "W/1",
                                                "properties",
                                                Map.of(
                                                        "prefix",
                                                        "10.0.0.0/24",
                                                        "ranges",
                                                        List.of(),
                                                        "services",
                                                        List.of(
                                                                Map.of(
                                                                        "name",
                                                                        "s",
                                                                        "provisioningState",
                                                                        "Succeeded")),
                                                        "provisioningState",
                                                        "Succeeded")))));
        assertThat(KeptChildren.added(NETWORK.body(), Map.of("location", "west"), shown))
                .isEqualTo(
                        Map.of(
                                "location",
                                "west",
                                "properties",
                                Map.of(
                                        "subnets",
                                        List.of(
                                                Map.of(
                                                        "name",
                                                        "a",
                                                        "id",
                                                        "/a",
                                                        "properties",
                                                        Map.of(
                                                                "prefix",
                                                                "10.0.0.0/24",
                                                                "services",
                                                                List.of(Map.of("name", "s"))))))));
    }

    @Test
    void whatTheSpecGivesWinsByName() {
        assertThat(
                        KeptChildren.added(
                                NETWORK.body(),
                                network(subnet("a", "ours")),
                                network(subnet("A", "theirs"), subnet("b", "theirs"))))
                .isEqualTo(network(subnet("a", "ours"), subnet("b", "theirs")));
    }

    @Test
    void nothingIsAddedWhereAzureHasNothing() {
        var body = Map.<String, Object>of("location", "west");
        assertThat(KeptChildren.added(NETWORK.body(), body, network())).isEqualTo(body);
        assertThat(KeptChildren.added(NETWORK.body(), body, Map.of())).isEqualTo(body);
    }

    @Test
    void whatOthersAddedIsNoDifference() {
        assertThat(
                        Differences.paths(
                                NETWORK,
                                network(subnet("b", "1")),
                                network(subnet("a", "1"), subnet("B", "1")),
                                Set.of()))
                .isEmpty();
        assertThat(
                        Differences.paths(
                                NETWORK,
                                network(subnet("b", "1"), subnet("c", "1")),
                                network(subnet("a", "1"), subnet("b", "2")),
                                Set.of()))
                .containsExactly(
                        "properties.subnets[0].properties.prefix", "properties.subnets[1]");
    }

    /** A subnet shows it below properties, a pool of a cluster beside its name. */
    @Test
    void whatIsBeingDeletedDoesNotComeBack() {
        var shown =
                network(
                        Map.of(
                                "name",
                                "a",
                                "properties",
                                Map.of("provisioningState", "Deleting", "prefix", "x")),
                        Map.of("name", "b", "provisioningState", "deleting"),
                        subnet("c", "10.0.0.0/24"));
        assertThat(KeptChildren.added(NETWORK.body(), Map.of(), shown))
                .isEqualTo(
                        Map.of(
                                "properties",
                                Map.of("subnets", List.of(subnet("c", "10.0.0.0/24")))));
    }

    @Test
    void theKindsWhoseChildrenLiveInTheParent() {
        assertThat(
                        Catalog.load().kinds().stream()
                                .filter(
                                        kind ->
                                                kind.versions().stream()
                                                        .allMatch(v -> KeptChildren.any(v.body())))
                                .filter(kind -> !kind.versions().isEmpty())
                                .map(kind -> kind.kind()))
                .containsExactlyInAnyOrder(
                        "LoadBalancer",
                        "ManagedCluster",
                        "NetworkSecurityGroup",
                        "RouteTable",
                        "TrafficManagerProfile",
                        "VirtualMachineScaleSet",
                        "VirtualNetwork");
    }
}
