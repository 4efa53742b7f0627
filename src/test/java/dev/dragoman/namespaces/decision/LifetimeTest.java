package dev.dragoman.namespaces.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LifetimeTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        // setting, asked, the namespace goes with its request
        "NEVER, true, false",
        "ASKED, true, true",
        "ASKED, false, false",
        "ASKED, , false",
        "ALWAYS, false, true",
        "ALWAYS, , true"
    })
    void goesWithItsRequest(Lifetime.WithRequest setting, String asked, boolean expected) {
        var annotations =
                asked == null
                        ? Map.<String, Object>of()
                        : Map.<String, Object>of(Keys.DELETE_WITH_REQUEST, asked);
        assertThat(chosen(new Lifetime(setting, Optional.empty()), annotations))
                .isEqualTo(expected ? Map.of(Keys.DELETE_WITH_REQUEST, "true") : Map.of());
    }

    @ParameterizedTest
    @CsvSource({
        // longest, asked, end
        ", , ",
        ", 2h, 2026-01-01T14:00:00Z",
        ", 5s, 2026-01-01T12:00:05Z",
        "1h, , 2026-01-01T13:00:00Z",
        "1h, 30m, 2026-01-01T12:30:00Z",
        "1h, 2h, 2026-01-01T13:00:00Z"
    })
    void aRequestMayOnlyShortenTheLongestTime(String longest, String asked, String end) {
        var lifetime =
                new Lifetime(
                        Lifetime.WithRequest.NEVER,
                        Optional.ofNullable(longest).map(any -> Duration.ofHours(1)));
        var annotations =
                asked == null
                        ? Map.<String, Object>of()
                        : Map.<String, Object>of(Keys.TIME_TO_LIVE, asked);
        assertThat(chosen(lifetime, annotations).get(Keys.EXPIRES_AT)).isEqualTo(end);
    }

    @Test
    void anAnnotationThatMeansNothingOnARequestIsNamed() {
        var lifetime = new Lifetime(Lifetime.WithRequest.ASKED, Optional.empty());
        assertThat(lifetime.choose(Map.of("dragoman.dev/time-to-liv", "1h"), NOW))
                .isInstanceOfSatisfying(
                        Lifetime.Choice.Unreadable.class,
                        u ->
                                assertThat(u.message())
                                        .contains("dragoman.dev/time-to-liv", Keys.TIME_TO_LIVE));
        assertThat(
                        lifetime.choose(
                                Map.of("other.dev/x", "1", Keys.STATE, "Ready", Keys.REASON, "x"),
                                NOW))
                .isInstanceOf(Lifetime.Choice.Annotations.class);
    }

    @ParameterizedTest
    @CsvSource({
        "time-to-live, -1h, at least 5s",
        "time-to-live, 0s, at least 5s",
        "time-to-live, 4s, at least 5s",
        "delete-with-request, yes, true or false"
    })
    void annotationsThatCannotBeReadAreNamed(String key, String value, String says) {
        assertThat(refusal("dragoman.dev/" + key, value))
                .contains("dragoman.dev/" + key, "'" + value + "'", says);
    }

    @Test
    void aLongAnnotationIsNotRepeatedInFull() {
        assertThat(refusal(Keys.TIME_TO_LIVE, "x".repeat(40))).contains("'" + "x".repeat(40) + "'");
        assertThat(refusal(Keys.TIME_TO_LIVE, "x".repeat(41)))
                .contains("'" + "x".repeat(40) + "…'");
    }

    @Test
    void deletedAtItsEndOrWithItsRequestOnly() {
        var ends = Map.<String, Object>of(Keys.EXPIRES_AT, "2026-01-01T12:00:00Z");
        var bound = Map.<String, Object>of(Keys.DELETE_WITH_REQUEST, "true");
        assertThat(Lifetime.reasonToDelete(ends, true, NOW))
                .hasValueSatisfying(why -> assertThat(why).contains("2026-01-01T12:00:00Z"));
        assertThat(Lifetime.reasonToDelete(ends, true, NOW.minusSeconds(1))).isEmpty();
        assertThat(Lifetime.reasonToDelete(bound, false, NOW))
                .hasValueSatisfying(why -> assertThat(why).contains("request"));
        assertThat(Lifetime.reasonToDelete(bound, true, NOW)).isEmpty();
        assertThat(Lifetime.reasonToDelete(Map.of(), false, NOW)).isEmpty();
        assertThat(Lifetime.reasonToDelete(Map.of(Keys.EXPIRES_AT, "soon"), true, NOW)).isEmpty();
    }

    private static String refusal(String key, String value) {
        var lifetime = new Lifetime(Lifetime.WithRequest.ASKED, Optional.empty());
        return ((Lifetime.Choice.Unreadable) lifetime.choose(Map.of(key, value), NOW)).message();
    }

    private static Map<String, String> chosen(Lifetime lifetime, Map<String, Object> asked) {
        return ((Lifetime.Choice.Annotations) lifetime.choose(asked, NOW)).values();
    }
}
