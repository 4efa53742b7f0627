package dev.dragoman.expression;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How values are written in texts: as Go's library of the language does it. */
class TextFormatTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'100%%'.format([])|100%",
                "'%s'.format(['a'])|a",
                "'%s %s %s'.format([1, 2u, 2.5])|1 2 2.5",
                "'%s'.format([1e20])|100000000000000000000",
                "'%s'.format([true])|true",
                "'%s'.format([null])|null",
                "'%s'.format([b'xyz'])|xyz",
                "'%s'.format([type('a')])|string",
                "'%s'.format([['a', 1, [2.0, null]]])|[a, 1, [2, null]]",
                "'%s'.format([{'b': 1, 'a': [true]}])|{a: [true], b: 1}",
                "'%s'.format([timestamp('2024-02-03T04:05:06Z')])|2024-02-03T04:05:06Z",
                "'%s'.format([duration('90m')])|5400s",
                "'%s'.format([duration('1.5s')])|1.5s",
                "'%d %d'.format([-7, 7u])|-7 7",
                "'%f'.format([3])|3.000000",
                "'%.2f'.format([2.345])|2.35",
                "'%.0f'.format([2.5])|2",
                "'%.1f'.format([-0.04])|-0.0",
                "'%f'.format([1.0 / 0.0])|Infinity",
                "'%e'.format([1234.5678])|1.234568e+03",
                "'%.1e'.format([0.000123])|1.2e-04",
                "'%e'.format([0.0])|0.000000e+00",
                "'%b %b %b'.format([5, true, -5])|101 1 -101",
                "'%o'.format([8])|10",
                "'%x %X %x'.format([30, 30, -30])|1e 1E -1e",
                "'%x %X'.format(['hi\u00e9', b'jk'])|6869c3a9 6A6B",
                "'%s'.format(['more', 'than needed'])|more",
                "string(1.0)|1",
                "string(0.1)|0.1",
                "string(-2.5)|-2.5",
                "string(1234567.0)|1.234567e+06",
                "string(123456.0)|123456",
                "string(1e21)|1e+21",
                "string(0.0001)|0.0001",
                "string(0.00001)|1e-05",
                "string(0.0)|0",
                "string(1.0 / 0.0)|+Inf",
                "string(-1.0 / 0.0)|-Inf"
            })
    void writes(String expression, String expected) {
        assertThat(Expressions.of(expression)).isEqualTo(new Value.Result(expected));
    }
}
