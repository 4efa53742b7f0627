package dev.dragoman.azure.arm;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpResponse;
import dev.dragoman.azure.identity.AzureIdentity;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads what a Key Vault says about its tokens in the header {@code WWW-Authenticate}. Pure. */
public final class Challenge {
    private static final Pattern TENANT =
            Pattern.compile("\\bauthorization(?:_uri)?=\"?https://[^/\",\\s]+/([^/\",\\s]+)");
    private static final Pattern RESOURCE =
            Pattern.compile(
                    "\\b(?:resource|scope)=\"?(https://[^\",\\s]+?)/?(?:\\.default)?[\",\\s]");

    private Challenge() {}

    /** The tenant that issues the tokens; empty if the header names none. */
    public static Optional<String> tenant(HttpResponse response) {
        return found(TENANT, response).filter(each -> AzureIdentity.id(each).isPresent());
    }

    /** The resource that the tokens are for; empty if the header names none. */
    public static Optional<String> resource(HttpResponse response) {
        return found(RESOURCE, response);
    }

    private static Optional<String> found(Pattern pattern, HttpResponse response) {
        var header = response.getHeaderValue(HttpHeaderName.WWW_AUTHENTICATE);
        var found = pattern.matcher(header + " ");
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }
}
