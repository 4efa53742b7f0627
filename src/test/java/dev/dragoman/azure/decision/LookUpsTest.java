package dev.dragoman.azure.decision;

import static dev.dragoman.azure.decision.Answers.ABSENT;
import static dev.dragoman.azure.decision.Answers.FOUND;
import static dev.dragoman.azure.decision.Answers.error;
import static dev.dragoman.azure.decision.Answers.plain;
import static dev.dragoman.azure.decision.FactsOf.facts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.model.LookUp;
import dev.dragoman.capability.point.Before;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What Azure is asked before a body is complete; every row is a sentence. */
class LookUpsTest {
    private static final String ROLES =
            "/providers/Microsoft.Authorization/roleDefinitions?roleName eq 'Reader'";
    private static final String DELETED =
            "/subscriptions/s/providers/Microsoft.KeyVault/locations/westus2/deletedVaults/v";
    private static final String ASSIGNMENT =
            "/subscriptions/s/providers/Microsoft.Authorization/roleAssignments/n";
    private static final String VAULT =
            "/subscriptions/s/resourceGroups/g/providers/Microsoft.KeyVault/vaults/v";

    private static final String ASKED =
            "LookUp /providers/Microsoft.Authorization/roleDefinitions 2022-04-01";

    private static AzureFacts role() {
        return facts(
                f ->
                        f.claimNeeded(false)
                                .body(
                                        ASSIGNMENT,
                                        Map.of("properties", Map.of("role", "Reader", "a", 1)),
                                        new LookUp(
                                                "properties.role",
                                                LookUp.Subject.BUILT_IN_ROLE,
                                                "Reader")));
    }

    private static AzureFacts vault(String mode) {
        return vault(mode, "West US 2");
    }

    private static AzureFacts vault(String mode, String location) {
        return facts(
                f ->
                        f.claimNeeded(false)
                                .body(
                                        VAULT,
                                        Map.of(
                                                "location",
                                                location,
                                                "properties",
                                                Map.of("createMode", mode)),
                                        new LookUp(
                                                "properties.createMode",
                                                LookUp.Subject.DELETED_VAULT,
                                                mode)));
    }

    private static final AzureProgress SENDING =
            AzureProgress.NONE.withGet(ABSENT).withConfirmation();

    private static Answer roles(String name, String type) {
        return plain(
                200,
                Map.of(
                        "value",
                        List.of(
                                Map.of(
                                        "name",
                                        "guid-of-another",
                                        "properties",
                                        Map.of("roleName", "Owner", "type", "BuiltInRole")),
                                Map.of(
                                        "name",
                                        "guid",
                                        "properties",
                                        Map.of("roleName", name, "type", type)))));
    }

    private static Answer deletedIn(String group) {
        return plain(
                200,
                Map.of(
                        "properties",
                        Map.of(
                                "vaultId",
                                "/subscriptions/s/resourceGroups/"
                                        + group
                                        + "/providers/Microsoft.KeyVault/vaults/v")));
    }

    static Stream<Arguments> rows() {
        var refused = error(403, "AuthorizationFailed");
        return Stream.of(
                arguments("a role is asked for before it is sent", role(), SENDING, ASKED),
                arguments(
                        "and before it is compared",
                        role(),
                        AzureProgress.NONE.withGet(FOUND),
                        ASKED),
                arguments(
                        "known -> sent",
                        role(),
                        SENDING.withLookUp(ROLES, roles("reader", "BuiltInRole")),
                        "Put"),
                arguments(
                        "a custom role of the name is not the one that is meant",
                        role(),
                        SENDING.withLookUp(ROLES, roles("Reader", "CustomRole")),
                        "Finish Error ReferenceNotFound Fatal +DetermineCreateOrUpdateActionError"),
                arguments(
                        "a list with something else in it",
                        role(),
                        SENDING.withLookUp(ROLES, plain(200, Map.of("value", List.of("x")))),
                        "Finish Error ReferenceNotFound Fatal +DetermineCreateOrUpdateActionError"),
                arguments(
                        "roles cannot be read",
                        role(),
                        SENDING.withLookUp(ROLES, refused),
                        "Finish Warning AuthorizationFailed Transient SLOW +DetermineCreateOrUpdateActionError"),
                arguments(
                        "a vault is looked for among the deleted ones before it is sent",
                        vault("createOrRecover"),
                        SENDING,
                        "LookUp " + DELETED + " 2024-11-01"),
                arguments(
                        "not to compare it: Azure never shows how it was created",
                        vault("createOrRecover"),
                        AzureProgress.NONE.withGet(FOUND),
                        "Finish Ready Succeeded accepted=h1 Done"),
                arguments(
                        "none -> sent",
                        vault("createOrRecover"),
                        SENDING.withLookUp(DELETED + "?", ABSENT),
                        "Put"),
                arguments(
                        "one of the same group -> sent",
                        vault("createOrRecover"),
                        SENDING.withLookUp(DELETED + "?", deletedIn("G")),
                        "Put"),
                arguments(
                        "one of another group would come back there",
                        vault("createOrRecover"),
                        SENDING.withLookUp(DELETED + "?", deletedIn("other")),
                        "Finish Error Failed Fatal +DetermineCreateOrUpdateActionError"),
                arguments(
                        "to purge it takes a request of its own",
                        vault("purgeThenCreate"),
                        SENDING.withLookUp(DELETED + "?", deletedIn("G")),
                        "Post " + DELETED + "/purge 2024-11-01"),
                arguments(
                        "the deleted vault of another group is somebody else's",
                        vault("purgeThenCreate"),
                        SENDING.withLookUp(DELETED + "?", deletedIn("other")),
                        "Finish Error Failed Fatal +DetermineCreateOrUpdateActionError"),
                arguments(
                        "one of a place that is not told is not purged",
                        vault("purgeThenCreate"),
                        SENDING.withLookUp(DELETED + "?", plain(200, Map.of())),
                        "Finish Error Failed Fatal +DetermineCreateOrUpdateActionError"),
                arguments(
                        "but recovered: Azure refuses where it must",
                        vault("createOrRecover"),
                        SENDING.withLookUp(DELETED + "?", plain(200, Map.of())),
                        "Put"),
                arguments(
                        "a location that would lead the request elsewhere is not asked",
                        vault("purgeThenCreate", "x/../../y?"),
                        SENDING,
                        "Finish Error Failed Fatal +DetermineCreateOrUpdateActionError"),
                arguments(
                        "nor is none at all",
                        vault("createOrRecover", ""),
                        SENDING,
                        "Finish Error Failed Fatal +DetermineCreateOrUpdateActionError"),
                arguments(
                        "and time",
                        vault("purgeThenCreate"),
                        SENDING.withLookUp(DELETED + "?", deletedIn("g"))
                                .withLookUp(DELETED + "/purge", plain(202, Map.of())),
                        "Finish Info Reconciling Pending[PT10S]"),
                arguments(
                        "a purge that runs already is waited for",
                        vault("purgeThenCreate"),
                        SENDING.withLookUp(DELETED + "?", deletedIn("g"))
                                .withLookUp(DELETED + "/purge", error(409, "Conflict")),
                        "Finish Info Reconciling Pending[PT10S]"),
                arguments(
                        "a purge that is refused is shown",
                        vault("purgeThenCreate"),
                        SENDING.withLookUp(DELETED + "?", deletedIn("g"))
                                .withLookUp(DELETED + "/purge", refused),
                        "Finish Warning AuthorizationFailed Transient SLOW +DetermineCreateOrUpdateActionError"),
                arguments(
                        "purged -> sent",
                        vault("purgeThenCreate"),
                        SENDING.withLookUp(DELETED + "?", ABSENT),
                        "Put"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void decides(String why, AzureFacts facts, AzureProgress done, String expected) {
        assertThat(StepText.of(AzureDecision.next(facts, done))).isEqualTo(expected);
    }

    @Test
    void theAnswerIsWhatIsSent() {
        var done = SENDING.withLookUp(ROLES, roles("Reader", "BuiltInRole"));
        assertThat(AzureDecision.body(role(), done))
                .as("as a plan shows it")
                .isEqualTo(((AzureStep.Put) AzureDecision.next(role(), done)).body());
        assertThat(AzureDecision.next(role(), done))
                .isEqualTo(
                        put(
                                Map.of(
                                        "properties",
                                        Map.of(
                                                "role",
                                                "/subscriptions/s/providers/Microsoft.Authorization/roleDefinitions/guid",
                                                "a",
                                                1))));
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.CsvSource({
        "createOrRecover, false, default",
        "createOrRecover, true, recover",
        "purgeThenCreate, false, default"
    })
    void howAVaultIsCreated(String written, boolean deleted, String sent) {
        var done = SENDING.withLookUp(DELETED + "?", deleted ? deletedIn("g") : ABSENT);
        assertThat(AzureDecision.next(vault(written), done))
                .isEqualTo(
                        put(
                                Map.of(
                                        "location",
                                        "West US 2",
                                        "properties",
                                        Map.of("createMode", sent))));
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.CsvSource(
            delimiter = '|',
            value = {
                "purgeThenCreate | other | was in resource group other, so it is not purged for this object",
                "purgeThenCreate | | was in a resource group that Azure does not tell, so it is not purged",
                "createOrRecover | other | cannot be recovered: the deleted vault of that name was in resource group other"
            })
    void whereADeletedVaultWasIsTold(String mode, String group, String expected) {
        var shown = group == null ? plain(200, Map.of()) : deletedIn(group);
        var end =
                (AzureStep.Finish)
                        AzureDecision.next(vault(mode), SENDING.withLookUp(DELETED + "?", shown));
        assertThat(end.condition().orElseThrow().message()).contains(expected);
    }

    @Test
    void whatCannotBeLookedUpIsNamed() {
        var refused = error(403, "AuthorizationFailed");
        assertThat(told(role(), SENDING.withLookUp(ROLES, refused)))
                .contains("look up the built-in role 'Reader' for ");
        assertThat(told(vault("createOrRecover"), SENDING.withLookUp(DELETED + "?", refused)))
                .contains("look up the deleted vault 'v' for ");
    }

    private static String told(AzureFacts facts, AzureProgress done) {
        var end = (AzureStep.Finish) AzureDecision.next(facts, done);
        return end.condition().orElseThrow().message();
    }

    @Test
    void aQuoteInANameOfARoleIsPartOfTheName() {
        var facts =
                facts(
                        f ->
                                f.claimNeeded(false)
                                        .body(
                                                ASSIGNMENT,
                                                Map.of("role", "O'Reader"),
                                                new LookUp(
                                                        "role",
                                                        LookUp.Subject.BUILT_IN_ROLE,
                                                        "O'Reader")));
        assertThat(AzureDecision.next(facts, SENDING))
                .isEqualTo(
                        new AzureStep.LookUp(
                                "/providers/Microsoft.Authorization/roleDefinitions",
                                "2022-04-01",
                                "roleName eq 'O''Reader'"));
    }

    @Test
    void whatAParentMustNotDropIsReadBeforeItIsSentAgain() {
        var edited =
                facts(
                        f ->
                                f.claimNeeded(false)
                                        .accepted("before")
                                        .keep(
                                                (body, shown) ->
                                                        Map.of("sent", body, "kept", shown)));
        assertThat(StepText.of(AzureDecision.next(edited, AzureProgress.NONE))).isEqualTo("Get");
        assertThat(AzureDecision.next(edited, AzureProgress.NONE.withGet(FOUND).withConfirmation()))
                .isEqualTo(
                        new AzureStep.Put(
                                Map.of("sent", Map.of("name", "name"), "kept", FOUND.body()),
                                AzureStep.Expected.ANY,
                                Optional.of(Before.change(List.of()))));
        var gone =
                facts(
                        f ->
                                f.claimNeeded(false)
                                        .accepted("before")
                                        .works(OwnState.Operation.ofLook())
                                        .shownEtag()
                                        .keep((body, shown) -> Map.of()));
        assertThat(AzureDecision.next(gone, SENDING.withPoll(ABSENT)))
                .as("it is made again only if nobody else has it")
                .isEqualTo(
                        new AzureStep.Put(
                                Map.of("name", "name"),
                                AzureStep.Expected.ABSENT,
                                Optional.of(Before.create())));
        var tagged = plain(200, Map.of("id", "/r", "etag", "W/1"));
        assertThat(
                        AzureDecision.next(
                                edited, AzureProgress.NONE.withGet(tagged).withConfirmation()))
                .as("bound to what was read")
                .isInstanceOfSatisfying(
                        AzureStep.Put.class,
                        put -> assertThat(put.state()).isEqualTo(AzureStep.Expected.state("W/1")));
        var alone = facts(f -> f.claimNeeded(false).drift(List.of("a")));
        assertThat(AzureDecision.next(alone, AzureProgress.NONE.withGet(tagged).withConfirmation()))
                .as("nothing of what was read is in it")
                .isInstanceOfSatisfying(
                        AzureStep.Put.class,
                        put -> assertThat(put.state()).isEqualTo(AzureStep.Expected.ANY));
    }

    private static AzureStep.Put put(Map<String, Object> body) {
        return new AzureStep.Put(body, AzureStep.Expected.ANY, Optional.of(Before.create()));
    }
}
