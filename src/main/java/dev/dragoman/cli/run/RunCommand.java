package dev.dragoman.cli.run;

import dev.dragoman.Operator;
import dev.dragoman.camel.StartRefused;
import dev.dragoman.cli.cluster.ClusterConfig;
import dev.dragoman.kube.object.PlainText;
import dev.dragoman.settings.Version;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the operator until SIGTERM. */
@Command(
        name = "run",
        description = "Runs the operator. Its settings come from the environment.",
        mixinStandardHelpOptions = true)
public final class RunCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

    /**
     * Time for running reconciliations after SIGTERM; below the 30 s after which Kubernetes sends
     * SIGKILL.
     */
    private static final Duration GRACE = Duration.ofSeconds(20);

    @Option(
            names = "--kubeconfig",
            description =
                    "Kubeconfig file of the cluster. Default: the file of KUBECONFIG, else"
                            + " ~/.kube/config, else the cluster of this pod.")
    private Path kubeconfig;

    @Override
    public Integer call() throws InterruptedException {
        var end = new CountDownLatch(1);
        try {
            var operator =
                    Operator.start(
                            named(ClusterConfig.of(kubeconfig)),
                            System.getenv(),
                            Clock.systemUTC(),
                            () -> {
                                LOG.error(
                                        "the Lease could not be renewed in time, another replica may lead: this process ends");
                                // at once: another replica may do the same work now
                                Runtime.getRuntime().halt(1);
                            });
            IdleCollection.start();
            Carriers.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> untilHalted(end), "sigterm"));
            end.await();
            int code = 1;
            try {
                operator.stop(GRACE);
                LOG.info("stopped");
                code = 0;
            } finally {
                // the JVM is already ending because of the signal, and would report 143
                Runtime.getRuntime().halt(code);
            }
            return code;
        } catch (StartRefused | IllegalArgumentException | KubernetesClientException refused) {
            System.err.println("dragoman: " + PlainText.oneLine(refused.getMessage()));
            return 2;
        }
    }

    /**
     * Runs the operator without picocli.
     *
     * @return the exit code of {@link #call}; as with picocli, 1 after an exception, which is
     *     logged
     */
    public int orFail() {
        try {
            return call();
        } catch (InterruptedException | RuntimeException e) {
            LOG.error("the operator stops because of an exception", e);
            return 1;
        }
    }

    /**
     * A shutdown hook that never returns. Once all hooks return, the JVM exits with the signal's
     * code; so the main thread halts the JVM first, with the command's exit code.
     */
    private static void untilHalted(CountDownLatch end) {
        end.countDown();
        try {
            Thread.currentThread().join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Names the replica in the user agent, for the audit log of the API server. */
    private static Config named(Config cluster) {
        cluster.setUserAgent(
                "dragoman/%s (%s)".formatted(Version.CURRENT, Operator.instance(System.getenv())));
        return cluster;
    }
}
