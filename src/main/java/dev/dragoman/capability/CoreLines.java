package dev.dragoman.capability;

import dev.dragoman.capability.object.AddedRecord;
import dev.dragoman.capability.object.ObjectComparison;
import dev.dragoman.capability.object.ObjectStep;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.Remover;
import dev.dragoman.kube.failure.ObjectGone;
import dev.dragoman.kube.object.MetadataChange;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The effects of the lines that all capabilities have: {@code compare}, {@code remove}, {@code
 * claim} and {@code release}. Thread-safe.
 *
 * @param <F> facts of the capability
 */
public record CoreLines<F>(MetadataWriter metadata, Remover remover, AddedRecord added) {
    private static final Logger LOG = LoggerFactory.getLogger(CoreLines.class);

    /**
     * The line {@code compare}: finds out which objects an apply would create or change, and which
     * are to be deleted.
     */
    public ObjectComparison compare(Context<F> context) {
        var _ = context.call().step(ObjectStep.Compare.class);
        return context.making().orElseThrow().compare();
    }

    /**
     * The line {@code remove}: deletes the objects that are no longer wanted, or keeps them without
     * their owner. Returns their number.
     */
    public int remove(Context<F> context) {
        if (context.call().step() instanceof ObjectStep.Detach(var kept)) {
            kept.forEach(each -> remover.orphan(each, context.object()));
            return kept.size();
        }
        var step = context.call().step(ObjectStep.Remove.class);
        for (var each : step.objects()) {
            var _ = step.afterOwned() ? remover.deleteAfterOwned(each) : remover.delete(each);
        }
        return step.objects().size();
    }

    /**
     * The line {@code claim}: sets the finalizer, and records the objects that teams add. Returns
     * the object after these writes.
     */
    public Map<String, Object> claim(Context<F> context) {
        var step = context.call().step(Claim.class);
        step.finalizer().ifPresent(each -> written(context, MetadataChange.addFinalizer(each)));
        step.added().ifPresent(each -> context.object(added.remember(context.object(), each)));
        return context.object();
    }

    /**
     * The line {@code release}: removes the finalizer. Returns the object after this write. If the
     * object no longer exists, returns its last known state.
     */
    public Map<String, Object> release(Context<F> context) {
        var step = context.call().step(Release.class);
        try {
            return written(context, MetadataChange.removeFinalizer(step.finalizer()));
        } catch (ObjectGone alreadyGone) {
            LOG.debug(
                    "{}: the object no longer existed when its finalizer was to be removed",
                    context.reconciliation().key(),
                    alreadyGone);
            return context.object();
        }
    }

    private Map<String, Object> written(Context<F> context, MetadataChange change) {
        context.object(metadata.write(context.object(), change));
        return context.object();
    }
}
