package dev.dragoman.cli.explain;

import dev.dragoman.kube.object.Json;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says why one object is not Ready. */
@Command(
        name = "explain",
        description =
                "Says why an object is not Ready: first the deepest cause and what to do, then what"
                        + " the object needs, and the last answer. For the id of an Azure resource"
                        + " it explains the object that stands for it. Reads with your own rights;"
                        + " no value of a Secret. Exit code 1 when there is no such object.",
        mixinStandardHelpOptions = true)
public final class ExplainCommand implements Callable<Integer> {
    @Mixin private ScopeOptions scope;

    @Parameters(arity = "1..2", paramLabel = "KIND/NAME", description = "The object, or an ARM id.")
    private List<String> object = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}")
    private StatusCommand.Output output = StatusCommand.Output.table;

    @Override
    public Integer call() throws IOException {
        return scope.run(
                (reading, out) -> {
                    var key = scope.key(String.join("/", object), reading);
                    var fleet = reading.objects().fleet();
                    var why = Explanation.of(key, fleet, reading.operator());
                    if (output == StatusCommand.Output.json) {
                        out.accept(Json.write(why.json()));
                    } else {
                        why.lines().forEach(out);
                    }
                    return why.object().isThere() ? 0 : 1;
                });
    }
}
