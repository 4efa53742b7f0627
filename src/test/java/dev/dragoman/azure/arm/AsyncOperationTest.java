package dev.dragoman.azure.arm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which header of an answer says where to ask for the operation. */
class AsyncOperationTest {
    @ParameterizedTest(name = "{0} {1} {2} -> {3}")
    @MethodSource("rows")
    void names(String method, int status, Map<String, String> headers, String expected) {
        var place = AsyncOperation.place(method, status, headers::get);
        assertThat(place.map(AsyncOperation.Place::url)).isEqualTo(Optional.ofNullable(expected));
        assertThat(place.filter(AsyncOperation.Place::document).isPresent())
                .as("only Azure-AsyncOperation names a status document")
                .isEqualTo("a".equals(expected));
    }

    static Stream<Arguments> rows() {
        var async = Map.of("Azure-AsyncOperation", "a");
        var location = Map.of("Location", "l");
        var both = Map.of("Azure-AsyncOperation", "a", "Location", "l");
        return Stream.of(
                arguments("PUT", 201, both, "a"),
                arguments("PUT", 202, both, "a"),
                arguments("PUT", 202, location, "l"),
                arguments("PUT", 201, location, null),
                arguments("DELETE", 202, both, "a"),
                arguments("POST", 202, both, "l"),
                arguments("POST", 202, async, "a"),
                arguments("POST", 202, location, "l"),
                arguments("POST", 200, location, null),
                arguments("POST", 202, Map.of("Location", " "), null),
                arguments("GET", 202, Map.of(), null));
    }

    @ParameterizedTest(name = "Retry-After: {0} -> {1}")
    @CsvSource({
        "'', ",
        "7, PT7S",
        "0, PT1S",
        "-5, PT1S",
        "3600, PT1H",
        "1000000000, PT1H",
        "99999999999999999, PT1H",
        "'Fri, 27 Nov 2026 10:00:30 GMT', PT30S",
        "'Fri, 27 Nov 2026 09:00:00 GMT', PT1S",
        "'Fri, 27 Nov 2026 10:00:00 GMT', PT1S",
        "'Wed, 27 Nov 2526 10:00:00 GMT', PT1H",
        "soon, "
    })
    void believesATimeBetweenASecondAndAnHour(String header, Duration expected) {
        var now = Instant.parse("2026-11-27T10:00:00Z");
        assertThat(AsyncOperation.retryAfter(name -> header, now))
                .isEqualTo(Optional.ofNullable(expected));
    }
}
