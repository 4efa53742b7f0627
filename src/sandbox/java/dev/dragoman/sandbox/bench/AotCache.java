package dev.dragoman.sandbox.bench;

import dev.dragoman.sandbox.cli.OperatorProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What the image has and a checkout has not: the classes of a training run, loaded and linked. Made
 * as the image's is, from a list of classes (docs/image.md).
 */
final class AotCache {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private AotCache() {}

    /**
     * The options of {@link Setup#jvm} with a cache made of a run that created and deleted.
     *
     * @param directory where the cache is written
     * @throws BenchFailed when the JVM wrote none
     */
    static List<String> jvm(Stage stage, Setup setup, Path directory) {
        setup.progress().accept("training run for the AOT cache");
        var classes = directory.resolve("operator.classes");
        var cache = directory.resolve("operator.aot");
        train(stage, setup, with(setup, "-XX:DumpLoadedClassList=" + classes));
        dump(
                with(
                        setup,
                        "-XX:+AOTClassLinking",
                        "-Xshare:dump",
                        "-XX:SharedClassListFile=" + classes,
                        "-XX:SharedArchiveFile=" + cache),
                directory.resolve("dump.log"));
        return with(setup, "-XX:AOTCache=" + cache, "-XX:AOTMode=on");
    }

    private static void train(Stage stage, Setup setup, List<String> jvm) {
        try (var operator = stage.operator(jvm, Map.of());
                var watch =
                        new ReadyWatch(stage.client(), Stage.NAMESPACE, Objects.Type.GROUP, "train")) {
            var names = Objects.names("train", setup.count(20, 2));
            Objects.create(stage.client(), Stage.NAMESPACE, Objects.Type.GROUP, names);
            watch.awaitReady(names.size(), 1, LIMIT);
            Objects.delete(stage.client(), Stage.NAMESPACE, Objects.Type.GROUP, names);
            watch.awaitGone(names.size(), LIMIT);
            // the list is complete when the process ends
            operator.process().close(LIMIT);
        }
    }

    private static void dump(List<String> jvm, Path log) {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(jvm);
        command.addAll(List.of("-cp", OperatorProcess.classPath()));
        try {
            var process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .start();
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new BenchFailed("no AOT cache after " + LIMIT);
            }
            if (process.exitValue() != 0) {
                throw new BenchFailed("no AOT cache: " + Files.readString(log));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailed("interrupted while the AOT cache was made", e);
        }
    }

    private static List<String> with(Setup setup, String... options) {
        var all = new ArrayList<>(setup.jvm());
        all.addAll(List.of(options));
        return all;
    }
}
