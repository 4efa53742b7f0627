package dev.dragoman.namespaces;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.Condition.Severity;
import dev.dragoman.capability.status.Note;
import dev.dragoman.capability.status.Outside;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.MetadataChange;
import dev.dragoman.namespaces.RequestContext.State;
import dev.dragoman.namespaces.decision.Keys;
import dev.dragoman.namespaces.decision.NamespaceFacts;
import dev.dragoman.namespaces.decision.NamespaceStep;
import dev.dragoman.namespaces.decision.TokenClaims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Decides which annotations and Events a request gets when its reconciliation ends. */
final class RequestEnding {
    private RequestEnding() {}

    static Ending of(NamespaceFacts facts, State done, NamespaceStep.Finish finish) {
        if (finish.state() == NamespaceStep.State.SILENT) {
            return Ending.quiet(finish.outcome());
        }
        boolean ready = finish.state() == NamespaceStep.State.READY;
        var condition =
                new Condition(
                        Condition.READY,
                        ready,
                        severity(finish),
                        finish.reason(),
                        finish.message(),
                        0);
        var notes = new ArrayList<Note>();
        notes.add(
                ready || finish.state() == NamespaceStep.State.WAITING
                        ? Note.normal(finish.reason(), finish.message())
                        : Note.warning(finish.reason(), finish.message()));
        if (ready) {
            notes.addAll(again(facts, done));
        }
        var ending =
                new Ending(
                        Optional.of(condition),
                        List.of(),
                        Optional.empty(),
                        Optional.of(metadata(done, finish)),
                        notes,
                        finish.outcome());
        return ready
                ? ending.withOutside(
                        new Outside(Fields.metadata(done.namespace(), "uid"), done.namespace()))
                : ending;
    }

    private static Severity severity(NamespaceStep.Finish finish) {
        return switch (finish.state()) {
            case SILENT, READY -> Severity.NONE;
            case WAITING -> Severity.INFO;
            case REFUSED, SPENT -> Severity.ERROR;
            case FAILED -> Severity.WARNING;
        };
    }

    /** Events for a request that was served before: restored objects, and a renewed token. */
    private static List<Note> again(NamespaceFacts facts, State done) {
        var notes = new ArrayList<Note>();
        if (!done.restored().isEmpty()) {
            notes.add(
                    new Note(
                            false,
                            "Restored",
                            "restored in namespace %s: %s"
                                    .formatted(facts.name(), String.join(", ", done.restored())),
                            Note.When.UNCHANGED));
        }
        if (done.progress().issued()) {
            notes.add(
                    new Note(
                            false,
                            "TokenRenewed",
                            "Secret %s has a new token, valid until %s"
                                    .formatted(facts.name(), expiry(done).orElse("")),
                            Note.When.UNCHANGED));
        }
        return notes;
    }

    private static MetadataChange metadata(State done, NamespaceStep.Finish finish) {
        var values = new LinkedHashMap<String, Optional<String>>();
        if (finish.state() == NamespaceStep.State.SPENT) {
            // without this, the state would be named after the severity
            values.put(Keys.STATE, Optional.of(finish.state().text()));
        }
        if (done.progress().published()) {
            values.put(Keys.TOKEN_EXPIRES, expiry(done));
        }
        if (finish.bind()) {
            values.put(Keys.NAMESPACE_UID, Optional.of(Fields.metadata(done.namespace(), "uid")));
        }
        return new MetadataChange(
                Set.of(),
                Set.of(),
                values,
                Map.of(),
                finish.bind() ? List.of(owner(done.namespace())) : List.of(),
                Set.of());
    }

    private static Optional<String> expiry(State done) {
        return done.progress().token().map(TokenClaims::expiresAt).map(Object::toString);
    }

    /** The owner reference, as the predecessor wrote it: neither controller nor blocking. */
    private static Map<String, Object> owner(Map<String, Object> namespace) {
        var owner = new LinkedHashMap<String, Object>();
        owner.put("apiVersion", "v1");
        owner.put("kind", "Namespace");
        owner.put("name", Fields.metadata(namespace, "name"));
        owner.put("uid", Fields.metadata(namespace, "uid"));
        return owner;
    }
}
