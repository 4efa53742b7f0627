package dev.dragoman.sandbox.controlplane;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How to start a control plane.
 *
 * @param directory for all files of the control plane; empty for a temporary directory, deleted on
 *     close
 * @param kubernetes module below {@code tools/control-plane} that pins the version of Kubernetes
 * @param pods whether a scheduler and kwok make pods look ready and Jobs complete
 * @param keda whether KEDA runs too
 * @param apiServerFlags added after the built-in flags of the API server, which they override
 * @param progress gets lines about steps that take long
 */
public record Options(
        Optional<Path> directory,
        String kubernetes,
        boolean pods,
        boolean keda,
        List<String> apiServerFlags,
        Consumer<String> progress) {
    public Options {
        apiServerFlags = List.copyOf(apiServerFlags);
    }

    /** Options for etcd, API server and controller-manager in a temporary directory. */
    public static Options defaults() {
        return new Options(
                Optional.empty(),
                Program.KUBERNETES,
                false,
                false,
                List.of(),
                System.err::println);
    }

    public Options withDirectory(Path path) {
        return new Options(
                Optional.of(path), kubernetes, pods, keda, apiServerFlags, progress);
    }

    /**
     * Uses another minor version of the API server and the controllers.
     *
     * @param minor such as {@code 1.30}; {@code tools/control-plane} must have a module for this
     *     version
     */
    public Options withKubernetes(String minor) {
        return new Options(
                directory,
                Program.KUBERNETES + "-" + minor,
                pods,
                keda,
               
                apiServerFlags,
                progress);
    }

    Program apiServer() {
        return Program.API_SERVER.of(kubernetes);
    }

    Program controllerManager() {
        return Program.CONTROLLER_MANAGER.of(kubernetes);
    }

    Program scheduler() {
        return Program.SCHEDULER.of(kubernetes);
    }

    /**
     * Adds a scheduler, kwok and one node. Pods then become ready without a container, once the
     * Secrets that they name exist.
     */
    public Options withPods() {
        return new Options(
                directory, kubernetes, true, keda, apiServerFlags, progress);
    }

    /**
     * Adds KEDA, which scales Deployments and Jobs by its triggers, and also what {@link #withPods}
     * adds. Go builds KEDA when it is first used, which takes some minutes. The autoscaler is
     * faster than a cluster's: it checks every 2 s instead of 15 s, and scales down after 10 s
     * instead of 5 min.
     */
    public Options withKeda() {
        return new Options(
                directory, kubernetes, true, true, apiServerFlags, progress);
    }

    public Options withApiServerFlags(String... flags) {
        return new Options(
                directory, kubernetes, pods, keda, List.of(flags), progress);
    }

    public Options withProgress(Consumer<String> listener) {
        return new Options(
                directory, kubernetes, pods, keda, apiServerFlags, listener);
    }

    /** The programs that the control plane needs. */
    public List<Program> programs() {
        var programs =
                new ArrayList<>(
                        List.of(
                                Program.ETCD,
                                apiServer(),
                                controllerManager(),
                                Program.KUBECTL));
        if (pods) {
            programs.add(scheduler());
            programs.add(Program.KWOK);
        }
        if (keda) {
            programs.addAll(Program.KEDA);
        }
        return programs;
    }
}
