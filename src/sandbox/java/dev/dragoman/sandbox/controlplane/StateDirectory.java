package dev.dragoman.sandbox.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
 * The directory of one control plane. Its file {@code processes} names what runs, so that a later
 * command can end what a killed JVM left behind.
 */
public final class StateDirectory {
    /** What the JVM that started the others is called in the list. */
    static final String OWNER = "dragoman";

    private static final String PROCESSES = "processes";

    private final Path path;

    public StateDirectory(Path path) {
        this.path = path.toAbsolutePath();
    }

    public Path path() {
        return path;
    }

    /** A process that was started from here. The start time tells it from a later one. */
    public record Recorded(String name, long pid, Instant started) {
        static Recorded of(String name, ProcessHandle handle) {
            return new Recorded(name, handle.pid(), startOf(handle));
        }

        /** The process, unless it has ended or its number belongs to another one by now. */
        public Optional<ProcessHandle> handle() {
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .filter(handle -> startOf(handle).equals(started));
        }

        private static Instant startOf(ProcessHandle handle) {
            return handle.info().startInstant().orElse(Instant.EPOCH);
        }
    }

    /** Creates the directory, readable by its owner alone: it holds an administrator's token. */
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

    /** What was recorded last, running or not. */
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
     * Ends what still runs of the recorded processes: the owner first, so that it can close what it
     * opened, then what it has left. Says how many there were.
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

    /** Takes the directory over from a JVM that was killed; refuses while one still uses it. */
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

    /** Whether a control plane has been started in it: nothing else is ever deleted. */
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

    /** Deletes it, unless it never was the directory of a control plane. */
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

    static String tail(Path log, int lines) {
        try {
            // Not readAllLines: a log may hold bytes that are not UTF-8.
            var text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
            var all = text.lines().toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
        } catch (IOException e) {
            return "(no log: " + e.getMessage() + ")";
        }
    }
}
