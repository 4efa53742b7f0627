package dev.dragoman.sandbox.cli;

import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import dev.dragoman.sandbox.controlplane.Options;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code dragoman demo}: runs the operator with samples, without a cluster and without an Azure
 * subscription.
 */
@Command(
        name = "demo",
        description = "Run the operator against a real API server and a local Azure, with samples",
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
    @Spec CommandSpec spec;

    @Option(names = "--exit", description = "stop when all objects are Ready, with exit code 0, or 1 on failure")
    boolean exit;

    @Override
    public Integer call() throws InterruptedException {
        try (var sandbox = start();
                var operator = operator(sandbox)) {
            var demo = new Demo(sandbox, operator, this::say);
            demo.run();
            if (exit) {
                operator.dropLog();
                say("Done: all objects were Ready. Stopping.");
            } else {
                demo.lookAround();
                operator.stayUntilItEnds();
            }
            return 0;
        } catch (DemoFailed
                | ControlPlaneException
                | KubernetesClientException
                | UncheckedIOException e) {
            spec.commandLine().getErr().println("dragoman demo: " + e.getMessage());
            spec.commandLine().getErr().flush();
            return 1;
        }
    }

    private Path overlays;

    private Sandbox start() {
        say("Starting a Kubernetes control plane and a local Azure (programs are fetched only once)");
        var began = System.nanoTime();
        var options = Options.defaults().withPods().withProgress(line -> say("  " + line));
        var sandbox = Sandbox.start(options, SandboxCommands.PARTS);
        try {
            say(Demo.step("Control plane and local Azure", "", "running", began));
            began = System.nanoTime();
            var install = new Install(sandbox.plane());
            install.kindsAndRights(Demo.kinds());
            install.vending();
            install.cdtargets();
            install.certificates();
            install.discovery();
            overlays = install.teams();
            install.kindsOfKeda();
            say(Demo.step("Kinds and rights", "", "installed", began));
            return sandbox;
        } catch (RuntimeException e) {
            sandbox.close();
            throw e;
        }
    }

    private OperatorProcess operator(Sandbox sandbox) {
        var began = System.nanoTime();
        var pod = new Install(sandbox.plane()).podEnvironment();
        var operator = OperatorProcess.start(pod, sandbox.environment(), Demo.settings(sandbox, overlays));
        try {
            say("  Operator: process " + operator.pid() + ", log " + operator.log());
            operator.awaitReady();
            say(Demo.step("Operator", "", "ready", began));
            return operator;
        } catch (RuntimeException e) {
            operator.close();
            throw e;
        }
    }

    private void say(String line) {
        var out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
