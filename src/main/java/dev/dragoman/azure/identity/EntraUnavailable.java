package dev.dragoman.azure.identity;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Entra answered that it gives no token at present. It did not refuse the credential, so a later
 * request may succeed.
 */
public final class EntraUnavailable extends IOException {
    private static final long serialVersionUID = 1L;

    private static final int SERVER = 500;

    /** Statuses below 500 that ask for a later request. */
    private static final Set<Integer> LATER = Set.of(408, 425, 429);

    /**
     * OAuth's errors for passing trouble, and Entra's codes for it. Entra sends some of them with
     * status 400.
     */
    private static final Pattern PASSING =
            Pattern.compile(
                    "\"(?<error>temporarily_unavailable|server_error|slow_down)\""
                            + "|(?<code>AADSTS(?:50033|50166|50196|90006|90012|90024|90033|90055|90061))\\b");

    private final String retryAfter;

    private EntraUnavailable(String message, String retryAfter) {
        super(message);
        this.retryAfter = retryAfter;
    }

    /**
     * The failure that an answer to a request for a token means; empty for a token, and for a
     * refusal.
     */
    static Optional<EntraUnavailable> of(String host, HttpResponse response) {
        int status = response.getStatusCode();
        var text = response.getBodyAsBinaryData().toString();
        return passing(status, text)
                ? Optional.of(
                        new EntraUnavailable(
                                "Entra is unavailable: %s answered %d%s; the credential was not refused"
                                        .formatted(host, status, words(text)),
                                response.getHeaderValue(HttpHeaderName.RETRY_AFTER)))
                : Optional.empty();
    }

    /** Whether an answer in place of a token means trouble that passes by itself. */
    static boolean passing(int status, String text) {
        return status >= SERVER
                || LATER.contains(status)
                || (status >= 400 && PASSING.matcher(text).find());
    }

    /** The code in the answer that says what is wrong; empty if it has none of the known ones. */
    private static String words(String text) {
        var found = PASSING.matcher(text);
        return found.find()
                ? " " + Optional.ofNullable(found.group("error")).orElse(found.group("code"))
                : "";
    }

    /** The header {@code Retry-After} of the answer; null if it has none. */
    public String retryAfter() {
        return retryAfter;
    }
}
