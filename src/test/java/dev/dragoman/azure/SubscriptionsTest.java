package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.check.NamedResource;
import dev.dragoman.azure.check.OwnerLookup;
import dev.dragoman.azure.check.ReferenceResolver;
import dev.dragoman.azure.claim.ClaimSeal;
import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.reconcile.ObjectKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** In whose subscription a resource may be, by its credential and by what was written. */
class SubscriptionsTest {
    private static final String OURS = "11111111-1111-1111-1111-111111111111";
    private static final String THEIRS = "22222222-2222-2222-2222-222222222222";
    private static final String GROUP = "/subscriptions/%s/resourceGroups/shop";
    private static final String VNET = GROUP + "/providers/Microsoft.Network/virtualNetworks/net";
    private static final String SUBNET = VNET + "/subnets/web";

    private final Catalog catalog = Catalog.load();
    private final Map<ObjectKey, Map<String, Object>> cluster = new HashMap<>();

    private void group(String subscription, Map<String, Object> annotations) {
        add(
                "resources.azure.com",
                "v1api20200601",
                "ResourceGroup",
                "shop",
                Map.of(),
                GROUP.formatted(subscription),
                annotations);
    }

    private void network(Map<String, Object> owner, String subscription) {
        add(
                "network.azure.com",
                "v1api20240301",
                "VirtualNetwork",
                "net",
                owner,
                VNET.formatted(subscription),
                Map.of());
    }

    private void add(
            String group,
            String version,
            String kind,
            String name,
            Map<String, Object> owner,
            String id,
            Map<String, Object> annotations) {
        cluster.put(
                new ObjectKey(group, kind, "team", name),
                Map.of(
                        "apiVersion",
                        group + "/" + version,
                        "kind",
                        kind,
                        "metadata",
                        Map.of(
                                "name",
                                name,
                                "namespace",
                                "team",
                                "generation",
                                1,
                                "annotations",
                                annotations),
                        "spec",
                        owner.isEmpty() ? Map.of() : Map.of("owner", owner),
                        "status",
                        Map.of(
                                "id",
                                id,
                                "conditions",
                                List.of(
                                        Map.of(
                                                "type",
                                                "Ready",
                                                "status",
                                                "True",
                                                "observedGeneration",
                                                1)))));
    }

    /** What is said of a subnet whose credential is of our subscription. */
    private Optional<Problem> subnet(Map<String, Object> owner, boolean made) {
        Map<String, Object> object =
                Map.of(
                        "metadata",
                        Map.of("name", "web", "namespace", "team"),
                        "spec",
                        Map.of("owner", owner));
        var kind = catalog.find("network.azure.com", "VirtualNetworksSubnet").orElseThrow();
        var around =
                new ReferenceResolver(
                        "team",
                        new KnownObjects(key -> Optional.ofNullable(cluster.get(key))),
                        null,
                        catalog,
                        new ClaimSeal(() -> new byte[32]),
                        false);
        var found = OwnerLookup.of(kind, object, around, Optional.of(OURS));
        assertThat(found.problem()).isEmpty();
        var resource =
                new NamedResource(
                        kind,
                        object,
                        new RecordedResource(Optional.empty(), Optional.empty(), made, false),
                        found,
                        "web");
        return resource.elsewhere(resource.named().orElseThrow(), OURS, made);
    }

    @Test
    void anOwnerOfTheSameSubscriptionIsWellInAnyCase() {
        group(OURS, Map.of());
        network(Map.of("name", "shop"), OURS.toUpperCase(java.util.Locale.ROOT));
        assertThat(subnet(Map.of("name", "net"), false)).isEmpty();
        assertThat(subnet(Map.of("name", "net"), true)).isEmpty();
    }

    @Test
    void anOwnerThatIsAnObjectOfAnotherSubscriptionIsNot() {
        group(THEIRS, Map.of());
        network(Map.of("name", "shop"), THEIRS);
        assertThat(subnet(Map.of("name", "net"), false).orElseThrow())
                .satisfies(
                        problem -> {
                            assertThat(problem.reason()).isEqualTo("SubscriptionMismatch");
                            assertThat(problem.message())
                                    .startsWith(SUBNET.formatted(THEIRS) + " would be in")
                                    .contains("the credential works in " + OURS)
                                    .contains("serviceoperator.azure.com/credential-from")
                                    .contains("spec.owner.armId");
                        });
        assertThat(subnet(Map.of("name", "net"), true).orElseThrow().message())
                .contains("is in subscription " + THEIRS, "Restore the former credential");
    }

    @Test
    void anIdThatWasWrittenIsMeant() {
        assertThat(subnet(Map.of("armId", VNET.formatted(THEIRS)), false)).isEmpty();
    }

    @Test
    void alsoWhereItWasWrittenOnTheOwner() {
        network(Map.of("armId", GROUP.formatted(THEIRS)), THEIRS);
        assertThat(subnet(Map.of("name", "net"), false)).isEmpty();
    }

    @Test
    void alsoWhereChildrenAreLedElsewhereByHand() {
        group(OURS, Map.of(AsoNames.CHILD_ID, GROUP.formatted(THEIRS)));
        network(Map.of("name", "shop"), THEIRS);
        assertThat(subnet(Map.of("name", "net"), false)).isEmpty();
    }

    @Test
    void anIdOfAThirdSubscriptionMeansNothing() {
        network(Map.of("armId", GROUP.formatted("33333333-3333-3333-3333-333333333333")), THEIRS);
        assertThat(subnet(Map.of("name", "net"), false)).isPresent();
    }

    @Test
    void aCircleOfOwnersEnds() {
        network(Map.of("name", "net"), THEIRS);
        cluster.put(
                new ObjectKey("resources.azure.com", "ResourceGroup", "team", "net"),
                cluster.get(new ObjectKey("network.azure.com", "VirtualNetwork", "team", "net")));
        assertThat(subnet(Map.of("name", "net"), false)).isPresent();
    }
}
