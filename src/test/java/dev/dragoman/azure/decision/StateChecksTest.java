package dev.dragoman.azure.decision;

import static dev.dragoman.azure.decision.Answers.ABSENT;
import static dev.dragoman.azure.decision.Answers.error;
import static dev.dragoman.azure.decision.Answers.plain;
import static dev.dragoman.azure.decision.FactsOf.facts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.DeletionRule;
import dev.dragoman.azure.catalog.KindRules;
import dev.dragoman.azure.catalog.StateCheck;
import dev.dragoman.azure.catalog.StateCheck.Moment;
import dev.dragoman.azure.decision.AzureFacts.Policy;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** States that keep a body from being sent, or an object from being Ready. */
class StateChecksTest {
    private static final String OWNER = "/subscriptions/s/resourceGroups/g/providers/P/servers/o";
    private static final String BLOCKED =
            "Finish Warning ReconciliationBlocked accepted=h0 Transient SLOW +CreateOrUpdateActionError";
    private static final String READY = "Finish Ready Succeeded accepted=h1 Done";

    @ParameterizedTest(name = "{0}")
    @MethodSource({"before", "owner", "after"})
    void decides(String why, AzureFacts facts, AzureProgress done, String expected) {
        assertThat(StepText.of(AzureDecision.next(facts, done))).isEqualTo(expected);
    }

    static Stream<Arguments> before() {
        var state = check(Moment.BEFORE, "properties.state", "Ready");
        var phase = check(Moment.BEFORE, "properties.provisioningState", "Succeeded");
        var edited = with(state, f -> f.accepted("h0"));
        return Stream.of(
                arguments(
                        "an edit of a kind without checks -> no look",
                        facts(f -> f.claimNeeded(false).accepted("h0")),
                        AzureProgress.NONE,
                        "Confirm"),
                arguments("an edit -> look first", edited, AzureProgress.NONE, "Get"),
                arguments("another state -> blocked", edited, shown("state", "Updating"), BLOCKED),
                arguments("the state -> on", edited, shown("state", "ready"), "Confirm"),
                arguments("no state -> on", edited, shown("other", "Updating"), "Confirm"),
                arguments(
                        "not found -> asked again, not blocked",
                        edited,
                        AzureProgress.NONE.withGet(ABSENT),
                        "Finish accepted=h0 operation=GET by resource Pending[PT3S]"),
                arguments(
                        "nothing to send -> Ready in any state",
                        with(state, f -> f.accepted("h1").resync()),
                        shown("state", "Stopped"),
                        READY),
                arguments(
                        "drift in another state -> blocked",
                        with(
                                state,
                                f -> f.accepted("h0").hash("h0").drift(List.of("tags.a")).resync()),
                        shown("state", "Stopped"),
                        BLOCKED),
                arguments(
                        "edited while Azure is at work -> blocked",
                        with(phase, f -> f.accepted("h0")),
                        shown("provisioningState", "Updating"),
                        BLOCKED),
                arguments(
                        "not edited while Azure is at work -> wait",
                        with(phase, f -> f.accepted("h1").resync()),
                        shown("provisioningState", "Updating"),
                        "Finish Info Reconciling accepted=h1 Pending[PT10S]"));
    }

    static Stream<Arguments> owner() {
        var owned =
                with(
                        check(Moment.OWNER_BEFORE, "properties.state", "Ready"),
                        f -> f.body(OWNER + "/databases/d", Map.of("name", "d")).accepted("h0"));
        var required =
                new StateCheck(
                        Moment.OWNER_BEFORE,
                        "properties.state",
                        List.of("Ready"),
                        List.of(),
                        true,
                        "v1",
                        "");
        var strict =
                with(
                        required,
                        f -> f.body(OWNER + "/databases/d", Map.of("name", "d")).accepted("h0"));
        var unclaimed =
                with(
                        check(Moment.OWNER_BEFORE, "properties.state", "Ready"),
                        f -> f.body(OWNER + "/databases/d", Map.of("name", "d")).claimNeeded(true));
        return Stream.of(
                arguments(
                        "nothing there, and no claim -> look at the owner in the same pass",
                        unclaimed,
                        AzureProgress.NONE.withGet(ABSENT),
                        "LookUp " + OWNER + " v1"),
                arguments(
                        "the owner's state -> claimed",
                        unclaimed,
                        AzureProgress.NONE
                                .withGet(ABSENT)
                                .withLookUp(OWNER + "?", plain(200, body("state", "Ready"))),
                        "Claim"),
                arguments(
                        "another state of the owner -> claimed, and then blocked",
                        unclaimed,
                        AzureProgress.NONE
                                .withGet(ABSENT)
                                .withLookUp(OWNER + "?", plain(200, body("state", "Stopped"))),
                        "Claim"),
                arguments(
                        "there as asked for -> claimed without a look at the owner",
                        unclaimed,
                        AzureProgress.NONE.withGet(plain(200, body("state", "Ready"))),
                        "Claim"),
                arguments(
                        "an edit -> look at the owner",
                        owned,
                        AzureProgress.NONE,
                        "LookUp " + OWNER + " v1"),
                arguments("another state -> blocked", owned, owner("Updating"), BLOCKED),
                arguments("the state -> on", owned, owner("Ready"), "Confirm"),
                arguments(
                        "no right to look at it -> on, Azure says the rest",
                        strict,
                        AzureProgress.NONE.withLookUp(
                                OWNER + "?", error(403, "AuthorizationFailed")),
                        "Confirm"),
                arguments(
                        "nothing to send -> no look at it",
                        with(
                                check(Moment.OWNER_BEFORE, "properties.state", "Ready"),
                                f ->
                                        f.body(OWNER + "/databases/d", Map.of("name", "d"))
                                                .accepted("h1")
                                                .resync()),
                        shown("state", "Ready"),
                        READY));
    }

    static Stream<Arguments> after() {
        var check =
                new StateCheck(
                        Moment.AFTER,
                        "properties.links.state",
                        List.of("Approved"),
                        List.of(),
                        false,
                        "",
                        "ask the owner");
        var rules =
                new KindRules(
                        List.of(),
                        List.of(check),
                        DeletionRule.NONE,
                        List.of(),
                        List.of(),
                        List.of());
        var sent = facts(f -> f.claimNeeded(false).rules(rules));
        var unfinished =
                "Finish Warning PostReconciliationFailure accepted=h1 Transient SLOW +BeginCreateOrUpdate +CreateOrUpdateActionError";
        return Stream.of(
                arguments("one of two is missing", sent, put("Approved", "Pending"), unfinished),
                arguments(
                        "all are there",
                        sent,
                        put("Approved", "approved"),
                        READY + " +BeginCreateOrUpdate"),
                arguments("there are none", sent, put(), READY + " +BeginCreateOrUpdate"),
                arguments(
                        "policy skip -> shown as it is",
                        facts(f -> f.claimNeeded(false).policy(Policy.SKIP).rules(rules)),
                        AzureProgress.NONE.withGet(links("Pending")),
                        "Finish Ready Succeeded Done"));
    }

    @Test
    void theConditionNamesTheStateWhatItMustBeAndWhatToDo() {
        var check =
                new StateCheck(
                        Moment.BEFORE,
                        "properties.state",
                        List.of("Ready", "Failed"),
                        List.of(),
                        false,
                        "",
                        "start it");
        var rules =
                new KindRules(
                        List.of(),
                        List.of(check),
                        DeletionRule.NONE,
                        List.of(),
                        List.of(),
                        List.of());
        var step = StateChecks.blocked(facts(f -> f.rules(rules)), body("state", "Stopped"));
        assertThat(((AzureStep.Finish) step.orElseThrow()).condition().orElseThrow().message())
                .isEqualTo(
                        "Azure shows 'Stopped' as properties.state of Type/name name. The value must be one of Ready, Failed before anything is sent; tried again within 180 s: start it");
        var refusing =
                new StateCheck(
                        Moment.AFTER, "properties.state", List.of(), List.of("X"), true, "", "");
        var after =
                new KindRules(
                        List.of(),
                        List.of(refusing),
                        DeletionRule.NONE,
                        List.of(),
                        List.of(),
                        List.of());
        assertThat(StateChecks.after(facts(f -> f.rules(after)), Map.of()).orElseThrow().message())
                .isEqualTo(
                        "Azure shows nothing as properties.state of Type/name name. The value must be anything but X; tried again within 180 s");
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("ofKinds")
    void everyCheckOfTheCatalogHoldsBack(String kind, StateCheck check) {
        var rules =
                new KindRules(
                        List.of(),
                        List.of(check),
                        DeletionRule.NONE,
                        List.of(),
                        List.of(),
                        List.of());
        var facts =
                facts(
                        f ->
                                f.claimNeeded(false)
                                        .accepted("h0")
                                        .rules(rules)
                                        .body(OWNER + "/databases/d", Map.of("name", "d")));
        var wrong = check.refused().stream().findFirst().orElse("SomethingNew");
        var right = check.allowed().stream().findFirst().orElse("Succeeded");
        assertThat(reason(facts, check, wrong))
                .contains(
                        check.moment() == Moment.AFTER
                                ? "PostReconciliationFailure"
                                : "ReconciliationBlocked");
        assertThat(reason(facts, check, right))
                .isEqualTo(
                        check.moment() == Moment.AFTER
                                ? READY + " +BeginCreateOrUpdate"
                                : "Confirm");
    }

    @Test
    void thereAreChecksForTheseKinds() {
        assertThat(ofKinds().map(row -> row.get()[0]).distinct())
                .containsExactlyInAnyOrder(
                        "ManagedCluster.containerservice.azure.com",
                        "ManagedClustersAgentPool.containerservice.azure.com",
                        "BackupVaultsBackupInstance.dataprotection.azure.com",
                        "FlexibleServer.dbforpostgresql.azure.com",
                        "FlexibleServersDatabase.dbforpostgresql.azure.com",
                        "FlexibleServersFirewallRule.dbforpostgresql.azure.com",
                        "CassandraDataCenter.documentdb.azure.com",
                        "DatabaseAccount.documentdb.azure.com",
                        "Cluster.kusto.azure.com",
                        "Database.kusto.azure.com",
                        "PrivateEndpoint.network.azure.com",
                        "HcpOpenShiftCluster.redhatopenshift.azure.com");
    }

    static Stream<Arguments> ofKinds() {
        return Catalog.load().kinds().stream()
                .flatMap(
                        kind ->
                                kind.rules().checks().stream()
                                        .map(check -> arguments(kind.id(), check)));
    }

    private static String reason(AzureFacts facts, StateCheck check, String value) {
        var shown = plain(200, nested(List.of(check.path().split("\\.", -1)), value));
        var done =
                switch (check.moment()) {
                    case BEFORE -> AzureProgress.NONE.withGet(shown);
                    case OWNER_BEFORE -> AzureProgress.NONE.withLookUp(OWNER + "?", shown);
                    case AFTER -> AzureProgress.NONE.withPut(shown);
                };
        return StepText.of(AzureDecision.next(facts, done));
    }

    private static Map<String, Object> nested(List<String> path, String value) {
        Object inner = path.size() == 1 ? value : nested(path.subList(1, path.size()), value);
        return Map.of("id", "/r", path.getFirst(), inner);
    }

    private static StateCheck check(Moment moment, String path, String allowed) {
        return new StateCheck(
                moment,
                path,
                List.of(allowed),
                List.of(),
                false,
                moment == Moment.OWNER_BEFORE ? "v1" : "",
                "");
    }

    private static AzureFacts with(StateCheck check, UnaryOperator<FactsOf> change) {
        var rules =
                new KindRules(
                        List.of(),
                        List.of(check),
                        DeletionRule.NONE,
                        List.of(),
                        List.of(),
                        List.of());
        return facts(f -> change.apply(f.claimNeeded(false).rules(rules)));
    }

    private static AzureProgress shown(String field, String value) {
        return AzureProgress.NONE.withGet(plain(200, body(field, value)));
    }

    private static Map<String, Object> body(String field, String value) {
        return Map.of("id", "/r", "properties", Map.of(field, value));
    }

    private static AzureProgress owner(String state) {
        return AzureProgress.NONE.withLookUp(OWNER + "?", plain(200, body("state", state)));
    }

    private static AzureProgress put(String... states) {
        return AzureProgress.NONE.withPut(links(states));
    }

    private static Answer links(String... states) {
        var links = Stream.of(states).map(state -> Map.of("state", state)).toList();
        return plain(200, Map.of("id", "/r", "properties", Map.of("links", links)));
    }
}
