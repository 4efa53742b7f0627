package dev.dragoman.sandbox.controlplane;

import dev.dragoman.sandbox.LogFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A running process of the control plane. Its output goes to a log file. */
final class Child {
    private static final int TAIL = 12;
    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private final String name;
    private final Process process;
    private final Path log;

    private Child(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /** Starts the command, with variables added to the environment of this process. */
    static Child start(
            String name, List<String> command, Map<String, String> environment, Path log) {
        // setsid: otherwise Ctrl-C would end the child before the operator has shut down
        var line = new ArrayList<String>();
        if (Files.isExecutable(SETSID)) {
            line.add(SETSID.toString());
        }
        line.addAll(command);
        try {
            var builder =
                    new ProcessBuilder(line)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                            .redirectInput(
                                    ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
            builder.environment().putAll(environment);
            return new Child(name, builder.start(), log);
        } catch (IOException e) {
            throw new ControlPlaneException("Cannot start " + name + ": " + e.getMessage(), e);
        }
    }

    StateDirectory.Recorded recorded() {
        return StateDirectory.Recorded.of(name, process.toHandle());
    }

    boolean alive() {
        return process.isAlive();
    }

    /** Waits up to this time; true when the process has ended. */
    boolean endedWithin(long milliseconds) {
        try {
            return process.waitFor(milliseconds, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("Interrupted while waiting for " + name, e);
        }
    }

    /**
     * An exception whose message has the program, what is wrong with it, and its last lines of
     * output.
     */
    ControlPlaneException failure(String what) {
        return new ControlPlaneException(
                name + " " + what + ". Last lines of " + log + ":\n" + tail());
    }

    boolean saysThatItsPortIsTaken() {
        return tail().contains("address already in use");
    }

    private String tail() {
        return LogFile.tail(log, TAIL);
    }

    void signal(String signal) {
        try {
            var kill =
                    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                            .redirectErrorStream(true)
                            .start();
            if (kill.waitFor() != 0) {
                throw failure("did not take the signal " + signal);
            }
        } catch (IOException e) {
            throw new ControlPlaneException("Cannot signal " + name, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("Interrupted while signalling " + name, e);
        }
    }

    void kill() {
        process.destroyForcibly();
        if (!endedWithin(10_000)) {
            throw failure("does not end");
        }
    }
}
