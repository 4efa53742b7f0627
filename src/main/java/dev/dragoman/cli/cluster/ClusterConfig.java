package dev.dragoman.cli.cluster;

import io.fabric8.kubernetes.client.Config;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Finds the cluster that a command works with. */
public final class ClusterConfig {
    /** The URL that the client falls back to when it finds no cluster. */
    private static final String NOWHERE = "https://kubernetes.default.svc";

    private static final String OPTION = "--kubeconfig";
    private static final String VARIABLE = "KUBECONFIG";

    private ClusterConfig() {}

    /**
     * The client's configuration for the cluster.
     *
     * @param kubeconfig the kubeconfig file; null for the file of {@code KUBECONFIG}, else {@code
     *     ~/.kube/config}, else the cluster of this pod
     * @throws IllegalArgumentException when the file is missing or is no kubeconfig, or when there
     *     is no cluster; the message quotes only names from the file
     */
    public static Config of(Path kubeconfig) {
        if (kubeconfig != null) {
            if (!Files.isReadable(kubeconfig)) {
                throw new IllegalArgumentException("--kubeconfig: cannot read " + kubeconfig);
            }
            KubeconfigCheck.check(OPTION, kubeconfig);
            return usable(
                    OPTION + ": " + kubeconfig, () -> Config.fromKubeconfig(kubeconfig.toFile()));
        }
        checkDefault(System.getenv(VARIABLE), Path.of(System.getProperty("user.home", "")));
        var found = usable(VARIABLE, () -> Config.autoConfigure(null));
        if (found.getMasterUrl().startsWith(NOWHERE)
                && System.getenv("KUBERNETES_SERVICE_HOST") == null) {
            throw new IllegalArgumentException(
                    "no cluster: this process is not in a pod, and there is no kubeconfig; name a kubeconfig with --kubeconfig or KUBECONFIG");
        }
        return direct(found, System.getenv("KUBERNETES_SERVICE_HOST"));
    }

    /**
     * Excludes the API server of a pod's own cluster from the proxy, which is for hosts outside of
     * the cluster.
     *
     * @param service address of that API server; null outside of a cluster
     */
    static Config direct(Config config, String service) {
        if (service != null && !service.isBlank()) {
            var before = config.getNoProxy() == null ? new String[0] : config.getNoProxy();
            config.setNoProxy(
                    Stream.concat(
                                    Arrays.stream(before),
                                    Stream.of(service, "kubernetes.default.svc"))
                            .toArray(String[]::new));
        }
        return config;
    }

    /**
     * Checks the files that the client reads when {@code --kubeconfig} is absent.
     *
     * @param variable value of {@code KUBECONFIG}, or null
     */
    static void checkDefault(String variable, Path home) {
        if (variable == null || variable.isBlank()) {
            var file = home.resolve(".kube").resolve("config");
            if (Files.isReadable(file)) {
                KubeconfigCheck.check("kubeconfig", file);
            }
            return;
        }
        var files =
                Arrays.stream(variable.split(File.pathSeparator, -1))
                        .filter(each -> !each.isBlank())
                        .map(Path::of)
                        .filter(Files::isReadable)
                        .toList();
        if (files.size() == 1) {
            KubeconfigCheck.check(VARIABLE, files.getFirst());
        } else {
            // a context in one file may name a cluster in another file
            files.forEach(file -> KubeconfigCheck.checkSyntax(VARIABLE, file));
        }
    }

    /**
     * Reads a configuration. A failure is thrown without its cause, whose message quotes the file.
     */
    private static Config usable(String file, Supplier<Config> read) {
        try {
            return read.get();
        } catch (RuntimeException broken) {
            throw new IllegalArgumentException(
                    file
                            + " cannot be used: a field has the wrong form, or the command that it names for credentials failed");
        }
    }
}
