package dev.dragoman.road;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Full;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is off is not loaded: by the log of classes of an operator that does other work. */
@Full
class UnusedPartsIT {
    private static final String EVENTS =
            "(com\\.azure\\.(messaging|core\\.amqp)|org\\.apache\\.(qpid|camel\\.component\\.azure\\.servicebus)|dev\\.dragoman\\.camel\\.servicebus)\\.";

    /** Settings are read in any case, so that one without effect is told. */
    private static final String WEBHOOK =
            "dev\\.dragoman\\.discovery\\.(sidecar\\.(?!WebhookSettings\\b)|decision\\.sidecar\\.)";

    /** The route names the makers, so these are there. */
    private static final String ENVOYS =
            "dev\\.dragoman\\.(envoy\\.|discovery\\.decision\\.Envoy(?!Makers\\b))";

    @TempDir private Path directory;

    @Test
    void nothingOfEventsWebhookAndEnvoysIsLoaded() throws Exception {
        var log = directory.resolve("classes");
        try (var road = new Road("unusedparts")) {
            var process =
                    road.process(
                            directory.resolve("log"),
                            road.kubeconfig(),
                            Map.of("JDK_JAVA_OPTIONS", "-Xlog:class+load:file=" + log));
            try {
                road.apply(Samples.group("orders", "x"));
                road.ready("resourcegroup/orders");
            } finally {
                var _ = process.destroyForcibly().waitFor();
            }
        }
        var classes = Files.readAllLines(log);
        assertThat(classes).anyMatch(each -> each.contains("dev.dragoman.azure.AzureCapability "));
        assertThat(classes)
                // which Camel asks of every component
                .filteredOn(each -> !each.matches(".*(ConverterLoader|UriFactory)\\b.*"))
                .filteredOn(
                        each ->
                                each.matches(
                                        ".*\\b(%s|%s|%s).*".formatted(EVENTS, WEBHOOK, ENVOYS)))
                .isEmpty();
    }
}
