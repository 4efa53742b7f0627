package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.reconcile.ObjectCache;
import dev.dragoman.reconcile.ObjectKey;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Who may stand for a resource in Azure, when several objects name it. */
class TenancyTest {
    private static final String GROUP = "/subscriptions/s/resourceGroups/Shared";
    private static final String ACCOUNT =
            GROUP + "/providers/Microsoft.Storage/storageAccounts/shared";
    private static final ClaimSeal SEAL = new ClaimSeal(() -> new byte[32]);

    private final Objects objects = new Objects();
    private final Tenancy tenancy =
            new Tenancy(new Holders(objects, SEAL, objects::named, ns -> true), true);

    @Test
    void theFirstTakesIt() {
        var a = objects.add("team-a", "x", 1, Map.of(), "");
        var b = objects.add("team-b", "x", 2, Map.of(), "");
        assertThat(ask(ACCOUNT, a)).isEmpty();
        assertThat(ask(ACCOUNT.toLowerCase(java.util.Locale.ROOT), b))
                .get()
                .satisfies(
                        p -> {
                            assertThat(p.reason()).isEqualTo("ResourceHeldByAnotherObject");
                            assertThat(p.message()).doesNotContain("team-a");
                        });
        tenancy.forget(a);
        assertThat(ask(ACCOUNT, b)).isEmpty();
        assertThat(ask(ACCOUNT, a)).isPresent();
    }

    @Test
    void withinANamespaceTheHolderIsNamed() {
        assertThat(ask(ACCOUNT, objects.add("team-a", "one", 1, Map.of(), ""))).isEmpty();
        assertThat(ask(ACCOUNT, objects.add("team-a", "two", 1, Map.of(), "")))
                .get()
                .satisfies(p -> assertThat(p.message()).contains("StorageAccount one"));
    }

    @Test
    void whatKeepsAnObjectFromBeingSentKeepsItFromTakingTheId() {
        var a = objects.add("team-a", "x", 1, Map.of(), "");
        var b = objects.add("team-b", "x", 2, Map.of(), "");
        assertThat(tenancy.problem(ACCOUNT, a, objects.all.get(a), around(a), false)).isEmpty();
        assertThat(ask(ACCOUNT, b)).isEmpty();
    }

    @Test
    void anotherNameFreesTheFirst() {
        var a = objects.add("team-a", "x", 1, Map.of(), "");
        var b = objects.add("team-b", "x", 2, Map.of(), "");
        assertThat(ask(ACCOUNT, a)).isEmpty();
        assertThat(ask(ACCOUNT + "2", a)).isEmpty();
        assertThat(ask(ACCOUNT, b)).isEmpty();
    }

    @Test
    void aClaimSurvivesARestart() {
        var a = objects.add("team-a", "x", 2, claim("team-a/x", ACCOUNT), "");
        var b = objects.add("team-b", "x", 1, Map.of(), "");
        assertThat(ask(ACCOUNT, b)).isPresent();
        assertThat(ask(ACCOUNT, a)).isEmpty();
    }

    @Test
    void aClaimWrittenByHandIsNone() {
        var _ =
                objects.add(
                        "team-a",
                        "x",
                        1,
                        Map.of(AsoNames.RESOURCE_ID, ACCOUNT, AsoNames.CLAIMED_BY, "team-a/x"),
                        "");
        assertThat(ask(ACCOUNT, objects.add("team-b", "x", 2, Map.of(), ""))).isEmpty();
    }

    @Test
    void ofTwoThatClaimItTheOneWhoseResourceAzureHasComesFirst() {
        // kept from before, and put back by hand
        var old = objects.add("team-a", "x", 1, claim("team-a/x", ACCOUNT), "");
        var holder = objects.add("team-b", "x", 2, claim("team-b/x", ACCOUNT), ACCOUNT);
        assertThat(ask(ACCOUNT, holder)).isEmpty();
        assertThat(ask(ACCOUNT, old)).isPresent();
        assertThat(tenancy.heldByAnother(ACCOUNT, old, objects.all.get(old))).isTrue();
        assertThat(tenancy.heldByAnother(ACCOUNT, holder, objects.all.get(holder))).isFalse();
    }

    @Test
    void aClaimOfBeforeCountsLessThanWhatWasSent() {
        // a seal does not expire: it was kept, and put back when another had claimed the id
        var old = objects.add("team-a", "x", 1, claim("team-a/x", ACCOUNT), "");
        var creating = objects.add("team-b", "x", 2, claim("team-b/x", ACCOUNT), "");
        objects.state(creating, Map.of("operation", Map.of("url", "https://a", "method", "PUT")));
        assertThat(ask(ACCOUNT, old)).isPresent();
        assertThat(ask(ACCOUNT, creating)).isEmpty();
        assertThat(tenancy.mayDeleteUnsent(ACCOUNT, old, around(old))).isFalse();
    }

    @Test
    void aClaimCountsWhileTheSpecNamesItsId() {
        var first = objects.add("team-a", "x", 1, claim("team-a/x", ACCOUNT), "");
        var second = objects.add("team-b", "x", 2, Map.of(), "");
        assertThat(ask(ACCOUNT, second)).isPresent();
        objects.names.put(first, ACCOUNT + "2");
        assertThat(ask(ACCOUNT, second)).isEmpty();
    }

    @Test
    void whatWasJustTakenIsFreeWhenItsObjectNamesAnotherThoughThatIsRefused() {
        var a = objects.add("team-a", "x", 1, Map.of(), "");
        var b = objects.add("team-b", "x", 2, Map.of(), "");
        assertThat(ask(ACCOUNT, a)).isEmpty();
        objects.names.put(a, ACCOUNT + "2");
        assertThat(ask(ACCOUNT, b)).isEmpty();
        assertThat(ask(ACCOUNT, a)).isPresent();
    }

    @Test
    void whatWasNeverSentIsDeletedOnlyWhereNobodyElseHasAClaim() {
        var alone = objects.add("team-a", "x", 1, claim("team-a/x", ACCOUNT), "");
        assertThat(tenancy.mayDeleteUnsent(ACCOUNT, alone, around(alone))).isTrue();
        var _ = objects.add("team-b", "x", 2, claim("team-b/x", ACCOUNT), "");
        assertThat(tenancy.mayDeleteUnsent(ACCOUNT, alone, around(alone))).isFalse();
        var below = ACCOUNT + "/blobServices/default";
        var child = objects.add("team-c", "x", 3, claim("team-c/x", below), "");
        assertThat(tenancy.mayDeleteUnsent(below, child, around(child))).isFalse();
    }

    @Test
    void idsThatDifferInCaseAloneAreOne() {
        var group = "/subscriptions/s/resourceGroups/";
        assertThat(ask(group + "οδοσ", objects.add("team-a", "x", 1, Map.of(), ""))).isEmpty();
        assertThat(ask(group + "ΟΔΟΣ", objects.add("team-b", "x", 2, Map.of(), ""))).isPresent();
        assertThat(ask(group + "οδος", objects.add("team-c", "x", 3, Map.of(), ""))).isPresent();
    }

    @Test
    void ofTwoThatHadItBeforeThereWereClaimsTheOldestKeepsIt() {
        var young = objects.add("team-a", "x", 2, Map.of(), ACCOUNT);
        var old = objects.add("team-b", "x", 1, Map.of(), ACCOUNT);
        assertThat(ask(ACCOUNT, young)).isPresent();
        assertThat(ask(ACCOUNT, old)).isEmpty();
    }

    @Test
    void belowAnotherTeamsResourceConsentIsNeeded() {
        var holder = objects.add("team-a", "g", 1, Map.of(), GROUP);
        var b = objects.add("team-b", "x", 2, Map.of(), "");
        assertThat(ask(ACCOUNT, b))
                .get()
                .satisfies(
                        p -> {
                            assertThat(p.reason()).isEqualTo("ConsentRequired");
                            assertThat(p.message())
                                    .contains("dragoman.dev/allow-children-from: team-b");
                        });
        objects.annotate(holder, "team-c, team-b");
        assertThat(ask(ACCOUNT, b)).isEmpty();
        objects.annotate(holder, "team-bb");
        assertThat(ask(ACCOUNT, b)).isPresent();
        objects.annotateNamespace("team-a", "*");
        assertThat(ask(ACCOUNT, b)).isEmpty();
    }

    @Test
    void theNearestHolderDecides() {
        var _ = objects.add("team-a", "g", 1, Map.of(), GROUP);
        var _ = objects.add("team-b", "x", 2, Map.of(), ACCOUNT);
        assertThat(
                        ask(
                                ACCOUNT + "/blobServices/default",
                                objects.add("team-b", "blobs", 3, Map.of(), "")))
                .isEmpty();
    }

    @Test
    void theWholeCanBeTurnedOff() {
        var off = new Tenancy(new Holders(objects, SEAL, objects::named, ns -> true), false);
        var _ = objects.add("team-a", "x", 1, Map.of(), ACCOUNT);
        var b = objects.add("team-b", "x", 2, Map.of(), "");
        assertThat(off.problem(ACCOUNT, b, objects.all.get(b), around(b), true)).isEmpty();
        assertThat(off.heldByAnother(ACCOUNT, b, objects.all.get(b))).isFalse();
    }

    @Test
    void whoIsRefusedIsWokenByTheHolder() {
        var a = objects.add("team-a", "x", 1, Map.of(), ACCOUNT);
        var b = objects.add("team-b", "x", 2, Map.of(), "");
        var around = around(b);
        var _ = tenancy.problem(ACCOUNT, b, objects.all.get(b), around, true);
        assertThat(around.asked()).contains(a);
    }

    @Test
    void aboveWhatAnotherTeamHoldsItsConsentIsNeeded() {
        var lower = objects.add("team-a", "x", 1, Map.of(), ACCOUNT);
        var upper = objects.add("team-b", "g", 2, Map.of(), "");
        assertThat(ask(GROUP, upper))
                .get()
                .satisfies(
                        p -> {
                            assertThat(p.reason()).isEqualTo("ConsentRequired");
                            assertThat(p.message())
                                    .contains("dragoman.dev/allow-parents-from: team-b")
                                    .doesNotContain("team-a", "storageAccounts");
                        });
        assertThat(ask(GROUP, objects.add("team-a", "g", 3, Map.of(), ""))).isEmpty();
        var consenting = Map.<String, Object>of(AsoNames.ALLOW_PARENTS, "team-b");
        tenancy.forget(new ObjectKey(upper.group(), upper.kind(), "team-a", "g"));
        objects.all.remove(new ObjectKey(upper.group(), upper.kind(), "team-a", "g"));
        var _ = objects.add("team-a", lower.name(), 1, consenting, ACCOUNT);
        assertThat(ask(GROUP, upper)).isEmpty();
    }

    @Test
    void whatIsAboutToBeSentBelowCountsAndWhatWasRefusedDoesNot() {
        var lower = objects.add("team-a", "x", 1, Map.of(), "");
        var upper = objects.add("team-b", "g", 2, Map.of(), "");
        assertThat(ask(ACCOUNT, lower)).isEmpty();
        assertThat(ask(GROUP, upper)).isPresent();
        var object = new HashMap<>(objects.all.get(lower));
        object.put(
                "status",
                Map.of(
                        "conditions",
                        List.of(
                                Map.of(
                                        "type", "Ready",
                                        "status", "False",
                                        "severity", "Warning",
                                        "reason", "ResourceGroupNotFound"))));
        objects.all.put(lower, object);
        assertThat(ask(GROUP, upper)).isEmpty();
    }

    @Test
    void aGroupIsNotDeletedWithWhatOthersHoldInItButForGuests() {
        var before = objects.add("team-b", "x", 1, Map.of(), ACCOUNT);
        var upper = objects.add("team-a", "g", 2, Map.of(AsoNames.ALLOW_CHILDREN, "*"), GROUP);
        assertThat(keeps(upper)).isPresent();
        objects.all.remove(before);
        assertThat(keeps(upper)).isEmpty();
        var after = objects.add("team-b", "y", 3, Map.of(), ACCOUNT);
        assertThat(keeps(upper)).as("a guest").isEmpty();
        var _ = objects.add("team-a", "g", 2, Map.of(), GROUP);
        assertThat(keeps(upper)).as("without consent").isPresent();
        var consenting = Map.<String, Object>of(AsoNames.ALLOW_PARENTS, "team-a");
        var _ = objects.add("team-b", after.name(), 3, consenting, ACCOUNT);
        assertThat(keeps(upper)).isEmpty();
    }

    private Optional<Problem> keeps(ObjectKey key) {
        return tenancy.keeps(GROUP, key, objects.all.get(key), around(key));
    }

    private Optional<Problem> ask(String id, ObjectKey key) {
        return tenancy.problem(id, key, objects.all.get(key), around(key), true);
    }

    private ReferenceResolver around(ObjectKey key) {
        return new ReferenceResolver(key.namespace(), objects, null, Catalog.load(), SEAL, false);
    }

    private static Map<String, Object> claim(String uid, String id) {
        return Map.of(AsoNames.RESOURCE_ID, id, AsoNames.CLAIMED_BY, SEAL.of(uid, id));
    }

    /** Objects by key; the uid is {@code NAMESPACE/NAME}. */
    private static final class Objects implements ObjectCache {
        private final Map<ObjectKey, Map<String, Object>> all = new LinkedHashMap<>();
        private final Map<ObjectKey, String> names = new HashMap<>();

        ObjectKey add(
                String namespace,
                String name,
                int created,
                Map<String, Object> annotations,
                String status) {
            var key = new ObjectKey("storage.azure.com", "StorageAccount", namespace, name);
            var metadata =
                    Map.of(
                            "namespace", namespace,
                            "name", name,
                            "uid", namespace + "/" + name,
                            "creationTimestamp", "2026-01-0" + created + "T00:00:00Z",
                            "annotations", annotations);
            all.put(
                    key,
                    status.isEmpty()
                            ? Map.of("metadata", metadata)
                            : Map.of("metadata", metadata, "status", Map.of("id", status)));
            return key;
        }

        Optional<String> named(ObjectKey key, Map<String, Object> object) {
            return Optional.ofNullable(names.get(key));
        }

        void state(ObjectKey key, Map<String, Object> state) {
            var object = new HashMap<>(all.get(key));
            object.put("status", Map.of("dragoman", state));
            all.put(key, object);
        }

        void annotate(ObjectKey key, String namespaces) {
            var object = new HashMap<>(all.get(key));
            object.put(
                    "metadata", Map.of("annotations", Map.of(AsoNames.ALLOW_CHILDREN, namespaces)));
            all.put(key, object);
        }

        void annotateNamespace(String name, String namespaces) {
            all.put(
                    new ObjectKey("", "Namespace", "", name),
                    Map.of(
                            "metadata",
                            Map.of("annotations", Map.of(AsoNames.ALLOW_CHILDREN, namespaces))));
        }

        @Override
        public Optional<Map<String, Object>> get(ObjectKey key) {
            return Optional.ofNullable(all.get(key));
        }

        @Override
        public boolean covers(ObjectKey key) {
            return true;
        }

        @Override
        public Optional<Map<String, Object>> shown(ObjectKey key) {
            return get(key);
        }

        @Override
        public boolean whole(ObjectKey key) {
            return true;
        }

        @Override
        public Set<ObjectKey> byIndex(String name, String value) {
            return all.entrySet().stream()
                    .filter(
                            e ->
                                    RecordedResource.indexed(e.getValue())
                                            .filter(value::equals)
                                            .isPresent())
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
        }

        @Override
        public Set<ObjectKey> byIndexBelow(String name, String beginning) {
            return all.entrySet().stream()
                    .filter(
                            e ->
                                    RecordedResource.indexed(e.getValue())
                                            .filter(id -> id.startsWith(beginning))
                                            .isPresent())
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
        }
    }
}
