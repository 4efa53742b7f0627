package dev.dragoman.cli;

import static dev.dragoman.Patience.await;
import static dev.dragoman.kube.object.Json.maps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.Patience;
import dev.dragoman.azure.catalog.CustomResources;
import dev.dragoman.azure.catalog.TransitionalDefinition;
import dev.dragoman.cli.cluster.ClusterRequests.Refused;
import dev.dragoman.tier.Campaign;
import dev.dragoman.tier.Full;
import dev.dragoman.tools.catalog.TestArchives;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * docs/decisions/2026-11-taking-over-stored-objects.md, executed: what the API server does with
 * objects that Azure Service Operator stored.
 */
@Tag(TestArchives.TAG)
@ResourceLock("TakeOverScenario")
class StoredByAsoIT extends TakeOverScenario {
    private static final int ATTEMPTS = 4;

    /** Their definition with ours in place of what a user sees: twins stay, but are not served. */
    private static void withTwinsUnserved() {
        var definition = CustomResources.definition(ACCOUNTS, Map.of());
        var versions = new ArrayList<>(maps(at(definition, "spec"), "versions"));
        var schema = versions.getFirst().get("schema");
        for (var name : TransitionalDefinition.versions(aso.definition(ACCOUNTS))) {
            if (ACCOUNTS.version(name).isEmpty()) {
                versions.add(
                        Map.of("name", name, "served", false, "storage", false, "schema", schema));
            }
        }
        var spec = new LinkedHashMap<>(at(definition, "spec"));
        spec.put("versions", versions);
        definition.put("spec", spec);
        aso.replace(definition);
        await().until(() -> !aso.requests().find(where("v20250601")).isEmpty());
    }

    private static void ours() {
        aso.storedVersions(ACCOUNTS, List.of("v20250601"));
        aso.replace(CustomResources.definition(ACCOUNTS, Map.of()));
        await().until(() -> aso.requests().find(where("v20250601storage")).isEmpty());
    }

    @Full
    @Test
    void ourDefinitionIsRefusedOverTheirs() {
        assertThatThrownBy(() -> aso.replace(CustomResources.definition(ACCOUNTS, Map.of())))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("status.storedVersions[0]")
                .hasMessageContaining("v20250601storage was previously a storage version");
        // without the webhook only what is stored can be read
        assertThat(at(read("v20250601storage"), "spec")).containsKey("originalVersion");
        assertThatThrownBy(() -> read("v20250601")).hasMessageContaining("conversion webhook");
        // and a definition without the stored version makes the object unreadable
        ours();
        assertThatThrownBy(() -> read("v20250601")).hasMessageContaining("invalid group/version");
    }

    @Test
    @Campaign
    void withTwinsThatAreNotServedTheFirstWriteLosesTheBag() {
        withTwinsUnserved();
        var read = read("v20250601");
        assertThat(at(read, "spec", "sku")).containsOnlyKeys("name");
        var stored = aso.read(ACCOUNTS, ACCOUNT).orElseThrow();
        assertThat(at(stored, "spec", "sku", "$propertyBag")).containsEntry("Tier", "Standard");
        at(read, "metadata", "annotations").put("touched", "1");
        var _ = aso.requests().put(where("v20250601"), read);
        stored = aso.read(ACCOUNTS, ACCOUNT).orElseThrow();
        assertThat(stored).containsEntry("apiVersion", "storage.azure.com/v20250601");
        assertThat(at(stored, "spec")).doesNotContainKey("originalVersion");
        assertThat(at(stored, "spec", "sku")).containsOnlyKeys("name");
    }

    /**
     * The garbage collector has to know the version, as it does in a cluster, and forgets it when
     * it next looks at what is served, every 30 s. Where that falls in between, it is tried again.
     */
    @Test
    @Campaign
    void whatIsOwnedAtAVersionThatIsNotServedIsDeleted() {
        boolean deleted = false;
        for (int attempt = 0; attempt < ATTEMPTS && !deleted; attempt++) {
            asAzureServiceOperatorLeftIt();
            var owner = uid;
            uid = UUID.randomUUID().toString();
            owned("orphan" + attempt, "v20250601storage");
            uid = owner;
            var orphan = "orphan" + attempt;
            await().until(() -> !secret(orphan));
            withTwinsUnserved();
            var dependent = "dependent" + attempt;
            owned(dependent, "v20250601storage");
            deleted = goneSoon(dependent);
        }
        assertThat(deleted).as("the garbage collector deleted the dependent").isTrue();
        assertThat(read("v20250601")).as("its owner").isNotEmpty();
    }

    private static boolean goneSoon(String secret) {
        return Patience.within(Duration.ofSeconds(5), () -> !secret(secret));
    }

    @Full
    @Test
    void eachApplyFailsWhileAManagedFieldNamesAVersionThatIsGone() throws Exception {
        assertThat(takeOver()).isTrue();
        var object = read("v20250601");
        var managers = new ArrayList<>(maps(at(object, "metadata"), "managedFields"));
        var theirs = new LinkedHashMap<>(managers.getFirst());
        theirs.put("manager", "manager");
        theirs.put("apiVersion", "storage.azure.com/v20250601storage");
        var meta = at(aso.read(ACCOUNTS, ACCOUNT).orElseThrow(), "metadata");
        meta.put("managedFields", List.of(theirs));
        var stored = aso.read(ACCOUNTS, ACCOUNT).orElseThrow();
        stored.put("metadata", meta);
        aso.store(ACCOUNTS, stored);
        await().until(() -> maps(at(read("v20250601"), "metadata"), "managedFields").size() == 1);
        assertThat(apply()).contains("invalid group/version: storage.azure.com/v20250601storage");
    }

    @Full
    @Test
    void theWayBackIsOpenButFieldsOfOlderVersionsComeFromTheBackup() throws Exception {
        assertThat(takeOver()).isTrue();
        aso.replace(aso.definition(ACCOUNTS));
        await().until(
                        () ->
                                TransitionalDefinition.versions(aso.present(ACCOUNTS))
                                        .contains("v20250601storage"));
        await().until(() -> !at(read("v20250601"), "spec", "sku").containsKey("tier"));
        assertThat(at(read("v20250601"), "spec", "sku")).containsEntry("name", "Standard_LRS");
        assertThat(at(aso.read(ACCOUNTS, ACCOUNT).orElseThrow(), "spec", "sku"))
                .as("until it is written")
                .containsEntry("tier", "Standard");
    }
}
