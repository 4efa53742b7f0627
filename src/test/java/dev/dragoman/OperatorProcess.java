package dev.dragoman;

import dev.dragoman.witness.Evidence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The operator as a process of its own, which may be killed. */
public final class OperatorProcess {
    private OperatorProcess() {}

    /**
     * Starts it.
     *
     * @param log what it says is appended to this file
     * @param environment added to that of the tests
     * @param options of Java
     */
    public static Process start(
            Path log, Path kubeconfig, Map<String, String> environment, String... options)
            throws IOException {
        var run =
                List.of("dev.dragoman.cli.Dragoman", "run", "--kubeconfig", kubeconfig.toString());
        return java(log, environment, List.of(options), run);
    }

    /**
     * A program of these classes, in a process of its own.
     *
     * @param program its class, and arguments
     */
    public static Process java(
            Path log, Map<String, String> environment, List<String> options, List<String> program)
            throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:+UseSerialGC");
        command.add("--sun-misc-unsafe-memory-access=allow");
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(options);
        command.add("-cp");
        command.add(
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")));
        command.addAll(program);
        Evidence.ofProcess(log);
        var builder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        return builder.start();
    }
}
