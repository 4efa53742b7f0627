package dev.dragoman.cli;

import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.uninstall.UninstallRun;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code dragoman uninstall --yes} that dies after a write, before it hears of it. */
public final class KilledUninstall {
    private static final class Kill extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static final class Killed extends ClusterRequests {
        private int left;

        Killed(KubernetesClient client, int writes) {
            super(client);
            left = writes;
        }

        @Override
        public Map<String, Object> patch(String path, List<Map<String, Object>> operations) {
            var answer = super.patch(path, operations);
            died();
            return answer;
        }

        @Override
        public void delete(String path, Map<String, Object> preconditions) {
            super.delete(path, preconditions);
            died();
        }

        private void died() {
            left--;
            if (left <= 0) {
                throw new Kill();
            }
        }
    }

    private KilledUninstall() {}

    /**
     * Runs it once.
     *
     * @param writes after which it dies
     * @return whether it died; what comes to its end must have done all
     */
    public static boolean dies(KubernetesClient client, int writes) {
        var said = new ArrayList<String>();
        var wish = new UninstallRun.Wish(List.of("dragoman-system"), false, false);
        try {
            boolean done =
                    new UninstallRun(new Killed(client, writes), Clock.systemUTC(), wish, said::add)
                            .run(true);
            if (!done) {
                throw new AssertionError(String.join("\n", said));
            }
            return false;
        } catch (Kill died) {
            return true;
        }
    }
}
