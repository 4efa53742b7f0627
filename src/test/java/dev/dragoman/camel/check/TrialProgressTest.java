package dev.dragoman.camel.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.camel.Overlays;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialProgressTest {
    @TempDir private Path directory;

    @Test
    void aStepInBracketsOfAnotherFileHasItsLine() throws Exception {
        var file = directory.resolve("it.camel.yaml");
        Files.writeString(
                file,
                """
                - route:
                    from:
                      uri: direct:it
                      steps:
                        - setHeader: { name: a, constant: b }
                        - setBody: { constant: c }
                """);
        var progress = directory.resolve("progress");
        try (var camel = new DefaultCamelContext()) {
            System.setProperty(TrialProgress.FILE, progress.toString());
            try {
                TrialProgress.install(camel, new Overlays(List.of()));
            } finally {
                System.clearProperty(TrialProgress.FILE);
            }
            var loader = PluginHelper.getRoutesLoader(camel);
            loader.loadRoutes(
                    PluginHelper.getResourceLoader(camel).resolveResource("file:" + file));
            camel.start();
            camel.createProducerTemplate().sendBody("direct:it", "x");
        }
        assertThat(TrialProgress.read(progress)).isEqualTo(file + ":6");
    }
}
