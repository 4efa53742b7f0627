package dev.dragoman.camel.capability;

import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Exchange;
import org.apache.camel.support.SynchronizationAdapter;

/**
 * Which objects one capability has in hand. A queue has an object in hand once, but two triggers of
 * routes have two queues, and may lead to the same capability. Two reconciliations at once would
 * both create what is missing. Thread-safe.
 */
final class Turns {
    private final Set<ObjectKey> taken = ConcurrentHashMap.newKeySet();

    /**
     * Takes the object until the exchange is done.
     *
     * @throws OutcomeException when another exchange has it, or this one has it already
     */
    void take(ObjectKey key, Exchange exchange) {
        if (!taken.add(key)) {
            throw new OutcomeException(
                    new Outcome.Transient(
                            "InHand",
                            "another trigger or line has %s in hand; it comes again. Let one trigger alone lead to each route, and 'observe' once in it"
                                    .formatted(key),
                            Outcome.Pace.FAST,
                            Optional.empty()));
        }
        exchange.getExchangeExtension()
                .addOnCompletion(
                        new SynchronizationAdapter() {
                            @Override
                            public void onDone(Exchange done) {
                                taken.remove(key);
                            }

                            @Override
                            public boolean allowHandover() {
                                return false;
                            }
                        });
    }
}
