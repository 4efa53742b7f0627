package dev.dragoman.agents.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.kube.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a pod of agents does before it stops, in a real shell with the agent's script in part. */
class PodsTest {
    @TempDir private Path directory;

    private static Map<?, ?> container() {
        var template =
                Pods.template(
                        new CdTarget(
                                Map.of(
                                        "metadata",
                                        Map.of("name", "a"),
                                        "spec",
                                        Map.of("tokenRef", "token"))),
                        "0123",
                        30,
                        false);
        assertThat(Fields.spec(template)).containsEntry("terminationGracePeriodSeconds", 30L);
        return (Map<?, ?>) ((List<?>) Fields.spec(template).get("containers")).getFirst();
    }

    private void script(String name, String text) throws IOException {
        var file = directory.resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** Exit code of the script; pauses are those of a script that counts them. */
    @SuppressWarnings("unchecked") // made by us
    private int stop() throws IOException, InterruptedException {
        var lifecycle = (Map<String, Object>) container().get("lifecycle");
        var command = (List<String>) Fields.map(lifecycle, "preStop", "exec").get("command");
        var process = new ProcessBuilder(command).inheritIO();
        process.environment().put("AZP_DIRECTORY", directory.toString());
        process.environment().put("AZP_TOKEN", "hunter2");
        process.environment().put("PATH", directory + ":" + System.getenv("PATH"));
        var running = process.start();
        assertThat(Patience.ends(running)).as("it ends").isTrue();
        return running.exitValue();
    }

    private List<String> lines(String name) throws IOException {
        var file = directory.resolve(name);
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    @Test
    void anIdleAgentLeavesThePoolAtOnce() throws Exception {
        script("config.sh", "echo \"$@\" >>called\n");
        script("sleep", "echo slept >>pauses\n");
        assertThat(stop()).isZero();
        assertThat(lines("called"))
                .containsExactly("remove --unattended --auth PAT --token hunter2");
        assertThat(lines("pauses")).isEmpty();
    }

    /** What runs jobs is another process of the pod, whose name the agent gives. */
    @Test
    void aBusyAgentEndsItsJobFirst() throws Exception {
        script("Agent.Worker", "while [ ! -f over ]; do /bin/sleep 0.05; done\n");
        script("config.sh", "echo over=$(ls over) >>called\n");
        script(
                "sleep",
                "echo slept >>pauses; [ $(wc -l <pauses) -lt 3 ] || { touch over; while kill -0 $(cat job) 2>/dev/null; do /bin/sleep 0.05; done; }\n");
        var job =
                new ProcessBuilder(directory.resolve("Agent.Worker").toString())
                        .directory(directory.toFile())
                        .start();
        var _ = job.onExit();
        Files.writeString(directory.resolve("job"), Long.toString(job.pid()));
        assertThat(stop()).isZero();
        assertThat(lines("pauses")).hasSize(3);
        assertThat(lines("called")).containsExactly("over=over");
    }

    @Test
    void whatCannotLeaveThePoolStopsAllTheSame() throws Exception {
        Files.writeString(directory.resolve(".agent"), "{}");
        script("config.sh", "echo called >>called; exit 1\n");
        script("sleep", "echo slept >>pauses\n");
        assertThat(stop()).isZero();
        assertThat(lines("called")).hasSize(12);
    }

    @Test
    void anotherImageHasNoScript() throws Exception {
        script("sleep", "echo slept >>pauses\n");
        assertThat(stop()).isZero();
        assertThat(lines("pauses")).isEmpty();
    }
}
