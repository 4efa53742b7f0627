package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StandingTest {
    private static final String GROUP_ID = "/subscriptions/s/resourceGroups/orders";
    private static final String ACCOUNT_ID =
            GROUP_ID + "/providers/Microsoft.Storage/storageAccounts/orders";
    private static final AzureKind GROUP = kind("resources.azure.com", "ResourceGroup");
    private static final AzureKind ACCOUNT = kind("storage.azure.com", "StorageAccount");

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void believes(
            String why,
            AzureKind kind,
            Map<String, String> annotations,
            Map<String, Object> status,
            Standing expected) {
        var object =
                Map.<String, Object>of(
                        "metadata",
                        Map.of("uid", "u1", "annotations", annotations),
                        "status",
                        status);
        assertThat(Standing.of(object, kind)).isEqualTo(expected);
    }

    static Stream<Arguments> rows() {
        var nothing = new Standing(Optional.empty(), false, false);
        var noStatus = Map.<String, Object>of();
        return Stream.of(
                arguments("nothing claimed", GROUP, Map.of(), noStatus, nothing),
                arguments(
                        "a copy brings the annotations of the original",
                        GROUP,
                        claim(GROUP_ID, "u0", "3"),
                        noStatus,
                        nothing),
                arguments(
                        "annotated by hand",
                        GROUP,
                        Map.of(AsoNames.RESOURCE_ID, GROUP_ID),
                        noStatus,
                        nothing),
                arguments(
                        "an id of another type",
                        GROUP,
                        claim(ACCOUNT_ID, "u1", "1"),
                        noStatus,
                        nothing),
                arguments("no id at all", GROUP, claim("/", "u1", "1"), noStatus, nothing),
                arguments(
                        "claimed, no answer known",
                        ACCOUNT,
                        claim(ACCOUNT_ID, "u1", "1"),
                        noStatus,
                        new Standing(Optional.of(ACCOUNT_ID), false, true)),
                arguments(
                        "claimed, refused by Azure",
                        ACCOUNT,
                        claim(ACCOUNT_ID, "u1", "1"),
                        condition("InvalidResourceName", 1),
                        new Standing(Optional.of(ACCOUNT_ID), false, false)),
                arguments(
                        "claimed again, the refusal is of before",
                        ACCOUNT,
                        claim(ACCOUNT_ID, "u1", "2"),
                        condition("InvalidResourceName", 1),
                        new Standing(Optional.of(ACCOUNT_ID), false, true)),
                arguments(
                        "claimed, Azure did not answer",
                        ACCOUNT,
                        claim(ACCOUNT_ID, "u1", "1"),
                        condition("AzureUnreachable", 1),
                        new Standing(Optional.of(ACCOUNT_ID), false, true)),
                arguments(
                        "Azure is working on it",
                        ACCOUNT,
                        claim(ACCOUNT_ID, "u1", "1"),
                        Map.of(
                                "dragoman",
                                Map.of("operation", Map.of("url", "https://a", "method", "PUT"))),
                        new Standing(Optional.of(ACCOUNT_ID), true, false)),
                arguments(
                        "the annotation was edited by hand, the status knows better",
                        ACCOUNT,
                        claim(ACCOUNT_ID.replace("orders", "victim"), "u1", "1"),
                        Map.of("id", ACCOUNT_ID),
                        new Standing(Optional.of(ACCOUNT_ID), true, false)),
                arguments(
                        "edited where another operator reconciled: neither is believed",
                        ACCOUNT,
                        Map.of(AsoNames.RESOURCE_ID, ACCOUNT_ID.replace("orders", "victim")),
                        Map.of("id", ACCOUNT_ID),
                        nothing),
                arguments(
                        "reconciled by another operator, which knows no claim of ours",
                        ACCOUNT,
                        Map.of(AsoNames.RESOURCE_ID, ACCOUNT_ID),
                        Map.of("id", ACCOUNT_ID.replace("resourceGroups", "resourcegroups")),
                        new Standing(Optional.of(ACCOUNT_ID), true, false)));
    }

    private static Map<String, String> claim(String id, String uid, String generation) {
        var annotations = new HashMap<String, String>();
        annotations.put(AsoNames.RESOURCE_ID, id);
        annotations.put(AsoNames.CLAIMED_BY, uid);
        annotations.put(AsoNames.GENERATION, generation);
        return annotations;
    }

    private static Map<String, Object> condition(String reason, int generation) {
        return Map.of(
                "conditions",
                List.of(
                        Map.of(
                                "type",
                                "Ready",
                                "status",
                                "False",
                                "reason",
                                reason,
                                "observedGeneration",
                                generation)));
    }

    private static AzureKind kind(String group, String kind) {
        return Catalog.load().find(group, kind).orElseThrow();
    }
}
