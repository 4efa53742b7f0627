package dev.dragoman.sandbox.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.sandbox.LogFile;
import dev.dragoman.sandbox.TemporaryDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Measures functions that every reconciliation or event calls, with JMH. */
final class CodeScenario implements Scenario {
    /**
     * Suffix of baselines: the method {@code xBaseline} is the baseline of the benchmark {@code x}.
     */
    private static final String BASELINE = "Baseline";

    private static final String DIRECTORY = "benchmarks";

    @Override
    public String name() {
        return "code";
    }

    @Override
    public String question() {
        return "time of comparison, body, hash, queue and cache, by JMH; compared with the library calls that they need anyway";
    }

    @Override
    public List<Result> run(Setup setup) {
        try (var directory = TemporaryDirectory.create("dragoman-bench-")) {
            var answers = directory.path().resolve("jmh.json");
            var log = directory.path().resolve("jmh.log");
            jmh(setup, answers, log);
            return results(new ObjectMapper().readTree(answers.toFile()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void jmh(Setup setup, Path answers, Path log) throws IOException {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.add("--sun-misc-unsafe-memory-access=allow");
        command.addAll(List.of("-cp", classPath(), "org.openjdk.jmh.Main"));
        command.addAll(List.of("-rf", "json", "-rff", answers.toString()));
        command.addAll(List.of("-jvmArgs", String.join(" ", setup.jvm())));
        command.addAll(
                setup.quick()
                        ? List.of("-f", "1", "-wi", "1", "-w", "200ms", "-i", "2", "-r", "200ms")
                        : List.of("-f", "3", "-wi", "3", "-w", "1s", "-i", "5", "-r", "1s"));
        var process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        var end = new Thread(() -> endAll(process), "jmh-end");
        Runtime.getRuntime().addShutdownHook(end);
        try {
            if (!process.waitFor(30, TimeUnit.MINUTES)
                    || process.exitValue() != 0
                    || !Files.exists(answers)) {
                throw new BenchFailed("JMH failed:\n" + LogFile.tail(log, 12));
            }
            var _ = Runtime.getRuntime().removeShutdownHook(end);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailed("interrupted while JMH ran", e);
        } finally {
            endAll(process);
        }
    }

    /** Kills JMH and the JVMs that JMH has started, one for each benchmark. */
    private static void endAll(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /**
     * The class path of this JVM and the jars of the benchmarks, whose directory is beside or above
     * this code.
     */
    private static String classPath() throws IOException {
        try {
            var here =
                    Path.of(
                            CodeScenario.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
            for (var at = here.getParent(); at != null; at = at.getParent()) {
                if (Files.isDirectory(at.resolve(DIRECTORY))) {
                    return System.getProperty("java.class.path")
                            + jars(at.resolve(DIRECTORY));
                }
            }
            throw new BenchFailed(
                    "there is no directory %s above %s: build with mvn package, or ./dragoman"
                            .formatted(DIRECTORY, here));
        } catch (URISyntaxException e) {
            throw new BenchFailed("cannot find the benchmarks", e);
        }
    }

    private static String jars(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            var all = new StringBuilder();
            files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .forEach(file -> all.append(java.io.File.pathSeparator).append(file));
            return all.toString();
        }
    }

    /**
     * One result for each benchmark that has a baseline. Its values are JMH's averages, one for
     * each iteration.
     */
    static List<Result> results(JsonNode answers) {
        Map<String, List<Double>> byName = new TreeMap<>();
        var units = new TreeMap<String, String>();
        for (var each : answers) {
            var name = each.path("benchmark").asText().replaceFirst(".*\\.(\\w+)Benchmark\\.", "$1.");
            var values = new ArrayList<Double>();
            each.at("/primaryMetric/rawData").forEach(fork -> fork.forEach(v -> values.add(v.asDouble())));
            byName.put(name, values);
            units.put(name, each.at("/primaryMetric/scoreUnit").asText().replace("/op", ""));
        }
        return byName.keySet().stream()
                .filter(name -> byName.containsKey(name + BASELINE))
                .map(
                        name ->
                                Result.of(
                                        "code." + name,
                                        units.get(name),
                                        byName.get(name),
                                        new Result.Baseline(
                                                name + BASELINE, byName.get(name + BASELINE))))
                .toList();
    }
}
