package dev.dragoman.azure.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.model.AsoNames;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RecordedResourceTest {
    private static final String GROUP_ID = "/subscriptions/s/resourceGroups/orders";
    private static final String ACCOUNT_ID =
            GROUP_ID + "/providers/Microsoft.Storage/storageAccounts/orders";
    private static final String OTHER_ID = ACCOUNT_ID.replace("/orders", "/victim");
    private static final ClaimSeal SEAL = new ClaimSeal(() -> new byte[32]);
    private static final AzureKind GROUP = kind("resources.azure.com", "ResourceGroup");
    private static final AzureKind ROLE = kind("authorization.azure.com", "RoleDefinition");
    private static final String ROLE_PATH =
            "/providers/Microsoft.Authorization/roleDefinitions/8aa3b6bc-7e5a-4c3f-9d5e-1c2d3e4f5a6b";
    private static final AzureKind ACCOUNT = kind("storage.azure.com", "StorageAccount");

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void believes(
            String why,
            AzureKind kind,
            Map<String, String> annotations,
            Map<String, Object> status,
            RecordedResource expected) {
        var object =
                Map.<String, Object>of(
                        "metadata",
                        Map.of("uid", "u1", "annotations", annotations),
                        "status",
                        status);
        assertThat(RecordedResource.of(object, kind, SEAL)).isEqualTo(expected);
    }

    static Stream<Arguments> rows() {
        var nothing = new RecordedResource(Optional.empty(), Optional.empty(), false, false);
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
                        claimed(false, true)),
                arguments(
                        "claimed, refused by Azure",
                        ACCOUNT,
                        claim(ACCOUNT_ID, "u1", "1"),
                        answered(condition("InvalidResourceName", 1), 1),
                        claimed(false, false)),
                arguments(
                        "claimed, refused by Azure, by a version that did not note it",
                        ACCOUNT,
                        claim(ACCOUNT_ID, "u1", "1"),
                        condition("InvalidResourceName", 1),
                        claimed(false, true)),
                arguments(
                        "claimed again, the refusal is of before",
                        ACCOUNT,
                        claim(ACCOUNT_ID, "u1", "2"),
                        answered(condition("InvalidResourceName", 2), 1),
                        claimed(false, true)),
                arguments(
                        "claimed, an annotation that came later says nothing of Azure",
                        ACCOUNT,
                        claim(ACCOUNT_ID, "u1", "1"),
                        condition("InvalidOperatorNamespace", 1),
                        claimed(false, true)),
                arguments(
                        "claimed, Azure did not answer",
                        ACCOUNT,
                        claim(ACCOUNT_ID, "u1", "1"),
                        condition("AzureUnreachable", 1),
                        claimed(false, true)),
                arguments(
                        "claimed, the answer to the PUT was lost, the next look was refused",
                        ACCOUNT,
                        claim(ACCOUNT_ID, "u1", "1"),
                        lost(condition("AuthorizationFailed", 1), 1),
                        claimed(false, true)),
                arguments(
                        "claimed, refused by Azure, and something else is missing since",
                        ACCOUNT,
                        claim(ACCOUNT_ID, "u1", "1"),
                        answered(condition("ReferenceNotFound", 1), 1),
                        claimed(false, false)),
                arguments(
                        "Azure is working on it",
                        ACCOUNT,
                        claim(ACCOUNT_ID, "u1", "1"),
                        Map.of(
                                "dragoman",
                                Map.of("operation", Map.of("url", "https://a", "method", "PUT"))),
                        claimed(true, false)),
                arguments(
                        "the annotation was edited by hand: the status alone tells",
                        ACCOUNT,
                        edited(claim(ACCOUNT_ID, "u1", "1"), OTHER_ID),
                        Map.of("id", ACCOUNT_ID),
                        shown(ACCOUNT_ID)),
                arguments(
                        "a claim of before, whose id is not what was sent",
                        ACCOUNT,
                        claim(OTHER_ID, "u1", "1"),
                        Map.of("id", ACCOUNT_ID),
                        shown(ACCOUNT_ID)),
                arguments(
                        "Azure shows a role definition of a group under the id of the subscription",
                        ROLE,
                        claim(GROUP_ID + ROLE_PATH, "u1", "1"),
                        Map.of("id", "/subscriptions/s" + ROLE_PATH),
                        new RecordedResource(
                                Optional.of(GROUP_ID + ROLE_PATH),
                                Optional.of("/subscriptions/s" + ROLE_PATH),
                                true,
                                false)),
                arguments(
                        "a claim of before of another role definition",
                        ROLE,
                        claim(GROUP_ID + ROLE_PATH + "9", "u1", "1"),
                        Map.of("id", "/subscriptions/s" + ROLE_PATH),
                        shown("/subscriptions/s" + ROLE_PATH)),
                arguments(
                        "the object's own uid is no proof",
                        ACCOUNT,
                        Map.of(AsoNames.RESOURCE_ID, OTHER_ID, AsoNames.CLAIMED_BY, "u1"),
                        noStatus,
                        nothing),
                arguments(
                        "an id as long as annotations may be",
                        ACCOUNT,
                        claim("/a".repeat(120_000), "u1", "1"),
                        noStatus,
                        nothing),
                arguments(
                        "sealed in another case",
                        ACCOUNT,
                        claim(ACCOUNT_ID, "u1", "1"),
                        Map.of("id", ACCOUNT_ID.toLowerCase(Locale.ROOT)),
                        new RecordedResource(
                                Optional.of(ACCOUNT_ID),
                                Optional.of(ACCOUNT_ID.toLowerCase(Locale.ROOT)),
                                true,
                                false)),
                arguments(
                        "reconciled by another operator, which knows no claim of ours",
                        ACCOUNT,
                        Map.of(AsoNames.RESOURCE_ID, ACCOUNT_ID),
                        Map.of("id", ACCOUNT_ID),
                        shown(ACCOUNT_ID)));
    }

    private static RecordedResource claimed(boolean sent, boolean uncertain) {
        return new RecordedResource(Optional.of(ACCOUNT_ID), Optional.empty(), sent, uncertain);
    }

    private static RecordedResource shown(String id) {
        return new RecordedResource(Optional.empty(), Optional.of(id), true, false);
    }

    private static Map<String, String> edited(Map<String, String> annotations, String id) {
        annotations.put(AsoNames.RESOURCE_ID, id);
        return annotations;
    }

    private static Map<String, String> claim(String id, String uid, String generation) {
        var annotations = new HashMap<String, String>();
        annotations.put(AsoNames.RESOURCE_ID, id);
        annotations.put(AsoNames.CLAIMED_BY, SEAL.of(uid, id));
        annotations.put(AsoNames.GENERATION, generation);
        return annotations;
    }

    private static Map<String, Object> answered(Map<String, Object> status, int generation) {
        var all = new HashMap<>(status);
        all.put("dragoman", Map.of("answered", generation));
        return all;
    }

    private static Map<String, Object> lost(Map<String, Object> status, int generation) {
        var all = new HashMap<>(status);
        all.put("dragoman", Map.of("lost", true, "answered", generation));
        return all;
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
