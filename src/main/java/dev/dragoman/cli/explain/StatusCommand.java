package dev.dragoman.cli.explain;

import dev.dragoman.kube.object.Json;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says how many objects are Ready, and why the others are not. */
@Command(
        name = "status",
        description =
                "Says how many objects of this operator there are, why some are not Ready, the"
                        + " deepest cause first, and what to do. Reads with your own rights, and"
                        + " works while the operator is down. Exit code 1 when an object is not"
                        + " Ready, or when the operator does not run.",
        mixinStandardHelpOptions = true)
public final class StatusCommand implements Callable<Integer> {
    /** Formats of the output, spelled as in the option. */
    enum Output {
        table,
        json
    }

    @Mixin private ScopeOptions scope;

    @Option(
            names = {"-A", "--all-namespaces"},
            description = "Objects of all namespaces.")
    private boolean all;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}")
    private Output output = Output.table;

    @Override
    public Integer call() throws IOException {
        return scope.run(
                (reading, out) -> {
                    var objects = reading.objects();
                    var namespace = all ? "" : scope.namespace(reading);
                    var listed = objects.list(namespace);
                    var status =
                            FleetStatus.of(
                                    listed, objects.fleet(), objects.unread(), reading.operator());
                    if (output == Output.json) {
                        out.accept(Json.write(Json.with(status.json(), "namespace", namespace)));
                    } else {
                        status.lines(namespace).forEach(out);
                    }
                    return status.isGood() ? 0 : 1;
                });
    }
}
