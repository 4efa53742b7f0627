package dev.dragoman.cli;

import io.fabric8.kubernetes.client.Config;
import java.nio.file.Files;
import java.nio.file.Path;

/** Which cluster a command is about. */
final class ClusterConfig {
    /** What the client falls back to. */
    private static final String NOWHERE = "https://kubernetes.default.svc";

    private ClusterConfig() {}

    /**
     * How the cluster is reached.
     *
     * @param kubeconfig the file that names it; null for that of {@code KUBECONFIG} or of the home
     *     directory, then the cluster that the pod is in
     * @throws IllegalArgumentException saying that there is no such file, or no cluster
     */
    static Config of(Path kubeconfig) {
        if (kubeconfig == null) {
            var found = Config.autoConfigure(null);
            if (found.getMasterUrl().startsWith(NOWHERE)
                    && System.getenv("KUBERNETES_SERVICE_HOST") == null) {
                throw new IllegalArgumentException(
                        "no cluster: this is no pod, and there is no kubeconfig; name one with --kubeconfig or KUBECONFIG");
            }
            return found;
        }
        if (!Files.isReadable(kubeconfig)) {
            throw new IllegalArgumentException("--kubeconfig: cannot read " + kubeconfig);
        }
        return Config.fromKubeconfig(kubeconfig.toFile());
    }
}
