package dev.dragoman.sandbox.controlplane;

import dev.dragoman.sandbox.LogFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Builds programs of one Go module. Programs that share packages are built by one call, which
 * compiles each package once and links the programs in parallel.
 */
final class GoBuild {
    private static final Duration LIMIT = Duration.ofMinutes(30);
    private static final int TAIL = 12;

    private final String go;
    private final GoModule module;
    private final List<Program> programs;
    private final Consumer<String> progress;
    private volatile Path log;
    private volatile boolean finished;

    GoBuild(String go, GoModule module, List<Program> programs, Consumer<String> progress) {
        this.go = go;
        this.module = module;
        this.programs = List.copyOf(programs);
        this.progress = progress;
    }

    String names() {
        return programs.stream().map(Program::name).collect(Collectors.joining(", "));
    }

    /**
     * Waits until no other process builds this module, then builds the programs that are missing.
     */
    void run(Cache cache) throws IOException {
        var home = home(cache, module);
        cache.alone(
                home,
                () -> {
                    var missing =
                            programs.stream()
                                    .filter(each -> !Files.isExecutable(home.resolve(each.name())))
                                    .toList();
                    for (var group : groups(missing)) {
                        build(group, home);
                    }
                });
        finished = true;
    }

    static Path home(Cache cache, GoModule module) {
        return cache.root().resolve(module.directory());
    }

    /** The number of packages compiled so far. */
    long packages() {
        var file = log;
        if (finished) {
            return expected();
        }
        if (file == null || !Files.exists(file)) {
            return 0;
        }
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> !line.startsWith("go: ")).count();
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }

    /** The number of packages in total; 0 when it is unknown. */
    long expected() {
        return TimeLeft.packages(programs);
    }

    private static List<List<Program>> groups(List<Program> programs) {
        var together =
                programs.stream().filter(each -> each.namedByGo() && each.flags().isEmpty()).toList();
        var groups = new ArrayList<List<Program>>();
        if (!together.isEmpty()) {
            groups.add(together);
        }
        programs.stream()
                .filter(each -> !together.contains(each))
                .map(List::of)
                .forEach(groups::add);
        return groups;
    }

    private void build(List<Program> group, Path home) throws IOException {
        var work = Files.createTempDirectory(home, ".build-");
        try {
            module.writeTo(work);
            var out = Files.createDirectory(work.resolve("out"));
            var output = group.size() == 1 ? out.resolve(group.getFirst().name()) : out;
            var command = new ArrayList<>(List.of(go));
            command.addAll(module.build(output, group));
            call(command, work, group);
            for (var program : group) {
                Files.move(
                        out.resolve(program.name()),
                        home.resolve(program.name()),
                        StandardCopyOption.ATOMIC_MOVE);
            }
        } finally {
            log = null;
            StateDirectory.delete(work);
        }
    }

    private void call(List<String> command, Path work, List<Program> group) throws IOException {
        var names = group.stream().map(Program::name).collect(Collectors.joining(", "));
        log = work.resolve("build.log");
        var builder =
                new ProcessBuilder(command)
                        .directory(work.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        builder.environment().put("GOWORK", "off");
        builder.environment().put("GOTOOLCHAIN", "local");
        builder.environment().put("GOFLAGS", "-buildvcs=false");
        builder.environment()
                .put("CGO_ENABLED", group.stream().anyMatch(Program::needsC) ? "1" : "0");
        // -O0 saves time: the C code (Vale's parsers of programming languages) is never run here
        builder.environment().put("CGO_CFLAGS", "-O0");
        var began = System.nanoTime();
        var process = builder.start();
        try {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new ControlPlaneException(
                        "Building " + names + " took more than " + LIMIT.toMinutes() + " min");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("Interrupted while building " + names, e);
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new ControlPlaneException(
                    "Building " + names + " failed:\n" + LogFile.tail(log, TAIL));
        }
        progress.accept(
                "  %s: built in %d s"
                        .formatted(names, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began)));
    }
}
