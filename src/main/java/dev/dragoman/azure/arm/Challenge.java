package dev.dragoman.azure.arm;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpResponse;
import dev.dragoman.azure.identity.AzureIdentity;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a Key Vault says about the tokens that it accepts, in the header {@code WWW-Authenticate} of
 * a 401. Immutable.
 *
 * @param tenant tenant that issues them; empty if the header names none
 * @param resource resource that they are for; empty if the header names none
 */
public record Challenge(Optional<String> tenant, Optional<String> resource) {
    private static final Pattern AUTHORIZATION =
            Pattern.compile("\\bauthorization(?:_uri)?=\"?https://[^/\",\\s]+/([^/\",\\s]+)");
    private static final Pattern RESOURCE =
            Pattern.compile("\\b(?:resource|scope)=\"?(https://[^\",\\s]+)");

    /** Reads the header of an answer; a header of another form names nothing. */
    public static Challenge of(HttpResponse response) {
        var header = response.getHeaderValue(HttpHeaderName.WWW_AUTHENTICATE);
        return new Challenge(
                found(AUTHORIZATION, header).filter(each -> AzureIdentity.id(each).isPresent()),
                found(RESOURCE, header).map(each -> each.replaceAll("/(\\.default)?$", "")));
    }

    private static Optional<String> found(Pattern pattern, String header) {
        var found = pattern.matcher(header == null ? "" : header);
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }
}
