package dev.dragoman.azure.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.kube.object.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which texts repeat a value of a Secret, and what is left of them. */
class SecretValuesTest {
    private static final SecretValues VALUES =
            new SecretValues(List.of("p4ss word\"+/\n", "p4ss word", "abc", "abcd"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nothing of it | nothing of it",
                "the value 'p4ss word' is weak | the value '***' is weak",
                "in JSON \"p4ss word\\\"+/\\n\" | in JSON \"***\"",
                "in a URL ?p=p4ss+word%22%2B%2F%0A&x | in a URL ?p=***&x",
                "in a URL ?p=p4ss%20word%22%2B%2F%0A&x | in a URL ?p=***&x",
                "abc is too short, abcd is not | abc is too short, *** is not",
            })
    void valuesAreHidden(String text, String hidden) {
        assertThat(VALUES.hidden(text)).isEqualTo(hidden);
    }

    @Test
    void everyTextOfAnAnswerIsLookedThrough() {
        var answer =
                Json.literal(
                        "{\"error\": {\"message\": \"no abcd\", \"details\": [{\"message\": \"p4ss word\", \"n\": 1}, null]}}");
        assertThat(VALUES.hidden(answer))
                .isEqualTo(
                        Json.literal(
                                "{\"error\": {\"message\": \"no ***\", \"details\": [{\"message\": \"***\", \"n\": 1}, null]}}"));
        assertThat(SecretValues.NONE.hidden(answer)).isEqualTo(answer);
    }

    /** A word of few letters appears in many texts. */
    @Test
    void longValuesAreFound() {
        assertThat(VALUES.isIn("https://x?p=p4ss+word%22%2B%2F%0A")).isTrue();
        assertThat(VALUES.isIn("abcd")).isFalse();
        assertThat(SecretValues.NONE.isIn("p4ss word")).isFalse();
    }
}
