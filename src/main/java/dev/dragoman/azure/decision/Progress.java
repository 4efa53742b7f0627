package dev.dragoman.azure.decision;

import dev.dragoman.azure.catalog.ExportCall;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What this pass has done so far. Immutable. Nothing in it survives the pass: what must is in
 * {@link OwnState}.
 *
 * @param claimed whether the claim was written
 * @param confirmed whether the object was read live, and is still wanted
 * @param get answer to GET since the last PUT
 * @param before answer to the GET that the PUT followed: why it was sent
 * @param put answer to PUT
 * @param poll answer to the poll of the operation
 * @param delete answer to DELETE
 * @param registered answer to the provider registration
 * @param lookUps answers to look-ups and purges, by {@link Step.LookUp#key} and by path
 * @param calls last answers to the requests that the exports need
 * @param exported result of the export: empty before, then empty problem or a problem
 * @param released whether the finalizer was removed
 */
public record Progress(
        boolean claimed,
        boolean confirmed,
        Optional<Answer> get,
        Optional<Answer> before,
        Optional<Answer> put,
        Optional<Answer> poll,
        Optional<Answer> delete,
        Optional<Answer> registered,
        Map<String, Answer> lookUps,
        Map<ExportCall, Answer> calls,
        Optional<Optional<Problem>> exported,
        boolean released) {
    public static final Progress NONE =
            new Progress(
                    false,
                    false,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Map.of(),
                    Map.of(),
                    Optional.empty(),
                    false);

    public Progress withClaim() {
        return new Progress(
                true,
                confirmed,
                get,
                before,
                put,
                poll,
                delete,
                registered,
                lookUps,
                calls,
                exported,
                released);
    }

    /** The object is still wanted. */
    public Progress withConfirmation() {
        return new Progress(
                claimed,
                true,
                get,
                before,
                put,
                poll,
                delete,
                registered,
                lookUps,
                calls,
                exported,
                released);
    }

    public Progress withGet(Answer a) {
        return new Progress(
                claimed,
                confirmed,
                Optional.of(a),
                before,
                put,
                poll,
                delete,
                registered,
                lookUps,
                calls,
                exported,
                released);
    }

    /** What was read before a PUT is no longer true. */
    public Progress withPut(Answer a) {
        return new Progress(
                claimed,
                confirmed,
                Optional.empty(),
                get,
                Optional.of(a),
                poll,
                delete,
                registered,
                lookUps,
                calls,
                exported,
                released);
    }

    public Progress withPoll(Answer a) {
        return new Progress(
                claimed,
                confirmed,
                get,
                before,
                put,
                Optional.of(a),
                delete,
                registered,
                lookUps,
                calls,
                exported,
                released);
    }

    public Progress withDelete(Answer a) {
        return new Progress(
                claimed,
                confirmed,
                get,
                before,
                put,
                poll,
                Optional.of(a),
                registered,
                lookUps,
                calls,
                exported,
                released);
    }

    public Progress withRegistration(Answer a) {
        return new Progress(
                claimed,
                confirmed,
                get,
                before,
                put,
                poll,
                delete,
                Optional.of(a),
                lookUps,
                calls,
                exported,
                released);
    }

    public Progress withCall(ExportCall call, Answer a) {
        var more = new HashMap<>(calls);
        more.put(call, a);
        return new Progress(
                claimed,
                confirmed,
                get,
                before,
                put,
                poll,
                delete,
                registered,
                lookUps,
                Map.copyOf(more),
                exported,
                released);
    }

    /** Azure was asked for something else that the body needs. */
    public Progress withLookUp(String key, Answer a) {
        var more = new HashMap<>(lookUps);
        more.put(key, a);
        return new Progress(
                claimed,
                confirmed,
                get,
                before,
                put,
                poll,
                delete,
                registered,
                Map.copyOf(more),
                calls,
                exported,
                released);
    }

    public Progress withExport(Optional<Problem> problem) {
        return new Progress(
                claimed,
                confirmed,
                get,
                before,
                put,
                poll,
                delete,
                registered,
                lookUps,
                calls,
                Optional.of(problem),
                released);
    }

    public Progress withRelease() {
        return new Progress(
                claimed,
                confirmed,
                get,
                before,
                put,
                poll,
                delete,
                registered,
                lookUps,
                calls,
                exported,
                true);
    }
}
