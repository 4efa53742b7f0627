package dev.dragoman.cli;

import dev.dragoman.cli.run.RunCommand;
import dev.dragoman.cli.validate.TrialProcess;
import dev.dragoman.envoy.pod.InitManager;
import dev.dragoman.envoy.pod.ShutdownManager;
import java.util.List;

/** The main class: runs the command that the arguments name. */
public final class Dragoman {
    private Dragoman() {}

    public static void main(String[] args) {
        System.exit(execute(args));
    }

    private static int execute(String[] args) {
        if (isPlainRun(args)) {
            return new RunCommand().orFail();
        }
        var rest = List.of(args).subList(Math.min(1, args.length), args.length);
        return switch (args.length == 0 ? "" : args[0]) {
            case TrialProcess.COMMAND -> TrialProcess.run(args);
            // beside Envoy in pods of others, where they may take next to nothing
            case InitManager.COMMAND -> InitManager.run(rest, System.getenv());
            case ShutdownManager.COMMAND -> ShutdownManager.run(rest);
            default -> Commands.line().execute(args);
        };
    }

    /**
     * Whether the command is {@code run} without options, as in a pod. It then runs without
     * picocli: a class cache cannot hold picocli's classes, because their format is too old
     * (docs/image.md). For the same reason {@link Commands} is a separate class: linking it loads
     * picocli.
     */
    private static boolean isPlainRun(String[] args) {
        return args.length == 1 && args[0].equals("run");
    }
}
