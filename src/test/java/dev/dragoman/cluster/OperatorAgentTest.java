package dev.dragoman.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.controlplane.AuditLog;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose requests count as the own operator's. */
class OperatorAgentTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    # where the write is | who says to have asked       | user | own
                    orders-1             | dragoman/0.1.0 (orders-1)    | me   | true
                    dragoman-system      | dragoman/0.1.0 (orders-1)    | me   | true
                    dragoman-system      | dragoman/tests (orders-1)    | me   | true
                    ''                   | dragoman/tests (orders-1)    | me   | true
                    orders-1             | kubectl/v1.36                | me   | true
                    dragoman-system      | dragoman/tests (orders-12)   | me   | false
                    dragoman-system      | dragoman/tests (x-orders-1)  | me   | false
                    dragoman-system      | kubectl/v1.36                | me   | false
                    orders-1             | dragoman/0.1.0 (orders-1)    | you  | false
                    """)
    void ownIsWhatTheOperatorAsksAnywhereAndAllInItsNamespace(
            String namespace, String agent, String user, boolean own) {
        var event =
                new AuditLog.Event(
                        "patch", user, "", "secrets", "", namespace, "", 200, agent, null);
        assertThat(OperatorCluster.own(event, "me", "orders-1")).isEqualTo(own);
    }
}
