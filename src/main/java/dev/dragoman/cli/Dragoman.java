package dev.dragoman.cli;

import dev.dragoman.cli.careferences.CaReferencesCommand;
import dev.dragoman.cli.crds.CrdsCommand;
import dev.dragoman.cli.credentials.CredentialsCommand;
import dev.dragoman.cli.plan.PlanCommand;
import dev.dragoman.cli.routes.RoutesCommand;
import dev.dragoman.cli.run.RunCommand;
import dev.dragoman.cli.takeover.TakeOverCommand;
import dev.dragoman.cli.uninstall.UninstallCommand;
import dev.dragoman.cli.validate.TrialProcess;
import dev.dragoman.cli.validate.ValidateCommand;
import dev.dragoman.settings.Version;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The command line: finds the commands that are on the class path and runs one of them. */
@Command(
        name = "dragoman",
        subcommands = {
            RunCommand.class,
            CrdsCommand.class,
            PlanCommand.class,
            TakeOverCommand.class,
            UninstallCommand.class,
            CaReferencesCommand.class,
            CredentialsCommand.class,
            ValidateCommand.class,
            RoutesCommand.class,
            HelpCommand.class
        },
        description = "Kubernetes operator whose behaviour is a set of Camel YAML routes",
        mixinStandardHelpOptions = true,
        version = "dragoman " + Version.CURRENT)
public final class Dragoman {
    private Dragoman() {}

    public static void main(String[] args) {
        System.exit(
                isPlainRun(args)
                        ? new RunCommand().orFail()
                        : isTrial(args) ? TrialProcess.run(args) : commandLine().execute(args));
    }

    /**
     * Whether the command is {@code run} without options, as in a pod. It then runs without
     * picocli: a class cache cannot hold picocli's classes, because their format is too old
     * (docs/image.md).
     */
    private static boolean isPlainRun(String[] args) {
        return args.length == 1 && args[0].equals("run");
    }

    /** Whether the command is {@code validate}, which runs in a separate process. */
    private static boolean isTrial(String[] args) {
        return args.length > 0 && args[0].equals(TrialProcess.COMMAND);
    }

    /** The commands, ready to parse arguments. */
    public static CommandLine commandLine() {
        var line = new CommandLine(new Dragoman());
        for (var provider : ServiceLoader.load(CommandProvider.class)) {
            provider.commands().forEach(line::addSubcommand);
        }
        line.setParameterExceptionHandler(WrongValue::told);
        return line;
    }
}
