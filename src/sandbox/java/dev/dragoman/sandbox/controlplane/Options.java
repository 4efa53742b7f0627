package dev.dragoman.sandbox.controlplane;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How to start a control plane.
 *
 * @param directory where it keeps everything; empty: a temporary one, deleted on close
 * @param kubernetes module below {@code tools/control-plane} that pins Kubernetes' version
 * @param pods whether a scheduler and kwok make pods look ready and Jobs complete
 * @param auditPolicy an audit policy in YAML, instead of the built-in one
 * @param apiServerFlags added to those of the API server, and winning over them
 * @param progress is told what takes long
 */
public record Options(
        Optional<Path> directory,
        String kubernetes,
        boolean pods,
        Optional<String> auditPolicy,
        List<String> apiServerFlags,
        Consumer<String> progress) {
    public Options {
        apiServerFlags = List.copyOf(apiServerFlags);
    }

    /** etcd, API server and controller-manager in a temporary directory. */
    public static Options defaults() {
        return new Options(
                Optional.empty(),
                Program.KUBERNETES,
                false,
                Optional.empty(),
                List.of(),
                System.err::println);
    }

    public Options withDirectory(Path path) {
        return new Options(Optional.of(path), kubernetes, pods, auditPolicy, apiServerFlags, progress);
    }

    /**
     * With the API server and the controllers of another minor version.
     *
     * @param minor as in {@code 1.30}; there must be a module for it
     */
    public Options withKubernetes(String minor) {
        return new Options(
                directory,
                Program.KUBERNETES + "-" + minor,
                pods,
                auditPolicy,
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
     * Adds a scheduler, kwok and one node, so that pods become ready without a container, and not
     * before the Secrets exist that they name.
     */
    public Options withPods() {
        return new Options(directory, kubernetes, true, auditPolicy, apiServerFlags, progress);
    }

    public Options withAuditPolicy(String yaml) {
        return new Options(directory, kubernetes, pods, Optional.of(yaml), apiServerFlags, progress);
    }

    public Options withApiServerFlags(String... flags) {
        return new Options(directory, kubernetes, pods, auditPolicy, List.of(flags), progress);
    }

    public Options withProgress(Consumer<String> listener) {
        return new Options(directory, kubernetes, pods, auditPolicy, apiServerFlags, listener);
    }

    /** The programs that it takes. */
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
        return programs;
    }
}
