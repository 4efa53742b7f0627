package dev.dragoman.camel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.kube.failure.WriteConflict;
import java.util.ArrayList;
import java.util.Map;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutcomesTest {
    /** Camel wraps what is no exception, and its own message names nothing. */
    @Test
    void anErrorOfTheVirtualMachineIsNamed() {
        var error = new NoClassDefFoundError("Could not initialize class dev.dragoman.Some");
        assertThat(Outcomes.of(new CamelExecutionException("failed", null, error)).message())
                .isEqualTo("java.lang.NoClassDefFoundError: " + error.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"0, false", "3, false", "4, true", "9, true"})
    void aConflictIsShownOnceItComesAgainAndAgain(int earlier, boolean expected) {
        var exchange = new DefaultExchange(new DefaultCamelContext());
        ReconciliationExchange.object(exchange, Map.of("kind", "Thing"));
        OwnState.set(exchange, EarlierConflicts.class, new EarlierConflicts(earlier));
        exchange.setException(new WriteConflict("create Thing ns/a: retrying"));
        var shown = new ArrayList<String>();
        Outcomes.unforeseen(exchange, (object, reason, text) -> shown.add(reason + ": " + text));
        if (expected) {
            assertThat(shown)
                    .containsExactly(
                            "WriteConflict: a step of the operator failed again and again: create Thing ns/a: retrying. See the operator's log");
        } else {
            assertThat(shown).isEmpty();
        }
    }
}
