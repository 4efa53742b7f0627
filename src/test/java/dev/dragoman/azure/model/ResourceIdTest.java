package dev.dragoman.azure.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
        assertThat(id.same(new ResourceId("/subscriptions/S/resourceGroups/g/providers/p/T/N")))
                .isTrue();
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
