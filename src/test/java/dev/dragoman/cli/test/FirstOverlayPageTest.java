package dev.dragoman.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.point.PointInterceptor;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.PointStep;
import dev.dragoman.cli.trial.Trial;
import dev.dragoman.cli.validate.ValidateCommand;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.Reconciliation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The commands, files and the picture of docs/first-overlay.md. */
class FirstOverlayPageTest extends TestCommandFixture {
    private static final String ID =
            "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/orders/providers/Microsoft.Storage/storageAccounts/orders";

    /** A point, or a request, in the picture. */
    private static final Pattern NODE = Pattern.compile("\\w\\d(?:\\[|\\(\\[\")([\\w-]+)");

    /** The points that ran, in their order. */
    private static final class Points implements PointInterceptor {
        private final List<String> names = new ArrayList<>();

        @Override
        public Duration limit() {
            return Duration.ofMinutes(1);
        }

        @Override
        public PointResult run(
                Reconciliation reconciliation, PointStep step, Supplier<PointResult> steps) {
            names.add(step.id().replaceFirst("azure-", ""));
            return steps.get();
        }
    }

    @Test
    void thePictureHasThePointsOfEachRound() throws IOException {
        for (var each :
                List.of(
                        "desired",
                        "before-create",
                        "before-change",
                        "before-delete",
                        "after-create",
                        "exported",
                        "transition")) {
            file("overlays/azure-%s.seen.steps.yaml".formatted(each), "- log: seen\n");
        }
        var points = new Points();
        var drawn = picture();
        var rounds = new LinkedHashMap<String, Runnable>();
        try (var trial =
                new Trial(
                        new Trial.Setup(
                                new Overlays(List.of(root.resolve("overlays"))),
                                Map.of(),
                                Instant.parse("2026-01-01T00:00:00Z"),
                                Set.of(),
                                Set.of(),
                                true,
                                Optional.of(points)))) {
            rounds.put("first apply", () -> trial.apply(account("Standard_LRS"), "team-a"));
            rounds.put("edit", () -> trial.apply(account("Standard_GRS"), "team-a"));
            rounds.put(
                    "drift",
                    () -> {
                        trial.answers()
                                .resource(
                                        ID,
                                        Map.of(
                                                "id",
                                                ID,
                                                "location",
                                                "northeurope",
                                                "sku",
                                                Map.of("name", "Premium_LRS")));
                        trial.resync();
                    });
            rounds.put("resync", trial::resync);
            rounds.put(
                    "deletion",
                    () ->
                            trial.keys().stream()
                                    .filter(each -> each.kind().equals("StorageAccount"))
                                    .forEach(trial::delete));
            for (var each : rounds.entrySet()) {
                points.names.clear();
                each.getValue().run();
                var sent =
                        trial.run(Duration.ofSeconds(30)).stream()
                                .map(entry -> String.valueOf(entry.get("request")))
                                .filter(request -> request.contains("/storageAccounts/orders?"))
                                .map(request -> request.replaceFirst(" .*", ""))
                                .toList();
                assertThat(
                                drawn.get(each.getKey()).stream()
                                        .filter(name -> !name.matches("[A-Z]+")))
                        .as(each.getKey())
                        .containsExactlyElementsOf(new LinkedHashSet<>(points.names));
                assertThat(drawn.get(each.getKey()).stream().filter(name -> name.matches("[A-Z]+")))
                        .as(each.getKey())
                        .containsExactlyElementsOf(sent);
            }
        }
        assertThat(drawn.keySet()).containsExactlyElementsOf(rounds.keySet());
    }

    /** The nodes of the picture, by round. */
    private static Map<String, List<String>> picture() throws IOException {
        var all = new LinkedHashMap<String, List<String>>();
        var rounds = Pattern.compile("subgraph \"(.*?)\"\\n(.*)\\n").matcher(page());
        while (rounds.find()) {
            all.put(
                    rounds.group(1),
                    NODE.matcher(rounds.group(2)).results().map(each -> each.group(1)).toList());
        }
        return all;
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("docs/first-overlay.md"));
    }

    @Test
    void itsFilesAreSoundAndItsCaseIsMet() throws IOException {
        var files = Pattern.compile("(?s)```yaml\n# (\\S+)\n(.*?)```").matcher(page());
        while (files.find()) {
            file(files.group(1), files.group(2));
        }
        assertThat(test()).as("%s%s", out, err).isZero();
        assertThat(page()).contains("$ ./dragoman test .\n" + out);
        var found = new StringWriter();
        var status =
                new CommandLine(new ValidateCommand())
                        .setOut(new PrintWriter(found))
                        .setErr(new PrintWriter(found))
                        .execute(root.resolve("overlays").toString());
        assertThat(status).as(found.toString()).isZero();
        assertThat(page())
                .contains(
                        "$ ./dragoman validate overlays\n"
                                + found.toString().replace(root + "/", ""));
    }

    private static Map<String, Object> account(String sku) {
        return Json.literal(
                """
                {"apiVersion": "storage.azure.com/v1api20230101", "kind": "StorageAccount", "metadata": {"name": "orders"},
                 "spec": {"location": "northeurope", "owner": {"name": "orders"}, "sku": {"name": "%s"},
                          "operatorSpec": {"secrets": {"key1": {"name": "keys", "key": "first"}}}}}
                """
                        .formatted(sku));
    }
}
