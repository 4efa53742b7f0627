package dev.dragoman.sandbox.cli;

import java.io.IOException;

/**
 * Kills a process when this JVM is gone, even after SIGKILL. Closing the guard does not end the
 * process.
 */
final class ProcessGuard implements AutoCloseable {
    private final Process shell;

    private ProcessGuard(Process shell) {
        this.shell = shell;
    }

    /** Starts a shell that kills the process when the shell's input closes, as it does with this JVM. */
    static ProcessGuard of(long pid) throws IOException {
        var script = "trap '' INT TERM HUP; while read -r line; do :; done; kill -KILL " + pid;
        return new ProcessGuard(
                new ProcessBuilder("/bin/sh", "-c", script)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start());
    }

    @Override
    public void close() {
        shell.destroyForcibly();
    }
}
