package dev.dragoman.kube;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.kube.failure.KindMissing;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;

/** Objects of a kind of its own on the shared API server, and another client beside the writers. */
abstract class KubeWritersFixture {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    static final String API = "kube.dragoman.dev/v1";
    static final String WIDGETS = "/apis/" + API + "/namespaces/default/widgets";

    static KubernetesClient client;
    static RawApi raw;
    static Kinds kinds;

    final List<String> told = new ArrayList<>();

    void tell(ObjectKey key, String version) {
        told.add(key + " " + version);
    }

    /** Once for both classes, which may run at the same time. */
    @BeforeAll
    static synchronized void start() throws IOException {
        if (kinds == null) {
            client = RawApi.client(SharedControlPlane.shared().adminConfig());
            raw = new RawApi(client);
            kinds = withWidgets();
        }
    }

    private static Kinds withWidgets() throws IOException {
        var kinds = new Kinds(client);
        assertThatThrownBy(() -> kinds.resolve(API, "Widget"))
                .isInstanceOf(KindMissing.class)
                .hasMessageContaining("install its CustomResourceDefinition");
        try (var crd = KubeWritersFixture.class.getResourceAsStream("/kube/widget-crd.json")) {
            raw.create(
                    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                    Json.read(crd.readAllBytes()));
        }
        await().ignoreExceptions()
                .until(() -> kinds.resolve(API, "Widget").plural().equals("widgets"));
        await().ignoreExceptions().until(() -> !raw.get("/api/v1/namespaces/default").isEmpty());
        await().ignoreExceptions().until(() -> !raw.get(WIDGETS).isEmpty());
        return kinds;
    }

    /** A name that no other test uses. */
    static String unique(String prefix) {
        return prefix + NUMBER.incrementAndGet();
    }

    static Map<String, Object> widget() {
        return raw.create(WIDGETS, widgetNamed(unique("w")));
    }

    static Map<String, Object> widgetNamed(String name) {
        return object(API, "Widget", name, "spec", Map.of("size", 1));
    }

    /** An object in the namespace default with one field of that value. */
    static Map<String, Object> object(
            String apiVersion, String kind, String name, String field, Map<String, ?> value) {
        var metadata = Map.of("name", name, "namespace", "default");
        return Map.of("apiVersion", apiVersion, "kind", kind, "metadata", metadata, field, value);
    }
}
