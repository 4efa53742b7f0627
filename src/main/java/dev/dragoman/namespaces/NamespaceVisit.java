package dev.dragoman.namespaces;

import dev.dragoman.namespaces.decision.Facts;
import dev.dragoman.namespaces.decision.Progress;
import dev.dragoman.namespaces.decision.Step;
import dev.dragoman.reconcile.Pass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One pass over one request, from observe to record. Confined to the pass's thread; nothing of it
 * outlives the pass.
 */
final class NamespaceVisit {
    final Pass pass;
    final Facts facts;

    /** What shall be in the namespace, the Namespace itself first. */
    final List<Map<String, Object>> objects;

    /** What this pass had to put right. */
    final List<String> restored = new ArrayList<>();

    /** The request as it is now. */
    Map<String, Object> request;

    /** The namespace as it is now; empty while there is none. */
    Map<String, Object> namespace;

    /** The token at hand; a secret. */
    String token = "";

    Progress progress = Progress.NONE;
    Step step;

    NamespaceVisit(
            Pass pass,
            Facts facts,
            List<Map<String, Object>> objects,
            Map<String, Object> namespace) {
        this.pass = pass;
        this.facts = facts;
        this.objects = objects;
        this.request = pass.object();
        this.namespace = namespace;
    }
}
