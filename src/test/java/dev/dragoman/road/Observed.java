package dev.dragoman.road;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An operator as a process, with what it says at its management port and in its log. */
final class Observed implements AutoCloseable {
    private final Path log;
    private final ManagementProbe probe;
    private final Process process;

    /** Starts one with settings of its own; its log goes to the directory. */
    Observed(Road road, Path directory, Map<String, String> settings) throws IOException {
        this(road, road.kubeconfig(), directory, settings);
    }

    /** One that reaches the API server by this file. */
    Observed(Road road, Path kubeconfig, Path directory, Map<String, String> settings)
            throws IOException {
        log = directory.resolve("log");
        int port = ManagementProbe.freePort();
        probe = new ManagementProbe(port);
        var all = new HashMap<>(settings);
        all.put("DRAGOMAN_MANAGEMENT_PORT", Integer.toString(port));
        process = road.process(log, kubeconfig, all);
    }

    /** False too where nobody listens yet. */
    boolean ready() {
        return probe.ready();
    }

    /** What it says of not being ready; empty when it is, and where nobody listens yet. */
    String notReady() {
        return probe.notReady();
    }

    String get(String path) {
        return probe.get(path);
    }

    /** Both probes with what is wrong. */
    String health() {
        return probe.health();
    }

    /** What it logged, without the times. */
    List<String> log() throws IOException {
        return Files.readAllLines(log).stream()
                .map(line -> line.replaceFirst("^\\S+Z ", ""))
                .toList();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
