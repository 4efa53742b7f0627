package dev.dragoman.namespaces;

import dev.dragoman.capability.Results;
import dev.dragoman.capability.StepCall;
import dev.dragoman.namespaces.decision.NamespaceFacts;
import dev.dragoman.namespaces.decision.NamespaceProgress;
import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The working state of a step of a request. Mutable; used by one step only. */
final class RequestContext {
    final ObjectKey key;
    final NamespaceFacts facts;

    /** The objects to apply, the Namespace itself first. */
    final List<Map<String, Object>> objects;

    final NamespaceProgress progress;

    /** Kinds and names of objects that had to be restored. */
    final List<String> restored;

    /** The namespace as it is now; an empty map while there is none. */
    Map<String, Object> namespace;

    /** The token that was read or issued; empty without one; a secret. */
    String token;

    /**
     * The facts and objects that were read for a request.
     *
     * @param objects the objects to apply, the Namespace itself first
     * @param namespace the namespace as it is; an empty map while there is none
     */
    record Observation(
            NamespaceFacts facts,
            List<Map<String, Object>> objects,
            Map<String, Object> namespace) {
        @Override
        public String toString() {
            return "Observation[%s]".formatted(facts.name());
        }
    }

    /**
     * The result of all steps so far.
     *
     * @param token the token that was read or issued; empty without one; a secret
     */
    record State(
            NamespaceProgress progress,
            Map<String, Object> namespace,
            String token,
            List<String> restored) {
        /** The state before the first step. */
        static State of(Observation observed) {
            return new State(NamespaceProgress.NONE, observed.namespace(), "", List.of());
        }

        /** The state after the given steps. */
        static State of(Observation observed, Results results) {
            return results.fold(of(observed), (before, each) -> (State) each.value());
        }

        @Override
        public String toString() {
            return "State";
        }
    }

    RequestContext(StepCall<Observation> call) {
        this.key = call.context().reconciliation().key();
        this.facts = call.facts().facts();
        this.objects = call.facts().objects();
        var state = State.of(call.facts(), call.context().results());
        this.progress = state.progress();
        this.namespace = state.namespace();
        this.token = state.token();
        this.restored = new ArrayList<>(state.restored());
    }

    /** The result of the step, with this progress. */
    State with(NamespaceProgress now) {
        return new State(now, namespace, token, List.copyOf(restored));
    }
}
