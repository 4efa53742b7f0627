package dev.dragoman.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.reconcile.ObjectKey;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be written as pace of a kind; what it means, {@code PacesTest} says. */
class PaceSettingsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "StorageAccount.storage.azure.com=4h",
                "StorageAccount.storage.azure.com = 4h , ResourceGroup.resources.azure.com=never",
                "*.storage.azure.com=1h30m,ConfigMap=10m"
            })
    void resyncs(String text) {
        assertThatCode(() -> PaceSettings.from(Map.of(PaceSettings.RESYNC, text)))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Thing.x.dev                 | entry 'Thing.x.dev': write KIND.GROUP=VALUE
                    x.dev/Thing=1h              | entry 'x.dev/Thing=1h': write KIND.GROUP=VALUE
                    *=1h                        | entry '*=1h': write KIND.GROUP=VALUE
                    Thing.x.dev=1h,             | entry '': write KIND.GROUP=VALUE
                    Thing.x.dev=                | '' is not a duration
                    Thing.x.dev=4               | '4' is not a duration
                    Thing.x.dev=4d              | '4d' is not a duration
                    Thing.x.dev=0s              | '0s' is less than a second
                    Thing.x.dev=-1h             | '-1h' is not a duration
                    Thing.x.dev=1h,Thing.x.dev=2h | entry 'Thing.x.dev=2h': there are two entries for these kinds
                    """)
    void resyncsThatAreRefused(String text, String reason) {
        assertThatThrownBy(() -> PaceSettings.from(Map.of(PaceSettings.RESYNC, text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("DRAGOMAN_RESYNC: entry ")
                .hasMessageContaining(reason);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Thing.x.dev=30s          | '30s' is not FIRST..LONGEST
                    Thing.x.dev=never        | 'never' is not FIRST..LONGEST
                    Thing.x.dev=10m..30s     | the longest pause is shorter than the first
                    Thing.x.dev=10ms..30s    | '10ms' is less than a second
                    Thing.x.dev=..30s        | '' is not a duration
                    Thing.x.dev=30s..        | '' is not a duration
                    Thing.x.dev=30s..10m..1h | '10m..1h' is not a duration
                    """)
    void retriesThatAreRefused(String text, String reason) {
        assertThatThrownBy(() -> PaceSettings.from(Map.of(PaceSettings.RETRY, text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("DRAGOMAN_RETRY: entry '" + text)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                                                 |
                    12h                          | PT12H
                    always                       | PT0S
                    12h,Thing.x.dev=1h           | PT1H
                    *.x.dev=always, 12h          | PT0S
                    Other.x.dev=1h               |
                    """)
    void keys(String text, Duration expected) {
        var thing = new ObjectKey("x.dev", "Thing", "ns", "one");
        assertThat(
                        PaceSettings.keys(text == null ? Map.of() : Map.of(PaceSettings.KEYS, text))
                                .resync(thing))
                .isEqualTo(Optional.ofNullable(expected));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    daily          | entry 'daily': 'daily' is not a duration
                    never          | 'never' is not a duration; write it like 1h, 15m or 1h30m, always or KIND.GROUP=VALUE
                    0s             | '0s' is less than a second
                    1h,2h          | entry '2h': there are two entries for these kinds
                    1h,            | entry '': '' is not a duration
                    *=1h           | entry '*=1h': write KIND.GROUP=VALUE
                    """)
    void keysThatAreRefused(String text, String reason) {
        assertThatThrownBy(() -> PaceSettings.keys(Map.of(PaceSettings.KEYS, text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("DRAGOMAN_KEYS_RESYNC: entry ")
                .hasMessageContaining(reason);
    }
}
