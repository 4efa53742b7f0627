package dev.dragoman.azure.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.tools.catalog.RowWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How an error is retried: by the rules of its kind, then by the lists for all kinds. */
class ErrorClassTest {
    /** One of each shape. */
    private static final List<ErrorRule> RULES =
            List.of(
                    rule("Quota", ErrorClass.SLOW),
                    rule("BadRequest", ErrorClass.SLOW, "origin", "is created"),
                    rule("", ErrorClass.FATAL, "no capacity"),
                    rule("BadRequest", ErrorClass.FATAL, "origin"));

    @ParameterizedTest
    @CsvSource({
        "400, LocationRequired, FATAL",
        "409, PropertyChangeNotAllowed, FATAL",
        "409, SkuNotAvailable, VERY_SLOW",
        "400, BadRequest, VERY_SLOW",
        "400, SomethingNew, UNKNOWN",
        "400, RoleAssignmentUpdateNotPermitted, FATAL",
        "409, InvalidResourceLocation, FATAL",
        "409, InvalidResourceGroupLocation, VERY_SLOW",
        "409, MissingRegistrationForResourceProvider, SLOW",
        "400, Conflict, SLOW",
        "400, '', SLOW",
        "409, SomethingNew, SLOW",
        "500, InternalServerError, SLOW",
        "0, SomethingNew, SLOW",
    })
    void ofAllKinds(int status, String code, ErrorClass expected) {
        assertThat(ErrorClass.of(status, code, "any", List.of())).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "by its code, 400, Quota, '', SLOW",
        "codes are compared in any case, 400, QUOTA, '', SLOW",
        "a part of the code is not the code, 400, QuotaLow, '', UNKNOWN",
        "by code and each text, 400, BadRequest, an origin that is created, SLOW",
        "texts in any order and case, 400, BadRequest, Is Created: ORIGIN, SLOW",
        "one text of two: the next rule that fits, 400, BadRequest, the origin is, FATAL",
        "no text: as for all kinds, 400, BadRequest, it is created, VERY_SLOW",
        "the texts of another code: as for all kinds, 400, Other, origin is created, UNKNOWN",
        "by its text alone, 503, Whatever, there is no capacity here, FATAL",
        "by its text alone and without a code, 503, '', no capacity, FATAL",
        "no rule fits a listed code, 400, LocationRequired, '', FATAL",
    })
    void ofAKind(String why, int status, String code, String message, ErrorClass expected) {
        assertThat(ErrorClass.of(status, code, message, RULES)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "400, BadRequest, FATAL",
        "409, Conflict, FATAL",
        "400, SomethingNew, FATAL",
        "0, SomethingNew, FATAL",
        "409, AnotherOperationInProgress, SLOW",
        "403, AuthorizationFailed, SLOW",
        "409, ScopeLocked, VERY_SLOW",
        "503, SomethingNew, SLOW",
    })
    void whereTheCodeSaysNothingTheMessageDoes(int status, String code, ErrorClass expected) {
        var message = "Updating the principal is not permitted.";
        assertThat(ErrorClass.of(status, code, message, List.of())).isEqualTo(expected);
    }

    @Test
    void aRuleThatWouldFitEveryErrorIsRefused() {
        assertThatThrownBy(() -> rule("", ErrorClass.SLOW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("neither a code nor a text");
    }

    @Test
    void rulesAreReadAsTheyAreWritten() {
        var own =
                new StateCheck(
                        StateCheck.Moment.AFTER,
                        "properties.state",
                        List.of("Ready"),
                        List.of(),
                        true,
                        "",
                        "wait");
        var owners =
                new StateCheck(
                        StateCheck.Moment.OWNER_BEFORE,
                        "properties.state",
                        List.of(),
                        List.of("Deleting"),
                        false,
                        "2024-08-01",
                        "");
        var posted =
                new DeletionRule(
                        Map.of("deleteSubscriptions", "true"),
                        Map.of("If-Match", "*"),
                        Optional.of(
                                new DeletionRule.Before(
                                        "/a/{properties.b}/c", "2021-10-01", "properties.b")));
        var rules =
                new KindRules(RULES, List.of(own, owners), posted, List.of(), List.of(), List.of());
        assertThat(RulesFormat.read(RowWriter.write(rules))).isEqualTo(rules);
        assertThat(RowWriter.write(KindRules.NONE)).isEmpty();
        assertThat(RulesFormat.read(Map.of())).isEqualTo(KindRules.NONE);
        assertThat(RowWriter.write(rules).keySet()).isSubsetOf(RulesFormat.KEYS);
    }

    @Test
    void aRuleThatSaysNothingOfTheClassIsRefused() {
        Map<String, Object> row = Map.of("errors", List.of(Map.of("code", "Quota")));
        assertThatThrownBy(() -> RulesFormat.read(row))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a rule lacks class: {code=Quota}");
    }

    private static ErrorRule rule(String code, ErrorClass as, String... texts) {
        return new ErrorRule(Optional.of(code).filter(text -> !text.isEmpty()), List.of(texts), as);
    }
}
