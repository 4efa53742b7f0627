package dev.dragoman.camel.https;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What values may make of an address. */
class ComputedAddressTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    https://h/a/${v} | https://h/a/b/c | true
                    https://h/a/${v} | https://h/a/b?x=1 | false
                    https://h/a/${v} | https://h/a/b#x | false
                    https://h/a/${v} | https://h/a/b&x | false
                    https://h/a/${v} | https://h/a/../b | false
                    https://h/a/${v} | https://h/a/%2e%2E/b | false
                    https://h/a/..b/${v} | https://h/a/..b/c | true
                    https://h/a/$simple{v} | https://h/a/b?x=1 | false
                    https://h/a/${body?[x].f({})}/b | https://h/a/c/b | true
                    https://h/a/${body?[x].f({})}/b | https://h/a/c?/b | false
                    https://h/a?x=${v}&httpMethod=POST | https://h/a?x=1&httpMethod=POST | true
                    https://h/a?x=${v} | https://h/a?x=1&y=2 | false
                    https://h/a?x=${v} | https://h/a?x=1&httpMethod=PUT | false
                    https://h/a?${v} | https://h/a?x=1&sig=a%2Bb | true
                    https://h/a?${v} | https://h/a?x=1&httpMethod=PUT | false
                    https://h/a?${v} | https://h/a?x=1#y | false
                    https://h/a?${v} | https://h/a?%68ttpMethod=PUT | false
                    https://h/a?${v} | https://h/a?%zz=1 | false
                    https://h/a?${v}x | https://h/a?b=1&c=2x | false
                    https://h/a?${v}${w} | https://h/a?b=1&c=2 | false
                    https://h/a?${v}=1 | https://h/a?b=1&c=1 | false
                    https://h/a?${v}=1 | https://h/a?hash=1 | false
                    https://h/a?${v}&${w} | https://h/a?b=1&c=2&d=3 | true
                    https://h/a?${v}&to=${w} | https://h/a?b=1&to=a | true
                    https://h/a?${v}&to=${w} | https://h/a?b=1&to=a&to=b | false
                    https://h/a?${v}&httpMethod=POST | https://h/a?b=1&c=2&httpMethod=POST | true
                    https://h/${w}?${v} | https://h/a?b=1&c=2 | true
                    https://h/${w}?${v} | https://h/a&b?c=2 | false
                    https://h/a?x=${v}&httpMethod=POST&y=${w} | https://h/a?x=RAW(&httpMethod=POST&y=) | false
                    https://h/a?x=1 | https://h/a?x=1 | true
                    """)
    void aValueChangesItsOwnPartAlone(String written, String computed, boolean sent) {
        if (sent) {
            assertThatCode(() -> ComputedAddress.check(written, computed, HttpsComponent.NO_QUERY))
                    .doesNotThrowAnyException();
        } else {
            assertThatThrownBy(
                            () -> ComputedAddress.check(written, computed, HttpsComponent.NO_QUERY))
                    .isInstanceOf(HttpsFailed.class)
                    .hasMessageStartingWith("nothing was sent: ");
        }
    }
}
