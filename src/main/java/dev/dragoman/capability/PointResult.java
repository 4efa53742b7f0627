package dev.dragoman.capability;

/** What an extension point came to: the result of its step. Immutable. */
public sealed interface PointResult {
    /**
     * It goes on.
     *
     * @param body what the steps left, where they may change it: a copy, with the values of secrets
     * @param shown the same, with the secrets hidden
     */
    record Passed(Object body, Object shown) implements PointResult {
        /** Of a point whose body does not come back. */
        public Passed(Object body) {
            this(body, body);
        }

        /** Without the body, which may hold secrets. */
        @Override
        public String toString() {
            return "Passed";
        }
    }

    /** It does not. */
    record Judged(Verdict verdict) implements PointResult {}

    /**
     * Steps with effects failed, which is no mistake of the reconciliation. Of a trial: steps ask
     * somebody outside, who is not asked there.
     *
     * @param problem which file, and why; without a value of the exchange
     */
    record Failed(String problem) implements PointResult {}
}
