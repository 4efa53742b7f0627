package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Call;
import dev.dragoman.sandbox.azure.http.Faults;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Collectors;

/**
 * Splits lists into pages. A page has at most {@code $top} elements and at most the page size that
 * a test has set. Each page except the last has a {@code nextLink}. A {@code $skiptoken} that is
 * malformed is refused.
 */
final class Pages {
    private static final String TOKEN = "$skiptoken";

    private final Faults faults;

    Pages(Faults faults) {
        this.faults = faults;
    }

    /**
     * The page that a call asks for. An answer that is not a list is returned unchanged.
     *
     * @param self own base URL
     */
    Answer cut(Answer answer, Call call, String self) {
        if (!call.method().equals("GET")
                || !(answer.body() instanceof ObjectNode body)
                || !body.path("value").isArray()) {
            return answer;
        }
        int from = call.parameter(TOKEN).map(token -> number(TOKEN, decoded(token))).orElse(0);
        int most =
                call.parameter("$top")
                        .map(top -> Math.min(number("$top", top), faults.pageSize()))
                        .orElse(faults.pageSize());
        var all = body.path("value");
        if (from == 0 && all.size() <= most) {
            return answer;
        }
        var page = body.deepCopy();
        var values = page.putArray("value");
        int until = (int) Math.min(all.size(), (long) from + most);
        for (int i = from; i < until; i++) {
            values.add(all.get(i));
        }
        if (until < all.size()) {
            page.put("nextLink", self + next(call.uri().toString(), until));
        }
        return new Answer(answer.status(), answer.headers(), page);
    }

    /** The URI of the same request with the token of the page that begins at this index. */
    private static String next(String uri, int from) {
        int at = uri.indexOf('?');
        var kept =
                Arrays.stream(uri.substring(at + 1).split("&", -1))
                        .filter(each -> !Call.parameters(each).containsKey(TOKEN))
                        .collect(Collectors.joining("&"));
        var token =
                Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(Integer.toString(from).getBytes(StandardCharsets.UTF_8));
        return uri.substring(0, at) + "?" + kept + "&%24skiptoken=" + token;
    }

    private static String decoded(String token) {
        try {
            return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static int number(String name, String text) {
        if (!text.matches("[1-9]\\d{0,8}")) {
            throw ArmError.gateway(
                    400,
                    "InvalidQueryParameterValue",
                    "The value of the query parameter '" + name + "' is invalid.");
        }
        return Integer.parseInt(text);
    }
}
