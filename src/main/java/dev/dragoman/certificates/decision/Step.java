package dev.dragoman.certificates.decision;

import dev.dragoman.capability.Before;
import dev.dragoman.capability.StepCall;
import dev.dragoman.certificates.pki.Finding;
import dev.dragoman.certificates.pki.Result;
import dev.dragoman.certificates.pki.SigningRequest;
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
     * Make a key, and a request that others sign. In memory: nothing is written.
     *
     * @param findings why
     * @param exists whether a certificate is there
     */
    record Request(List<Finding> findings, boolean exists) implements Step {
        @Override
        public Optional<String> serves() {
            return Optional.of("issue");
        }

        @Override
        public boolean yields(Object result) {
            return result instanceof SigningRequest;
        }

        @Override
        public Optional<Before> before() {
            return Step.before(findings, exists);
        }
    }

    /**
     * Make a key and sign a certificate. In memory: nothing is written.
     *
     * @param findings why
     * @param next whether it is a CA that is trusted first, and signs later
     * @param exists whether a certificate is there
     * @param request what others are asked to sign; empty where nobody is
     * @param answer what they have signed; empty where nobody has
     */
    record Issue(
            List<Finding> findings,
            boolean next,
            boolean exists,
            Optional<SigningRequest> request,
            Map<String, List<String>> answer)
            implements Step {
        Issue(List<Finding> findings, boolean next, boolean exists) {
            this(findings, next, exists, Optional.empty(), Map.of());
        }

        Issue with(SigningRequest made) {
            return new Issue(findings, next, exists, Optional.of(made), answer);
        }

        @Override
        public Optional<Map<String, Object>> asks() {
            return request.map(SigningRequest::asked);
        }

        @Override
        public Issue answered(Map<String, List<String>> signed) {
            return new Issue(findings, next, exists, request, signed);
        }

        /** Whether others have signed. */
        public boolean byOthers() {
            return !answer.isEmpty();
        }

        @Override
        public boolean yields(Object result) {
            return result instanceof Result<?>;
        }

        @Override
        public Optional<Before> before() {
            return Step.before(findings, exists);
        }
    }

    private static Optional<Before> before(List<Finding> findings, boolean exists) {
        return Optional.of(
                exists
                        ? Before.change(
                                findings.stream().map(each -> each.reason().text()).toList())
                        : Before.create());
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
