package dev.dragoman.sandbox.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Azure does not change, the local one does not change either. */
class FixedFieldsOfSandboxTest {
    @Test
    void theLocalAzureRefusesEachChange() {
        var catalog = Catalog.load();
        var types = new Types(catalog);
        var kinds =
                catalog.kinds().stream().filter(kind -> !kind.rules().fixed().isEmpty()).toList();
        assertThat(kinds).hasSize(8);
        for (var kind : kinds) {
            for (var version : kind.versions()) {
                var behaviour = types.behaviour(kind.armType(), version.apiVersion());
                List<String> fixed =
                        kind.rules().fixed().stream().map(each -> each.name()).toList();
                assertThat(behaviour.immutable()).as(kind.id()).containsAll(fixed);
                assertThat(behaviour.unchanged()).as(kind.id()).isNotNull();
            }
        }
    }
}
