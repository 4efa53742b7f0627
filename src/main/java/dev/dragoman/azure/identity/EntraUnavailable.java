package dev.dragoman.azure.identity;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Entra or the node gives no token at present. The credential was not refused, so a later request
 * may succeed.
 */
public final class EntraUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final int SERVER = 500;
    private static final long LONGEST = 3_600;

    /** Statuses below 500 that ask for a later request. */
    private static final Set<Integer> LATER = Set.of(408, 425, 429);

    /**
     * OAuth's errors for passing trouble, and Entra's codes for it. Entra sends some of them with
     * status 400.
     */
    private static final Pattern PASSING =
            Pattern.compile(
                    "\\b(?:temporarily_unavailable|server_error|slow_down"
                            + "|AADSTS(?:50033|50166|50196|90006|90012|90024|90033|90055|90061))\\b");

    private final Duration pause;

    /**
     * @param why what was answered
     * @param pause how long no token is to be requested
     */
    public EntraUnavailable(String why, Duration pause) {
        super(why);
        this.pause = pause;
    }

    /**
     * Lets a token pass, and a refusal.
     *
     * @throws EntraUnavailable when an answer to a request for a token means passing trouble
     */
    static void check(String host, HttpResponse response) {
        int status = response.getStatusCode();
        var text = response.getBodyAsBinaryData().toString();
        if (passing(status, text)) {
            var code = PASSING.matcher(text);
            throw new EntraUnavailable(
                    "Entra is unavailable: %s answered %d%s; the credential was not refused"
                            .formatted(host, status, code.find() ? " " + code.group() : ""),
                    pause(response, Duration.ZERO));
        }
    }

    /**
     * The seconds in the header {@code Retry-After}: at least one, so that the pause has not ended
     * when the failure is thrown, and an hour at most.
     *
     * @param usual pause if the header is absent or has no seconds
     */
    static Duration pause(HttpResponse response, Duration usual) {
        var asked = response.getHeaderValue(HttpHeaderName.RETRY_AFTER);
        return asked != null && asked.strip().matches("\\d{1,9}")
                ? Duration.ofSeconds(Math.clamp(Long.parseLong(asked.strip()), 1, LONGEST))
                : usual;
    }

    /** Whether an answer in place of a token means trouble that passes by itself. */
    static boolean passing(int status, String text) {
        return status >= SERVER
                || LATER.contains(status)
                || (status >= 400 && PASSING.matcher(text).find());
    }

    /** How long no token is to be requested; zero if the answer does not say it. */
    public Duration pause() {
        return pause;
    }
}
