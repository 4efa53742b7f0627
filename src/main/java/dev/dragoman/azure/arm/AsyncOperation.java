package dev.dragoman.azure.arm;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.function.Function;

/** Reads the headers of ARM's long-running operations. Pure. */
final class AsyncOperation {
    /** Longest {@code Retry-After} that is used; a longer one is shortened to this. */
    private static final Duration LONGEST = Duration.ofHours(1);

    /**
     * Longest poll URL that is kept, in characters. Signed URLs of more than 4 kB were seen, and
     * the status must stay small.
     */
    static final int MAX_URL = 8192;

    /**
     * The URL of an operation.
     *
     * @param document whether the URL answers with the operation's status, not with its result
     */
    record Place(String url, boolean document) {}

    private AsyncOperation() {}

    /**
     * The URL to poll; empty when the answer names none. {@code Azure-AsyncOperation} tells more
     * than {@code Location}, so it comes first, except for a POST: the result of an action is only
     * at {@code Location}. {@code Location} counts only with status 202, because otherwise it is
     * the URL of the resource itself.
     *
     * @param method HTTP method of the request that was answered
     * @param status HTTP status of the answer
     * @param header gives the value of a header of the answer by its name; null when it is absent
     */
    static Optional<Place> place(String method, int status, Function<String, String> header) {
        var async = present(header.apply("Azure-AsyncOperation")).map(url -> new Place(url, true));
        var location =
                present(header.apply("Location"))
                        .filter(any -> status == 202)
                        .map(url -> new Place(url, false));
        return "POST".equals(method) ? location.or(() -> async) : async.or(() -> location);
    }

    private static Optional<String> present(String value) {
        return Optional.ofNullable(value).filter(text -> !text.isBlank());
    }

    /**
     * The time in {@code Retry-After}, which is in seconds or an HTTP date; empty when the header
     * is absent or unreadable. At least a second, since no pause would send requests without end.
     * An hour at most: a longer time may be a mistake and would hold back a whole account, while
     * another request is cheap.
     */
    static Optional<Duration> retryAfter(Function<String, String> header, Instant now) {
        var value = header.apply("Retry-After");
        if (value == null || value.isBlank()) {
            return Optional.empty();
        }
        try {
            return Optional.of(bounded(Long.parseLong(value.strip())));
        } catch (NumberFormatException notSeconds) {
            return date(value.strip(), now);
        }
    }

    private static Duration bounded(long seconds) {
        return Duration.ofSeconds(Math.clamp(seconds, 1, LONGEST.toSeconds()));
    }

    private static Optional<Duration> date(String value, Instant now) {
        try {
            var at = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            return Optional.of(bounded(Duration.between(now, at).toSeconds()));
        } catch (DateTimeParseException unreadable) {
            return Optional.empty();
        }
    }
}
