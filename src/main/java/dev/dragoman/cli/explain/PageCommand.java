package dev.dragoman.cli.explain;

import dev.dragoman.cli.WrongValue;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Serves a page that says what {@code status} and {@code explain} say, and keeps it current. */
@Command(
        name = "page",
        description =
                "Serves a page on this machine that says why objects are not Ready, and keeps it"
                        + " current. Reads with your own rights and writes nothing. Who has the"
                        + " address sees what you may see; it ends with the command.",
        mixinStandardHelpOptions = true)
public final class PageCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Mixin private ScopeOptions scope;

    @Option(
            names = {"-A", "--all-namespaces"},
            description = "Objects of all namespaces.")
    private boolean all;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port on 127.0.0.1; default: any free one")
    private int port;

    @Option(
            names = "--metrics",
            paramLabel = "URL",
            description =
                    "Where the leader's metrics are, such as of 'kubectl port-forward'. Default: its"
                            + " pod, by the API server's proxy.")
    private Optional<URI> metrics = Optional.empty();

    @Override
    public Integer call() throws IOException {
        return scope.run(
                (reading, out) -> {
                    var answers = scope.page(reading, all ? "" : scope.namespace(reading), metrics);
                    try (answers;
                            var server = server(answers)) {
                        out.accept(server.address());
                        out.accept(
                                "Whoever has this address sees what you may see. Ctrl-C ends it.");
                        spec.commandLine().getOut().flush();
                        server.await();
                        return 0;
                    }
                });
    }

    private PageServer server(PageAnswers answers) {
        try {
            return PageServer.open(port, answers);
        } catch (IllegalArgumentException wrong) {
            throw new WrongValue(spec.commandLine(), wrong);
        }
    }
}
