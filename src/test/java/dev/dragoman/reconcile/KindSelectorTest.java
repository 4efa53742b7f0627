package dev.dragoman.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KindSelectorTest {
    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource({
        "core/ConfigMap, true",
        "apps/Deployment, true",
        "networking.k8s.io/NetworkPolicy, true",
        "rbac.authorization.k8s.io/Role, true",
        "gateway.networking.k8s.io/HTTPRoute, false",
        "snapshot.storage.k8s.io/VolumeSnapshot, false",
        "storage.azure.com/StorageAccount, false",
        "core/*, false"
    })
    void knowsKindsThatNoCrdDefines(String text, boolean builtIn) {
        assertThat(KindSelector.parse(text).builtIn()).isEqualTo(builtIn);
    }
}
