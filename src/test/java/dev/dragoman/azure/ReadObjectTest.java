package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.check.AzureObservation;
import dev.dragoman.azure.check.VaultAsked;
import dev.dragoman.azure.claim.ActingIdentity;
import dev.dragoman.azure.decision.AzureFacts;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.azure.export.ExportRequests;
import dev.dragoman.azure.export.ExpressionCheck;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.MetadataChange;
import dev.dragoman.reconcile.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What expressions read of an object. */
class ReadObjectTest {
    private static final AzureKind ACCOUNT =
            Catalog.load().find("storage.azure.com", "StorageAccount").orElseThrow();
    private static final AzureKind SERVICE =
            Catalog.load().find("storage.azure.com", "StorageAccountsBlobService").orElseThrow();

    static Map<String, Object> object(AzureKind kind, Map<String, Object> spec) {
        return Map.of(
                "apiVersion",
                "storage.azure.com/v20250601",
                "kind",
                kind.kind(),
                "metadata",
                Map.of(
                        "name",
                        "mine",
                        "annotations",
                        Map.of(
                                "kubectl.kubernetes.io/last-applied-configuration",
                                "{\"apiVersion\":\"storage.azure.com/v1api20230101\"}"),
                        "managedFields",
                        List.of(
                                Map.of(
                                        "manager",
                                        "kubectl-client-side-apply",
                                        "operation",
                                        "Update"))),
                "spec",
                spec,
                "status",
                Map.of(
                        "id",
                        "/before",
                        "conditions",
                        List.of(Map.of("type", "Ready")),
                        "dragoman",
                        Map.of("acceptedHash", "h")));
    }

    @SuppressWarnings("NullAway") // not looked at
    static AzureObservation seen(AzureKind kind, Map<String, Object> spec) {
        var object = object(kind, spec);
        return new AzureObservation(
                new ObjectKey(kind.group(), kind.kind(), "ns", "mine"),
                kind,
                kind.newest(),
                new AzureFacts(
                        new AzureFacts.Subject(
                                object,
                                "x",
                                1,
                                false,
                                true,
                                Optional.empty(),
                                AzureFacts.Policy.MANAGE,
                                false,
                                AzureFacts.VaultValue.THERE),
                        null,
                        null,
                        Optional.empty(),
                        Optional.empty(),
                        OwnState.of(object),
                        null,
                        null),
                Optional.empty(),
                Optional.of("/subscriptions/s/resourceGroups/g/providers/p/t/inazure"),
                Optional.empty(),
                MetadataChange.addFinalizer("f"),
                Map.of(),
                new ExportRequests(List.of(), List.of()),
                ExpressionCheck.NOTHING,
                VaultAsked.NOTHING,
                false,
                ActingIdentity.SHARED,
                Set.of());
    }

    @Test
    void theStatusIsThatOfAzuresAnswerWithoutWhatIsOurs() {
        var read =
                AzureCapability.read(
                        seen(ACCOUNT, Map.of()),
                        Map.of("id", "/now", "properties", Map.of("primaryLocation", "north")));
        assertThat(Fields.map(read, "status"))
                .containsEntry("id", "/now")
                .containsEntry("primaryLocation", "north")
                .containsKey("conditions")
                .doesNotContainKey("dragoman");
        assertThat(Fields.map(read, "metadata")).doesNotContainKey("managedFields");
    }

    @Test
    void theVersionIsTheAppliedOne() {
        assertThat(AzureCapability.read(seen(ACCOUNT, Map.of()), Map.of()))
                .containsEntry("apiVersion", "storage.azure.com/v1api20230101");
    }

    @Test
    void theNameInAzureIsThereThoughNobodyWroteIt() {
        assertThat(spec(ACCOUNT, Map.of("location", "west")))
                .isEqualTo(Map.of("location", "west", "azureName", "inazure"));
        assertThat(spec(ACCOUNT, Map.of("azureName", "written")))
                .isEqualTo(Map.of("azureName", "written"));
        assertThat(spec(SERVICE, Map.of())).isEmpty();
    }

    @Test
    void whereAzureShowsNothingTheStatusStays() {
        assertThat(Fields.map(AzureCapability.read(seen(ACCOUNT, Map.of()), Map.of()), "status"))
                .containsEntry("id", "/before")
                .doesNotContainKey("dragoman");
    }

    private static Map<String, Object> spec(AzureKind kind, Map<String, Object> written) {
        return Fields.spec(AzureCapability.read(seen(kind, written), Map.of()));
    }
}
