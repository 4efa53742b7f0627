package dev.dragoman.azure.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.reconcile.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may stand for a resource in Azure, when several objects name it. */
class TenancyTest {
    private static final String GROUP = "/subscriptions/s/resourceGroups/Shared";
    private static final String ACCOUNT =
            GROUP + "/providers/Microsoft.Storage/storageAccounts/shared";
    private static final ObjectKey PLATFORM = ObjectKey.any("dragoman.dev", "Platform");
    private static final ClaimSeal SEAL = new ClaimSeal(() -> new byte[32]);

    private final TenancyObjects objects = new TenancyObjects();
    private final Tenancy tenancy =
            new Tenancy(
                    new Holders(objects, SEAL, objects::named, objects::whose, ns -> true),
                    TenancyTest::isPlatform,
                    true);

    private static boolean isPlatform(String namespace, Set<ObjectKey> asked) {
        asked.add(PLATFORM);
        return namespace.equals("platform");
    }

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

    /** A template reads keys of others, and changes what is theirs, with whatever credential. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Microsoft.Resources/deployments",
                "MICROSOFT.resources/DEPLOYMENTS",
                "Microsoft.Resources/deploymentStacks",
                "Microsoft.Resources/deploymentScripts",
                "Microsoft.Blueprint/blueprintAssignments"
            })
    void templatesAreRunWithAnIdentityOfTheNamespaceAlone(String type) {
        for (var scope : List.of("/subscriptions/s", GROUP, ACCOUNT, "")) {
            var id = "%s/providers/%s/x".formatted(scope, type);
            var shared = objects.add("team-a", "x", 1, Map.of(), "");
            assertThat(ask(id, shared))
                    .get()
                    .satisfies(
                            p -> {
                                assertThat(p.reason()).isEqualTo("OwnCredentialRequired");
                                assertThat(p.message())
                                        .contains("aso-credential", "credential-from");
                            });
            assertThat(tenancy.claims(id, asker(shared))).isFalse();
            var platform = objects.add("platform", "x", 1, Map.of(), "");
            assertThat(ask(id, platform)).isEmpty();
            tenancy.forget(platform);
            objects.identities.put("team-a", new UUID(1, 1));
            assertThat(ask(id, shared)).isEmpty();
            objects.identities.remove("team-a");
        }
    }

    @Test
    void whatKeepsAnObjectFromBeingSentKeepsItFromTakingTheId() {
        var a = objects.add("team-a", "x", 1, Map.of(), "");
        var b = objects.add("team-b", "x", 2, Map.of(), "");
        assertThat(tenancy.problem(ACCOUNT, asker(a), false)).isEmpty();
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

    /** As a role definition of a group, which Azure shows in the subscription. */
    @Test
    void anotherIdThanAzureShowsIsHeldWithASealOnly() {
        var shown = "/subscriptions/s/providers/p/roleDefinitions/x";
        var asked = "/subscriptions/s/resourceGroups/g/providers/p/roleDefinitions/x";
        var second = objects.add("team-b", "x", 2, Map.of(), "");
        var byHand = Map.<String, Object>of(AsoNames.RESOURCE_ID, asked, AsoNames.CLAIMED_BY, "x");
        var first = objects.add("team-a", "x", 1, byHand, shown);
        assertThat(ask(asked, second)).isEmpty();
        tenancy.forget(second);
        objects.all.remove(first);
        first = objects.add("team-a", "x", 1, claim("team-a/x", asked), shown);
        assertThat(ask(asked, second)).isPresent();
        assertThat(ask(asked, first)).isEmpty();
    }

    /** To find a name may take a request, which nobody may cause without a proof. */
    @Test
    void theNameOfAnUnprovenClaimIsNotLookedFor() {
        var unproven = Map.<String, Object>of(AsoNames.RESOURCE_ID, ACCOUNT);
        var claimed = objects.add("team-a", "x", 1, unproven, "");
        objects.unnameable.add(claimed);
        assertThat(ask(ACCOUNT, objects.add("team-b", "x", 2, Map.of(), ""))).isEmpty();
    }

    @Test
    void ofTwoThatClaimItTheOneWhoseResourceAzureHasComesFirst() {
        // kept from before, and put back by hand
        var old = objects.add("team-a", "x", 1, claim("team-a/x", ACCOUNT), "");
        var holder = objects.add("team-b", "x", 2, claim("team-b/x", ACCOUNT), ACCOUNT);
        assertThat(ask(ACCOUNT, holder)).isEmpty();
        assertThat(ask(ACCOUNT, old)).isPresent();
        assertThat(tenancy.heldByAnother(ACCOUNT, asker(old))).isTrue();
        assertThat(tenancy.heldByAnother(ACCOUNT, asker(holder))).isFalse();
    }

    @Test
    void aClaimOfBeforeCountsLessThanWhatWasSent() {
        // a seal does not expire: it was kept, and put back when another had claimed the id
        var old = objects.add("team-a", "x", 1, claim("team-a/x", ACCOUNT), "");
        var creating = objects.add("team-b", "x", 2, claim("team-b/x", ACCOUNT), "");
        objects.state(creating, Map.of("operation", Map.of("url", "https://a", "method", "PUT")));
        assertThat(ask(ACCOUNT, old)).isPresent();
        assertThat(ask(ACCOUNT, creating)).isEmpty();
        assertThat(tenancy.mayDeleteUnsent(ACCOUNT, asker(old))).isFalse();
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
        assertThat(tenancy.mayDeleteUnsent(ACCOUNT, asker(alone))).isTrue();
        var _ = objects.add("team-b", "x", 2, claim("team-b/x", ACCOUNT), "");
        assertThat(tenancy.mayDeleteUnsent(ACCOUNT, asker(alone))).isFalse();
        var below = ACCOUNT + "/blobServices/default";
        var child = objects.add("team-c", "x", 3, claim("team-c/x", below), "");
        assertThat(tenancy.mayDeleteUnsent(below, asker(child))).isFalse();
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
    void aPlatformNeedsNoConsent() {
        var _ = objects.add("team-a", "x", 1, Map.of(), ACCOUNT);
        var below = objects.add("platform", "role", 2, Map.of(), "");
        var above = objects.add("platform", "group", 3, Map.of(), "");
        assertThat(ask(ACCOUNT + "/blobServices/default", below)).isEmpty();
        assertThat(tenancy.claims(ACCOUNT + "/blobServices/default", asker(below))).isTrue();
        assertThat(ask(GROUP, above)).isEmpty();
        // one object for a resource, and nothing of others is deleted with it
        assertThat(ask(ACCOUNT, objects.add("platform", "y", 4, Map.of(), ""))).isPresent();
        assertThat(tenancy.keeps(GROUP, asker(above))).isPresent();
        var team = objects.add("team-b", "role", 5, Map.of(), "");
        var asker = asker(team);
        assertThat(tenancy.problem(ACCOUNT + "/fileServices/default", asker, true)).isPresent();
        assertThat(asker.around().asked()).as("one may come later").contains(PLATFORM);
    }

    @Test
    void theWholeCanBeTurnedOff() {
        var off =
                new Tenancy(
                        new Holders(objects, SEAL, objects::named, objects::whose, ns -> true),
                        TenancyTest::isPlatform,
                        false);
        var _ = objects.add("team-a", "x", 1, Map.of(), ACCOUNT);
        var b = objects.add("team-b", "x", 2, Map.of(), "");
        assertThat(off.problem(ACCOUNT, asker(b), true)).isEmpty();
        assertThat(off.heldByAnother(ACCOUNT, asker(b))).isFalse();
    }

    @Test
    void whoIsRefusedIsWokenByTheHolder() {
        var a = objects.add("team-a", "x", 1, Map.of(), ACCOUNT);
        var b = objects.add("team-b", "x", 2, Map.of(), "");
        var asker = asker(b);
        var _ = tenancy.problem(ACCOUNT, asker, true);
        assertThat(asker.around().asked()).contains(a);
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
        objects.refused(lower, "ResourceGroupNotFound");
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
        return tenancy.keeps(GROUP, asker(key));
    }

    private Optional<Problem> ask(String id, ObjectKey key) {
        return tenancy.problem(id, asker(key), true);
    }

    private Tenancy.Asker asker(ObjectKey key) {
        return objects.asker(key);
    }

    private static Map<String, Object> claim(String uid, String id) {
        return Map.of(AsoNames.RESOURCE_ID, id, AsoNames.CLAIMED_BY, SEAL.of(uid, id));
    }
}
