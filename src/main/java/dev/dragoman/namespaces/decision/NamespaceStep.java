package dev.dragoman.namespaces.decision;

import dev.dragoman.capability.point.Before;
import dev.dragoman.reconcile.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Steps of a request. */
public sealed interface NamespaceStep extends dev.dragoman.capability.Step {
    /** Create the namespace for this request. */
    record MakeNamespace(Map<String, String> annotations) implements NamespaceStep {
        @Override
        public Optional<Before> before() {
            return Optional.of(Before.create());
        }
    }

    /** Write the lifetime on an existing namespace that an administrator gave this request. */
    record Adopt(Map<String, String> annotations) implements NamespaceStep {
        @Override
        public Optional<Before> before() {
            return Optional.of(Before.change(List.of("metadata.annotations")));
        }
    }

    /** Apply the template's objects in the namespace, and read the published token. */
    record Furnish() implements NamespaceStep {}

    /** Request a token that is bound to the Secret {@link Keys#HANDLE}. */
    record IssueToken() implements NamespaceStep {}

    /** Try the token before it is published: its account, and each right that it should have. */
    record TryToken() implements NamespaceStep {}

    /**
     * Write the Secret with the credentials.
     *
     * @param exports the Secret
     */
    record Publish(List<Map<String, Object>> exports) implements NamespaceStep {
        /** The step before its Secret is made. */
        Publish() {
            this(List.of());
        }

        @Override
        public Publish exporting(List<Map<String, Object>> objects) {
            return new Publish(objects);
        }

        /** Does not show the Secret. */
        @Override
        public String toString() {
            return "Publish";
        }
    }

    /** Write an annotation on the namespace that says that its only token was published. */
    record NoteIssued() implements NamespaceStep {}

    /**
     * End the reconciliation.
     *
     * @param state state of the request
     * @param reason CamelCase, stable
     * @param message for people, with what to do next
     * @param bind whether the namespace becomes the owner of the request, so that the request is
     *     deleted with it
     * @param outcome when the request is reconciled again
     */
    record Finish(State state, String reason, String message, boolean bind, Outcome outcome)
            implements NamespaceStep, dev.dragoman.capability.Finish {}

    /** State of a request. */
    enum State {
        /** Nothing is written on the ConfigMap: it is no request, or is reconciled again soon. */
        SILENT,
        /** The request is served. */
        READY,
        /** An older namespace has to be deleted first, or rights have to take effect. */
        WAITING,
        /** The request is not granted, and a retry does not help. */
        REFUSED,
        /** A step failed that should work; the operator tries again. */
        FAILED,
        /**
         * The request was served, and its namespace or only token is gone. The request gets no
         * second namespace or token.
         */
        SPENT;

        /** The value of the annotation, such as {@code Ready}. */
        public String text() {
            return name().charAt(0) + name().substring(1).toLowerCase(java.util.Locale.ROOT);
        }
    }
}
