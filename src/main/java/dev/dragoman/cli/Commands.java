package dev.dragoman.cli;

import dev.dragoman.cli.careferences.CaReferencesCommand;
import dev.dragoman.cli.crds.CrdsCommand;
import dev.dragoman.cli.create.NewCommand;
import dev.dragoman.cli.credentials.CredentialsCommand;
import dev.dragoman.cli.events.EventsCommand;
import dev.dragoman.cli.explain.EditCommands;
import dev.dragoman.cli.explain.ExplainCommand;
import dev.dragoman.cli.explain.PageCommand;
import dev.dragoman.cli.explain.ReconcileCommand;
import dev.dragoman.cli.explain.StatusCommand;
import dev.dragoman.cli.plan.DiffCommand;
import dev.dragoman.cli.plan.PlanCommand;
import dev.dragoman.cli.routes.RoutesCommand;
import dev.dragoman.cli.run.RunCommand;
import dev.dragoman.cli.takeover.TakeOverCommand;
import dev.dragoman.cli.test.TestCommand;
import dev.dragoman.cli.uninstall.UninstallCommand;
import dev.dragoman.cli.validate.ValidateCommand;
import dev.dragoman.settings.Version;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The commands that are on the class path. */
@Command(
        subcommands = {
            RunCommand.class,
            CrdsCommand.class,
            PlanCommand.class,
            DiffCommand.class,
            TakeOverCommand.class,
            UninstallCommand.class,
            CaReferencesCommand.class,
            CredentialsCommand.class,
            StatusCommand.class,
            ExplainCommand.class,
            PageCommand.class,
            ReconcileCommand.class,
            EditCommands.Suspend.class,
            EditCommands.Resume.class,
            ValidateCommand.class,
            TestCommand.class,
            RoutesCommand.class,
            NewCommand.class,
            EventsCommand.class,
            HelpCommand.class
        },
        description = "Kubernetes operator whose behaviour is a set of Camel YAML routes",
        mixinStandardHelpOptions = true,
        version = "dragoman " + Version.CURRENT)
public final class Commands {
    private Commands() {}

    /** The commands, ready to parse arguments. */
    public static CommandLine line() {
        var line = new CommandLine(new Commands());
        // as the user calls it, for the texts of help
        line.setCommandName(System.getProperty("dragoman.command", "dragoman"));
        for (var provider : ServiceLoader.load(CommandProvider.class)) {
            provider.commands().forEach(line::addSubcommand);
        }
        line.setParameterExceptionHandler(WrongValue::told);
        return line;
    }
}
