package dev.dragoman.azure.decision;

import static dev.dragoman.azure.decision.Answers.ABSENT;
import static dev.dragoman.azure.decision.Answers.FOUND;
import static dev.dragoman.azure.decision.Answers.accepted;
import static dev.dragoman.azure.decision.Answers.answer;
import static dev.dragoman.azure.decision.Answers.error;
import static dev.dragoman.azure.decision.Answers.plain;
import static dev.dragoman.azure.decision.Answers.poll;
import static dev.dragoman.azure.decision.FactsOf.facts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.DeletionRule;
import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.catalog.KindRules;
import dev.dragoman.azure.model.LookUp;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * What each state of an Azure object comes to under a team's verdict at each point, and where a
 * line is left out: the steps that are done, in their order, and what is shown. The table is a
 * file, so that a change is seen as one.
 */
class VerdictTableTest {
    private static final Path TABLE = Path.of("src/test/resources/verdicts.txt");
    private static final Verdict REFUSED = new Verdict("No", "ask us", Optional.empty());
    private static final Verdict HELD =
            new Verdict("Later", "ask us", Optional.of(Duration.ofMinutes(5)));
    private static final List<String> LEFT_OUT =
            List.of("put", "delete", "call", "export", "claim");
    private static final String ROLE =
            "/subscriptions/s/providers/Microsoft.Authorization/roleAssignments/n";
    private static final String VAULT =
            "/subscriptions/s/resourceGroups/g/providers/Microsoft.KeyVault/vaults/v";
    private static final Answer UNREGISTERED = error(409, "MissingSubscriptionRegistration");

    private static final Export KEY =
            new Export(
                    "secrets",
                    "key",
                    Optional.empty(),
                    Optional.of(
                            new Export.Action(
                                    new ExportCall("", "listKeys", "2023-01-01"),
                                    "keys",
                                    false,
                                    "")));

    /**
     * A state of an object and of Azure.
     *
     * @param answers by step, each the last one until it is used up
     */
    record State(String name, UnaryOperator<FactsOf> facts, Map<String, List<Answer>> answers) {}

    private static State state(
            String name, UnaryOperator<FactsOf> facts, Map<String, List<Answer>> answers) {
        return new State(name, facts, answers);
    }

    private static final Map<String, List<Answer>> THERE =
            Map.of("get", List.of(FOUND), "put", List.of(FOUND), "call", List.of(FOUND));

    private static List<State> states() {
        var rules =
                new KindRules(
                        List.of(),
                        List.of(),
                        new DeletionRule(
                                Map.of(),
                                Map.of(),
                                Optional.of(
                                        new DeletionRule.Before(
                                                "/subscriptions/{properties.provisioningState}/cancel",
                                                "2021-10-01",
                                                "x"))),
                        List.of(),
                        List.of(),
                        List.of());
        return List.of(
                state(
                        "new",
                        f -> f.unclaimed().reconciled(-1).exportsText(),
                        Map.of("get", List.of(ABSENT), "put", List.of(FOUND))),
                state(
                        "new, and Azure takes its time",
                        f -> f.unclaimed().reconciled(-1),
                        Map.of("get", List.of(ABSENT), "put", List.of(accepted(7)))),
                state(
                        "new, and Azure answers without a resource",
                        f -> f.unclaimed().reconciled(-1),
                        Map.of(
                                "get",
                                List.of(ABSENT, FOUND),
                                "put",
                                List.of(plain(200, Map.of())))),
                state(
                        "new, with a role by name",
                        f ->
                                f.unclaimed()
                                        .reconciled(-1)
                                        .body(
                                                ROLE,
                                                Map.of("properties", Map.of("role", "Reader")),
                                                new LookUp(
                                                        "properties.role",
                                                        LookUp.Subject.BUILT_IN_ROLE,
                                                        "Reader")),
                        Map.of(
                                "get",
                                List.of(ABSENT),
                                "look-up",
                                List.of(
                                        plain(
                                                200,
                                                Map.of(
                                                        "value",
                                                        List.of(
                                                                Map.of(
                                                                        "name",
                                                                        "r",
                                                                        "properties",
                                                                        Map.of(
                                                                                "roleName",
                                                                                "Reader",
                                                                                "type",
                                                                                "BuiltInRole")))))),
                                "put",
                                List.of(FOUND))),
                state(
                        "new, and a deleted vault is in its place",
                        f ->
                                f.unclaimed()
                                        .reconciled(-1)
                                        .body(
                                                VAULT,
                                                Map.of("location", "westus2"),
                                                new LookUp(
                                                        "properties.createMode",
                                                        LookUp.Subject.DELETED_VAULT,
                                                        "purgeThenCreate")),
                        Map.of(
                                "get",
                                List.of(ABSENT),
                                "look-up",
                                List.of(plain(200, Map.of("properties", Map.of("vaultId", VAULT)))),
                                "post",
                                List.of(plain(202, Map.of())),
                                "put",
                                List.of(FOUND))),
                state(
                        "new, and its provider is not registered",
                        f -> f.unclaimed().reconciled(-1).id(VAULT),
                        Map.of(
                                "get",
                                List.of(ABSENT),
                                "put",
                                List.of(UNREGISTERED),
                                "look-up",
                                List.of(plain(200, Map.of("registrationState", "NotRegistered"))),
                                "register",
                                List.of(plain(200, Map.of("registrationState", "Registering"))))),
                state(
                        "new, and a look needs its provider",
                        f -> f.unclaimed().reconciled(-1).id(VAULT),
                        Map.of(
                                "get",
                                List.of(UNREGISTERED),
                                "look-up",
                                List.of(plain(200, Map.of("registrationState", "NotRegistered"))),
                                "register",
                                List.of(plain(200, Map.of("registrationState", "Registering"))))),
                state(
                        "there already, as it is asked for",
                        f -> f.unclaimed().reconciled(-1).exportsText(),
                        THERE),
                state(
                        "there already, and different",
                        f -> f.unclaimed().reconciled(-1).drift(List.of("tags.a")).exportsText(),
                        THERE),
                state(
                        "claimed, and gone from Azure",
                        f ->
                                f.claimNeeded(false)
                                        .accepted("h1")
                                        .works(OwnState.Operation.ofLook())
                                        .resync()
                                        .exportsText(),
                        Map.of(
                                "get",
                                List.of(ABSENT),
                                "poll",
                                List.of(ABSENT),
                                "put",
                                List.of(FOUND))),
                state(
                        "Azure works on it",
                        f -> f.claimNeeded(false).operation("PUT").exportsText(),
                        Map.of("poll", List.of(poll("InProgress")))),
                state(
                        "Azure works on it, and the spec was edited",
                        f -> f.claimNeeded(false).operation("PUT").hash("other").exportsText(),
                        Map.of("poll", List.of(poll("InProgress")))),
                state(
                        "Azure has ended",
                        f -> f.claimNeeded(false).operation("PUT").exportsText(),
                        Map.of("poll", List.of(poll("Succeeded")), "get", List.of(FOUND))),
                state(
                        "Azure has ended, and the spec was edited",
                        f -> f.claimNeeded(false).operation("PUT").hash("other").exportsText(),
                        Map.of(
                                "poll",
                                List.of(poll("Succeeded")),
                                "get",
                                List.of(FOUND),
                                "put",
                                List.of(FOUND))),
                state(
                        "the operation is lost",
                        f -> f.claimNeeded(false).operation("PUT"),
                        Map.of(
                                "poll",
                                List.of(error(404, "NotFound")),
                                "get",
                                List.of(answer(200, "Creating")))),
                state(
                        "the provider is registered by now",
                        f ->
                                f.claimNeeded(false)
                                        .id(VAULT)
                                        .works(OwnState.Operation.ofProvider("/p")),
                        Map.of(
                                "poll",
                                List.of(plain(200, Map.of("registrationState", "Registered"))),
                                "get",
                                List.of(ABSENT),
                                "put",
                                List.of(FOUND))),
                state(
                        "edited, with keys to export",
                        f -> f.claimNeeded(false).accepted("h0").reconciled(0).exports(KEY),
                        THERE),
                state(
                        "edited, and the PUT is refused",
                        f -> f.claimNeeded(false).accepted("h0").reconciled(0),
                        Map.of(
                                "get",
                                List.of(FOUND),
                                "put",
                                List.of(error(400, "PropertyChangeNotAllowed")))),
                state(
                        "changed by somebody else, with exports",
                        f ->
                                f.claimNeeded(false)
                                        .accepted("h1")
                                        .ready()
                                        .resync()
                                        .drift(List.of("tags.a"))
                                        .exportsText(),
                        THERE),
                state(
                        "settled, at a resync",
                        f -> f.claimNeeded(false).accepted("h1").ready().resync().exportsText(),
                        THERE),
                state("settled", f -> f.claimNeeded(false).accepted("h1").ready(), Map.of()),
                state(
                        "settled, and an exported Secret is gone",
                        f ->
                                f.claimNeeded(false)
                                        .accepted("h1")
                                        .ready()
                                        .exports(KEY)
                                        .exportsBroken(),
                        THERE),
                state(
                        "Azure is away",
                        f -> f.claimNeeded(false).accepted("h0"),
                        Map.of(
                                "get",
                                List.of(error(503, "ServiceUnavailable")),
                                "put",
                                List.of(error(503, "ServiceUnavailable")))),
                state(
                        "something is missing",
                        f ->
                                f.problem(
                                        Problem.error(
                                                "ReferenceNotFound", "the owner is not there")),
                        Map.of()),
                state("another operator's", f -> f.foreign("elsewhere"), Map.of()),
                state("policy skip", f -> f.policy(AzureFacts.Policy.SKIP).exportsText(), THERE),
                state(
                        "deleted",
                        f -> f.claimNeeded(false).deleting().exportsText(),
                        Map.of("delete", List.of(plain(200, Map.of())))),
                state(
                        "deleted, and Azure takes its time",
                        f -> f.claimNeeded(false).deleting(),
                        Map.of("delete", List.of(accepted(7)))),
                state(
                        "deleted, and Azure names nobody to ask",
                        f -> f.claimNeeded(false).deleting(),
                        Map.of("delete", List.of(accepted()), "get", List.of(ABSENT))),
                state(
                        "deleted, and Azure refuses",
                        f -> f.claimNeeded(false).deleting(),
                        Map.of("delete", List.of(error(409, "Conflict")), "get", List.of(FOUND))),
                state(
                        "deleted, with a request before",
                        f -> f.claimNeeded(false).deleting().rules(rules),
                        Map.of(
                                "get",
                                List.of(FOUND),
                                "post",
                                List.of(plain(200, Map.of())),
                                "delete",
                                List.of(plain(204, Map.of())))),
                state(
                        "Azure deletes it",
                        f -> f.claimNeeded(false).deleting().operation("DELETE"),
                        Map.of("poll", List.of(poll("InProgress")))),
                state(
                        "Azure has deleted it",
                        f -> f.claimNeeded(false).deleting().operation("DELETE"),
                        Map.of("poll", List.of(poll("Succeeded")))),
                state(
                        "deleted, to be detached",
                        f ->
                                f.claimNeeded(false)
                                        .deleting()
                                        .policy(AzureFacts.Policy.DETACH_ON_DELETE),
                        Map.of()),
                state("deleted, never claimed", f -> f.deleting().unclaimed(), Map.of()));
    }

    private static Map<String, Map<Point, Optional<Verdict>>> teams() {
        var all = new LinkedHashMap<String, Map<Point, Optional<Verdict>>>();
        all.put("nobody", Map.of());
        var passing = new LinkedHashMap<Point, Optional<Verdict>>();
        for (var point : Point.values()) {
            passing.put(point, Optional.empty());
        }
        all.put("steps everywhere", passing);
        for (var point : Point.values()) {
            if (point.judges()) {
                all.put(point.text() + " refuses", Map.of(point, Optional.of(REFUSED)));
                all.put(point.text() + " holds", Map.of(point, Optional.of(HELD)));
            }
        }
        return all;
    }

    @Test
    void isAsTheTableSays() throws IOException {
        var rows = new ArrayList<String>();
        for (var state : states()) {
            rows.add("# " + state.name());
            var plain = "";
            for (var team : teams().entrySet()) {
                boolean look =
                        team.getValue().containsKey(Point.BEFORE_CREATE)
                                || team.getValue().containsKey(Point.BEFORE_CHANGE);
                var row =
                        VerdictRun.of(
                                facts(f -> state.facts().apply(f).look(look)),
                                team.getValue(),
                                state.answers(),
                                Set.of());
                // a row for each team whose steps make a difference
                if (!row.equals(plain)) {
                    rows.add("%-22s %s".formatted(team.getKey() + ":", row));
                }
                plain = plain.isEmpty() ? row : plain;
            }
            for (var step : LEFT_OUT) {
                boolean look = step.equals("put");
                var facts = facts(f -> state.facts().apply(f).look(look));
                var row = VerdictRun.of(facts, Map.of(), state.answers(), Set.of(step));
                if (!row.equals(plain)) {
                    rows.add("%-22s %s".formatted("without " + step + ":", row));
                }
            }
        }
        var now = String.join("\n", rows) + "\n";
        if (Boolean.getBoolean("verdicts.write")) {
            Files.writeString(TABLE, now);
        }
        assertThat(now).isEqualTo(Files.readString(TABLE, StandardCharsets.UTF_8));
    }
}
