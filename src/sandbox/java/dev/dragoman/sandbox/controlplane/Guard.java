package dev.dragoman.sandbox.controlplane;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Ends the control plane's processes when this JVM is gone, even after SIGKILL. It is a shell that
 * reads lines of process ids from a pipe. When the pipe breaks, it kills the processes of the last
 * line.
 */
final class Guard implements AutoCloseable {
    private static final String SCRIPT =
            "trap '' INT TERM HUP; pids=; while read -r line; do pids=$line; done;"
                    + " [ -z \"$pids\" ] || kill -KILL $pids 2>/dev/null";

    private final Process shell;
    private final Writer pipe;

    private Guard(Process shell) {
        this.shell = shell;
        this.pipe = shell.outputWriter(StandardCharsets.US_ASCII);
    }

    static Guard start() {
        try {
            return new Guard(
                    new ProcessBuilder("/bin/sh", "-c", SCRIPT)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start());
        } catch (IOException e) {
            throw new ControlPlaneException("Cannot start /bin/sh", e);
        }
    }

    /** Replaces the processes that the guard ends. */
    synchronized void watch(List<StateDirectory.Recorded> processes) {
        var pids =
                processes.stream()
                        .map(process -> Long.toString(process.pid()))
                        .collect(Collectors.joining(" "));
        try {
            pipe.write(pids + "\n");
            pipe.flush();
        } catch (IOException e) {
            throw new ControlPlaneException("The guard process has ended", e);
        }
    }

    @Override
    public void close() {
        if (shell.isAlive()) {
            watch(List.of());
        }
        shell.destroyForcibly();
    }
}
