package dev.dragoman.reconcile.watch;

import dev.dragoman.reconcile.Acting;
import dev.dragoman.reconcile.ObjectKey;
import java.util.Comparator;

/**
 * An object that needs other objects, as one subscription sees it: each subscription has needs of
 * its own.
 *
 * @param subscription name of the subscription; {@link Acting#NOBODY} stands for all subscriptions
 *     that reconcile the object
 */
public record Dependant(String subscription, ObjectKey key) implements Comparable<Dependant> {
    private static final Comparator<Dependant> ORDER =
            Comparator.comparing(Dependant::key).thenComparing(Dependant::subscription);

    @Override
    public int compareTo(Dependant other) {
        return ORDER.compare(this, other);
    }
}
