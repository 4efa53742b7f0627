package dev.dragoman.sandbox.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The directory of one control plane. Its file {@code processes} lists the running processes, so
 * that a later command can end the processes that a killed JVM left behind.
 */
public final class StateDirectory {
    /** The name of the JVM that started the other processes in the list. */
    static final String OWNER = "dragoman";

    private static final String PROCESSES = "processes";

    private final Path path;

    public StateDirectory(Path path) {
        this.path = path.toAbsolutePath();
    }

    public Path path() {
        return path;
    }

    /**
     * A process of the control plane. The start time distinguishes it from a later process with the
     * same id.
     */
    public record Recorded(String name, long pid, Instant started) {
        static Recorded of(String name, ProcessHandle handle) {
            return new Recorded(name, handle.pid(), startOf(handle));
        }

        /** The process; empty when it has ended, even if another process now has its id. */
        public Optional<ProcessHandle> handle() {
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .filter(handle -> startOf(handle).equals(started));
        }

        private static Instant startOf(ProcessHandle handle) {
            return handle.info().startInstant().orElse(Instant.EPOCH);
        }
    }

    /**
     * Creates the directory, readable by its owner only, because it holds an administrator's token.
     */
    void create() throws IOException {
        var ownerOnly =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        Files.createDirectories(path.getParent());
        if (!Files.isDirectory(path)) {
            Files.createDirectory(path, ownerOnly);
        }
    }

    synchronized void record(List<Recorded> processes) {
        var text = new StringBuilder();
        for (var process : processes) {
            text.append(process.name()).append(' ').append(process.pid());
            text.append(' ').append(process.started()).append('\n');
        }
        try {
            Files.writeString(path.resolve(PROCESSES), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The processes that were recorded last. Some may have ended. */
    public List<Recorded> recorded() {
        var processes = new ArrayList<Recorded>();
        try {
            for (var line : Files.readAllLines(path.resolve(PROCESSES))) {
                var parts = line.split(" ", -1);
                if (parts.length == 3) {
                    processes.add(
                            new Recorded(
                                    parts[0], Long.parseLong(parts[1]), Instant.parse(parts[2])));
                }
            }
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return processes;
    }

    /**
     * Ends the recorded processes that still run: first the owner, so that it can end its child
     * processes itself, then the processes that are left.
     *
     * @return how many processes were running
     */
    public int stop() {
        var recorded = recorded();
        var ended = 0;
        for (var process : recorded) {
            var handle = process.handle().filter(one -> !one.equals(ProcessHandle.current()));
            if (handle.isEmpty()) {
                continue;
            }
            ended++;
            if (process.name().equals(OWNER) && handle.get().destroy() && ends(handle.get())) {
                continue;
            }
            handle.get().destroyForcibly();
            if (!ends(handle.get())) {
                throw new ControlPlaneException("Process " + process.pid() + " does not end");
            }
        }
        return ended;
    }

    private static boolean ends(ProcessHandle handle) {
        try {
            handle.onExit().get(20, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("Interrupted while waiting for a process", e);
        } catch (ExecutionException e) {
            throw new ControlPlaneException("Cannot wait for process " + handle.pid(), e);
        }
    }

    /**
     * Takes over and empties the directory of a JVM that was killed. Refuses while a JVM uses the
     * directory.
     */
    void claim() {
        for (var process : recorded()) {
            if (process.name().equals(OWNER) && process.handle().isPresent()) {
                throw new ControlPlaneException(
                        path
                                + " is in use by process "
                                + process.pid()
                                + ": end it with 'dragoman sandbox down --dir %s', or name another --dir"
                                        .formatted(path));
            }
        }
        stop();
        if (ours()) {
            delete();
        } else if (Files.exists(path) && !isEmpty()) {
            throw new ControlPlaneException(
                    path + " holds other files: name a directory that is empty or does not exist");
        }
    }

    /**
     * Whether a control plane was started in this directory. No other directory is ever deleted.
     */
    private boolean ours() {
        return Files.isRegularFile(path.resolve(PROCESSES));
    }

    private boolean isEmpty() {
        try (var files = Files.list(path)) {
            return files.findAny().isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes the directory if a control plane was started in it. */
    public void delete() {
        if (ours()) {
            delete(path);
        }
    }

    static void delete(Path root) {
        if (!Files.exists(root)) {
            return;
        }
        try (var files = Files.walk(root)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
