package dev.dragoman.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code kubernetes/crds/kinds.yaml} is what the command prints that is named beside it. */
class CommittedKindsTest {
    private static final Path KUSTOMIZATION = Path.of("kubernetes/crds/kustomization.yaml");
    private static final Pattern COMMAND =
            Pattern.compile("# +\\./dragoman (crds .*?) > kubernetes/crds/kinds.yaml");

    @Test
    void theCommittedKindsAreThoseOfTheCatalog() throws IOException {
        var printed = new StringWriter();
        var command = COMMAND.matcher(Files.readString(KUSTOMIZATION));
        assertThat(command.find()).isTrue();
        assertThat(
                        Commands.line()
                                .setOut(new PrintWriter(printed))
                                .execute(command.group(1).replace("'", "").split(" ", -1)))
                .isZero();
        assertThat(printed.toString())
                .as("run the command of " + KUSTOMIZATION)
                .isEqualTo(Files.readString(Path.of("kubernetes/crds/kinds.yaml")));
    }

    /** The chart grants the rights to all kinds, without their definitions. */
    @Test
    void theChartHasTheRightsToAllKinds() throws IOException {
        var printed = new StringWriter();
        assertThat(Commands.line().setOut(new PrintWriter(printed)).execute("crds", "--rbac"))
                .isZero();
        var roles =
                Pattern.compile("(?m)^---\n")
                        .splitAsStream(printed.toString())
                        .filter(each -> each.contains("kind: \"ClusterRole\"\n"))
                        .map(each -> "---\n" + each)
                        .collect(Collectors.joining());
        assertThat(Files.readString(Path.of("charts/dragoman/files/rights.yaml")))
                .as("what crds --rbac prints, the ClusterRoles of it")
                .isEqualTo(roles);
    }
}
