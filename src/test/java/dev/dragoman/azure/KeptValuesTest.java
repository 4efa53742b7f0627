package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.model.MovedFields.Kept;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the condition says of values that stay as Azure has them. */
class KeptValuesTest {
    private static final Map<String, Object> OBJECT = Map.of("metadata", Map.of("generation", 3));
    private static final Kept SCALED =
            new Kept("sku.capacity", 1, 4, "AutoscaleSetting web-scale", false);
    private static final Kept GROWN =
            new Kept("properties.size", 32, 64, "the field properties.autoGrow", true);
    private static final Kept RAISED = new Kept("properties.version", "1.32", "1.33", "", false);
    private static final Map<String, Object> POOL =
            Map.of("properties.agentPoolProfiles[extra]", "Extra");

    private static String text(List<Kept> kept, Map<String, Object> left) {
        var all = KeptValues.condition(kept, left, OBJECT);
        return all.isEmpty() ? "" : all.getFirst().reason() + ": " + all.getFirst().message();
    }

    @Test
    void eachValueIsNamedWithWhatLetsItMove() {
        assertThat(text(List.of(), Map.of())).isEmpty();
        assertThat(text(List.of(SCALED), Map.of()))
                .isEqualTo(
                        "MovedByOthers: sku.capacity is 4 in Azure and 1 in the spec: Azure's value stays, because AutoscaleSetting web-scale lets others change the value");
        assertThat(text(List.of(RAISED), Map.of()))
                .endsWith("because Azure itself, or a tool such as 'az', changes this field");
        assertThat(text(List.of(GROWN), Map.of()))
                .startsWith("NotMadeSmaller: ")
                .contains("because it grew while the field properties.autoGrow allowed that");
    }

    @Test
    void ofSeveralReasonsTheOneIsShownThatAUserCanDoSomethingAbout() {
        assertThat(text(List.of(SCALED, GROWN), Map.of())).startsWith("NotMadeSmaller: ");
        assertThat(text(List.of(SCALED, GROWN), Map.of("properties.mode", "on")))
                .startsWith("NoLongerAskedFor: ")
                .contains(
                        "properties.mode is still on in Azure, but no longer in the spec: write the wanted value into the spec");
    }

    @Test
    void aChildThatWasTakenOutIsNamed() {
        assertThat(text(List.of(), POOL))
                .isEqualTo(
                        "NoLongerAskedFor: properties.agentPoolProfiles[extra] is still in Azure, but no longer in the spec. To remove this child, delete it in Azure, or create an object for it and delete that object");
    }

    @Test
    void aChildThatHasAnObjectIsNotNamed() {
        assertThat(KeptValues.unheld(POOL, () -> Set.of("extra"))).isEmpty();
        assertThat(KeptValues.unheld(POOL, () -> Set.of("other"))).isEqualTo(POOL);
        var field = Map.<String, Object>of("properties.mode", "extra");
        assertThat(
                        KeptValues.unheld(
                                field,
                                () -> {
                                    throw new AssertionError("looked for children of no list");
                                }))
                .isEqualTo(field);
    }
}
