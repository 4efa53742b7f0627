package dev.dragoman.namespaces.decision;

import dev.dragoman.reconcile.Outcome;
import java.util.Map;

/** The one thing to do next. */
public sealed interface Step extends dev.dragoman.capability.Step {
    /** Make the namespace, for this request and no other. */
    record MakeNamespace(Map<String, String> annotations) implements Step {}

    /** Note on an existing namespace, which an administrator gave this request, when it ends. */
    record Adopt(Map<String, String> annotations) implements Step {}

    /** Make what the template says, in the namespace, and read what is published already. */
    record Furnish() implements Step {}

    /** Ask for a token, bound to the handle. */
    record IssueToken() implements Step {}

    /** Try what is about to be published: who the token is, and each right that it should have. */
    record TryToken() implements Step {}

    /** Write the Secret that the request waits for. */
    record Publish() implements Step {}

    /** Note on the namespace that its only token was published. */
    record NoteIssued() implements Step {}

    /**
     * End the pass.
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
