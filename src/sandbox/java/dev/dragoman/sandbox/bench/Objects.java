package dev.dragoman.sandbox.bench;

import dev.dragoman.sandbox.cli.Install;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Creates and changes the objects of the benchmarks, which are made from the samples. */
final class Objects {
    /** Threads; enough to keep the API server of a small machine busy. */
    private static final int AT_ONCE = 8;

    private Objects() {}

    /** A kind of these objects. */
    enum Type {
        /** Azure creates it synchronously. */
        GROUP("resources.azure.com", "v1api20200601", "ResourceGroup", "resourcegroups"),
        /** Azure creates it by a long-running operation. Its keys are exported into a Secret. */
        ACCOUNT("storage.azure.com", "v20230101", "StorageAccount", "storageaccounts");

        private final String group;
        private final String version;
        private final String kind;
        private final String plural;

        Type(String group, String version, String kind, String plural) {
            this.group = group;
            this.version = version;
            this.kind = kind;
            this.plural = plural;
        }

        ResourceDefinitionContext context() {
            return new ResourceDefinitionContext.Builder()
                    .withGroup(group)
                    .withVersion(version)
                    .withKind(kind)
                    .withPlural(plural)
                    .withNamespaced(true)
                    .build();
        }
    }

    /** The YAML of the sample, with this name. */
    static String yaml(Type type, String name) {
        return switch (type) {
            case GROUP ->
                    Install.manifest("samples/resource-group.yaml")
                            .replace("name: orders", "name: " + name);
            case ACCOUNT ->
                    Install.manifest("samples/storage-account.yaml")
                            .split("\n---\n", -1)[0]
                            .replace("name: orders-storage", "name: " + name + "-keys")
                            .replace("name: ordersdragoman", "name: " + name)
                            .replace("name: orders\n", "name: owner\n")
                            .concat("\n  tags:\n    team: orders\n");
        };
    }

    static GenericKubernetesResource object(Type type, String name) {
        return Serialization.unmarshal(yaml(type, name), GenericKubernetesResource.class);
    }

    /** Names that Azure accepts for every type. */
    static List<String> names(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> "%s%05d".formatted(prefix, i)).toList();
    }

    /** Creates the objects, several at a time. Returns when all exist. */
    static void create(KubernetesClient client, String namespace, Type type, List<String> names) {
        var all = client.genericKubernetesResources(type.context()).inNamespace(namespace);
        each(
                names.size(),
                i -> {
                    var _ = all.resource(object(type, names.get(i))).create();
                });
    }

    /** Sets the value of a tag, which the operator must send to Azure. */
    static GenericKubernetesResource edit(
            KubernetesClient client, String namespace, Type type, String name, String value) {
        return client.genericKubernetesResources(type.context())
                .inNamespace(namespace)
                .withName(name)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\":{\"tags\":{\"team\":\"%s\"}}}".formatted(value));
    }

    /**
     * Requests the deletion of the objects, several at a time. Does not wait until they are gone.
     */
    static void delete(KubernetesClient client, String namespace, Type type, List<String> names) {
        var all = client.genericKubernetesResources(type.context()).inNamespace(namespace);
        each(
                names.size(),
                i -> {
                    var _ = all.withName(names.get(i)).delete();
                });
    }

    /** Runs the action for each number below the count, several at a time. */
    static void each(int count, IntConsumer what) {
        try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
            var all =
                    IntStream.range(0, count)
                            .<Future<?>>mapToObj(i -> threads.submit(() -> what.accept(i)))
                            .toList();
            for (var one : all) {
                var _ = one.get();
            }
        } catch (ExecutionException e) {
            throw new BenchFailed("a request of the benchmark failed: " + e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailed("interrupted", e);
        }
    }
}
