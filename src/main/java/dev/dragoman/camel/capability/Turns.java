package dev.dragoman.camel.capability;

import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.OutcomeException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Exchange;
import org.apache.camel.support.SynchronizationAdapter;

/**
 * The objects that one capability reconciles at this moment. A queue hands out each object once at
 * a time, but two kubernetes-reconcile consumers have two queues and may lead to the same
 * capability. Two simultaneous reconciliations of an object would both create what is missing.
 * Thread-safe.
 */
final class Turns {
    private final Set<ObjectKey> taken = ConcurrentHashMap.newKeySet();

    /**
     * Reserves the object until the exchange is done.
     *
     * @throws OutcomeException when the object is reserved already, by another exchange or by this
     *     one
     */
    void take(ObjectKey key, Exchange exchange) {
        if (!taken.add(key)) {
            throw OutcomeException.soon(
                    "InHand",
                    "%s is already being reconciled by another route or line, so it is retried later. Call each route from one trigger only, with one line 'observe'"
                            .formatted(key));
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
