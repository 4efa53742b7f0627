package dev.dragoman.certificates.decision;

import dev.dragoman.capability.Before;
import dev.dragoman.capability.StepCall;
import dev.dragoman.certificates.pki.Finding;
import dev.dragoman.certificates.pki.Result;
import dev.dragoman.kube.Seen;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is done for a certificate. */
public sealed interface Step extends dev.dragoman.capability.Step {
    /** Become the owner of a Secret that another lets the certificate have. One write. */
    record Adopt() implements Step {
        @Override
        public boolean yields(Object result) {
            return result instanceof Map<?, ?>;
        }

        @Override
        public Optional<Before> before() {
            return Optional.of(Before.change(List.of("metadata.ownerReferences")));
        }
    }

    /**
     * Make a key and sign a certificate. In memory: nothing is written.
     *
     * @param findings why
     * @param next whether it is a CA that is trusted first, and signs later
     * @param exists whether a certificate is there
     */
    record Issue(List<Finding> findings, boolean next, boolean exists) implements Step {
        @Override
        public boolean yields(Object result) {
            return result instanceof Result<?>;
        }

        @Override
        public Optional<Before> before() {
            return Optional.of(
                    exists
                            ? Before.change(
                                    findings.stream().map(each -> each.reason().text()).toList())
                            : Before.create());
        }
    }

    /** Why a Secret is written. */
    enum Move {
        /** It has its first certificate. */
        ISSUED,
        /** It has another one. */
        RENEWED,
        /** It has the CA that comes next, which is to be trusted first. */
        TRUSTED,
        /** The CA that came next signs from now on. */
        REPLACED,
        /** A former CA is trusted no more. */
        DROPPED,
        /** What belongs to the certificate, and not the certificate. */
        KEPT
    }

    /**
     * Write the Secret, all of it at once.
     *
     * @param move what it is for
     * @param why for an Event; empty where there is none
     * @param after the Secret as it is to be
     * @param exports the same for the API server
     */
    record Write(Move move, String why, OwnSecret after, List<Map<String, Object>> exports)
            implements Step {
        @Override
        public Object body(StepCall<?> call) {
            return exports.getFirst();
        }

        /**
         * The Secret was read when this reconciliation began, and is written to that state alone:
         * another read would prove nothing more.
         */
        @Override
        public Seen seen(StepCall<?> call) {
            var facts = (Facts) call.facts();
            return facts.secret().seen(facts.certificate());
        }

        /**
         * What was written is known from the answer; where that says otherwise, it is looked at.
         */
        @Override
        @SuppressWarnings("unchecked") // as it yields
        public List<Map<String, Object>> shown(Object result) {
            return List.of((Map<String, Object>) result);
        }

        @Override
        public Write exporting(List<Map<String, Object>> objects) {
            return new Write(move, why, after, objects);
        }

        @Override
        public boolean yields(Object result) {
            return result instanceof Map<?, ?>;
        }

        /** Without the Secret. */
        @Override
        public String toString() {
            return "Write[%s]".formatted(move);
        }
    }
}
