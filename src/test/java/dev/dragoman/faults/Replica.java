package dev.dragoman.faults;

import dev.dragoman.Operator;
import dev.dragoman.reconcile.EngineHealth;
import io.fabric8.kubernetes.client.Config;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;

/** An operator in this process, of which a fault may be that it ends without a word. */
interface Replica {
    /** How one is made; tests of the tests make broken ones. */
    interface Maker {
        Replica start(Config cluster, Map<String, String> environment);
    }

    EngineHealth health();

    /** Ends its threads; nothing it still wants to write gets through. */
    void abandon();

    /** The operator as it is shipped. */
    static Replica shipped(Config cluster, Map<String, String> environment) {
        return of(Operator.start(cluster, environment, Clock.systemUTC(), () -> {}));
    }

    /** An operator that runs. */
    static Replica of(Operator operator) {
        return new Replica() {
            @Override
            public EngineHealth health() {
                return operator.health();
            }

            @Override
            public void abandon() {
                operator.stop(Duration.ZERO);
            }
        };
    }
}
