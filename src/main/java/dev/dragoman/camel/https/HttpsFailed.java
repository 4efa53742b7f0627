package dev.dragoman.camel.https;

import dev.dragoman.reconcile.OutcomeException;
import dev.dragoman.reconcile.turn.Answers.TooLarge;
import dev.dragoman.reconcile.turn.CircuitBreakers.SilentHost;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.apache.camel.CamelExchangeException;
import org.apache.camel.InvalidPayloadException;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.MessageConstraintException;

/**
 * Thrown when a request did not reach its host, or the host answered with an error. The message
 * contains only the host and the status of the answer, because the rest of the address and the
 * answer may be secret. The exception has no cause for the same reason.
 */
public final class HttpsFailed extends RuntimeException {
    /** Reason of the condition and of the Event. */
    public static final String REASON = "HttpsFailed";

    /**
     * Beginning of the message when a trial of steps would have sent a request; the host follows.
     */
    public static final String NOT_ASKED =
            "would send an https request, which a trial of steps does not do: ";

    private static final long serialVersionUID = 1L;

    private HttpsFailed(String message) {
        super(message, null, false, false);
    }

    static HttpsFailed of(String message) {
        return new HttpsFailed(message);
    }

    /**
     * Creates the exception that replaces one of Camel or of the HTTP client, whose message may
     * contain secrets.
     *
     * @param host host and port, as text
     */
    static HttpsFailed of(String host, Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof HttpsFailed known) {
                return known;
            }
            if (cause instanceof HttpOperationFailedException answered) {
                return of("https to %s: status %d".formatted(host, answered.getStatusCode()));
            }
        }
        return of("https to %s: %s".formatted(host, reason(failure)));
    }

    private static String reason(Throwable failure) {
        return switch (failure) {
            case TooLarge _, SilentHost _ -> failure.getMessage();
            case OutcomeException e -> e.outcome().message();
            case UnknownHostException e -> "the host name has no IP address";
            case ConnectTimeoutException e ->
                    "no connection in time; to allow more time, set the option connectTimeout";
            case SocketTimeoutException e ->
                    "no answer in time; to allow more time, set the option responseTimeout";
            case ConnectException e -> "the host refuses connections";
            // the message of this exception is about certificates or protocols, and contains no
            // secret
            case SSLException e ->
                    "TLS failed (%s); to trust further certificate authorities, add them to the file of DRAGOMAN_CA_FILE"
                            .formatted(e.getMessage());
            case MessageConstraintException e -> "the headers of the answer are too large";
            case InvalidPayloadException e -> body(e.getType());
            case CamelExchangeException e ->
                    "the message body cannot be sent; convert the body to text";
            default -> failure.getClass().getSimpleName();
        };
    }

    private static String body(Class<?> wanted) {
        return "the message body cannot be sent, because it cannot be converted to %s; convert the body to text, for example with marshal"
                .formatted(wanted.getSimpleName());
    }
}
