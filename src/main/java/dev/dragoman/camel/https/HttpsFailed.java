package dev.dragoman.camel.https;

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
 * A request did not reach its host, or the host refused it. The exception's message names only the
 * host and the status of the answer, since the rest of the address and the answer may be secret. It
 * has no cause for the same reason.
 */
public final class HttpsFailed extends RuntimeException {
    /** Reason of the condition and of the Event. */
    public static final String REASON = "HttpsFailed";

    /** Beginning of the message in a trial of steps; the host follows. */
    public static final String NOT_ASKED = "asks by https, and steps are only tried here: ";

    private static final long serialVersionUID = 1L;

    private final int status;

    private HttpsFailed(String message, int status) {
        super(message, null, false, false);
        this.status = status;
    }

    static HttpsFailed of(String message) {
        return new HttpsFailed(message, 0);
    }

    /**
     * Replaces an exception of Camel or of the HTTP client, whose message may show secrets.
     *
     * @param host host and port, as text
     */
    static HttpsFailed of(String host, Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof HttpsFailed known) {
                return known;
            }
            if (cause instanceof HttpOperationFailedException answered) {
                int status = answered.getStatusCode();
                return new HttpsFailed("https to %s: status %d".formatted(host, status), status);
            }
        }
        return of("https to %s: %s".formatted(host, reason(failure)));
    }

    private static String reason(Throwable failure) {
        return switch (failure) {
            case UnknownHostException e -> "this name has no address";
            case ConnectTimeoutException e ->
                    "no connection in time; the option connectTimeout says how long it may take";
            case SocketTimeoutException e ->
                    "no answer in time; the option responseTimeout says how long it may take";
            case ConnectException e -> "it takes no connection";
            // its message is about certificates or protocols, and holds no secret
            case SSLException e ->
                    "TLS failed (%s); DRAGOMAN_CA_FILE has the authorities to trust besides the JDK's"
                            .formatted(e.getMessage());
            case MessageConstraintException e -> "the headers of the answer are too large";
            case InvalidPayloadException e -> body(e.getType());
            case CamelExchangeException e -> "the message body cannot be sent; make text of it";
            default -> failure.getClass().getSimpleName();
        };
    }

    private static String body(Class<?> wanted) {
        return "the message body cannot be sent, as it is no %s; make text of it, for example with marshal"
                .formatted(wanted.getSimpleName());
    }

    /** The status of the answer, or 0 when there was none. */
    public int status() {
        return status;
    }
}
