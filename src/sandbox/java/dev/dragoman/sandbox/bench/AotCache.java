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
 * Creates an AOT cache like that of the image, because a checkout has none: the classes of a
 * training run, loaded and linked. The cache is made from a list of classes, as the image's cache
 * is (docs/image.md).
 */
final class AotCache {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private AotCache() {}

    /**
     * Creates a cache from a run that creates and deletes groups.
     *
     * @param directory where the cache is written
     * @return the options of {@link Setup#jvm}, and the options that use the cache
     * @throws BenchFailed when the JVM wrote no cache
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
            // the JVM writes the rest of the list when it ends
            operator.process().close(LIMIT);
        }
    }

    private static void dump(List<String> jvm, Path log) {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(jvm);
        command.addAll(OperatorProcess.classPath(jvm));
        try {
            var process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .start();
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new BenchFailed("the JVM wrote no AOT cache within " + LIMIT.toSeconds() + " s");
            }
            if (process.exitValue() != 0) {
                throw new BenchFailed("the JVM wrote no AOT cache: " + Files.readString(log));
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
