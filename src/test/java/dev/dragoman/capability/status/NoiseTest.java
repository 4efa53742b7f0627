package dev.dragoman.capability.status;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which messages of a service say the same. */
class NoiseTest {
    @ParameterizedTest(name = "{0} | {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    (correlation id 11111111-2222-4333-8444-555555555555) | (correlation id 21111111-2222-4333-8444-555555555555) | true
                    Timestamp: 2026-11-27 12:06:22Z                       | Timestamp: 2026-11-27 12:07:23Z                       | true
                    at 2026-11-27T12:06:22.1234567Z, in use 18            | at 2026-11-28T02:16:02.7Z, in use 18                  | true
                    at 11/27/2026 12:06:22 PM                             | at 11/28/2026 1:06:22 PM                              | true
                    Fri, 27 Nov 2026 12:06:22 GMT                         | Fri, 28 Nov 2026 01:06:22 GMT                         | true
                    tried again after 4 s, as Azure asks                  | tried again after 60 s, as Azure asks                 | true
                    trace 0af7651916cd43dd8448eb211c80319c                | trace b7ad6b7169203331c03d8448eb211c80                | true
                    ticks 638999999999999999                              | ticks 639000000000000000                              | true
                    in use 18                                             | in use 19                                             | false
                    subnet sub1                                           | subnet sub2                                           | false
                    ipConfigurations[0]                                   | ipConfigurations[1]                                   | false
                    version 1.33.1                                        | version 1.34.0                                        | false
                    10.0.0.0/24 overlaps                                  | 10.0.1.0/24 overlaps                                  | false
                    container effaced                                     | container defaced                                     | false
                    """)
    void onlyIdsTimesAndPausesAreNoise(String before, String now, boolean same) {
        var shown = ConditionStatus.withoutNoise(now);
        assertThat(shown.equals(ConditionStatus.withoutNoise(before))).isEqualTo(same);
    }
}
