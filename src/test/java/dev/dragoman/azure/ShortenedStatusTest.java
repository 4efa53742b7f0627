package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.decision.AzureProgress;
import dev.dragoman.azure.decision.AzureStep;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.azure.model.ArmStatus;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.reconcile.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ShortenedStatusTest {
    private static final Map<String, Object> OBJECT = Map.of("metadata", Map.of("generation", 3));

    @Test
    void fieldsThatTheStatusLacksAreNamed() {
        assertThat(AzureEnding.shortened(List.of("net", "rules"), OBJECT))
                .singleElement()
                .returns("StatusShortened", Condition::type)
                .returns("TooLarge", Condition::reason)
                .returns(3L, Condition::generation)
                .extracting(Condition::message)
                .asString()
                .endsWith("net, rules. Read them in Azure");
    }

    @Test
    void theEndingOfAReconciliationHasTheCondition() {
        var kind = Catalog.load().find("storage.azure.com", "StorageAccount").orElseThrow();
        var object = ReadObjectTest.object(kind, Map.of());
        var finish =
                new AzureStep.Finish(
                        Optional.empty(),
                        OwnState.NONE,
                        Optional.of(Map.of("id", "/now", "text", "x".repeat(ArmStatus.LARGEST))),
                        Outcome.done(),
                        List.of());
        var ending =
                AzureEnding.of(
                        ReadObjectTest.seen(kind, Map.of()),
                        object,
                        finish,
                        AzureProgress.NONE,
                        id -> Set.of());
        assertThat(ending.others()).extracting(Condition::type).contains("StatusShortened");
        assertThat(ending.status().orElseThrow()).containsEntry("id", "/now");
    }

    @Test
    void ofAWholeStatusNothingIsSaid() {
        assertThat(AzureEnding.shortened(List.of(), OBJECT)).isEmpty();
    }
}
