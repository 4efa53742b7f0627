package dev.dragoman.cli.create;

import dev.dragoman.camel.Overlays;
import dev.dragoman.cli.validate.RightsPage;
import dev.dragoman.composition.Rights;
import dev.dragoman.composition.template.Templates;
import dev.dragoman.reconcile.GroupKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the files with which something of a team's own begins. */
@Command(
        name = "new",
        description = "Writes the files with which something of your own begins.",
        mixinStandardHelpOptions = true)
public final class NewCommand {
    private static final String DEFINITION = "definition.yaml";

    @Spec private CommandSpec spec;

    @Command(
            name = "composition",
            description =
                    "Writes routes, a template and the definition of a kind that is made of objects."
                            + " Prints the definition, the composition's ServiceAccount and its rights,"
                            + " for kubectl apply.",
            mixinStandardHelpOptions = true)
    int composition(
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--kind", paramLabel = "GROUP/KIND", required = true) String kind,
            @Option(names = "--directory", paramLabel = "DIR", required = true) Path directory)
            throws IOException {
        if (!kind.matches("[a-z0-9-]+([.][a-z0-9-]+)+/[A-Z][A-Za-z0-9]*")) {
            throw wrong(kind + " is no GROUP/KIND, such as platform.example.org/WebApplication");
        }
        if (!name.matches("[a-z][a-z0-9-]{0,39}")
                || NewCommand.class.getResource("/routes/%s.camel.yaml".formatted(name)) != null) {
            throw wrong(
                    "'%s' cannot be the name: take small letters, digits and -, at most 40, and no name of a built-in route"
                            .formatted(name));
        }
        if (!Templates.refusal(name).isEmpty()) {
            throw wrong(Templates.refusal(name));
        }
        var overlays = new Overlays(List.of(directory));
        for (var each : overlays.ending(".yaml")) {
            if (each.getFileName().toString().startsWith(name + ".")) {
                throw wrong(each + " is there already; choose another name");
            }
        }
        var of = new GroupKind(kind.replaceFirst("/.*", ""), kind.replaceFirst(".*/", ""));
        Files.createDirectories(directory);
        for (var each : List.of("camel.yaml", "configuration.object.yaml", DEFINITION)) {
            Files.writeString(directory.resolve(name + "." + each), text(each, name, of));
        }
        spec.commandLine().getOut().print(text(DEFINITION, name, of) + "---\n");
        return RightsPage.print(overlays, name, System.getenv(), spec.commandLine());
    }

    private ParameterException wrong(String text) {
        return new ParameterException(spec.subcommands().get("composition"), text);
    }

    private static String text(String file, String name, GroupKind kind) throws IOException {
        try (var in = NewCommand.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("NAME", name)
                    .replace("GROUP", kind.group())
                    .replace("PLURAL", Rights.plural(kind))
                    .replace("SINGULAR", kind.kind().toLowerCase(Locale.ROOT))
                    // last, because the others have no capital letters
                    .replace("KIND", kind.kind());
        }
    }
}
