package dev.dragoman.cli.explain;

import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.Changes;
import dev.dragoman.reconcile.GroupKind;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Commands that set one annotation of one object, with the rights of whoever runs them. */
public final class EditCommands {
    private static final String SKIP = "skip";
    private static final int CONFLICT = 409;

    private EditCommands() {}

    /** One edit. */
    private abstract static class Edit implements Callable<Integer> {
        @Mixin private ScopeOptions scope;

        @Parameters(paramLabel = "KIND/NAME", description = "The object.")
        private String written;

        /** Why the object cannot be edited so; empty where it can. */
        abstract String refusal(boolean azure, String policy, String kind);

        abstract String annotation();

        /** The new value; null for none. */
        abstract String value();

        abstract String done();

        @Override
        public Integer call() throws IOException {
            return scope.run(
                    (reading, out) -> {
                        var key = scope.key(written, reading);
                        var objects = reading.objects();
                        var path = objects.path(key);
                        var metadata = Json.map(reading.requests().get(path), "metadata");
                        var object = Json.object("metadata", metadata);
                        var refusal =
                                refusal(
                                        objects.needs().isAzure(GroupKind.of(key)),
                                        Fields.annotation(object, AsoNames.POLICY),
                                        key.kind());
                        if (!refusal.isEmpty()) {
                            throw new ClusterRequests.Refused(CONFLICT, key + ": " + refusal);
                        }
                        var version = metadata.get("resourceVersion");
                        var change = Json.object(annotation(), value());
                        var fields = Json.object("resourceVersion", version, "annotations", change);
                        var _ = reading.requests().merge(path, Json.object("metadata", fields));
                        out.accept("%s: %s".formatted(key, done()));
                        return 0;
                    });
        }
    }

    /** Wakes an object. */
    @Command(
            name = "reconcile",
            description =
                    "Has the operator look at an object at once and compare it with what exists"
                            + " outside, as at its resync. Sets an annotation.",
            mixinStandardHelpOptions = true)
    public static final class Reconcile extends Edit {
        @Override
        String refusal(boolean azure, String policy, String kind) {
            return "";
        }

        @Override
        String annotation() {
            return Changes.RECONCILE_AT;
        }

        @Override
        String value() {
            return Instant.now().toString();
        }

        @Override
        String done() {
            return "will be reconciled at once, if the operator runs";
        }
    }

    /** Has an object's resource left as it is. */
    @Command(
            name = "suspend",
            description =
                    "Has the operator read the resource of an Azure object and change nothing, until"
                            + " resume. Sets its reconcile policy to skip: while it is suspended, a"
                            + " deletion of the object leaves the resource in Azure.",
            mixinStandardHelpOptions = true)
    public static final class Suspend extends Edit {
        @Override
        String refusal(boolean azure, String policy, String kind) {
            if (!azure) {
                return "kind %s cannot be suspended; only objects of Azure kinds have a reconcile policy"
                        .formatted(kind);
            }
            boolean usual = policy.isEmpty() || policy.equals("manage") || policy.equals(SKIP);
            return usual
                    ? ""
                    : "has the reconcile policy '%s', which resume could not bring back; change the annotation by hand"
                            .formatted(policy);
        }

        @Override
        String annotation() {
            return AsoNames.POLICY;
        }

        @Override
        String value() {
            return SKIP;
        }

        @Override
        String done() {
            return "is suspended: its resource is not changed until 'dragoman resume'";
        }
    }

    /** Ends {@link Suspend}. */
    @Command(
            name = "resume",
            description = "Ends suspend: takes the reconcile policy skip off an object.",
            mixinStandardHelpOptions = true)
    public static final class Resume extends Edit {
        @Override
        String refusal(boolean azure, String policy, String kind) {
            return policy.equals(SKIP) ? "" : "is not suspended";
        }

        @Override
        String annotation() {
            return AsoNames.POLICY;
        }

        @Override
        String value() {
            return null;
        }

        @Override
        String done() {
            return "is no longer suspended";
        }
    }
}
