package dev.dragoman.azure.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.Catalog;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArmStatusTest {
    private static AzureVersion newest(String group, String kind) {
        return Catalog.load().find(group + ".azure.com", kind).orElseThrow().newest();
    }

    private static final AzureVersion ACCOUNT = newest("storage", "StorageAccount");

    @Test
    void propertiesAreFlattenedButNotThoseOfAResourceGroup() {
        Map<String, Object> answer =
                Map.of("id", "/x", "properties", Map.of("provisioningState", "Succeeded"));
        assertThat(ArmStatus.of(ACCOUNT, answer, Set.of()).fields())
                .isEqualTo(Map.of("id", "/x", "provisioningState", "Succeeded"));
        assertThat(ArmStatus.of(newest("resources", "ResourceGroup"), answer, Set.of()).fields())
                .isEqualTo(answer);
    }

    @Test
    void aCollisionGetsAPrefix() {
        Map<String, Object> answer =
                Map.of("type", "a", "conditions", 1, "properties", Map.of("type", "b"));
        assertThat(ArmStatus.of(ACCOUNT, answer, Set.of()).fields())
                .isEqualTo(Map.of("type", "a", "properties_type", "b", "properties_conditions", 1));
    }

    @Test
    void whatCameFromASecretIsLeftOut() {
        Map<String, Object> answer = Map.of("properties", Map.of("key", "hidden", "other", "x"));
        assertThat(ArmStatus.of(ACCOUNT, answer, Set.of("properties.key")).fields())
                .isEqualTo(Map.of("other", "x"));
    }

    @Test
    void whatCameFromASecretIsLeftOutInAnotherCaseAndOrder() {
        Map<String, Object> answer =
                Map.of(
                        "properties",
                        Map.of(
                                "Users",
                                List.of(Map.of("Name", "b"), Map.of("Password", "hidden"))));
        assertThat(ArmStatus.of(ACCOUNT, answer, Set.of("properties.users[0].password")).fields())
                .isEqualTo(Map.of("Users", List.of(Map.of("Name", "b"), Map.of())));
    }

    @Test
    void aLongListIsShortenedAndNamed() {
        Map<String, Object> answer =
                Map.of(
                        "id",
                        "/x",
                        "properties",
                        Map.of("rules", Collections.nCopies(50_000, "0123456789")));
        var shown = ArmStatus.of(ACCOUNT, answer, Set.of());
        var status = shown.fields();
        assertThat(Canonical.json(status)).hasSizeLessThan(ArmStatus.LARGEST);
        assertThat(status).containsEntry("id", "/x");
        assertThat(Values.list(status.get("rules"))).hasSize(10);
        assertThat(shown.shortened()).containsExactly("rules");
    }

    @Test
    void aLongTextIsDroppedAndNamed() {
        var status = ArmStatus.of(ACCOUNT, Map.of("text", "x".repeat(400_000)), Set.of());
        assertThat(status).isEqualTo(new ArmStatus(Map.of(), List.of("text")));
    }

    @Test
    void ofALargeObjectItsListsAreShortenedToo() {
        var inner = Map.of("rules", Collections.nCopies(50_000, "0123456789"), "mode", "On");
        var shown = ArmStatus.of(ACCOUNT, Map.of("small", "x", "net", inner), Set.of());
        var status = shown.fields();
        assertThat(Values.list(Values.at(status, "net", "rules"))).hasSize(10);
        assertThat(Values.at(status, "net", "mode")).isEqualTo("On");
        assertThat(status).containsEntry("small", "x");
        assertThat(shown.shortened()).containsExactly("net");
    }

    @Test
    void theLargestFieldGivesWayFirstAndTheIdStays() {
        var shown =
                ArmStatus.of(
                        ACCOUNT,
                        Map.of(
                                "id",
                                "/x",
                                "a",
                                "a".repeat(100_000),
                                "b",
                                "b".repeat(200_000),
                                "c",
                                "c"),
                        Set.of());
        var status = shown.fields();
        assertThat(status).containsKeys("id", "a", "c").doesNotContainKey("b");
        assertThat(shown.shortened()).containsExactly("b");
    }

    @Test
    void aListThatIsStillTooLargeWhenShortenedIsDropped() {
        var status =
                ArmStatus.of(
                        ACCOUNT,
                        Map.of("list", Collections.nCopies(20, "x".repeat(40_000))),
                        Set.of());
        assertThat(status).isEqualTo(new ArmStatus(Map.of(), List.of("list")));
    }

    @Test
    void aStatusOfExactlyTheLargestSizeStaysWhole() {
        var room = ArmStatus.LARGEST - Canonical.json(Map.of("a", "")).length();
        var whole = Map.<String, Object>of("a", "x".repeat(room));
        assertThat(ArmStatus.of(ACCOUNT, whole, Set.of()))
                .isEqualTo(new ArmStatus(whole, List.of()));
        assertThat(ArmStatus.of(ACCOUNT, Map.of("a", "x".repeat(room + 1)), Set.of()).fields())
                .doesNotContainKey("a");
    }

    @Test
    void exportsReadFieldsIndexesAndTheSubscription() {
        Map<String, Object> answer =
                Map.of(
                        "id", "/subscriptions/s/resourceGroups/g",
                        "keys", List.of(Map.of("value", "k")),
                        "properties", Map.of("port", 6380));
        assertThat(ExportValue.at(answer, "keys.0.value")).contains("k");
        assertThat(ExportValue.at(answer, "keys.1.value")).isEmpty();
        assertThat(ExportValue.at(answer, "properties.port")).contains("6380");
        assertThat(ExportValue.at(answer, "id.subscriptionId")).contains("s");
        assertThat(ExportValue.at(answer, "properties")).isEmpty();
        assertThat(ExportValue.at(Map.of("key", ""), "key")).isEmpty();
    }
}
