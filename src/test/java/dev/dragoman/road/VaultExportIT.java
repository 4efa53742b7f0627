package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Landing;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What an object exports goes to a Key Vault that another object holds, and stays there as it is
 * wanted. In each build: exports to a vault are a promise of the README.
 */
@Landing
class VaultExportIT {
    private static final String VAULT = "key-vault";

    private VaultRoad road;

    @BeforeEach
    void prepare() {
        road = new VaultRoad("in-vault").start();
    }

    @AfterEach
    void stop() {
        road.close();
    }

    private Map<String, String> vault(String... more) {
        var all = new HashMap<String, String>();
        all.put(VAULT, road.vault);
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return all;
    }

    @Test
    void oneVersionForEachChangeAndNoneForAnUnchangedOne() {
        road.export(vault());
        road.ready();
        var entry = road.entry();
        assertThat(entry.name()).matches(road.road.namespace + "-keys-key-[0-9a-f]{26}");
        assertThat(entry.latest().value()).isEqualTo(road.inCluster().orElseThrow());
        assertThat(entry.latest().contentType()).isEqualTo("text/plain");
        assertThat(entry.latest().tags())
                .containsEntry("dragoman-namespace", road.road.namespace)
                .containsEntry("dragoman-name", road.account);
        road.looks(10);
        assertThat(road.entry().versions()).hasSize(1);
        assertThat(road.sent("PUT")).hasSize(1);
        assertThat(askedForKeys()).as("unchanged").isEqualTo(1);

        road.export(vault("key-vault-expires", "2030-01-01T00:00:00Z"));
        await().until(() -> road.entry().versions().size() == 2);
        assertThat(road.entry().latest().expires()).isEqualTo(1893456000L);
        road.looks(5);
        assertThat(road.entry().versions()).hasSize(2);
        assertThat(
                        road.road
                                .kubectl(
                                        "get",
                                        "storageaccount/" + road.account,
                                        "-o",
                                        "jsonpath={.status.conditions[?(@.type=='InKeyVault')].message}")
                                .strip())
                .isEqualTo(
                        "https://%s.vault.azure.net/secrets/%s"
                                .formatted(road.vault, entry.name()));
    }

    /** Requests for keys, one for each time that they may have changed. */
    private long askedForKeys() {
        return road.road.azure.control().exchanges().stream()
                .filter(each -> each.method().equals("POST") && each.path().endsWith("/listKeys"))
                .count();
    }

    @Test
    void valuesCanBeKeptOutOfTheCluster() {
        road.export(Map.of());
        road.ready();
        await().until(() -> road.inCluster().isPresent());
        road.export(vault("key-vault-only", "true", "key-vault-form", "json"));
        await().until(() -> road.inCluster().isEmpty());
        await().until(() -> road.entries().size() == 1);
        assertThat(road.entry().latest().value()).startsWith("{\"key\":\"");
        road.ready();
        long before = askedForKeys();
        road.looks(3);
        assertThat(askedForKeys()).as("with no Secret, and unchanged").isEqualTo(before);
        assertThat(road.entry().latest().contentType()).isEqualTo("application/json");
        road.ready();
        road.export(Map.of());
        await().until(() -> road.inCluster().isPresent());
        await().until(() -> road.entries().stream().noneMatch(each -> active(each.name())));
    }

    private boolean active(String name) {
        return road.road
                .azure
                .control()
                .vault(road.vault)
                .secret(name)
                .filter(each -> each.state().name().equals("ACTIVE"))
                .isPresent();
    }

    @Test
    void whatOthersChangeIsPutRightAndWhatTheyDeleteIsRecovered() {
        road.export(vault());
        road.ready();
        var entry = road.entry();
        road.client().setSecret(entry.name(), "other");
        await().until(() -> road.entry().latest().value().equals(entry.latest().value()));
        road.ready();
        road.looks(3);
        assertThat(askedForKeys()).as("for the other value alone").isEqualTo(2);
        road.client().beginDeleteSecret(entry.name());
        await().until(() -> active(entry.name()));
        road.ready();
        assertThat(road.entry().latest().value()).isEqualTo(entry.latest().value());
    }

    @Test
    void entriesGoWithTheObjectUnlessTheyAreKept() {
        road.export(vault());
        road.ready();
        var name = road.entry().name();
        var _ = road.road.kubectl("delete", "storageaccount/" + road.account, "--wait=true");
        assertThat(active(name)).isFalse();

        road.export(vault("key-vault-deletion", "keep"));
        road.ready();
        assertThat(active(name)).isTrue();
        var _ = road.road.kubectl("delete", "storageaccount/" + road.account, "--wait=true");
        assertThat(active(name)).isTrue();
    }
}
