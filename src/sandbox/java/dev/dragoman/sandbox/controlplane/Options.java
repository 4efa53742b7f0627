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
 * @param pods whether a scheduler and kwok make pods look ready and Jobs complete
 * @param auditPolicy an audit policy in YAML, instead of the built-in one
 * @param apiServerFlags added to those of the API server, and winning over them
 * @param progress is told what takes long
 */
public record Options(
        Optional<Path> directory,
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
                Optional.empty(), false, Optional.empty(), List.of(), System.err::println);
    }

    public Options withDirectory(Path path) {
        return new Options(Optional.of(path), pods, auditPolicy, apiServerFlags, progress);
    }

    /**
     * Adds a scheduler, kwok and one node, so that pods become ready without a container, and not
     * before the Secrets exist that they name.
     */
    public Options withPods() {
        return new Options(directory, true, auditPolicy, apiServerFlags, progress);
    }

    public Options withAuditPolicy(String yaml) {
        return new Options(directory, pods, Optional.of(yaml), apiServerFlags, progress);
    }

    public Options withApiServerFlags(String... flags) {
        return new Options(directory, pods, auditPolicy, List.of(flags), progress);
    }

    public Options withProgress(Consumer<String> listener) {
        return new Options(directory, pods, auditPolicy, apiServerFlags, listener);
    }

    /** The programs that it takes. */
    public List<Program> programs() {
        var programs =
                new ArrayList<>(
                        List.of(
                                Program.ETCD,
                                Program.API_SERVER,
                                Program.CONTROLLER_MANAGER,
                                Program.KUBECTL));
        if (pods) {
            programs.add(Program.SCHEDULER);
            programs.add(Program.KWOK);
        }
        return programs;
    }
}
