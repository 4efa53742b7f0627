package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import org.junit.jupiter.api.Test;

class ChildrenTest {
    /** An extension may belong to it too: without that its resource would be deleted with it. */
    @Test
    void extensionsMayBelongToAnyKind() {
        var catalog = Catalog.load();
        var account = catalog.find("storage.azure.com", "StorageAccount").orElseThrow();
        assertThat(Children.possible(catalog, account))
                .extracting(AzureKind::kind)
                .contains("StorageAccountsBlobService", "RoleAssignment", "DiagnosticSetting")
                .doesNotContain("VirtualNetworksSubnet", "ResourceGroup", "StorageAccount");
    }
}
