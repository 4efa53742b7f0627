package dev.dragoman.sandbox.controlplane;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Builds programs with Go, two modules at a time. One module does not use all cores: Go links on
 * one core, and waits for the network while it downloads. Not thread-safe. An instance is used only
 * once.
 */
final class GoBuilds {
    private static final int AT_ONCE = 2;
    private static final long REPORT_SECONDS = 10;

    private final String go;
    private final Cache cache;
    private final Consumer<String> progress;

    /** The time before the first package was compiled, in which Go downloads modules. */
    private Duration downloading = Duration.ZERO;

    GoBuilds(String go, Cache cache, Consumer<String> progress) {
        this.go = go;
        this.cache = cache;
        this.progress = progress;
    }

    /**
     * Builds the programs and returns when all are done.
     *
     * @throws ControlPlaneException when one fails; the other builds are then stopped
     */
    void build(List<Program> programs) {
        var builds = builds(programs);
        progress.accept(
                "Building "
                        + builds.stream().map(GoBuild::names).collect(Collectors.joining(", "))
                        + " with Go (once; kept in "
                        + cache.root()
                        + ")");
        var cores = Runtime.getRuntime().availableProcessors();
        var began = System.nanoTime();
        var threads =
                Executors.newFixedThreadPool(
                        Math.clamp(cores, 1, AT_ONCE), Thread.ofVirtual().factory());
        var done = new ExecutorCompletionService<Void>(threads);
        builds.forEach(build -> done.submit(task(build)));
        try {
            for (var left = builds.size(); left > 0; ) {
                var one = done.poll(REPORT_SECONDS, TimeUnit.SECONDS);
                if (one != null) {
                    one.get();
                    left--;
                } else {
                    report(builds, Duration.ofNanos(System.nanoTime() - began), cores);
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ControlPlaneException said) {
                throw said;
            }
            throw new ControlPlaneException("Cannot build in " + cache.root(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("Interrupted while building", e);
        } finally {
            threads.shutdownNow();
            threads.close();
        }
    }

    private Callable<Void> task(GoBuild build) {
        return () -> {
            build.run(cache);
            return null;
        };
    }

    /** One build for each module, the largest first, so that the smaller builds run beside it. */
    private List<GoBuild> builds(List<Program> programs) {
        var modules = new LinkedHashMap<String, List<Program>>();
        programs.forEach(
                each -> modules.computeIfAbsent(each.module(), _ -> new ArrayList<>()).add(each));
        return modules.entrySet().stream()
                .map(each -> new GoBuild(go, GoModule.load(each.getKey()), each.getValue(), progress))
                .sorted(Comparator.comparingLong(GoBuild::expected).reversed())
                .toList();
    }

    private void report(List<GoBuild> builds, Duration elapsed, int cores) {
        var known = builds.stream().allMatch(build -> build.expected() > 0);
        var compiled = builds.stream().mapToLong(GoBuild::packages).sum();
        var all = known ? builds.stream().mapToLong(GoBuild::expected).sum() : 0;
        if (compiled == 0) {
            downloading = elapsed;
        }
        var left = TimeLeft.text(elapsed.minus(downloading), compiled, all, cores);
        progress.accept("  Go: %d s%s".formatted(elapsed.toSeconds(), left));
    }
}
