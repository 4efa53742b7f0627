package dev.dragoman.reconcile.cache;

import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.watch.BoundedJson;
import dev.dragoman.reconcile.watch.KindInfo;
import dev.dragoman.reconcile.watch.WireFormat;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;

/**
 * What the cache takes in the heap for each of 10,000 resource groups, with and without what is
 * kept of managedFields: {@code java -XX:+UseSerialGC -XX:+UseCompactObjectHeaders -cp
 * 'target/test-classes:target/classes:target/lib/*'
 * dev.dragoman.reconcile.cache.KindStoreFootprint}.
 */
public final class KindStoreFootprint {
    private static final int OBJECTS = 10_000;
    private static final KindInfo GROUPS =
            new KindInfo(
                    new GroupKind("resources.azure.com", "ResourceGroup"),
                    "v1api20200601",
                    "resourcegroups",
                    true,
                    true,
                    true);
    private static final String MANAGED =
            """
            , "managedFields": [
              {"manager": "kubectl", "operation": "Apply", "apiVersion": "resources.azure.com/v1api20200601",
               "time": "2026-01-01T00:SECOND", "fieldsType": "FieldsV1",
               "fieldsV1": {"f:spec": {"f:location": {}, "f:tags": {"f:team": {}}}}},
              {"manager": "dragoman", "operation": "Update", "apiVersion": "resources.azure.com/v1api20200601",
               "time": "2026-01-01T00:00:01Z", "fieldsType": "FieldsV1",
               "fieldsV1": {"f:metadata": {"f:finalizers": {}}}},
              {"manager": "dragoman-status", "operation": "Apply", "apiVersion": "resources.azure.com/v1api20200601",
               "time": "2026-01-01T00:00:02Z", "fieldsType": "FieldsV1", "subresource": "status",
               "fieldsV1": {"f:status": {"f:conditions": {}}}}]
            """;

    private static KindStore store;

    private KindStoreFootprint() {}

    /** Prints bytes. */
    public static void main(String[] arguments) {
        measure("to warm up", false);
        measure("without managedFields", false);
        measure("with who owns the spec", true);
    }

    private static void measure(String what, boolean managed) {
        var json = WireFormat.lean(BoundedJson.mapper());
        store = null;
        long before = used();
        store =
                new KindStore(
                        GROUPS,
                        each -> Snapshot.full(each, json, Instant.EPOCH),
                        (key, was, is) -> {},
                        Clock.systemUTC(),
                        KindStore.Index.NONE,
                        CacheBudget.unlimited());
        for (int i = 0; i < OBJECTS; i++) {
            var object = json.unmarshal(text(i, managed), GenericKubernetesResource.class);
            var _ = store.put(store.getKey(object), object);
        }
        long after = used();
        System.out.printf(
                Locale.ROOT,
                "%s: %d bytes of heap for each object, counted as %d%n",
                what,
                (after - before) / OBJECTS,
                store.all().values().stream().mapToLong(Snapshot::weight).sum() / OBJECTS);
    }

    private static long used() {
        // only each fourth leaves nothing dead behind
        for (int i = 0; i < 8; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static String text(int number, boolean managed) {
        return """
        {"apiVersion": "resources.azure.com/v1api20200601", "kind": "ResourceGroup",
         "metadata": {"name": "%1$s", "namespace": "ns", "uid": "u-%1$s", "generation": 1,
           "resourceVersion": "%2$d", "creationTimestamp": "2026-01-01T00:00:00Z",
           "finalizers": ["serviceoperator.azure.com/finalizer"],
           "annotations": {"dragoman.dev/claimed-by": "u-%1$s"} %3$s},
         "spec": {"location": "westeurope", "tags": {"team": "orders"}},
         "status": {"id": "/subscriptions/s/resourceGroups/%1$s", "location": "westeurope",
           "conditions": [{"type": "Ready", "status": "True", "observedGeneration": 1,
             "reason": "Succeeded", "message": "", "lastTransitionTime": "2026-01-01T00:00:00Z"}]}}
        """
                .formatted(
                        "g" + number,
                        100_000 + number,
                        managed ? MANAGED.replace("SECOND", second(number)) : "");
    }

    private static String second(int number) {
        return "%02d:%02dZ".formatted(number / 60 % 60, number % 60);
    }
}
