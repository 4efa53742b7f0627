package dev.dragoman.azure.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.claim.ActingIdentity;
import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.azure.model.SecretValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What keeps an object from being sent, and what of it is shown first. */
class AzureChecksTest {
    private static final Catalog CATALOG = Catalog.load();
    private static final AzureKind ACCOUNT =
            CATALOG.find("storage.azure.com", "StorageAccount").orElseThrow();

    /** All there are, in their order. */
    private static final List<String> NAMES =
            List.of(
                    "holder",
                    "policy",
                    "operator",
                    "credential",
                    "dependants",
                    "owner",
                    "stale owner",
                    "name",
                    "segment",
                    "subscription",
                    "renamed",
                    "references",
                    "allowance",
                    "stored form",
                    "exports",
                    "vault",
                    "expressions",
                    "reads");

    private static final String OURS = "11111111-1111-1111-1111-111111111111";
    private static final String THEIRS = "22222222-2222-2222-2222-222222222222";

    private static final Set<String> SUBSCRIPTION_AND_READS = Set.of("subscription", "reads");

    /** Of which objects a check speaks. */
    private enum Of {
        KEPT,
        DELETED,
        BOTH
    }

    /** One thing that is wrong, and the reason that is shown of it. */
    private record Row(String check, Of of, String reason, Consumer<Case> wrong) {}

    /** One for each check, in their order. */
    private static final List<Row> ROWS =
            List.of(
                    found(
                            "holder",
                            Of.KEPT,
                            "ResourceHeldByAnotherObject",
                            (seen, p) -> seen.others = p),
                    new Row(
                            "policy",
                            Of.BOTH,
                            "InvalidReconcilePolicy",
                            c -> c.gathered.add(seen -> seen.policy = "keep")),
                    new Row(
                            "operator",
                            Of.BOTH,
                            "InvalidOperatorNamespace",
                            c -> c.annotations.put(AsoNames.OPERATOR_NAMESPACE, "No Name")),
                    found(
                            "credential",
                            Of.BOTH,
                            "CredentialNotFound",
                            (seen, p) -> seen.credential = credential(p)),
                    found(
                            "dependants",
                            Of.DELETED,
                            "ConsentRequired",
                            (seen, p) -> seen.others = p),
                    found("owner", Of.KEPT, "WaitingForOwner", (seen, p) -> seen.owner = owner(p)),
                    found(
                            "stale owner",
                            Of.KEPT,
                            "StaleOwnerReference",
                            (seen, p) -> seen.staleOwner = p),
                    found(
                            "name",
                            Of.KEPT,
                            "ConfigMapNotFound",
                            (seen, p) -> seen.name = new AzureName("orders", p)),
                    new Row("segment", Of.KEPT, "InvalidName", c -> c.azureName = "a/b"),
                    new Row(
                            "subscription",
                            Of.BOTH,
                            "SubscriptionMismatch",
                            c -> c.subscription = THEIRS),
                    new Row("renamed", Of.KEPT, "Failed", c -> c.before = "before"),
                    found(
                            "references",
                            Of.KEPT,
                            "ReferenceNotFound",
                            (seen, p) -> seen.missing = p),
                    new Row(
                            "allowance",
                            Of.KEPT,
                            "NotAllowed",
                            c ->
                                    c.gathered.add(
                                            seen ->
                                                    seen.allowance =
                                                            Optional.of(
                                                                    Allowance.of(
                                                                            Map.of(),
                                                                            Optional.empty(),
                                                                            List.of())))),
                    new Row(
                            "stored form",
                            Of.KEPT,
                            "NotSupported",
                            c -> c.spec.put("originalVersion", "v20230101")),
                    new Row(
                            "exports",
                            Of.KEPT,
                            "InvalidExport",
                            c ->
                                    c.operatorSpec.put(
                                            "secrets",
                                            Map.of("key1", Map.of("name", "No Name", "key", "k")))),
                    new Row(
                            "vault",
                            Of.KEPT,
                            "InvalidKeyVault",
                            c ->
                                    c.gathered.add(
                                            seen ->
                                                    seen.vault =
                                                            new VaultAsked(
                                                                    Optional.empty(),
                                                                    VaultAsked.NOTHING.owner(),
                                                                    List.of(),
                                                                    Optional.of(
                                                                            Problem.error(
                                                                                    "InvalidKeyVault",
                                                                                    "x")),
                                                                    false))),
                    new Row(
                            "expressions",
                            Of.KEPT,
                            "InvalidExpression",
                            c ->
                                    c.operatorSpec.put(
                                            "secretExpressions",
                                            List.of(
                                                    Map.of(
                                                            "name", "a", "key", "k", "value",
                                                            "(")))),
                    found("reads", Of.BOTH, "ReadRefused", (seen, p) -> seen.unread = p));

    /** An object with which nothing is wrong, but for what is changed. */
    private static final class Case {
        private final Map<String, Object> annotations = new HashMap<>();
        private final Map<String, Object> operatorSpec = new HashMap<>();
        private final Map<String, Object> spec =
                new HashMap<>(Map.of("operatorSpec", operatorSpec));
        private final List<Consumer<Gathered>> gathered = new ArrayList<>();
        private AzureKind kind = ACCOUNT;
        private String azureName = "orders";
        private String before = azureName;
        private String subscription = OURS;
        private boolean deleting;
        private boolean unread;

        private Gathered seen() {
            var metadata = new HashMap<String, Object>();
            metadata.put("name", "orders");
            metadata.put("namespace", "team");
            metadata.put("annotations", annotations);
            if (deleting) {
                metadata.put("deletionTimestamp", "2026-01-01T00:00:00Z");
            }
            Map<String, Object> object = Map.of("metadata", metadata, "spec", spec);
            var seen = new Gathered(object, kind, kind.newest(), "dragoman-system");
            seen.credential = credential(Optional.empty());
            if (!unread) {
                var group =
                        new ResourceId(
                                "/subscriptions/%s/resourceGroups/shop".formatted(subscription));
                seen.owner =
                        new OwnerLookup(
                                Optional.of(group),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty());
                var id = ResourceId.of(kind, azureName, group).text();
                var claimed =
                        Optional.of(ResourceId.of(kind, before, group).text())
                                .filter(any -> !before.equals("orders"));
                var standing =
                        new RecordedResource(claimed, Optional.empty(), claimed.isPresent(), false);
                seen.resource =
                        Optional.of(
                                new NamedResource(kind, object, standing, seen.owner, azureName));
                seen.id = Optional.of(id);
                seen.body =
                        Optional.of(
                                        new ArmBody.Result(
                                                Map.of(),
                                                List.of(),
                                                Set.of(),
                                                SecretValues.NONE,
                                                List.of(),
                                                List.of()))
                                .filter(any -> !deleting);
            }
            gathered.forEach(each -> each.accept(seen));
            return seen;
        }

        private Optional<String> reason() {
            return AzureChecks.first(seen()).map(Problem::reason);
        }
    }

    private interface Fact {
        void set(Gathered seen, Optional<Problem> problem);
    }

    private static Row found(String check, Of of, String reason, Fact fact) {
        var problem = Optional.of(Problem.error(reason, "because"));
        return new Row(check, of, reason, c -> c.gathered.add(seen -> fact.set(seen, problem)));
    }

    private static ObjectCredential.Resolved credential(Optional<Problem> problem) {
        return new ObjectCredential.Resolved(
                Optional.empty(), Optional.of(OURS), problem, false, ActingIdentity.SHARED);
    }

    private static OwnerLookup owner(Optional<Problem> problem) {
        return new OwnerLookup(Optional.empty(), Optional.empty(), problem, Optional.empty());
    }

    private static Case with(boolean deleting, Row... rows) {
        var c = new Case();
        c.deleting = deleting;
        Arrays.stream(rows).forEach(row -> row.wrong().accept(c));
        return c;
    }

    @Test
    void theOrder() {
        assertThat(AzureChecks.ALL.stream().map(AzureChecks.Check::name))
                .containsExactlyElementsOf(NAMES);
        assertThat(ROWS.stream().map(Row::check)).containsExactlyElementsOf(NAMES);
    }

    @Test
    void whereNothingIsWrongItIsSent() {
        assertThat(with(false).reason()).isEmpty();
        assertThat(with(true).reason()).isEmpty();
    }

    @Test
    void eachSpeaksOfItsObjectsAlone() {
        for (var row : ROWS) {
            for (boolean deleting : new boolean[] {false, true}) {
                boolean its = row.of() == Of.BOTH || deleting == (row.of() == Of.DELETED);
                // a field of both, which another check judges then
                boolean others = Set.of("holder", "dependants").contains(row.check());
                if (its || !others) {
                    assertThat(with(deleting, row).reason())
                            .as("%s, deleting %s", row.check(), deleting)
                            .isEqualTo(Optional.of(row.reason()).filter(any -> its));
                }
            }
        }
    }

    @Test
    void ofTwoTheFirstSpeaks() {
        for (int i = 0; i < ROWS.size(); i++) {
            for (int j = i + 1; j < ROWS.size(); j++) {
                var first = ROWS.get(i);
                var second = ROWS.get(j);
                boolean deleting = first.of() == Of.DELETED || second.of() == Of.DELETED;
                if (!deleting || (first.of() != Of.KEPT && second.of() != Of.KEPT)) {
                    assertThat(with(deleting, first, second).reason())
                            .as("%s and %s", first.check(), second.check())
                            .contains(first.reason());
                }
            }
        }
    }

    /** The read may be one that says whose the resource is. */
    @Test
    void aRefusedReadOfADeletionSpeaksBeforeItsSubscription() {
        var rows = ROWS.stream().filter(row -> SUBSCRIPTION_AND_READS.contains(row.check()));
        assertThat(with(true, rows.toArray(Row[]::new)).reason()).contains("ReadRefused");
    }

    /** It has no id, which else tells of a deletion what to do. */
    @Test
    void aKindThatIsNotInArmIsNotServedWhenItIsDeletedEither() {
        var c = new Case();
        c.kind = CATALOG.find("entra.azure.com", "SecurityGroup").orElseThrow();
        c.deleting = true;
        c.unread = true;
        c.gathered.add(
                seen -> {
                    seen.owner = owner(Optional.of(Problem.notServed("x", false)));
                    seen.resource =
                            Optional.of(
                                    new NamedResource(
                                            seen.kind,
                                            seen.object,
                                            new RecordedResource(
                                                    Optional.empty(),
                                                    Optional.empty(),
                                                    false,
                                                    false),
                                            seen.owner,
                                            "orders"));
                });
        assertThat(c.reason()).contains("NotServed");
    }

    /** What is below a refused read would be judged by what is not known. */
    @Test
    void whatWasNotGatheredIsNotJudged() {
        var wrong = ROWS.stream().dropWhile(row -> !row.check().equals("segment"));
        var c = with(false, wrong.toArray(Row[]::new));
        c.unread = true;
        c.gathered.add(
                seen -> {
                    seen.owner = owner(Optional.of(Problem.error("WaitingForOwner", "because")));
                    seen.missing = Optional.empty();
                });
        assertThat(c.reason()).contains("ReadRefused");
    }

    @Test
    void thePageHasThem() throws IOException {
        var page = Files.readString(Path.of("docs/design/azure.md"));
        var rows =
                Pattern.compile("\\| ([a-z ]+) \\| `(\\w+)` \\| [A-Z][^|]{20,}\\. \\|\n")
                        .matcher(page);
        assertThat(rows.results().map(row -> row.group(1) + " " + row.group(2)))
                .containsExactlyElementsOf(
                        ROWS.stream().map(row -> row.check() + " " + row.reason()).toList());
    }
}
