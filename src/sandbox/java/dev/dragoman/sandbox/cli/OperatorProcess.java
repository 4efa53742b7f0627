package dev.dragoman.sandbox.cli;

import dev.dragoman.cli.Dragoman;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
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

/** The operator as a user runs it: a process of its own, with its own identity and its settings. */
public final class OperatorProcess implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Path SETSID = Path.of("/usr/bin/setsid");
    private static final Duration EVERY = Duration.ofMillis(50);
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final int TAIL = 12;

    private final Process process;
    private final Process guard;
    private final Path log;
    private final int port;
    private final Thread hook = new Thread(this::end, "operator-end");
    private volatile boolean ending;
    private volatile boolean keepLog = true;

    private OperatorProcess(Process process, Process guard, Path log, int port) {
        this.process = process;
        this.guard = guard;
        this.log = log;
        this.port = port;
    }

    /**
     * Starts it.
     *
     * @param pod who it is, and where: {@link Install#podEnvironment}
     * @param sandbox where the sandbox's parts are
     * @param settings win over both
     */
    static OperatorProcess start(
            Map<String, String> pod, Map<String, String> sandbox, Map<String, String> settings) {
        return start(List.of("--sun-misc-unsafe-memory-access=allow"), pod, sandbox, settings);
    }

    /**
     * Starts it in a JVM with these options.
     *
     * @param pod who it is, and where: {@link Install#podEnvironment}
     * @param sandbox where the sandbox's parts are
     * @param settings win over both
     */
    public static OperatorProcess start(
            List<String> jvm,
            Map<String, String> pod,
            Map<String, String> sandbox,
            Map<String, String> settings) {
        try {
            var log = Files.createTempFile("dragoman-demo-", ".log");
            var port = freePort();
            var command = new ArrayList<String>();
            if (Files.isExecutable(SETSID)) {
                // Ctrl-C is for the demo, which then ends the operator.
                command.add(SETSID.toString());
            }
            command.add(ProcessHandle.current().info().command().orElse("java"));
            command.addAll(jvm);
            command.addAll(List.of("-cp", classPath(), Dragoman.class.getName(), "run"));
            var builder =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectInput(Path.of("/dev/null").toFile())
                            .redirectOutput(log.toFile());
            var environment = builder.environment();
            // What the caller's shell says of a real Azure or another operator is not for this one.
            environment
                    .keySet()
                    .removeIf(name -> name.matches("(AZURE|DRAGOMAN|POD)_.*|KUBECONFIG"));
            environment.putAll(sandbox);
            environment.remove("KUBECONFIG");
            environment.putAll(pod);
            environment.put("DRAGOMAN_MANAGEMENT_PORT", Integer.toString(port));
            environment.putAll(settings);
            var process = builder.start();
            var operator = new OperatorProcess(process, guard(process.pid()), log, port);
            Runtime.getRuntime().addShutdownHook(operator.hook);
            return operator;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start the operator: " + e.getMessage(), e);
        }
    }

    /**
     * That of the product alone, where {@code ./dragoman} has put it: its jar names its libraries.
     * In a test, which has classes and no jar, that of the test.
     */
    public static String classPath() {
        var code = Dragoman.class.getProtectionDomain().getCodeSource().getLocation();
        var product = Path.of(URI.create(code.toString())).resolveSibling("product/dragoman.jar");
        return Files.exists(product) ? product.toString() : System.getProperty("java.class.path");
    }

    /** Ends the operator when this JVM is gone, also after SIGKILL: then its input closes. */
    private static Process guard(long pid) throws IOException {
        var script = "trap '' INT TERM HUP; while read -r line; do :; done; kill -KILL " + pid;
        return new ProcessBuilder("/bin/sh", "-c", script)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** What it says. */
    public Path log() {
        return log;
    }

    /** All went well: nobody will look into the log once the process has ended. */
    public void dropLog() {
        keepLog = false;
    }

    /** Health and metrics are below it. */
    public URI management() {
        return URI.create("http://127.0.0.1:" + port + "/observe");
    }

    /**
     * Returns when the operator calls itself ready.
     *
     * @throws DemoFailed with the last lines of its log when it does not, or has ended
     */
    public void awaitReady() {
        awaitReady(EVERY);
    }

    /** As {@link #awaitReady()}, with a look as often as this. */
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
     * Waits a moment, and notices at once if the operator dies meanwhile.
     *
     * @throws DemoFailed with the last lines of its log when it has ended
     */
    void pause() {
        pause(EVERY);
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

    /** Ctrl-C and SIGTERM end the JVM, whose shutdown hooks end everything else. */
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
        try {
            var lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL), lines.size()));
        } catch (IOException e) {
            return "(cannot read it: " + e.getMessage() + ")";
        }
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
        guard.destroyForcibly();
        if (!keepLog) {
            log.toFile().delete();
        }
    }

    @Override
    public void close() {
        close(GRACE);
    }

    /** Ends it, and kills it when it has not ended within the grace. */
    public void close(Duration grace) {
        try {
            var _ = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending: the hook does the work.
            return;
        }
        end(grace);
    }
}
