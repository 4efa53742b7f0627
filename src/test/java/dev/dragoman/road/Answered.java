package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.tools.catalog.RecordedAzure;
import dev.dragoman.tools.catalog.ReplayFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What Azure once answered: a folder of samples becomes Ready with no more PUTs than were recorded,
 * and stays so.
 */
final class Answered {
    private Answered() {}

    static void run(ReplayFolder folder) throws JsonProcessingException {
        try (Road road = new Road("answered").unkept()) {
            road.install.kindsAndRightsOnce(Replay.kinds(folder));
            road.environment.put("AZURE_SYNC_PERIOD", "4s");
            road.start();
            road.azure.control().unlimited();
            var subscription = road.azure.subscriptionId();
            road.azure
                    .control()
                    .play(
                            new RecordedAzure(
                                    folder.exchanges(), road.azure.armEndpoint(), subscription));
            road.applyServed(Replay.manifest(folder, subscription));
            for (Map<String, Object> object : folder.objects()) {
                if (object.containsKey("spec")) {
                    road.ready(Replay.resource(object));
                }
            }
            var sent = counted(road);
            sent.keySet().forEach(path -> lookedAtAgain(road, path));
            assertThat(counted(road)).as("once all are Ready").isEqualTo(sent);
            assertThat(moreThan(folder, sent, subscription))
                    .as("PUTs that were not recorded, of %s", folder)
                    .isEmpty();
            Replay.deleted(road, folder);
            System.out.printf(
                    "%s: %d resources Ready by Azure's answers, %d PUTs%n",
                    folder, sent.size(), sent.values().stream().mapToInt(Long::intValue).sum());
        }
    }

    private static Map<String, Long> counted(Road road) {
        return road.azure.control().exchanges().stream()
                .filter(each -> each.method().equals("PUT"))
                .collect(
                        Collectors.groupingBy(
                                each -> each.path().toLowerCase(Locale.ROOT),
                                TreeMap::new,
                                Collectors.counting()));
    }

    private static void lookedAtAgain(Road road, String path) {
        long before = looks(road, path);
        await().until(() -> looks(road, path) > before);
    }

    private static long looks(Road road, String path) {
        return road.azure.control().exchanges().stream()
                .filter(each -> each.method().equals("GET"))
                .map(Exchange::path)
                .filter(path::equalsIgnoreCase)
                .count();
    }

    private static List<String> moreThan(
            ReplayFolder folder, Map<String, Long> sent, String subscription) {
        List<String> out = new ArrayList<>();
        Set<String> recorded =
                folder.exchanges().stream()
                        .filter(each -> each.method().equals("PUT"))
                        .map(each -> each.path().toLowerCase(Locale.ROOT))
                        .collect(Collectors.toSet());
        sent.forEach(
                (path, count) -> {
                    var there = path.replace(subscription, ReplayFolder.SUBSCRIPTION);
                    long known =
                            folder.exchanges().stream()
                                    .filter(each -> each.method().equals("PUT"))
                                    .filter(each -> each.path().equalsIgnoreCase(there))
                                    .count();
                    if (!recorded.contains(there) || count > known) {
                        out.add("%s: %d sent, %d recorded".formatted(there, count, known));
                    }
                });
        return out;
    }
}
