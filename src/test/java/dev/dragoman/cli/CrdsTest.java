package dev.dragoman.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What is printed for whom. */
class CrdsTest {
    private static String printed(String... options) {
        var out = new StringWriter();
        assertThat(new CommandLine(new Crds()).setOut(new PrintWriter(out)).execute(options))
                .isZero();
        return out.toString();
    }

    @Test
    void olderApiServersGetNoAdmissionPolicy() {
        assertThat(printed()).contains("MutatingAdmissionPolicy");
        assertThat(printed("--without-policy", "--rbac"))
                .contains("CustomResourceDefinition", "ClusterRole")
                .doesNotContain("AdmissionPolicy");
    }
}
