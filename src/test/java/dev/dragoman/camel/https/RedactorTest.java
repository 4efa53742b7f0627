package dev.dragoman.camel.https;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.camel.Outcomes;
import dev.dragoman.camel.Redactor;
import dev.dragoman.camel.StartRefused;
import org.junit.jupiter.api.Test;

/** Values of Secrets do not show, whole or in parts. */
class RedactorTest {
    @Test
    void everyOccurrenceIsHidden() {
        Redactor.hide("planted-value-1");
        assertThat(Redactor.redact("a planted-value-1, planted-value-1")).isEqualTo("a ***, ***");
        assertThat(Redactor.redact(null)).isNull();
    }

    @Test
    void theLongerValueGoesFirst() {
        Redactor.hide("planted-2");
        Redactor.hide("planted-2-and-more");
        assertThat(Redactor.redact("planted-2-and-more planted-2")).isEqualTo("*** ***");
    }

    @Test
    void ofAnAddressPathAndTokensAreHiddenAndTheHostStays() {
        Redactor.hide(
                "https://hooks.example.com/services/T0123456789012345678901?b=1&sig=AAAAAAAAAAAAAAAAAA%2BAAAAAAAA");
        assertThat(Redactor.redact("to hooks.example.com/services/T0123456789012345678901"))
                .isEqualTo("to hooks.example.com***");
        assertThat(Redactor.redact("?sig=AAAAAAAAAAAAAAAAAA+AAAAAAAA&b=1"))
                .isEqualTo("?sig=***&b=1");
        assertThat(Redactor.redact("the services of hooks.example.com"))
                .isEqualTo("the services of hooks.example.com");
    }

    @Test
    void failuresBecomeOutcomesWithoutThem() {
        Redactor.hide("planted-value-3");
        var outcome = Outcomes.of(new StartRefused("cannot reach planted-value-3", null));
        assertThat(outcome.message()).contains("cannot reach ***").doesNotContain("planted");
    }
}
