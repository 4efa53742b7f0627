package dev.dragoman;

import dev.dragoman.witness.Evidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The operator as a process of its own, which may be killed. */
public final class OperatorProcess {
    private OperatorProcess() {}

    /** As the image has them: what runs here is what runs in a cluster. */
    private static final String OPTIONS = "@src/main/jvm/dragoman.options";

    /** As packed by the build; without it, as in an IDE, the classes of the tests are taken. */
    private static final Path JAR = Path.of("target", "dragoman.jar");

    /**
     * Starts it, with the options of the image.
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
        var all = new ArrayList<>(List.of(OPTIONS));
        all.addAll(List.of(options));
        return java(log, environment, all, Files.exists(JAR) ? JAR.toString() : classes(), run);
    }

    /**
     * A program of these classes, in a process of its own.
     *
     * @param program its class, and arguments
     */
    public static Process java(
            Path log, Map<String, String> environment, List<String> options, List<String> program)
            throws IOException {
        var all =
                new ArrayList<>(
                        List.of(
                                "-XX:+UseSerialGC",
                                "--sun-misc-unsafe-memory-access=allow",
                                "--enable-native-access=ALL-UNNAMED"));
        all.addAll(options);
        return java(log, environment, all, classes(), program);
    }

    private static String classes() {
        return System.getProperty(
                "surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static Process java(
            Path log,
            Map<String, String> environment,
            List<String> options,
            String classes,
            List<String> program)
            throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-cp");
        command.add(classes);
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
