package dev.dragoman.witness;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import dev.dragoman.sandbox.azure.KeptExchanges;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.tier.Witness;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.slf4j.LoggerFactory;

/**
 * What a whole run of integration tests used as secrets, and what it left for others to read: the
 * audit logs of all API servers, in which writes and Events are, the logs of this JVM and of
 * operators that are processes of their own, their metrics. It is in files, for the tests of {@link
 * Witness}, which run in a JVM of their own after all others. Does nothing in other runs.
 * Thread-safe.
 */
public final class Evidence implements LauncherSessionListener {
    private static final Optional<Path> DIRECTORY =
            Optional.ofNullable(System.getProperty("dragoman.evidence")).map(Path::of);
    private static final String SECRET_PIECES = "secrets.txt";

    private static final SecretPieces SECRETS = new SecretPieces();
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** Begins before the first test, without what an earlier run has left. */
    @Override
    public void launcherSessionOpened(LauncherSession session) {
        DIRECTORY.ifPresent(
                directory -> {
                    emptied(directory);
                    KeptExchanges.empty();
                    log(directory.resolve("tests.log"));
                    ControlPlane.tell(
                            new ControlPlane.Listener() {
                                @Override
                                public void prepared(ControlPlane plane) {
                                    ofAudit(plane);
                                }

                                @Override
                                public void started(ControlPlane plane) {
                                    watch(plane);
                                }
                            });
                });
    }

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        DIRECTORY.ifPresent(directory -> SECRETS.write(directory.resolve(SECRET_PIECES)));
    }

    /**
     * What the run before left.
     *
     * @throws AssertionError where there was none
     */
    static Path left() {
        var directory = Path.of(System.getProperty("dragoman.evidence.left", "none"));
        if (!Files.exists(directory.resolve(SECRET_PIECES))) {
            throw new AssertionError(
                    "no whole run of integration tests has left anything in " + directory);
        }
        return directory;
    }

    /** All that was known to be secret in the run before. */
    static SecretPieces known() {
        return SecretPieces.read(left().resolve(SECRET_PIECES));
    }

    /** The audit logs of all API servers of the run before. */
    static List<AuditLog> audits() {
        try (var files = Files.list(left())) {
            return files.filter(each -> each.getFileName().toString().startsWith("audit-"))
                    .sorted()
                    .map(AuditLog::new)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Values that nobody else may see. */
    public static void secrets(Set<String> values) {
        values.forEach(SECRETS::whole);
    }

    /** Texts of which some have secret parts. */
    public static void withSecrets(Set<String> texts) {
        texts.forEach(SECRETS::partsOf);
    }

    /** What an operator gave whoever asked its management port. */
    public static void metrics(String text) {
        DIRECTORY.ifPresent(directory -> append(directory.resolve("metrics.txt"), text));
    }

    /**
     * Keeps what a process writes, which the test deletes.
     *
     * @param log becomes a link where it is not there yet
     */
    public static void ofProcess(Path log) {
        DIRECTORY.ifPresent(
                directory -> {
                    if (!Files.exists(log)) {
                        var name = "process-%d.log".formatted(NUMBER.incrementAndGet());
                        append(directory.resolve(name), "");
                        link(log, directory.resolve(name).toAbsolutePath());
                    }
                });
    }

    /** The directory of the control plane goes with it, what this file's link leads to stays. */
    private static void ofAudit(ControlPlane plane) {
        DIRECTORY.ifPresent(
                directory -> {
                    var name = "audit-%d.log".formatted(NUMBER.incrementAndGet());
                    link(plane.auditLog(), directory.resolve(name).toAbsolutePath());
                });
    }

    private static void watch(ControlPlane plane) {
        var _ =
                plane.client()
                        .secrets()
                        .inAnyNamespace()
                        .inform(
                                new ResourceEventHandler<>() {
                                    @Override
                                    public void onAdd(Secret secret) {
                                        remember(secret);
                                    }

                                    @Override
                                    public void onUpdate(Secret before, Secret secret) {
                                        remember(secret);
                                    }

                                    @Override
                                    public void onDelete(Secret secret, boolean unknown) {
                                        remember(secret);
                                    }
                                });
    }

    private static void remember(Secret secret) {
        var data = secret.getData() == null ? Map.<String, String>of() : secret.getData();
        data.forEach(
                (key, encoded) -> {
                    var value =
                            new String(
                                    Base64.getDecoder().decode(encoded),
                                    StandardCharsets.ISO_8859_1);
                    if (key.contains("SECRET") || key.contains("PASSWORD")) {
                        SECRETS.whole(value);
                    }
                    SECRETS.partsOf(value);
                });
    }

    private static void log(Path file) {
        if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
            throw new IllegalStateException("the tests log by another library");
        }
        var encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%d %level [%mdc] %logger %msg%n%ex{full}");
        encoder.start();
        var appender = new FileAppender<ILoggingEvent>();
        appender.setContext(context);
        appender.setFile(file.toString());
        appender.setEncoder(encoder);
        appender.start();
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).addAppender(appender);
    }

    private static void emptied(Path directory) {
        try {
            if (Files.exists(directory)) {
                try (var files = Files.list(directory)) {
                    for (var file : files.toList()) {
                        Files.delete(file);
                    }
                }
            }
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static synchronized void append(Path file, String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void link(Path from, Path to) {
        try {
            Files.createSymbolicLink(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
