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

/** The objects that are measured, made from the samples. */
final class Objects {
    /** Enough to keep the API server of a small machine busy. */
    private static final int AT_ONCE = 8;

    private Objects() {}

    /** A kind that is measured. */
    enum Type {
        /** Synchronous in Azure. */
        GROUP("resources.azure.com", "v1api20200601", "ResourceGroup", "resourcegroups"),
        /** A long-running operation in Azure, with keys that go into a Secret. */
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

    /** YAML of an object of this type, as the sample is written. */
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

    /** Creates, several at once; returns when all exist. */
    static void create(KubernetesClient client, String namespace, Type type, List<String> names) {
        var all = client.genericKubernetesResources(type.context()).inNamespace(namespace);
        each(
                names.size(),
                i -> {
                    var _ = all.resource(object(type, names.get(i))).create();
                });
    }

    /** Gives a tag another value, which Azure must be told. */
    static GenericKubernetesResource edit(
            KubernetesClient client, String namespace, Type type, String name, String value) {
        return client.genericKubernetesResources(type.context())
                .inNamespace(namespace)
                .withName(name)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\":{\"tags\":{\"team\":\"%s\"}}}".formatted(value));
    }

    /** Asks for the deletion of each, several at once; does not wait until they are gone. */
    static void delete(KubernetesClient client, String namespace, Type type, List<String> names) {
        var all = client.genericKubernetesResources(type.context()).inNamespace(namespace);
        each(
                names.size(),
                i -> {
                    var _ = all.withName(names.get(i)).delete();
                });
    }

    /** Does something for each number below the count, several at once. */
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
