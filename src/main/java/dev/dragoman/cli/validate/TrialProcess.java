package dev.dragoman.cli.validate;

import dev.dragoman.Operator;
import dev.dragoman.camel.check.TrialProgress;
import dev.dragoman.cli.Commands;
import dev.dragoman.settings.Setting;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;

/**
 * Runs {@code validate} in a separate process. Within one process nothing can stop a step that
 * computes forever, and memory that one step takes is missing for all other steps. The separate
 * process can be killed. It has little memory, and no credential in its environment.
 */
public final class TrialProcess {
    public static final String COMMAND = "validate";

    /**
     * Time for all steps together. A step that does not end takes 5 s of it, and is not tried
     * again.
     */
    static final Duration LIMIT = Duration.ofMinutes(3);

    private static final String MEMORY = "-Xmx256m";

    /** Exit code of a process that ran out of memory. */
    private static final int SPENT = 3;

    /**
     * Settings that are a secret, name the file of a secret or may contain one. The separate
     * process does not get them.
     */
    private static final Set<String> SECRET =
            Set.of(
                    "AZURE_CLIENT_SECRET",
                    "AZURE_CLIENT_CERTIFICATE",
                    "AZURE_CLIENT_CERTIFICATE_PASSWORD",
                    "AZURE_FEDERATED_TOKEN_FILE",
                    "HTTPS_PROXY");

    private TrialProcess() {}

    /**
     * Runs the command inside the separate process. Halts the JVM at the end, because threads of
     * steps may still run.
     */
    public static void main(String[] arguments) {
        var line = Commands.line();
        int code = execute(line, arguments);
        line.getOut().flush();
        line.getErr().flush();
        System.out.flush();
        System.err.flush();
        Runtime.getRuntime().halt(code);
    }

    private static int execute(CommandLine line, String[] arguments) {
        try {
            return line.execute(arguments);
        } catch (Error failed) {
            if (spent(failed)) {
                // the waiting process reports which step took the memory
                Runtime.getRuntime().halt(SPENT);
            }
            throw failed;
        }
    }

    /**
     * Whether memory ran out. The {@link OutOfMemoryError} may be only the cause of another error,
     * because linking a class needs memory.
     */
    static boolean spent(Throwable failed) {
        for (var cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError) {
                return true;
            }
        }
        return false;
    }

    /**
     * Runs the command in a separate process, which prints to the output and errors of this one.
     *
     * @return the exit code
     */
    public static int run(String[] arguments) {
        return run(arguments, Redirect.INHERIT, System.err, LIMIT);
    }

    /**
     * Runs the command in a separate process.
     *
     * @param errors where the error output of the separate process goes
     * @param said where messages about that process go
     * @return the exit code
     */
    public static int run(String[] arguments, Redirect errors, PrintStream said, Duration limit) {
        Path progress = null;
        try {
            progress = Files.createTempFile("dragoman-trial", ".txt");
            var builder =
                    new ProcessBuilder(command(progress, arguments))
                            .inheritIO()
                            .redirectError(errors);
            builder.environment().clear();
            builder.environment().putAll(environment(System.getenv()));
            return await(builder.start(), progress, said, limit);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            delete(progress);
        }
    }

    private static int await(Process process, Path progress, PrintStream said, Duration limit)
            throws IOException {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                said.printf(
                        "%s: did not end within %d s%n",
                        TrialProgress.read(progress), limit.toSeconds());
                return 1;
            }
            if (process.exitValue() != SPENT) {
                return process.exitValue();
            }
            said.printf("%s: needs more memory than there is%n", TrialProgress.read(progress));
            return 1;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return 1;
        } finally {
            process.destroyForcibly();
        }
    }

    private static void delete(Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException left) {
            // a small file in the temporary directory
            file.toFile().deleteOnExit();
        }
    }

    private static List<String> command(Path progress, String[] arguments) {
        var all = new ArrayList<String>();
        all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        all.addAll(
                List.of(
                        MEMORY,
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--sun-misc-unsafe-memory-access=allow",
                        "--enable-native-access=ALL-UNNAMED",
                        "-D" + TrialProgress.FILE + "=" + progress,
                        "-cp",
                        System.getProperty("java.class.path"),
                        TrialProcess.class.getName()));
        all.addAll(List.of(arguments));
        return all;
    }

    /**
     * The operator's settings, which decide what files may do, without secrets. Other variables of
     * the shell are left out.
     */
    static Map<String, String> environment(Map<String, String> all) {
        var kept = new HashMap<String, String>();
        Operator.SETTINGS.list().stream()
                .map(Setting::name)
                .filter(name -> !SECRET.contains(name) && all.containsKey(name))
                .forEach(name -> kept.put(name, all.get(name)));
        return kept;
    }
}
