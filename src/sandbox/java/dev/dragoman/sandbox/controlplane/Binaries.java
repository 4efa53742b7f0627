package dev.dragoman.sandbox.controlplane;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Finds the control plane's programs, or builds them with Go: in the directory that {@code
 * DRAGOMAN_CONTROL_PLANE_BIN} names (those of another minor version in {@code kubernetes-MINOR} below
 * it), else in {@code
 * ${XDG_CACHE_HOME:-~/.cache}/dragoman/control-plane/MODULE-DIGEST/}. A program that is there is
 * complete, because it is built elsewhere and renamed.
 */
public final class Binaries {
    static final String DIRECTORY = "DRAGOMAN_CONTROL_PLANE_BIN";
    private static final Duration BUILD_LIMIT = Duration.ofMinutes(30);
    private static final int TAIL = 12;

    private final Map<String, String> environment;
    private static final Object BUILDING = new Object();

    private final Consumer<String> progress;

    /** Looks in the places that this process's environment names. */
    public Binaries(Consumer<String> progress) {
        this(System.getenv(), progress);
    }

    Binaries(Map<String, String> environment, Consumer<String> progress) {
        this.environment = Map.copyOf(environment);
        this.progress = progress;
    }

    /** Builds what is missing of the programs; afterwards {@link #path} is quick for each. */
    public void require(Collection<Program> programs) {
        for (var program : programs) {
            var _ = path(program);
        }
    }

    /** The program's file; builds it when it does not exist yet. */
    public Path path(Program program) {
        var given = environment.get(DIRECTORY);
        if (given != null && !given.isBlank()) {
            var name =
                    program.ofAnotherMinor()
                            ? program.module() + "/" + program.name()
                            : program.name();
            var file = Path.of(given, name);
            if (!Files.isExecutable(file)) {
                throw new ControlPlaneException(
                        DIRECTORY + "=" + given + " has no executable " + name);
            }
            return file;
        }
        var module = GoModule.load(program.module());
        var home = cache().resolve(module.directory());
        var file = home.resolve(program.name());
        return Files.isExecutable(file) ? file : buildLocked(module, program, home, file);
    }

    private Path cache() {
        var base = environment.get("XDG_CACHE_HOME");
        var root =
                base != null && base.startsWith("/")
                        ? Path.of(base)
                        : Path.of(System.getProperty("user.home"), ".cache");
        return root.resolve("dragoman").resolve("control-plane");
    }

    /**
     * The file's lock is per module: a second process waits for the first and then finds its work.
     * Threads of one process wait for each other here, since a lock of a file is the process's.
     */
    private Path buildLocked(GoModule module, Program program, Path home, Path finished) {
        synchronized (BUILDING) {
            return built(module, program, home, finished);
        }
    }

    private Path built(GoModule module, Program program, Path home, Path finished) {
        try {
            Files.createDirectories(home);
            var lockFile = home.resolve(".lock");
            try (var channel =
                    FileChannel.open(
                            lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                var first = channel.tryLock();
                if (first == null) {
                    progress.accept("Waiting for another process that builds in " + home);
                }
                try (var lock = first == null ? channel.lock() : first) {
                    if (lock.isValid() && !Files.isExecutable(finished)) {
                        build(module, program, finished);
                    }
                }
            }
            return finished;
        } catch (IOException e) {
            throw new ControlPlaneException("Cannot build " + program.name() + " in " + home, e);
        }
    }

    private void build(GoModule module, Program program, Path finished) throws IOException {
        var go = go(program.name());
        var work = Files.createTempDirectory(finished.getParent(), ".build-");
        try {
            module.writeTo(work);
            var output = work.resolve(program.name());
            var command = new ArrayList<>(List.of(go));
            command.addAll(module.build(output, program));
            progress.accept("Building " + program.name() + " with Go (once; kept in "
                    + finished.getParent() + ")");
            run(command, work, program);
            Files.move(output, finished, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            StateDirectory.delete(work);
        }
    }

    private void run(List<String> command, Path work, Program program) throws IOException {
        var name = program.name();
        var log = work.resolve("build.log");
        var builder =
                new ProcessBuilder(command)
                        .directory(work.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        builder.environment().put("GOWORK", "off");
        builder.environment().put("GOTOOLCHAIN", "local");
        builder.environment().put("GOFLAGS", "-buildvcs=false");
        builder.environment().put("CGO_ENABLED", program.needsC() ? "1" : "0");
        var begin = System.nanoTime();
        var process = builder.start();
        try {
            while (!process.waitFor(10, TimeUnit.SECONDS)) {
                progress.accept("  " + name + ": " + seconds(begin) + " s");
                if (seconds(begin) > BUILD_LIMIT.toSeconds()) {
                    throw new ControlPlaneException("Building " + name + " took too long");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("Interrupted while building " + name, e);
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new ControlPlaneException(
                    "Building " + name + " failed:\n" + StateDirectory.tail(log, TAIL));
        }
        progress.accept("  " + name + ": built in " + seconds(begin) + " s");
    }

    private static long seconds(long begin) {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    }

    /** Path of Go; {@code what} is what it is needed for. */
    String go(String what) {
        var places = new ArrayList<Path>();
        for (var entry : environment.getOrDefault("PATH", "").split(":", -1)) {
            places.add(Path.of(entry, "go"));
        }
        places.add(Path.of("/usr/local/go/bin/go"));
        return places.stream()
                .filter(Path::isAbsolute)
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElseThrow(
                        () ->
                                new ControlPlaneException(
                                        what
                                                + " is not built yet and Go was not found:"
                                                + " install Go 1.26 or newer (https://go.dev/dl),"
                                                + " or give --kubeconfig of a cluster that you"
                                                + " have"));
    }
}
