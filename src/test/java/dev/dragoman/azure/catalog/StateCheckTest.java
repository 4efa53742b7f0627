package dev.dragoman.azure.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.azure.catalog.StateCheck.Moment;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which states let a reconciliation go on. */
class StateCheckTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "an allowed value, Ready|Failed, '', false, Ready, go on",
        "in any case, Ready|Failed, '', false, FAILED, go on",
        "another, Ready|Failed, '', false, Updating, Updating",
        "the first other of several, Ready, '', false, Ready|Stopped|Updating, Stopped",
        "a refused value, '', Deleting, false, deleting, deleting",
        "not a refused one, '', Deleting, false, Updating, go on",
        "allowed and refused, Ready, Ready, false, Ready, Ready",
        "none, Ready, '', false, '', go on",
        "none where one is required, Ready, '', true, '', ''",
        "one where one is required, Ready, '', true, Ready, go on",
    })
    void obstacles(
            String why,
            String allowed,
            String refused,
            boolean required,
            String shown,
            String expected) {
        var check =
                new StateCheck(
                        Moment.BEFORE, "p", words(allowed), words(refused), required, "", "");
        assertThat(check.obstacle(words(shown)))
                .isEqualTo(Optional.of(expected).filter(text -> !text.equals("go on")));
    }

    @Test
    void aCheckThatLetsEverythingPassIsRefused() {
        assertThatThrownBy(
                        () ->
                                new StateCheck(
                                        Moment.BEFORE, "p", List.of(), List.of(), true, "", ""))
                .hasMessage("a check of p lets every value pass");
    }

    @ParameterizedTest
    @CsvSource({"OWNER_BEFORE, ''", "BEFORE, 2024-08-01", "AFTER, 2024-08-01"})
    void onlyTheOwnersStateIsReadWithAnApiVersion(Moment moment, String apiVersion) {
        assertThatThrownBy(
                        () ->
                                new StateCheck(
                                        moment,
                                        "p",
                                        List.of("Ready"),
                                        List.of(),
                                        false,
                                        apiVersion,
                                        ""))
                .hasMessageContaining("needs an apiVersion");
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split("\\|"));
    }
}
