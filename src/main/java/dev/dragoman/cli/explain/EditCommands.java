package dev.dragoman.cli.explain;

import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Commands that set one annotation of one object, with the rights of whoever runs them. */
public final class EditCommands {
    private static final String SKIP = "skip";
    private static final int CONFLICT = 409;

    /** As the API server says that an object may not be so; it is not tried again. */
    private static final int REFUSAL = 422;

    private EditCommands() {}

    /** One edit of one annotation. */
    abstract static class Edit implements Callable<Integer> {
        private final String annotation;
        private final String value;
        private final String done;

        @Mixin private ScopeOptions scope;

        @Parameters(arity = "1..2", paramLabel = "KIND/NAME", description = "The object.")
        private List<String> object = List.of();

        /**
         * @param value of the annotation; null for none
         * @param done what is said afterwards
         */
        Edit(String annotation, String value, String done) {
            this.annotation = annotation;
            this.value = value;
            this.done = done;
        }

        /**
         * Why the object cannot be edited so; empty where it can.
         *
         * @param azure whether it is of an Azure kind
         * @param policy its reconcile policy; empty for none
         */
        abstract String refusal(boolean azure, String policy);

        /** What is said after that, if anything. */
        List<String> more(ObjectKey key, ScopeOptions.Reading reading) {
            return List.of();
        }

        @Override
        public Integer call() throws IOException {
            return scope.run(
                    (reading, out) -> {
                        var key = scope.key(String.join("/", object), reading);
                        try {
                            edit(reading, key);
                        } catch (ClusterRequests.Refused changed) {
                            if (changed.code != CONFLICT) {
                                throw changed;
                            }
                            edit(reading, key);
                        }
                        out.accept("%s: %s".formatted(key, done));
                        more(key, reading).forEach(out);
                        return 0;
                    });
        }

        private void edit(ScopeOptions.Reading reading, ObjectKey key) {
            var path = reading.objects().path(key);
            var metadata = Json.map(reading.requests().get(path), "metadata");
            var policy = Json.text(Json.map(metadata, "annotations"), AsoNames.POLICY);
            var refusal = refusal(reading.objects().needs().isAzure(GroupKind.of(key)), policy);
            if (!refusal.isEmpty()) {
                throw new ClusterRequests.Refused(REFUSAL, key + ": " + refusal);
            }
            // refused when somebody has written in between
            var version = metadata.get("resourceVersion");
            var change = Json.object(annotation, value);
            var fields = Json.object("resourceVersion", version, "annotations", change);
            var _ = reading.requests().merge(path, Json.object("metadata", fields));
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
        Suspend() {
            super(AsoNames.POLICY, SKIP, "is suspended until 'dragoman resume'");
        }

        @Override
        String refusal(boolean azure, String policy) {
            if (!azure) {
                return "cannot be suspended: only objects of Azure kinds have a reconcile policy";
            }
            boolean usual = policy.isEmpty() || policy.equals("manage") || policy.equals(SKIP);
            return usual
                    ? ""
                    : "resume could not bring its reconcile policy '%s' back; change the annotation by hand"
                            .formatted(policy);
        }
    }

    /** Ends {@link Suspend}. */
    @Command(
            name = "resume",
            description = "Ends suspend: takes the reconcile policy skip off an object.",
            mixinStandardHelpOptions = true)
    public static final class Resume extends Edit {
        Resume() {
            super(AsoNames.POLICY, null, "is no longer suspended");
        }

        @Override
        String refusal(boolean azure, String policy) {
            return policy.equals(SKIP) ? "" : "is not suspended";
        }
    }
}
