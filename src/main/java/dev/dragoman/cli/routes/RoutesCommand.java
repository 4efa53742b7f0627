package dev.dragoman.cli.routes;

import dev.dragoman.Operator;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.check.EffectiveRoutes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the routes in force. */
@Command(
        name = "routes",
        description =
                "Prints the routes of each kind, as Markdown with Mermaid diagrams. With DIR it includes"
                        + " the files of a team, and marks the lines that come from them.",
        mixinStandardHelpOptions = true)
public final class RoutesCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "DIR",
            description =
                    "Directories of overlays. Of files with the same name, the one in the first"
                            + " directory counts.")
    private List<Path> directories = List.of();

    @Option(
            names = "--source",
            paramLabel = "NAME",
            description =
                    "Prints the file NAME.camel.yaml as it is shipped, for a team to change: azure,"
                            + " agents, dispatch and so on.")
    private Optional<String> source = Optional.empty();

    @Option(
            names = "--text",
            description =
                    "Prints one row for each line, for diff. '+' marks lines of a team, '-' lines that it"
                            + " leaves out.")
    private boolean text;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (source.isPresent()) {
            return source(source.get());
        }
        for (var directory : directories) {
            if (!Files.isDirectory(directory)) {
                return fail(directory + ": not a directory");
            }
        }
        try {
            var overlays = new Overlays(directories);
            var lines = Operator.lines(overlays);
            var routes = EffectiveRoutes.of(Overlays.BUILT_IN_ROUTES, overlays, lines);
            return print(text ? RoutesPage.rows(routes) : RoutesPage.of(routes));
        } catch (EffectiveRoutes.YamlUnreadable unreadable) {
            return fail(unreadable.getMessage());
        }
    }

    private int source(String name) throws IOException {
        var file = "/routes/%s.camel.yaml".formatted(name.replaceFirst("\\.camel\\.yaml$", ""));
        try (var in = RoutesCommand.class.getResourceAsStream(file)) {
            if (in == null) {
                return fail(
                        "there is no built-in file %s; './dragoman routes' names the files of all routes"
                                .formatted(file.substring("/routes/".length())));
            }
            return print(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private int fail(String why) {
        spec.commandLine().getErr().println(why);
        return 1;
    }

    private int print(String text) {
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
        return 0;
    }
}
