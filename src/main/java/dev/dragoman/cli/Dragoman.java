package dev.dragoman.cli;

import dev.dragoman.cli.run.RunCommand;
import dev.dragoman.cli.validate.TrialProcess;

/** The main class: runs the command that the arguments name. */
public final class Dragoman {
    private Dragoman() {}

    public static void main(String[] args) {
        System.exit(
                isPlainRun(args)
                        ? new RunCommand().orFail()
                        : isTrial(args) ? TrialProcess.run(args) : Commands.line().execute(args));
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

    /** Whether the command is {@code validate}, which runs in a separate process. */
    private static boolean isTrial(String[] args) {
        return args.length > 0 && args[0].equals(TrialProcess.COMMAND);
    }
}
