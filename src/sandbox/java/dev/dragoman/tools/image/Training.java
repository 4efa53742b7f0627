package dev.dragoman.tools.image;

import dev.dragoman.sandbox.LogFile;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import dev.dragoman.sandbox.controlplane.Options;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Runs the operator of the image once in the sandbox: it starts, brings a resource group to Ready,
 * and is stopped. The JVM writes the list of classes that it loaded.
 */
final class Training {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Install install;

    private Training(ControlPlane plane) {
        this.install = new Install(plane);
    }

    /**
     * Runs the training.
     *
     * @param command of the JVM in the directory, with the option that writes the list
     * @param classes the file of the list
     * @throws IOException when the operator failed; the message has the path of its log
     */
    static void run(Path directory, List<String> command, Path classes)
            throws IOException, InterruptedException {
        try (var plane = ControlPlane.start(Options.defaults());
                var azure = new AzurePart().start(plane)) {
            new Training(plane).train(directory, command, classes, azure.environment());
        }
    }

    private void train(
            Path directory, List<String> command, Path classes, Map<String, String> azure)
            throws IOException, InterruptedException {
        install.kindsAndRights(Install.sampleKinds());
        var log = classes.resolveSibling("training.log");
        var builder =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        var environment = builder.environment();
        environment.keySet().removeIf(name -> name.matches("(AZURE|DRAGOMAN|POD|JDK|JAVA)_.*|KUBECONFIG"));
        environment.putAll(azure);
        // not a kubeconfig: reading one loads hundreds of classes that a pod does not need
        environment.putAll(install.podEnvironment());
        environment.put("DRAGOMAN_MANAGEMENT_PORT", "0");
        var operator = builder.start();
        try {
            await(operator, log, this::groupIsReady);
            operator.destroy();
            if (!operator.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS) || operator.exitValue() != 0) {
                throw new IOException("the operator did not end after its training; see " + log);
            }
        } finally {
            operator.destroyForcibly();
        }
    }

    /**
     * Applies a group and waits until it is Ready. False when that failed, for example because
     * admission policies do not apply to the new CRDs yet.
     */
    private boolean groupIsReady() {
        try {
            var _ = install.apply(Install.manifest("samples/resource-group.yaml"), "training.yaml");
            var _ =
                    install.kubectl(
                            List.of(
                                    "wait",
                                    "--for=condition=Ready",
                                    "resourcegroups.resources.azure.com",
                                    "--all",
                                    "--timeout=10s"));
            return true;
        } catch (ControlPlaneException notYet) {
            return false;
        }
    }

    private static void await(Process operator, Path log, BooleanSupplier done)
            throws IOException, InterruptedException {
        var end = System.nanoTime() + LIMIT.toNanos();
        while (!done.getAsBoolean()) {
            if (operator.waitFor(200, TimeUnit.MILLISECONDS) || System.nanoTime() > end) {
                throw new IOException(
                        "no resource group became Ready in training; see %s, which ends with: %s"
                                .formatted(log, LogFile.tail(log, 1)));
            }
        }
    }
}
