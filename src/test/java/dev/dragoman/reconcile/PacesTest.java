package dev.dragoman.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.settings.PaceSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which pace a kind has by the settings. */
class PacesTest {
    private static final ObjectKey ACCOUNT =
            new ObjectKey("storage.azure.com", "StorageAccount", "ns", "a");
    private static final ObjectKey SERVICE =
            new ObjectKey("storage.azure.com", "StorageAccountsBlobService", "ns", "a");
    private static final ObjectKey GROUP =
            new ObjectKey("resources.azure.com", "ResourceGroup", "ns", "a");
    private static final ObjectKey MAP = new ObjectKey("", "ConfigMap", "ns", "a");

    private final Paces paces =
            PaceSettings.from(
                    Map.of(
                            "DRAGOMAN_RESYNC",
                            "*.storage.azure.com=4h, StorageAccount.storage.azure.com=never,"
                                    + "ConfigMap=10m",
                            "DRAGOMAN_RETRY",
                            "StorageAccount.storage.azure.com=30s..10m,Typo.storage.azure.com=1s..2s"));

    @Test
    void theKindComesBeforeItsGroup() {
        assertThat(paces.resync(ACCOUNT)).as("never").contains(Duration.ZERO);
        assertThat(paces.resync(SERVICE)).contains(Duration.ofHours(4));
        assertThat(paces.resync(MAP)).contains(Duration.ofMinutes(10));
        assertThat(paces.resync(GROUP)).isEmpty();
        assertThat(paces.retry(ACCOUNT))
                .contains(new Paces.Retry(Duration.ofSeconds(30), Duration.ofMinutes(10)));
        assertThat(paces.retry(SERVICE)).isEmpty();
        assertThat(Paces.NONE.resync(ACCOUNT)).isEmpty();
    }

    @Test
    void whatIsSaidOfNobodyIsNamed() {
        assertThat(paces.unused(List.of(GroupKind.of(ACCOUNT), GroupKind.of(GROUP))))
                .hasSize(2)
                .satisfies(
                        texts -> {
                            assertThat(texts.getFirst())
                                    .startsWith("DRAGOMAN_RESYNC: no route reconciles ConfigMap,");
                            assertThat(texts.getLast())
                                    .startsWith(
                                            "DRAGOMAN_RETRY: no route reconciles"
                                                    + " Typo.storage.azure.com,");
                        });
    }
}
