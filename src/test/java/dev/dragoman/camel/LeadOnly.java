package dev.dragoman.camel;

import dev.dragoman.reconcile.KindSelector;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciler;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** An engine of which only the leadership counts. */
public record LeadOnly(BooleanSupplier now) implements Subscriptions {
    @Override
    public boolean leads() {
        return now.getAsBoolean();
    }

    @Override
    public Running subscribe(
            String name,
            List<KindSelector> kinds,
            Set<String> namespaces,
            Reconciler reconciler,
            Options options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int wake(String name, ObjectKey key) {
        return 0;
    }

    @Override
    public int wakeById(String name, String id) {
        return 0;
    }
}
