package dev.dragoman.sandbox.cli;

import dev.dragoman.cli.Dragoman;
import dev.dragoman.sandbox.FreePort;
import dev.dragoman.sandbox.LogFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The operator in a separate process, with its own service account and settings. */
public final class OperatorProcess implements AutoCloseable {
    /** The JVM's option for the class path. */
    public static final String CLASS_PATH = "-cp";

    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Path SETSID = Path.of("/usr/bin/setsid");
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final int TAIL = 12;

    private final Process process;
    private final ProcessGuard guard;
    private final Path log;
    private final int port;
    private final Thread hook = new Thread(this::end, "operator-end");
    private volatile boolean ending;
    private volatile boolean keepLog = true;

    private OperatorProcess(Process process, ProcessGuard guard, Path log, int port) {
        this.process = process;
        this.guard = guard;
        this.log = log;
        this.port = port;
    }

    /**
     * Starts the operator.
     *
     * @param pod address and credentials of the API server, see {@link Install#podEnvironment}
     * @param sandbox the environment of the sandbox's parts
     * @param settings environment variables that override the other two
     */
    static OperatorProcess start(
            Map<String, String> pod, Map<String, String> sandbox, Map<String, String> settings) {
        return start(List.of("--sun-misc-unsafe-memory-access=allow"), pod, sandbox, settings);
    }

    /**
     * Starts the operator in a JVM with these options.
     *
     * @param jvm options; with a class path among them, that of another build
     * @param pod address and credentials of the API server, see {@link Install#podEnvironment}
     * @param sandbox the environment of the sandbox's parts
     * @param settings environment variables that override the other two
     */
    public static OperatorProcess start(
            List<String> jvm,
            Map<String, String> pod,
            Map<String, String> sandbox,
            Map<String, String> settings) {
        try {
            var log = Files.createTempFile("dragoman-demo-", ".log");
            var port = FreePort.find();
            var command = new ArrayList<String>();
            if (Files.isExecutable(SETSID)) {
                // setsid, so that Ctrl-C reaches only the demo, which then ends the operator
                command.add(SETSID.toString());
            }
            command.add(ProcessHandle.current().info().command().orElse("java"));
            command.addAll(jvm);
            command.addAll(classPath(jvm));
            command.addAll(List.of(Dragoman.class.getName(), "run"));
            var builder =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectInput(Path.of("/dev/null").toFile())
                            .redirectOutput(log.toFile());
            var environment = builder.environment();
            // settings in the caller's shell may be for a real Azure or another operator
            environment
                    .keySet()
                    .removeIf(name -> name.matches("(AZURE|DRAGOMAN|POD)_.*|KUBECONFIG"));
            environment.putAll(sandbox);
            environment.remove("KUBECONFIG");
            environment.putAll(pod);
            environment.put("DRAGOMAN_MANAGEMENT_PORT", Integer.toString(port));
            environment.putAll(settings);
            var process = builder.start();
            var operator = new OperatorProcess(process, ProcessGuard.of(process.pid()), log, port);
            Runtime.getRuntime().addShutdownHook(operator.hook);
            return operator;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start the operator: " + e.getMessage(), e);
        }
    }

    /** The options for the class path; none if the given options already have it. */
    public static List<String> classPath(List<String> jvm) {
        return jvm.contains(CLASS_PATH) ? List.of() : List.of(CLASS_PATH, classPath());
    }

    /**
     * The class path of the operator without the sandbox: the jar that {@code ./dragoman} has
     * built, whose manifest names the libraries. In a test without that jar, the class path of the
     * test.
     */
    public static String classPath() {
        var code = Dragoman.class.getProtectionDomain().getCodeSource().getLocation();
        var product = Path.of(URI.create(code.toString())).resolveSibling("product/dragoman.jar");
        return Files.exists(product) ? product.toString() : System.getProperty("java.class.path");
    }

    public long pid() {
        return process.pid();
    }

    /** The file with the operator's output. */
    public Path log() {
        return log;
    }

    /** Deletes the log when the process has ended. */
    public void dropLog() {
        keepLog = false;
    }

    /** The base URL of health and metrics. */
    public URI management() {
        return URI.create("http://127.0.0.1:" + port + "/observe");
    }

    /**
     * Waits until the operator reports that it is ready.
     *
     * @throws DemoFailed with the last lines of its log when it is not ready in time, or has ended
     */
    public void awaitReady() {
        awaitReady(POLL_INTERVAL);
    }

    /** Like {@link #awaitReady()}, with this interval between checks. */
    public void awaitReady(Duration every) {
        var end = System.nanoTime() + START_LIMIT.toNanos();
        try (var http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build()) {
            while (!ready(http)) {
                pause(every);
                if (System.nanoTime() > end) {
                    throw new DemoFailed(
                            "the operator was not ready within %d s. Last lines of %s:%n%s"
                                    .formatted(START_LIMIT.toSeconds(), log, tail()));
                }
            }
        }
    }

    private boolean ready(HttpClient http) {
        try {
            var request =
                    HttpRequest.newBuilder(URI.create(management() + "/health/ready"))
                            .timeout(Duration.ofSeconds(5))
                            .build();
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoFailed("interrupted", e);
        }
    }

    /**
     * Waits a moment.
     *
     * @throws DemoFailed with the last lines of its log when the operator has ended
     */
    void pause() {
        pause(POLL_INTERVAL);
    }

    private void pause(Duration time) {
        try {
            if (process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS)) {
                throw ended();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoFailed("interrupted", e);
        }
    }

    /**
     * Waits for the operator to end. Ctrl-C and SIGTERM end the JVM, whose shutdown hooks stop the
     * operator and the sandbox.
     */
    void stayUntilItEnds() throws InterruptedException {
        process.waitFor();
        if (!ending) {
            throw ended();
        }
    }

    private DemoFailed ended() {
        return new DemoFailed(
                "the operator ended with code %d. Last lines of %s:%n%s"
                        .formatted(process.exitValue(), log, tail()));
    }

    private String tail() {
        return LogFile.tail(log, TAIL);
    }

    private void end() {
        end(GRACE);
    }

    private void end(Duration grace) {
        ending = true;
        process.destroy();
        try {
            if (!process.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
        guard.close();
        if (!keepLog) {
            log.toFile().delete();
        }
    }

    @Override
    public void close() {
        close(GRACE);
    }

    /** Ends the operator with SIGTERM, and kills it after the grace period. */
    public void close(Duration grace) {
        try {
            var _ = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is ending, and the shutdown hook ends the operator
            return;
        }
        end(grace);
    }
}
