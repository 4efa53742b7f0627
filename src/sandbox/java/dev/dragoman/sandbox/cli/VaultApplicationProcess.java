package dev.dragoman.sandbox.cli;

import dev.dragoman.sandbox.azure.AzureSandbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * {@link VaultApplication} in a process of its own. Its environment has only the variables that
 * workload identity gives a pod. JVM options direct it to the local Azure instead of public Azure.
 */
public final class VaultApplicationProcess implements AutoCloseable {
    private final Process process;
    private final ProcessGuard guard;
    private final List<String> said = new CopyOnWriteArrayList<>();
    private final Thread reader;

    private VaultApplicationProcess(Process process, ProcessGuard guard) {
        this.process = process;
        this.guard = guard;
        this.reader = Thread.startVirtualThread(this::read);
    }

    private void read() {
        try (var lines = process.inputReader()) {
            lines.lines().forEach(said::add);
        } catch (IOException | UncheckedIOException closed) {
            // the process was killed, so its further lines are not needed
        }
    }

    /**
     * Starts the application.
     *
     * @param clientId of the application's identity
     * @param token file with a token of the application's service account
     * @param vault name of the vault
     * @param entry name of the entry that the application waits for
     */
    public static VaultApplicationProcess start(
            AzureSandbox azure, String clientId, Path token, String vault, String entry) {
        var proxy = URI.create(azure.vaultProxy());
        var builder =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElse("java"),
                                "--sun-misc-unsafe-memory-access=allow",
                                "-XX:TieredStopAtLevel=1",
                                "-Djavax.net.ssl.trustStore=" + azure.trustStore(),
                                "-Djavax.net.ssl.trustStorePassword=" + azure.trustStorePassword(),
                                "-Dhttps.proxyHost=" + proxy.getHost(),
                                "-Dhttps.proxyPort=" + proxy.getPort(),
                                "-Dhttp.nonProxyHosts=localhost",
                                "-cp",
                                System.getProperty("java.class.path"),
                                VaultApplication.class.getName(),
                                "https://%s.vault.azure.net".formatted(vault),
                                entry)
                        .redirectErrorStream(true)
                        .redirectInput(Path.of("/dev/null").toFile());
        builder.environment().clear();
        builder.environment()
                .putAll(
                        Map.of(
                                "AZURE_CLIENT_ID", clientId,
                                "AZURE_TENANT_ID", azure.tenantId(),
                                "AZURE_AUTHORITY_HOST", azure.authorityHost(),
                                "AZURE_FEDERATED_TOKEN_FILE", token.toString()));
        try {
            var process = builder.start();
            try {
                return new VaultApplicationProcess(process, ProcessGuard.of(process.pid()));
            } catch (IOException e) {
                process.destroyForcibly();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start the application: " + e.getMessage(), e);
        }
    }

    long pid() {
        return process.pid();
    }

    /** The lines that the application has printed so far. */
    public List<String> said() {
        return List.copyOf(said);
    }

    /** The exit code once the process has ended and all its lines are read; empty before. */
    public OptionalInt ended() {
        return process.isAlive() || reader.isAlive()
                ? OptionalInt.empty()
                : OptionalInt.of(process.exitValue());
    }

    /** Kills the process if it still runs. */
    @Override
    public void close() {
        process.destroyForcibly();
        guard.close();
    }
}
