package dev.dragoman.azure.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.KindRules;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceIdTest {
    private static final String GROUP = "/subscriptions/s/resourceGroups/g";
    private static final String ACCOUNT = GROUP + "/providers/Microsoft.Storage/storageAccounts/a";

    private static AzureKind kind(String group, String kind) {
        return Catalog.load().find(group + ".azure.com", kind).orElseThrow();
    }

    @Test
    void idsAreComposedFromOwnerToChild() {
        var group =
                ResourceId.of(
                        kind("resources", "ResourceGroup"), "g", ResourceId.ofSubscription("s"));
        var account = ResourceId.of(kind("storage", "StorageAccount"), "a", group);
        var service =
                ResourceId.of(kind("storage", "StorageAccountsBlobService"), "default", account);
        assertThat(group.text()).isEqualTo(GROUP);
        assertThat(account.text()).isEqualTo(ACCOUNT);
        assertThat(service.text()).isEqualTo(ACCOUNT + "/blobServices/default");
        assertThat(service.type()).contains("Microsoft.Storage/storageAccounts/blobServices");
        assertThat(service.parent()).contains(account);
        assertThat(account.parent()).contains(group);
        assertThat(group.parent()).contains(ResourceId.ofSubscription("s"));
    }

    @Test
    void partsAreReadInAnyCase() {
        var id = new ResourceId("/Subscriptions/s/resourcegroups/g/providers/P/t/n/");
        assertThat(id.subscription()).contains("s");
        assertThat(id.resourceGroup()).contains("g");
        assertThat(id.provider()).contains("P");
        assertThat(id.name()).isEqualTo("n");
        assertThat(ResourceId.key(id.text()))
                .isEqualTo(ResourceId.key("/subscriptions/S/resourceGroups/g/providers/p/T/N"));
        assertThatThrownBy(() -> new ResourceId("g")).hasMessageContaining("must start with /");
    }

    @Test
    void theOwnerIsNamedOrGivenByItsId() {
        AzureKind account = kind("storage", "StorageAccount");
        assertThat(Owner.of(account, Map.of("owner", Map.of("name", "rg"))))
                .contains(new Owner("resources.azure.com", "ResourceGroup", "rg", ""));
        assertThat(Owner.of(account, Map.of("owner", Map.of("armId", GROUP))))
                .contains(new Owner("", "", "", GROUP));
        assertThat(Owner.of(account, Map.of())).isEmpty();
    }

    @Test
    void anOwnerOfAnyKindIsNamedWithItsKind() {
        AzureKind extension =
                new AzureKind(
                        "g",
                        "K",
                        "ks",
                        "P/k",
                        AzureKind.Scope.EXTENSION,
                        Optional.empty(),
                        Optional.empty(),
                        AzureKind.Naming.OBJECT,
                        Set.of(),
                        List.of(),
                        KindRules.NONE,
                        List.of());
        Map<String, Object> owner = Map.of("name", "a", "group", "storage", "kind", "Account");
        var named = Owner.of(extension, Map.of("owner", owner)).orElseThrow();
        assertThat(named).isEqualTo(new Owner("storage", "Account", "a", ""));
        assertThat(named.byArmId()).isFalse();
        var given = Owner.of(extension, Map.of("owner", Map.of("armId", GROUP))).orElseThrow();
        assertThat(given.byArmId()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "/subscriptions/s/resourceGroups/g, true",
        "/SUBSCRIPTIONS/s/RESOURCEGROUPS/g, true",
        "/subscriptions/s, false",
        "/subscriptions/s/resourceGroups/g/providers/P, false",
        "/subscriptions/s/tagNames/g, false",
        "/tenants/s/resourceGroups/g, false",
    })
    void aResourceGroupIsKnownByItsId(String id, boolean group) {
        assertThat(new ResourceId(id).isResourceGroup()).isEqualTo(group);
    }

    @Test
    void partsThatAnIdDoesNotHaveAreEmpty() {
        assertThat(new ResourceId("/subscriptions").subscription()).isEmpty();
        assertThat(new ResourceId("/providers/P/subscriptions/s").subscription()).isEmpty();
        assertThat(new ResourceId("/providers/P/t/n").parent()).isEmpty();
        assertThat(new ResourceId("/subscriptions/s/t").parent())
                .contains(new ResourceId("/subscriptions"));
        assertThat(new ResourceId("/subscriptions/s").parent()).isEmpty();
        assertThat(new ResourceId("/subscriptions/s").provider()).isEmpty();
        assertThat(new ResourceId(ACCOUNT).parent()).contains(new ResourceId(GROUP));
        assertThat(new ResourceId("/providers/P/t/n").provider()).contains("P");
        assertThat(new ResourceId("/providers/P/t/n/u/m").parent())
                .contains(new ResourceId("/providers/P/t/n"));
        assertThat(new ResourceId(ACCOUNT)).hasToString(ACCOUNT);
        assertThat(ResourceId.key(ACCOUNT)).isNotEqualTo(ResourceId.key(GROUP));
    }

    @Test
    void anExtensionHangsBelowTheResourceThatItExtends() {
        var extension =
                new ResourceId(ACCOUNT + "/providers/Microsoft.Insights/diagnosticSettings/d");
        assertThat(extension.type()).contains("Microsoft.Insights/diagnosticSettings");
        assertThat(extension.parent()).contains(new ResourceId(ACCOUNT));
    }

    @Test
    void aSegmentIsNoLongerThanAnId() {
        assertThat(ResourceId.isSegment("a".repeat(2_048))).isTrue();
        assertThat(ResourceId.isSegment("a".repeat(2_049))).isFalse();
        var longest = "/a/" + "b".repeat(2_045);
        assertThat(ResourceId.written(longest).text()).isEqualTo(longest);
        assertThatThrownBy(() -> ResourceId.written(longest + "b"))
                .hasMessageContaining("2049 characters; an id has at most 2048");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/subscriptions/s/resourceGroups/../resourceGroups/other",
                "/subscriptions/s/resourceGroups/.",
                "/subscriptions/s/resourceGroups/a%2fb",
                "/subscriptions/s/resourceGroups/a?x=1",
                "/subscriptions/s/resourceGroups/a#b",
                "/subscriptions/s/resourceGroups/a\\b",
                "/subscriptions/s/resourceGroups/a ",
                "/subscriptions//resourceGroups/a",
                "//subscriptions/s",
                "/",
                "g",
                ""
            })
    void whatIsWrittenByHandConsistsOfSegments(String text) {
        assertThatThrownBy(() -> ResourceId.written(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not an ARM id");
    }

    @Test
    void anIdIsNoLongerThanAzureTakes() {
        assertThatThrownBy(() -> ResourceId.written("/a".repeat(120_000)))
                .hasMessageContaining("240000 characters");
        assertThat(ResourceId.written(GROUP + "/").text()).isEqualTo(GROUP);
    }
}
