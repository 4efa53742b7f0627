package dev.dragoman.sandbox.cli;

import dev.dragoman.cli.Dragoman;
import dev.dragoman.sandbox.controlplane.Binaries;
import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.sandbox.controlplane.Program;
import dev.dragoman.sandbox.controlplane.StateDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dragoman sandbox up|down|status}: starts and ends a local cluster for experiments. */
@Command(
        name = "sandbox",
        description = "A real Kubernetes API server on this machine, with a local Azure beside it",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "(up | down | status)",
        subcommands = {SandboxCommand.Up.class, SandboxCommand.Down.class, SandboxCommand.Status.class
        })
final class SandboxCommand implements Runnable {
    @Spec CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getErr());
    }

    /** Common part of the three commands. Each directory is one sandbox. */
    abstract static class InDirectory implements Callable<Integer> {
        @Spec CommandSpec spec;

        @Option(
                names = "--dir",
                description = "directory of the sandbox's files; default: ~/.local/state/dragoman/sandbox")
        Path directory;

        abstract int run(Path path) throws IOException, InterruptedException;

        @Override
        public Integer call() throws IOException, InterruptedException {
            try {
                return run(directory == null ? standard() : directory.toAbsolutePath());
            } catch (ControlPlaneException e) {
                err().println(e.getMessage());
                return 1;
            }
        }

        private static Path standard() {
            var base = System.getenv("XDG_STATE_HOME");
            var root =
                    base != null && base.startsWith("/")
                            ? Path.of(base)
                            : Path.of(System.getProperty("user.home"), ".local", "state");
            return root.resolve("dragoman").resolve("sandbox");
        }

        PrintWriter out() {
            return spec.commandLine().getOut();
        }

        PrintWriter err() {
            return spec.commandLine().getErr();
        }

        void explain(Path path) throws IOException {
            out().println(Files.readString(Sandbox.environmentFile(path)).strip());
            out().println();
            out().println("# Look around:  . " + Sandbox.environmentFile(path));
            out().println("#               " + kubectl() + " get namespaces");
            out().flush();
        }

        private static String kubectl() {
            return new Binaries(_ -> {})
                    .path(Program.KUBECTL)
                    .toString();
        }
    }

    @Command(
            name = "up",
            description = "start the sandbox; it runs until Ctrl-C",
            mixinStandardHelpOptions = true)
    static final class Up extends InDirectory {
        @Option(names = "--detach", description = "return when the sandbox is ready, and leave it running")
        boolean detach;

        @Option(names = "--pods", description = "let pods become ready (scheduler, kwok, one node)")
        boolean pods;

        @Override
        int run(Path path) throws IOException, InterruptedException {
            var options = Options.defaults().withDirectory(path).withProgress(this::progress);
            options = pods ? options.withPods() : options;
            return detach ? inBackground(path, options) : inForeground(path, options);
        }

        private void progress(String line) {
            err().println(line);
            err().flush();
        }

        private int inForeground(Path path, Options options)
                throws IOException, InterruptedException {
            var sandbox = Sandbox.start(options, SandboxCommands.PARTS);
            try (sandbox) {
                explain(path);
                // Ctrl-C and SIGTERM end the JVM, whose shutdown hooks end the sandbox
                new CountDownLatch(1).await();
            }
            return 0;
        }

        private int inBackground(Path path, Options options)
                throws IOException, InterruptedException {
            // fetches the programs in this process, so that the user sees the progress
            new Binaries(options.progress()).require(options.programs());
            Files.createDirectories(path.getParent());
            var log = Path.of(path + ".log");
            var command = new ArrayList<>(List.of("setsid", java(), "-cp"));
            command.add(System.getProperty("java.class.path"));
            command.addAll(List.of(Dragoman.class.getName(), "sandbox", "up", "--dir"));
            command.add(path.toString());
            if (pods) {
                command.add("--pods");
            }
            var ready = Sandbox.environmentFile(path);
            var process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .redirectInput(Path.of("/dev/null").toFile())
                            .start();
            while (!owns(path, process) || !Files.exists(ready)) {
                if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
                    err().println(Files.readString(log).strip());
                    return 1;
                }
            }
            explain(path);
            out().printf(
                            "# End it:        ./dragoman sandbox down --dir %s   (its log: %s)%n",
                            path, log);
            return 0;
        }

        /**
         * Whether the files in the directory are of this process, and not of an earlier sandbox.
         */
        private static boolean owns(Path path, Process process) {
            return new StateDirectory(path)
                    .recorded().stream().anyMatch(one -> one.pid() == process.pid());
        }

        private static String java() {
            return ProcessHandle.current().info().command().orElse("java");
        }
    }

    @Command(
            name = "down",
            description = "end the sandbox and delete its directory",
            mixinStandardHelpOptions = true)
    static final class Down extends InDirectory {
        @Override
        int run(Path path) {
            var state = new StateDirectory(path);
            var ended = state.stop();
            state.delete();
            out().println(ended == 0 ? "No sandbox runs in " + path : "Ended the sandbox in " + path);
            return 0;
        }
    }

    @Command(
            name = "status",
            description = "list running processes; exit code 3 when there are none",
            mixinStandardHelpOptions = true)
    static final class Status extends InDirectory {
        @Override
        int run(Path path) throws IOException {
            var running =
                    new StateDirectory(path)
                            .recorded().stream()
                                    .filter(process -> process.handle().isPresent())
                                    .toList();
            if (running.isEmpty()) {
                out().println("No sandbox runs in " + path);
                return 3;
            }
            for (var process : running) {
                out().printf("%-24s running, process %d%n", process.name(), process.pid());
            }
            if (Files.exists(Sandbox.environmentFile(path))) {
                explain(path);
            }
            return 0;
        }
    }
}
