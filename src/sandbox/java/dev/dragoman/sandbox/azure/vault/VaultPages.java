package dev.dragoman.sandbox.azure.vault;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.http.Call;
import dev.dragoman.sandbox.azure.http.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.SortedMap;

/**
 * Splits lists into pages of at most 25 elements, or of fewer if a test has set a smaller page. The
 * last page has a {@code nextLink} of null.
 */
final class VaultPages {
    private static final int MOST = 25;
    private static final String TOKEN = "$skiptoken";

    private VaultPages() {}

    /**
     * The page that a call asks for.
     *
     * @param all the elements by their sort key
     * @param largest the largest page that a test wants
     * @param base {@code https://HOST} of the request
     */
    static ObjectNode cut(
            SortedMap<String, ObjectNode> all, Call call, int largest, String base) {
        int most = Math.min(call.parameter("maxresults").map(VaultPages::number).orElse(MOST), largest);
        var from = call.parameter(TOKEN).map(VaultPages::decoded).orElse("");
        // the token names the last element before the page, so the list may change between pages
        var rest = List.copyOf(all.tailMap(from + "\0").entrySet());
        var page = rest.subList(0, Math.min(most, rest.size()));
        var body = Json.object();
        var values = body.putArray("value");
        page.forEach(each -> values.add(each.getValue()));
        if (page.size() == rest.size()) {
            body.putNull("nextLink");
        } else {
            body.put("nextLink", base + next(call, page.getLast().getKey()));
        }
        return body;
    }

    private static String next(Call call, String last) {
        var token =
                Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(last.getBytes(StandardCharsets.UTF_8));
        var link =
                "%s?api-version=%s&%%24skiptoken=%s"
                        .formatted(
                                call.uri().getRawPath(),
                                call.parameter("api-version").orElse(""),
                                token);
        return call.parameter("maxresults").map(most -> link + "&maxresults=" + most).orElse(link);
    }

    private static String decoded(String token) {
        try {
            return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw VaultError.badParameter("The value of $skiptoken is invalid.");
        }
    }

    private static int number(String text) {
        if (!text.matches("[1-9]\\d?") || Integer.parseInt(text) > MOST) {
            throw VaultError.badParameter("The value of maxresults must be from 1 to 25.");
        }
        return Integer.parseInt(text);
    }
}
