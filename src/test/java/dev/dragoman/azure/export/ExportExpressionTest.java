package dev.dragoman.azure.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.expression.Budget;
import dev.dragoman.expression.Checked;
import dev.dragoman.expression.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which results a Secret or ConfigMap can have. */
class ExportExpressionTest {
    private static final Map<String, Object> SELF =
            Map.of("spec", Map.of("n", 7, "zones", List.of("1")));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "7|int",
                "{'a': 7}|map(string, int)",
                "self.?a|optional_type(dyn)",
                "['a']|list(string)",
                "null|null"
            })
    void otherTypesAreWrong(String text, String type) {
        assertThat(ExportExpression.check(text, ExpressionRequest.SELF))
                .isEqualTo(
                        new Checked.Wrong(
                                "line 1, column 1: the expression gives "
                                        + type
                                        + "; only string and map(string, string) can be written, so convert it, for example with string()"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "self.spec.n|neither string nor map(string, string)",
                "self.spec.zones|neither string nor map(string, string)",
                "self.spec|a map with a key or value that is no string",
                "{dyn(1): 'a'}|a map with a key or value that is no string"
            })
    void otherValuesAreFailures(String text, String what) {
        assertThat(value(text))
                .isInstanceOfSatisfying(
                        Value.Failed.class,
                        failed ->
                                assertThat(failed.message())
                                        .isEqualTo(
                                                "line 1, column 1: the expression gives "
                                                        + what
                                                        + "; convert it, for example with string()"));
    }

    @Test
    void textsAreRight() {
        assertThat(value("string(self.spec.n)")).isEqualTo(new Value.Result("7"));
        assertThat(value("{'a': self.spec.zones[0]}"))
                .isEqualTo(new Value.Result(Map.of("a", "1")));
    }

    private static Value value(String text) {
        var right = (Checked.Right) ExportExpression.check(text, ExpressionRequest.SELF);
        return ExportExpression.value(right.expression(), Map.of("self", SELF), new Budget());
    }

    @Test
    void secretIsNotForEverybody() {
        assertThat(ExportExpression.check("secret.a", ExpressionRequest.SELF))
                .isEqualTo(
                        new Checked.Wrong(
                                "line 1, column 1: the variable secret is not available here: only values of secretExpressions may use it, because anybody may read labels, annotations and ConfigMaps"));
    }
}
