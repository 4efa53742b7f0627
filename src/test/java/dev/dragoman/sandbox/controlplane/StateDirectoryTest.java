package dev.dragoman.sandbox.controlplane;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.sandbox.controlplane.StateDirectory.Recorded;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory that is in use says how to end what uses it. */
class StateDirectoryTest {
    @Test
    void theCommandThatEndsItNamesTheDirectory(@TempDir Path folder) throws IOException {
        var used = new StateDirectory(folder.resolve("used"));
        used.create();
        used.record(List.of(Recorded.of(StateDirectory.OWNER, ProcessHandle.current())));
        assertThatThrownBy(used::claim)
                .isInstanceOf(ControlPlaneException.class)
                .hasMessageContaining(
                        "end it with 'dragoman sandbox down --dir %s'".formatted(used.path()));
    }
}
