package dev.dragoman.road;

import static dev.dragoman.Patience.await;

import dev.dragoman.Patience;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.sandbox.cli.Install;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The objects of {@code kubernetes/samples} on a road: seven kinds, with owners and a Secret. */
final class SampleObjects {
    static final List<String> FILES =
            List.of("resource-group", "storage-account", "identity", "servicebus");

    private SampleObjects() {}

    static List<AzureKind> kinds() {
        return Install.sampleKinds().stream()
                .map(id -> id.split("/", 2))
                .map(id -> Catalog.load().find(id[0], id[1]))
                .map(Optional::orElseThrow)
                .toList();
    }

    /** Applies them and waits until all are Ready. */
    static void apply(Road road) {
        for (var file : FILES) {
            road.applyServed(Install.manifest("samples/%s.yaml".formatted(file)));
        }
        ready(road);
    }

    static void ready(Road road) {
        for (var kind : kinds()) {
            var _ =
                    road.kubectl(
                            "wait",
                            "--for=condition=Ready",
                            kind.plural() + "." + kind.group(),
                            "--all",
                            Patience.timeout());
        }
    }

    /** All of them, as they are stored. */
    static List<GenericKubernetesResource> all(Road road) {
        return kinds().stream()
                .flatMap(
                        kind ->
                                road
                                        .client()
                                        .genericKubernetesResources(
                                                kind.group()
                                                        + "/"
                                                        + kind.newest().names().getFirst(),
                                                kind.kind())
                                        .inNamespace(road.namespace)
                                        .list()
                                        .getItems()
                                        .stream())
                .toList();
    }

    /** ARM ids of them all. */
    static List<String> ids(Road road) {
        return all(road).stream().map(each -> each.<String>get("status", "id")).toList();
    }

    /** What was sent to Azure to change something. */
    static List<String> writes(Road road) {
        return road.azure.control().exchanges().stream()
                .filter(each -> !"GET".equals(each.method()) && !"HEAD".equals(each.method()))
                // asks for keys
                .filter(each -> !"POST".equals(each.method()) || !each.path().contains("/list"))
                .map(SampleObjects::words)
                .toList();
    }

    private static String words(Exchange each) {
        return each.method() + " " + each.path();
    }

    /** Waits until the operator has looked at each resource in Azure again. */
    static void lookedAt(Road road, List<String> ids, int since) {
        await().until(
                        () -> {
                            var all = road.azure.control().exchanges();
                            var seen =
                                    all.subList(since, all.size()).stream()
                                            .filter(each -> "GET".equals(each.method()))
                                            .map(each -> each.path().toLowerCase(Locale.ROOT))
                                            .toList();
                            return ids.stream()
                                    .allMatch(id -> seen.contains(id.toLowerCase(Locale.ROOT)));
                        });
    }
}
