package dev.dragoman.witness;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.slf4j.LoggerFactory;

/**
 * What a whole run of integration tests used as secrets, and what it left for others to read, for
 * {@link SecretsIT} to compare at the end: the logs of this JVM and of operators that are processes
 * of their own, their metrics. Writes and Events are in the audit log. Does nothing in other runs.
 * Thread-safe.
 */
public final class Evidence implements LauncherSessionListener {
    static final Optional<Path> DIRECTORY =
            Optional.ofNullable(System.getProperty("dragoman.evidence"))
                    .map(each -> Path.of(each, Long.toString(ProcessHandle.current().pid())));

    private static final SecretPieces SECRETS = new SecretPieces();
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** Begins before the first test. */
    @Override
    public void launcherSessionOpened(LauncherSession session) {
        DIRECTORY.ifPresent(
                directory -> {
                    directory(directory);
                    log(directory.resolve("tests.log"));
                    SharedControlPlane.whenStarted(Evidence::watch);
                });
    }

    /** All that is known to be secret so far. */
    static SecretPieces known() {
        return SECRETS;
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

    private static void directory(Path directory) {
        try {
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
