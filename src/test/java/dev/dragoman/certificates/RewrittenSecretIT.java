package dev.dragoman.certificates;

import static dev.dragoman.Patience.await;
import static dev.dragoman.certificates.CertificateCluster.ca;
import static dev.dragoman.certificates.CertificateCluster.leaf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Another controller writes the Secret of a certificate back, each time that it changes. */
@Full
@ResourceLock("discovery")
class RewrittenSecretIT {
    private static final int DAY = 86_400;
    private static final String THEIRS = "Z2FyYmFnZQ==";

    /** Repairs that are made without a pause. */
    private static final int AT_ONCE = 3;

    private final Set<String> certificates = ConcurrentHashMap.newKeySet();
    private CertificateCluster cluster;

    @BeforeEach
    void open() {
        cluster = new CertificateCluster();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private final class Reflector implements Watcher<Secret> {
        @Override
        public void eventReceived(Action action, Secret secret) {
            var now = secret.getData().get("tls.crt");
            if (action == Action.MODIFIED && !now.equals(THEIRS) && certificates.add(now)) {
                write();
            }
        }

        @Override
        public void onClose(WatcherException cause) {
            // the test ends
        }
    }

    private void write() {
        var _ =
                cluster.kubectl(
                        "patch",
                        "secret",
                        "leaf",
                        "--type=merge",
                        "--field-manager=secret-reflector",
                        "-p",
                        "{\"data\":{\"tls.crt\":\"%s\"}}".formatted(THEIRS));
    }

    /** Each pod that reads it would restart with each repair. */
    @Test
    void itIsRepairedInPausesAndANeedOfItsOwnComesThrough() {
        cluster.start();
        cluster.apply(ca("ca", 10 * DAY));
        cluster.apply(leaf("leaf", "ca", DAY));
        cluster.reason("leaf", "Issued");
        try (var _ =
                cluster.client()
                        .secrets()
                        .inNamespace(cluster.namespace)
                        .withName("leaf")
                        .watch(new Reflector())) {
            write();
            assertThat(cluster.reason("leaf", "RepairsDoNotHold").get("message"))
                    .asString()
                    .contains("Secret leaf", "tls.crt", "secret-reflector");
            assertThat(cluster.condition("leaf", "RepairsDoNotHold"))
                    .containsEntry("status", "True");
            assertThat(certificates).hasSize(AT_ONCE);
            await().until(() -> cluster.events("leaf").contains("RepairsDoNotHold"));

            cluster.apply(leaf("leaf", "ca", 2 * DAY));
            await().until(() -> certificates.size() == 2 * AT_ONCE);
            cluster.reason("leaf", "RepairsDoNotHold");
            assertThat(certificates).hasSize(2 * AT_ONCE);
        }
    }
}
