package dev.dragoman.namespaces.decision;

import dev.dragoman.capability.Before;
import dev.dragoman.reconcile.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The one thing to do next. */
public sealed interface Step extends dev.dragoman.capability.Step {
    /** Make the namespace, for this request and no other. */
    record MakeNamespace(Map<String, String> annotations) implements Step {
        @Override
        public Optional<Before> before() {
            return Optional.of(Before.create());
        }
    }

    /** Note on an existing namespace, which an administrator gave this request, when it ends. */
    record Adopt(Map<String, String> annotations) implements Step {
        @Override
        public Optional<Before> before() {
            return Optional.of(Before.change(List.of("metadata.annotations")));
        }
    }

    /** Make what the template says, in the namespace, and read what is published already. */
    record Furnish() implements Step {}

    /** Ask for a token, bound to the handle. */
    record IssueToken() implements Step {}

    /** Try what is about to be published: who the token is, and each right that it should have. */
    record TryToken() implements Step {}

    /**
     * Write the Secret that the request waits for.
     *
     * @param exports the Secret
     */
    record Publish(List<Map<String, Object>> exports) implements Step {
        /** Before it is known what it holds. */
        Publish() {
            this(List.of());
        }

        @Override
        public Publish exporting(List<Map<String, Object>> objects) {
            return new Publish(objects);
        }

        /** Without the Secret. */
        @Override
        public String toString() {
            return "Publish";
        }
    }

    /** Note on the namespace that its only token was published. */
    record NoteIssued() implements Step {}

    /**
     * End the reconciliation.
     *
     * @param state what came of the request
     * @param reason CamelCase, stable
     * @param message for people, with what to do next
     * @param bind whether the namespace owns the request from now on, so that it goes with it
     * @param outcome when to come again
     */
    record Finish(State state, String reason, String message, boolean bind, Outcome outcome)
            implements Step, dev.dragoman.capability.Finish {}

    /** What came of a request. */
    enum State {
        /** No request: nothing is written on it. */
        SILENT,
        /** Served. */
        READY,
        /** Something has to end or appear first. */
        WAITING,
        /** Not granted; only another input changes that. */
        REFUSED,
        /** Should work and does not. */
        FAILED,
        /** Was served, and the namespace is gone: nothing is made again. */
        SPENT;

        /** As the annotation shows it. */
        public String text() {
            return name().charAt(0) + name().substring(1).toLowerCase(java.util.Locale.ROOT);
        }
    }
}
