package dev.dragoman.certificates.decision;

import dev.dragoman.capability.StepCall;
import dev.dragoman.capability.point.Before;
import dev.dragoman.certificates.pki.Finding;
import dev.dragoman.certificates.pki.Result;
import dev.dragoman.certificates.pki.SigningRequest;
import dev.dragoman.kube.object.Seen;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Steps of a certificate. */
public sealed interface CertificateStep extends dev.dragoman.capability.Step {
    /** Make the certificate the owner of a Secret that is offered to it. One write. */
    record Adopt() implements CertificateStep {
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
     * Make a key, and a certificate request for an external signer. In memory: nothing is written.
     *
     * @param findings why a certificate is needed
     * @param exists whether there is a certificate already
     */
    record Request(List<Finding> findings, boolean exists) implements CertificateStep {
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
            return CertificateStep.before(findings, exists);
        }
    }

    /**
     * Make a key and sign a certificate. In memory: nothing is written.
     *
     * @param findings why a certificate is needed
     * @param next whether the certificate is the next CA, which is trusted first and signs later
     * @param exists whether there is a certificate already
     * @param request the request for an external signer; empty if none is asked
     * @param answer chain and roots from the external signer; empty if none has signed
     */
    record Issue(
            List<Finding> findings,
            boolean next,
            boolean exists,
            Optional<SigningRequest> request,
            Map<String, List<String>> answer)
            implements CertificateStep {
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

        /** Whether an external signer has signed. */
        public boolean byOthers() {
            return !answer.isEmpty();
        }

        @Override
        public boolean yields(Object result) {
            return result instanceof Result<?>;
        }

        @Override
        public Optional<Before> before() {
            return CertificateStep.before(findings, exists);
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
        /** The Secret gets its first certificate. */
        ISSUED,
        /** The Secret gets another certificate. */
        RENEWED,
        /** The Secret gets the next CA, which is trusted first and signs later. */
        TRUSTED,
        /** The next CA signs from now on. */
        REPLACED,
        /** A former CA is no longer trusted. */
        DROPPED,
        /** Trust bundle or annotations change; the certificate stays. */
        KEPT
    }

    /**
     * Write the whole Secret at once.
     *
     * @param move why the Secret is written
     * @param why text for an Event; empty for no text
     * @param after the Secret to write
     * @param exports {@code after} as an object of the API
     */
    record Apply(Move move, String why, OwnSecret after, List<Map<String, Object>> exports)
            implements CertificateStep {
        @Override
        public Object body(StepCall<?> call) {
            return exports.getFirst();
        }

        /**
         * The Secret as it was read when this reconciliation began. The write fails if the version
         * has changed, so another read is not needed.
         */
        @Override
        public Seen seen(StepCall<?> call) {
            var facts = (CertificateFacts) call.facts();
            return facts.secret().seen(facts.certificate());
        }

        /** The Secret that the API server returned. */
        @Override
        @SuppressWarnings("unchecked") // yields() has checked it
        public List<Map<String, Object>> shown(Object result) {
            return List.of((Map<String, Object>) result);
        }

        @Override
        public Apply exporting(List<Map<String, Object>> objects) {
            return new Apply(move, why, after, objects);
        }

        @Override
        public boolean yields(Object result) {
            return result instanceof Map<?, ?>;
        }

        /** Does not show the Secret. */
        @Override
        public String toString() {
            return "Apply[%s]".formatted(move);
        }
    }
}
