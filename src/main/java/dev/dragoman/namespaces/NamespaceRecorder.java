package dev.dragoman.namespaces;

import dev.dragoman.kube.EventType;
import dev.dragoman.kube.EventWriter;
import dev.dragoman.kube.Excerpt;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.KubeException;
import dev.dragoman.kube.MetadataChange;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.ObjectGone;
import dev.dragoman.kube.PlainText;
import dev.dragoman.namespaces.decision.Keys;
import dev.dragoman.namespaces.decision.Step;
import dev.dragoman.namespaces.decision.TokenClaims;
import dev.dragoman.reconcile.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes on the request what came of it, when that differs, then one Event per transition. */
final class NamespaceRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(NamespaceRecorder.class);
    private static final String ACTION = "VendNamespace";

    private final MetadataWriter metadata;
    private final EventWriter events;

    NamespaceRecorder(MetadataWriter metadata, EventWriter events) {
        this.metadata = metadata;
        this.events = events;
    }

    Outcome record(NamespaceVisit visit, Step.Finish finish) {
        if (finish.state() == Step.State.SILENT) {
            return finish.outcome();
        }
        var before = visit.request;
        try {
            visit.request = metadata.write(before, change(visit, finish));
        } catch (ObjectGone gone) {
            LOG.debug("request {} is gone, nothing is noted on it", visit.facts.name(), gone);
            return finish.outcome();
        }
        var was = Fields.annotation(before, Keys.REASON) + Fields.annotation(before, Keys.MESSAGE);
        boolean ready = finish.state() == Step.State.READY;
        if (!was.equals(finish.reason() + bounded(finish.message()))) {
            LOG.info("{}: {}", finish.reason(), finish.message());
            event(
                    visit,
                    ready || finish.state() == Step.State.WAITING
                            ? EventType.NORMAL
                            : EventType.WARNING,
                    finish.reason(),
                    finish.message());
        } else if (ready) {
            again(visit);
        }
        return finish.outcome();
    }

    /** Shows a failure that no decision foresaw. */
    void failed(Map<String, Object> request, String reason, String message) {
        var values = new LinkedHashMap<String, Optional<String>>();
        values.put(Keys.STATE, Optional.of(Step.State.FAILED.text()));
        values.put(Keys.REASON, Optional.of(reason));
        values.put(Keys.MESSAGE, Optional.of(bounded(message)));
        try {
            var now = metadata.write(request, MetadataChange.annotate(values));
            // said again only after an hour
            events.emit(now, EventType.WARNING, reason, ACTION, message);
        } catch (KubeException unwritten) {
            LOG.warn("the failure cannot be shown on the request: {}", unwritten.getMessage());
        }
    }

    /** What was done for a request that had been served before. */
    private void again(NamespaceVisit visit) {
        if (!visit.restored.isEmpty()) {
            event(
                    visit,
                    EventType.NORMAL,
                    "Restored",
                    "put right in namespace %s: %s"
                            .formatted(visit.facts.name(), String.join(", ", visit.restored)));
        }
        if (visit.progress.issued()) {
            event(
                    visit,
                    EventType.NORMAL,
                    "TokenRenewed",
                    "Secret %s has a new token, good until %s"
                            .formatted(visit.facts.name(), expiry(visit).orElse("")));
        }
    }

    private static String bounded(String message) {
        return Excerpt.message(PlainText.of(message), Excerpt.CONDITION);
    }

    private void event(NamespaceVisit visit, EventType type, String reason, String message) {
        events.emit(visit.request, type, reason, ACTION, message);
    }

    private static MetadataChange change(NamespaceVisit visit, Step.Finish finish) {
        var values = new LinkedHashMap<String, Optional<String>>();
        values.put(Keys.STATE, Optional.of(finish.state().text()));
        values.put(Keys.REASON, Optional.of(finish.reason()));
        values.put(Keys.MESSAGE, Optional.of(bounded(finish.message())));
        if (visit.progress.published()) {
            values.put(Keys.TOKEN_EXPIRES, expiry(visit));
        }
        if (finish.bind()) {
            values.put(Keys.NAMESPACE_UID, Optional.of(Fields.metadata(visit.namespace, "uid")));
        }
        return new MetadataChange(
                Set.of(),
                Set.of(),
                values,
                Map.of(),
                finish.bind() ? List.of(owner(visit.namespace)) : List.of());
    }

    private static Optional<String> expiry(NamespaceVisit visit) {
        return visit.progress.token().map(TokenClaims::expiresAt).map(Object::toString);
    }

    /** As the predecessor wrote it: neither controller nor blocking. */
    private static Map<String, Object> owner(Map<String, Object> namespace) {
        var owner = new LinkedHashMap<String, Object>();
        owner.put("apiVersion", "v1");
        owner.put("kind", "Namespace");
        owner.put("name", Fields.metadata(namespace, "name"));
        owner.put("uid", Fields.metadata(namespace, "uid"));
        return owner;
    }
}
