package dev.dragoman.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A route without a line whose objects a team adds. */
class ReplacedLinesTest extends TestCommandFixture {
    private static final Path SHIPPED = Path.of("src/main/resources/routes/agents.camel.yaml");
    private static final String STEPS = "overlays/agents-objects.%s.steps.yaml";

    /** The case, with a route that lacks a line. */
    private String without(String line) throws IOException {
        copied("lines/own-configuration", ".");
        file(
                "overlays/agents.camel.yaml",
                Files.readString(SHIPPED).replaceFirst("(?m)^.*%s\".*\\n".formatted(line), ""));
        return Files.readString(root.resolve(STEPS.formatted("configuration")));
    }

    @Test
    void theTeamsObjectIsWhatTheOtherLinesRead() throws IOException {
        without("method=configuration");
        assertThat(test()).as("%s%s", out, err).isZero();
    }

    @ParameterizedTest(name = "without {0}: {2} for {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    method=configuration | -config" | -configs" | leaves out the line 'configuration', and agents-objects.configuration.steps.yaml does not add ConfigMap/linux-config in its place
                    method=nothing       |          |           | added ConfigMap/linux-config, which the line 'configuration' makes already; remove it from the file, or the line from the route
                    """)
    void anObjectOfAnotherNameIsNoneInItsPlace(String line, String from, String to, String message)
            throws IOException {
        var steps = without(line);
        file(STEPS.formatted("configuration"), from == null ? steps : steps.replace(from, to));
        assertThat(test("--show")).isEqualTo(1);
        assertThat(out.toString().replaceAll("\\\\\n\\s*\\\\", ""))
                .contains("OverlayFailed")
                .contains(message)
                .doesNotContain("Deployment.apps team-a/linux\"");
    }

    /** A file with the name of a line adds what that line would make. */
    @Test
    void aFileInPlaceOfALineAddsItsObject() throws IOException {
        file(
                STEPS.formatted("scaling"),
                without("method=scaling").replace("-config\"", "-other\""));
        Files.delete(root.resolve(STEPS.formatted("configuration")));
        assertThat(test("--show")).isEqualTo(1);
        assertThat(out.toString().replaceAll("\\\\\n\\s*\\\\", ""))
                .contains("does not add ScaledObject/linux");
    }

    @ParameterizedTest
    @CsvSource({
        "method=configuration, other, 'configuration'",
        "method=targetsPolicy, targetsPolicy, 'targetsPolicy'",
        "method=workload, workload, 'workload'",
        "dragoman-point:agents-objects, configuration, extension point"
    })
    void aRouteWithoutWhatItNeedsIsRefused(String line, String name, String missing)
            throws IOException {
        var steps = without(line);
        Files.delete(root.resolve(STEPS.formatted("configuration")));
        file(STEPS.formatted(name), steps);
        assertThat(test()).isEqualTo(1);
        assertThat(out.toString()).contains(missing.replaceAll("^(\\w+)$", "needs the line '$1'"));
    }
}
