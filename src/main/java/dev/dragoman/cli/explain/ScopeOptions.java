package dev.dragoman.cli.explain;

import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.cli.ClusterOptions;
import dev.dragoman.cli.WrongValue;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.kube.object.PlainText;
import dev.dragoman.reconcile.ObjectKey;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Mixin for commands about objects: which cluster, which namespace, whose operator. */
public final class ScopeOptions {
    /** A name as part of an address. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");

    private static final int RETRIES = 2;

    private static final int FORBIDDEN = 403;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Mixin private ClusterOptions cluster;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "Namespace of the objects. Default: that of the kubeconfig's context.")
    private Optional<String> namespace = Optional.empty();

    @Option(
            names = "--operator-namespace",
            paramLabel = "NAMESPACE",
            defaultValue = "${env:POD_NAMESPACE:-dragoman-system}",
            description =
                    "Namespace of the operator. Default: POD_NAMESPACE, else dragoman-system.")
    private String operator;

    /** What was read of the cluster so far. */
    record Reading(ClusterRequests requests, ClusterObjects objects, OperatorState operator) {}

    /** The work of a command, which returns its exit code. */
    interface Work {
        int on(Reading reading, Consumer<String> out);
    }

    /** Runs the work. Each printed line is free of control characters. */
    int run(Work work) throws IOException {
        var code = new int[1];
        var config = cluster.config();
        // by default the client tries ten times, a minute long for each kind that is out of order
        config.setRequestRetryBackoffLimit(RETRIES);
        int failed =
                cluster.run(
                        config,
                        "",
                        (cluster, out) -> {
                            var state = new ClusterOperator(cluster, operator);
                            var operator = state.state();
                            var objects =
                                    new ClusterObjects(cluster, state.composed(), this::progress);
                            var reading = new Reading(cluster, objects, operator);
                            try {
                                code[0] =
                                        work.on(
                                                reading,
                                                line ->
                                                        out.accept(
                                                                coloured(PlainText.oneLine(line))));
                            } catch (ClusterRequests.Refused refused) {
                                if (refused.code != FORBIDDEN) {
                                    throw refused;
                                }
                                // less than an administrator's rights are enough
                                var text = refused.getMessage() + "; ask for this right";
                                throw new ClusterRequests.Refused(1, text, refused);
                            }
                            return true;
                        });
        return failed == 0 ? code[0] : failed;
    }

    /** The line, in colour on a terminal where it says what is wrong or what to do. */
    private String coloured(String line) {
        boolean terminal = command.commandLine().getColorScheme().ansi().enabled();
        var colour = line.startsWith("  Do: ") ? "32" : line.endsWith(Explanation.MARK) ? "31" : "";
        return terminal && !colour.isEmpty()
                ? "\u001b[%sm%s\u001b[0m".formatted(colour, line)
                : line;
    }

    private void progress(String text) {
        var err = command.commandLine().getErr();
        err.println("dragoman: " + text);
        err.flush();
    }

    /** Begins to read for the page. */
    PageAnswers page(Reading reading, String namespace, Optional<URI> metrics) {
        return new PageAnswers(reading.requests(), operator, namespace, metrics);
    }

    /** The namespace that the user names, else that of the context. */
    String namespace() {
        var home =
                namespace
                        .or(() -> Optional.ofNullable(cluster.config().getNamespace()))
                        .orElse("default");
        if (!NAME.matcher(home).matches()) {
            throw new IllegalArgumentException("'%s' is no name of a namespace".formatted(home));
        }
        return home;
    }

    /** As {@link #namespace()}; throws {@link WrongValue} when there is no such namespace. */
    String namespace(Reading reading) {
        return cluster.checked(() -> namespace(reading.objects().fleet()));
    }

    private String namespace(Fleet fleet) {
        var home = new ObjectKey("", "Namespace", "", namespace());
        if (fleet.get(home).presence() == Known.Presence.ABSENT) {
            throw new IllegalArgumentException("there is no " + home + " (--namespace)");
        }
        return home.name();
    }

    /** The options of the cluster. */
    public ClusterOptions cluster() {
        return cluster;
    }

    /** Namespace of the operator. */
    public String operator() {
        return operator;
    }

    /** As {@link #key(String, Reading)}, for a command that reads nothing else of these objects. */
    public ObjectKey key(String written, ClusterRequests requests) {
        var objects = new ClusterObjects(requests, Set.of(), this::progress);
        return cluster.checked(() -> key(written, objects));
    }

    /**
     * The object that {@code KIND/NAME} means, or that stands for a resource in Azure.
     *
     * @throws WrongValue saying what to write instead
     */
    ObjectKey key(String written, Reading reading) {
        return cluster.checked(() -> key(written, reading.objects()));
    }

    private ObjectKey key(String written, ClusterObjects objects) {
        if (written.startsWith("/")) {
            return ofResource(written, objects);
        }
        var parts = written.split("/", -1);
        if (parts.length != 2 || !NAME.matcher(parts[1]).matches()) {
            throw new IllegalArgumentException(
                    "'%s' names no object; write KIND/NAME".formatted(written));
        }
        var kinds = objects.meant(parts[0]);
        if (kinds.size() != 1) {
            var names = kinds.stream().map(ClusterObjects.Served::name);
            throw new IllegalArgumentException(
                    kinds.isEmpty()
                            ? "the cluster serves no kind '%s'".formatted(parts[0])
                            : "'%s' may be %s; write one of these"
                                    .formatted(
                                            parts[0],
                                            names.sorted().collect(Collectors.joining(", "))));
        }
        var kind = kinds.getFirst();
        var home = kind.namespaced() ? namespace() : "";
        return new ObjectKey(kind.kind().group(), kind.kind().kind(), home, parts[1]);
    }

    /** The object of a resource, else of the nearest resource above it. */
    private ObjectKey ofResource(String id, ClusterObjects objects) {
        var wanted = ResourceId.key(id) + "/";
        Known nearest = null;
        int longest = 0;
        for (var each : objects.list(namespace.orElse(""))) {
            var own = each.resourceId().map(ResourceId::key).orElse("") + "/";
            boolean fits = own.length() > 1 && wanted.startsWith(own);
            // an id in an annotation is that of whoever may edit the object
            boolean better =
                    (nearest == null || each.proven() == nearest.proven())
                            ? own.length() > longest
                            : each.proven();
            if (fits && better) {
                nearest = each;
                longest = own.length();
            }
        }
        if (nearest == null) {
            throw new IllegalArgumentException(
                    "no object that you may read stands for %s, or for a resource above it"
                            .formatted(id));
        }
        if (!nearest.proven()) {
            progress("only an annotation says so, which whoever may edit the object can write");
        }
        if (longest < wanted.length()) {
            progress("no object stands for it; this one stands for a resource above it");
        }
        return nearest.key();
    }
}
