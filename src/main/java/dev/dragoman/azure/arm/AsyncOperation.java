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
    /** Longest poll URL kept: signed ones were seen above 4 kB, and status must stay small. */
    static final int MAX_URL = 8192;

    /**
     * Where to ask for an operation.
     *
     * @param document whether a document with its status is there, and not its result
     */
    record Place(String url, boolean document) {}

    private AsyncOperation() {}

    /**
     * Where to poll. {@code Azure-AsyncOperation} tells more than {@code Location}, so it wins, but
     * for an action, whose result is only at its {@code Location}. {@code Location} counts only for
     * 202, where it is not the address of the resource itself.
     *
     * @param method of the request that was answered
     * @param header name to value, null when absent
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

    /** {@code Retry-After} in seconds or as an HTTP date; never negative. */
    static Optional<Duration> retryAfter(Function<String, String> header, Instant now) {
        var value = header.apply("Retry-After");
        if (value == null || value.isBlank()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Duration.ofSeconds(Math.max(0, Long.parseLong(value.strip()))));
        } catch (NumberFormatException notSeconds) {
            return date(value.strip(), now);
        }
    }

    private static Optional<Duration> date(String value, Instant now) {
        try {
            var at = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            return Optional.of(at.isBefore(now) ? Duration.ZERO : Duration.between(now, at));
        } catch (DateTimeParseException unreadable) {
            return Optional.empty();
        }
    }
}
