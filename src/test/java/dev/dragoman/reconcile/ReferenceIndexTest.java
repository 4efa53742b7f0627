package dev.dragoman.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReferenceIndexTest {
    private static final ObjectKey GROUP = new ObjectKey("g", "Group", "ns", "group");
    private static final ObjectKey ACCOUNT = new ObjectKey("g", "Account", "ns", "account");

    private final CountDownLatch opening = new CountDownLatch(1);
    private final CountDownLatch told = new CountDownLatch(1);
    private final List<ObjectKey> reconciled = new CopyOnWriteArrayList<>();

    /**
     * As where an informer lists on the thread that opens it, while a reconciliation opens another.
     */
    @Test
    @Timeout(20)
    void aChangeIsToldWhileAWatchIsOpened() throws InterruptedException {
        var index = new ReferenceIndex(new Slow());
        var reconciliation = Thread.ofVirtual().start(() -> index.set(ACCOUNT, Set.of(GROUP)));
        assertThat(opening.await(10, TimeUnit.SECONDS)).isTrue();
        index.changed(GROUP);
        told.countDown();
        reconciliation.join();
        assertThat(reconciled).containsExactly(ACCOUNT);
    }

    /** Opening a watch takes as long as it takes others to say what they must say. */
    private final class Slow implements ReferenceIndex.Watches {
        @Override
        public void needed(Dependant dependant, ObjectKey key, boolean yes) {
            opening.countDown();
            try {
                assertThat(told.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public boolean changedDuringReconciliation(Dependant dependant, ObjectKey needed) {
            return false;
        }

        @Override
        public void wake(Dependant dependant) {
            reconciled.add(dependant.key());
        }
    }
}
