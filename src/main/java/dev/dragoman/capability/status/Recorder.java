package dev.dragoman.capability.status;

import dev.dragoman.capability.Context;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Ending;
import dev.dragoman.kube.EventType;
import dev.dragoman.kube.EventWriter;
import dev.dragoman.kube.failure.ObjectGone;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes on an object how a reconciliation ended, and records its Events. Thread-safe. */
public record Recorder(Declaration declaration, EventWriter events) {
    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

    /**
     * Writes the ending on the object. Returns whether the write changed the state that the object
     * shows; empty when the object no longer exists.
     */
    public Optional<Boolean> write(Context<?> context, Ending ending) {
        try {
            var written =
                    declaration
                            .form()
                            .write(
                                    context.object(),
                                    declaration.form().showsReady()
                                            ? ending
                                            : ending.withoutReady());
            context.object(written.object());
            if (written.changed()) {
                ending.ready()
                        .ifPresent(
                                now ->
                                        LOG.info(
                                                "{}: {}",
                                                context.reconciliation().key(),
                                                (now.reason() + " " + now.message()).strip()));
            }
            return Optional.of(written.changed());
        } catch (ObjectGone gone) {
            LOG.debug(
                    "{} no longer exists; nothing is written on it",
                    context.reconciliation().key(),
                    gone);
            return Optional.empty();
        }
    }

    /** Records the note as an Event of the object. */
    public void tell(Map<String, Object> object, Note note) {
        events.emit(
                object,
                note.warning() ? EventType.WARNING : EventType.NORMAL,
                note.reason(),
                declaration.action(),
                note.text());
    }
}
