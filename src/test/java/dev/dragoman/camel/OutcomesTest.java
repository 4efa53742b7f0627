package dev.dragoman.camel;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.camel.CamelExecutionException;
import org.junit.jupiter.api.Test;

class OutcomesTest {
    /** Camel wraps what is no exception, and its own message names nothing. */
    @Test
    void anErrorOfTheVirtualMachineIsNamed() {
        var error = new NoClassDefFoundError("Could not initialize class dev.dragoman.Some");
        assertThat(Outcomes.of(new CamelExecutionException("failed", null, error)).message())
                .isEqualTo("java.lang.NoClassDefFoundError: " + error.getMessage());
    }
}
