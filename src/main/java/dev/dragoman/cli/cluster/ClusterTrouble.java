package dev.dragoman.cli.cluster;

import dev.dragoman.kube.object.PlainText;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * Explains in one line why a request of a command to its cluster failed.
 *
 * @param command name of the command
 * @param kubeconfig file of {@code --kubeconfig}, or null
 */
public record ClusterTrouble(String command, Config config, Path kubeconfig) {
    /** Maximum number of causes to follow; a chain of exceptions may be a circle. */
    private static final int DEPTH = 20;

    /** Without the configuration, which has tokens and keys. */
    @Override
    public String toString() {
        return "ClusterTrouble[%s]".formatted(command);
    }

    /** The message about a request that failed. */
    public String told(RuntimeException failed) {
        return PlainText.oneLine(
                switch (failed) {
                    case ClusterRequests.Refused refused ->
                            told(refused.code, refused.getMessage(), refused);
                    case KubernetesClientException client ->
                            told(client.getCode(), message(client), client);
                    default -> String.valueOf(failed.getMessage());
                });
    }

    private String told(int code, String message, Throwable failed) {
        // the client has a negative code when there was no answer
        return switch (Math.max(0, code)) {
            case 0 -> failed.getCause() == null ? message : unreachable(failed);
            case 401 ->
                    "%s does not accept the credential: %s; log in again, or name another kubeconfig%s"
                            .formatted(server(), message, file());
            case 403 ->
                    "%s; %s needs an administrator's rights%s".formatted(message, command, file());
            default -> message;
        };
    }

    private String unreachable(Throwable failed) {
        var why = why(failed);
        return why.isEmpty()
                ? "cannot use %s: the certificates or keys cannot be read%s"
                        .formatted(server(), file())
                : "cannot reach %s: %s%s".formatted(server(), why, file());
    }

    private String server() {
        return config.getMasterUrl().replaceAll("/$", "");
    }

    private String file() {
        return kubeconfig == null ? "" : " (--kubeconfig %s)".formatted(kubeconfig);
    }

    /**
     * The API server's message, which names the forbidden request; the client's message when there
     * is none.
     */
    private static String message(KubernetesClientException failed) {
        var status = failed.getStatus();
        return status == null || status.getMessage() == null
                ? String.valueOf(failed.getMessage())
                : status.getMessage();
    }

    /** What failed in the network; empty for other failures, whose messages may quote a key. */
    private static String why(Throwable failed) {
        var at = failed;
        for (int i = 0; i < DEPTH && at != null; i++) {
            switch (at) {
                case UnknownHostException _ -> {
                    return "unknown host";
                }
                case ConnectException refused -> {
                    var text = String.valueOf(refused.getMessage());
                    return text.toLowerCase(Locale.ROOT).contains("refused")
                            ? "connection refused"
                            : text;
                }
                case SSLException untrusted -> {
                    return "no TLS connection: " + untrusted.getMessage();
                }
                case TimeoutException _ -> {
                    return "no answer in time";
                }
                default -> at = at.getCause();
            }
        }
        return io(failed);
    }

    private static String io(Throwable failed) {
        var at = failed;
        for (int i = 0; i < DEPTH && at != null; i++) {
            if (at instanceof IOException && !(at.getCause() instanceof IOException)) {
                return at.getClass().getSimpleName() + ": " + at.getMessage();
            }
            at = at.getCause();
        }
        return "";
    }
}
