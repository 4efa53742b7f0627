package dev.dragoman.azure.decision;

import static dev.dragoman.azure.decision.FactsOf.facts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.FixedField;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a refused change says, of every field that Azure keeps as it was made. */
class FixedFieldsTest {
    private static final String ADVICE = "delete the object and apply it again";

    static Stream<Arguments> fields() {
        return Catalog.load().kinds().stream()
                .flatMap(
                        kind ->
                                kind.rules().fixed().stream()
                                        .map(field -> arguments(kind.id(), kind, field)));
    }

    @ParameterizedTest(name = "{0} {2}")
    @MethodSource("fields")
    void theConditionNamesWhatCannotChange(String id, AzureKind kind, FixedField field) {
        var given = given(kind, field.name());
        var refused = refused(400, "BadRequest", "The request is not valid.");
        assertThat(AzureDecision.next(given, AzureProgress.NONE.withPut(refused)))
                .as("what Azure has is looked at")
                .isInstanceOf(AzureStep.Get.class);
        var told = told(given, refused, shown(field));
        assertThat(told.message())
                .contains("The request is not valid.", "does not change " + field.name(), ADVICE);
        assertThat(told.severity()).hasToString("ERROR");
    }

    @ParameterizedTest(name = "{0} {2}")
    @MethodSource("fields")
    void itIsNotSaidOfAnotherRefusal(String id, AzureKind kind, FixedField field) {
        var refused = refused(400, "BadRequest", "The request is not valid.");
        var other = given(kind, "properties.other");
        assertThat(told(other, refused, shown(field)).message()).doesNotContain(ADVICE);
        var given = given(kind, field.name());
        assertThat(told(given, refused, Answers.plain(200, Map.of("properties", Map.of()))))
                .as("Azure never shows it")
                .extracting(ReadyCondition::message)
                .asString()
                .doesNotContain(ADVICE);
        var otherwise =
                facts(
                        f ->
                                f.claimNeeded(false)
                                        .rules(kind.rules())
                                        .drift(List.of(field.name()))
                                        .notEchoed(field.name()));
        assertThat(told(otherwise, refused, shown(field)).message())
                .as("Azure never shows it as it was sent")
                .doesNotContain(ADVICE);
        assertThat(told(given, refused, Answers.error(404, "ResourceNotFound")).message())
                .as("it is to be made")
                .doesNotContain(ADVICE);
        assertThat(told(given, refused(429, "TooManyRequests", "wait"), shown(field)).message())
                .doesNotContain(ADVICE);
        assertThat(told(given, refused(403, "AuthorizationFailed", "no"), shown(field)).message())
                .doesNotContain(ADVICE);
    }

    /** Both are true, and Azure says the one that passes first. */
    @Test
    void whatPassesIsWaitedFor() {
        var kind = Catalog.load().find("kusto.azure.com", "PrincipalAssignment").orElseThrow();
        var field = kind.rules().fixed().getFirst();
        var busy = refused(409, "Conflict", "The cluster is being updated.");
        var finish = finish(given(kind, field.name()), busy, shown(field));
        assertThat(StepText.of(finish)).contains("Warning Conflict Transient SLOW");
        assertThat(finish.condition().orElseThrow().message()).contains(field.name(), ADVICE);
    }

    /** Those that Azure changes are not among them. */
    @Test
    void theseKindsHaveSuchFields() {
        assertThat(fields().map(row -> row.get()[0]).distinct())
                .containsExactlyInAnyOrder(
                        "RoleAssignment.authorization.azure.com",
                        "RedisAccessPolicyAssignment.cache.azure.com",
                        "RedisEnterpriseDatabaseAccessPolicyAssignment.cache.azure.com",
                        "FlexibleServersAdministrator.dbforpostgresql.azure.com",
                        "SqlRoleAssignment.documentdb.azure.com",
                        "ClusterPrincipalAssignment.kusto.azure.com",
                        "PrincipalAssignment.kusto.azure.com",
                        "WorkspacesCompute.machinelearningservices.azure.com");
    }

    private static AzureFacts given(AzureKind kind, String drift) {
        return facts(f -> f.claimNeeded(false).rules(kind.rules()).drift(List.of(drift)));
    }

    private static ReadyCondition told(AzureFacts facts, Answer refused, Answer look) {
        return finish(facts, refused, look).condition().orElseThrow();
    }

    private static AzureStep.Finish finish(AzureFacts facts, Answer refused, Answer look) {
        var step = AzureDecision.next(facts, AzureProgress.NONE.withPut(refused).withGet(look));
        assertThat(step).isInstanceOf(AzureStep.Finish.class);
        return (AzureStep.Finish) step;
    }

    /** Another value of the field. */
    private static Answer shown(FixedField field) {
        Object at = "other";
        for (var step : List.of(field.name().split("\\.", -1)).reversed()) {
            at = Map.of(step, at);
        }
        @SuppressWarnings("unchecked") // made here
        var body = (Map<String, Object>) at;
        return Answers.plain(200, body);
    }

    private static Answer refused(int status, String code, String message) {
        return new Answer(
                status,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Answer.Failure(code, message, true)),
                "c-1");
    }
}
