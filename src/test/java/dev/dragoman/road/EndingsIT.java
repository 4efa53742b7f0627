package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.tier.Landing;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Objects that end, or are made anew, while the operator is in the middle of something. */
@Landing
class EndingsIT {
    private static final String CLAIM = "dragoman.dev/claimed-by";
    private static final String GROUPS = "resources.azure.com/v1api20200601";
    private static final String STORAGE = "storage.azure.com/v20230101";

    private Road road;

    @BeforeEach
    void start() {
        road = new Road("endings").start();
        road.azure.control().operationDuration("storageAccounts", Duration.ofSeconds(4));
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void theOwnerGoesWhileItsChildIsMade() {
        underWay("orphan");
        var _ = road.kubectl("delete", "resourcegroup/orders", Patience.timeout());
        await().until(() -> road.azure.control().get(road.group("orders")).isEmpty());

        // the garbage collector takes the child along, as users of Azure Service Operator expect
        await().until(() -> road.get(STORAGE, "StorageAccount", "orphan") == null);
        assertThat(road.azure.control().resources()).noneMatch(id -> id.contains("orphan"));
        assertThat(road.puts("/orphan")).hasSize(1);
    }

    @Test
    void theNamespaceGoesWhileAResourceIsMade() {
        underWay("leaving");
        var mark = road.plane.audit().mark();
        var _ = road.kubectl("delete", "namespace", road.namespace, Patience.timeout());

        assertThat(road.azure.control().resources())
                .noneMatch(id -> id.contains("leaving") || id.contains("orders"));
        // nothing can be made in a namespace that is ending: no use to try again and again
        assertThat(
                        road.requests(mark).stream()
                                .filter(AuditLog.Event::write)
                                .filter(event -> event.namespace().equals(road.namespace))
                                .filter(event -> event.code() == 403))
                .hasSizeLessThan(10);
    }

    @Test
    void deletedAndMadeAnewUnderTheSameName() {
        road.apply(Samples.group("orders", "first"));
        road.ready("resourcegroup/orders");
        var before = road.get(GROUPS, "ResourceGroup", "orders").getMetadata();
        var first = before.getUid();
        var sealOfFirst = before.getAnnotations().get(CLAIM);
        road.azure.control().operationDuration("resourceGroups", Duration.ofSeconds(3));
        var _ = road.kubectl("delete", "resourcegroup/orders", Patience.timeout());
        road.apply(Samples.group("orders", "second"));
        road.ready("resourcegroup/orders");

        var second = road.get(GROUPS, "ResourceGroup", "orders").getMetadata();
        assertThat(second.getUid()).isNotEqualTo(first);
        assertThat(second.getAnnotations())
                .hasEntrySatisfying(CLAIM, claim -> assertThat(claim).isNotEqualTo(sealOfFirst));
        assertThat(road.azure(road.group("orders"), "/tags/team")).isEqualTo("second");
        assertThat(road.puts("/orders")).hasSize(2);
        assertThat(road.azure.control().count("DELETE")).isEqualTo(1);
    }

    /** Azure is making an account, and the operator waits for it. */
    private void underWay(String name) {
        road.apply(Samples.group("orders", "orders"));
        road.apply(Samples.account(name));
        await().until(
                        () ->
                                OwnState.of(
                                                road.get(STORAGE, "StorageAccount", name)
                                                        .getAdditionalProperties())
                                        .operation()
                                        .isPresent());
    }
}
