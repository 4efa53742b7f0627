package dev.dragoman.azure.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.reconcile.ObjectKey;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Namespaces with identities of their own, and what an attacker tries with those of others. */
class IdentityTenancyTest {
    private static final String GROUP = "/subscriptions/s/resourceGroups/Shared";
    private static final String ACCOUNT =
            GROUP + "/providers/Microsoft.Storage/storageAccounts/shared";
    private static final String BLOBS = ACCOUNT + "/blobServices/default";
    private static final ClaimSeal SEAL = new ClaimSeal(() -> new byte[32]);
    private static final UUID TEAM = identity("1");
    private static final UUID PLATFORM = identity("2");
    private static final UUID ATTACKER = identity("3");

    private final TenancyObjects objects = new TenancyObjects();
    private Tenancy tenancy = operator();

    private Tenancy operator() {
        return new Tenancy(
                new Holders(objects, SEAL, objects::named, objects::whose, ns -> true),
                (_, _) -> false,
                true);
    }

    private static UUID identity(String digit) {
        return UUID.fromString("00000000-0000-0000-0000-00000000000" + digit);
    }

    @BeforeEach
    void identities() {
        objects.identities.put("team", TEAM);
        objects.identities.put("platform", PLATFORM);
        objects.identities.put("attacker", ATTACKER);
    }

    /** Made under the operator's identity. */
    private ObjectKey made(String namespace, String id) {
        return objects.add(namespace, "held", 1, Map.of(), id);
    }

    private ObjectKey made(String namespace, String name, String id, UUID as) {
        var key = objects.add(namespace, name, 1, Map.of(), id);
        objects.remembers(key, RecordedResource.IDENTITY, as.toString());
        return key;
    }

    private ObjectKey fresh(String namespace, String name) {
        return objects.add(namespace, name, 5, Map.of(), "");
    }

    /** Of which the claim was written, and nothing is known to have been sent. */
    private ObjectKey claimed(String namespace, String id) {
        return objects.add(
                namespace,
                "claimed",
                1,
                Map.of(
                        AsoNames.RESOURCE_ID,
                        id,
                        AsoNames.CLAIMED_BY,
                        SEAL.of(namespace + "/claimed", id)),
                "");
    }

    /** The Secret is gone. */
    private void underTheOperators(String namespace) {
        objects.identities.remove(namespace);
    }

    /** A role of the platform on the account of a team: Azure says who may. */
    @Test
    void belowAboveAndForDeletionAzureDecidesBetweenIdentities() {
        var _ = made("team", "held", ACCOUNT, TEAM);
        assertThat(ask(BLOBS, fresh("platform", "role"))).isEmpty();
        assertThat(ask(GROUP, fresh("platform", "group"))).isEmpty();
        assertThat(keeps(GROUP, made("platform", "group", GROUP, PLATFORM))).isEmpty();
    }

    /** So does it where the operator's own identity serves the others. */
    @Test
    void whatTheOperatorsIdentityHoldsAzureKeepsFromOthersToo() {
        underTheOperators("team");
        var _ = made("team", ACCOUNT);
        assertThat(ask(BLOBS, fresh("platform", "role"))).isEmpty();
        objects.identities.put("platform", TenancyObjects.OPERATOR);
        assertThat(reason(BLOBS + "2", fresh("platform", "other"))).isEqualTo("ConsentRequired");
    }

    @Test
    void oneIdKeepsOneHolderWhateverTheIdentities() {
        var _ = made("team", "held", ACCOUNT, TEAM);
        assertThat(reason(ACCOUNT, fresh("platform", "x")))
                .isEqualTo("ResourceHeldByAnotherObject");
    }

    /** Whoever has no credential of his own is sent as the operator, which may do everything. */
    @Test
    void theOperatorsIdentityIsNobodysOwn() {
        underTheOperators("attacker");
        var _ = made("team", "held", ACCOUNT, TEAM);
        assertThat(reason(BLOBS, fresh("attacker", "blobs"))).isEqualTo("ConsentRequired");
        assertThat(reason(GROUP, fresh("attacker", "group"))).isEqualTo("ConsentRequired");
    }

    @Test
    void oneIdentityOfTwoNamespacesNeedsConsent() {
        objects.identities.put("attacker", TEAM);
        var _ = made("team", "held", ACCOUNT, TEAM);
        assertThat(reason(BLOBS, fresh("attacker", "blobs"))).isEqualTo("ConsentRequired");
        assertThat(reason(GROUP, fresh("attacker", "group"))).isEqualTo("ConsentRequired");
    }

    /** Its namespace names something, and Azure has not answered that yet. */
    @Test
    void ofWhomNobodyKnowsWhoHeIsConsentIsNeeded() {
        underTheOperators("team");
        objects.naming.add("team");
        var _ = made("team", ACCOUNT);
        assertThat(reason(BLOBS, fresh("platform", "role"))).isEqualTo("ConsentRequired");
    }

    /** Azure lets many read: what was only found is then to be changed as the operator. */
    @Test
    void whatAnotherIdentityHasFoundGivesNoRightToTheOperators() {
        underTheOperators("team");
        var _ = made("team", ACCOUNT);
        var above = made("attacker", "above", GROUP, ATTACKER);
        var below = made("attacker", "below", BLOBS, ATTACKER);
        assertThat(ask(GROUP, above)).isEmpty();
        assertThat(ask(BLOBS, below)).isEmpty();

        underTheOperators("attacker");
        assertThat(reason(GROUP, above)).isEqualTo("ConsentRequired");
        assertThat(reason(BLOBS, below)).isEqualTo("ConsentRequired");
        assertThat(keeps(GROUP, above)).isPresent();
        assertThat(keeps(BLOBS, below)).isPresent();
        // nor after a restart: nothing of it is in memory alone
        tenancy = operator();
        assertThat(keeps(BLOBS, below)).isPresent();
    }

    /** From one of the object's credentials to the next. */
    @Test
    void deletionUnderAnotherOwnIdentityIsJudgedByThatOne() {
        var _ = made("team", "held", ACCOUNT, TEAM);
        var below = made("attacker", "below", BLOBS, ATTACKER);
        objects.identities.put("attacker", TEAM);
        assertThat(keeps(BLOBS, below)).isPresent();
        objects.identities.put("attacker", PLATFORM);
        assertThat(keeps(BLOBS, below)).isEmpty();
    }

    /** Others came as guests of whom Azure would have kept from deleting it. */
    @Test
    void whoCameWhileAnotherIdentityHeldItIsNoGuest() {
        var all = Map.<String, Object>of(AsoNames.ALLOW_CHILDREN, "*");
        var above = objects.add("attacker", "above", 1, all, GROUP);
        objects.remembers(above, RecordedResource.IDENTITY, ATTACKER.toString());
        underTheOperators("team");
        var _ = objects.add("team", "guest", 2, Map.of(), ACCOUNT);
        underTheOperators("attacker");
        assertThat(keeps(GROUP, above)).isPresent();
    }

    /** A stepping stone: an own object between the team's and what is below. */
    @Test
    void whatAnotherIdentityHoldsInBetweenIsNoConsent() {
        underTheOperators("team");
        var _ = made("team", GROUP);
        var stone = made("attacker", "held", ACCOUNT, ATTACKER);
        underTheOperators("attacker");
        assertThat(reason(BLOBS, fresh("attacker", "blobs"))).isEqualTo("ConsentRequired");
        // nor that of an accomplice who consents
        objects.all.remove(stone);
        var friend =
                objects.add("friend", "held", 1, Map.of(AsoNames.ALLOW_CHILDREN, "*"), ACCOUNT);
        objects.remembers(friend, RecordedResource.IDENTITY, ATTACKER.toString());
        assertThat(reason(BLOBS, fresh("attacker", "blobs"))).isEqualTo("ConsentRequired");
    }

    /** He writes down another's client id, or any, and keeps the place. */
    @Test
    void anIdentityThatIsNamedAndNotProvenHoldsNothing() {
        for (var named : new UUID[] {TEAM, PLATFORM, ATTACKER, TenancyObjects.OPERATOR}) {
            objects.identities.put("attacker", named);
            assertThat(ask(ACCOUNT, fresh("attacker", "x"))).isEmpty();
            for (var victim : new String[] {"team", "served"}) {
                assertThat(ask(GROUP, fresh(victim, "group"))).isEmpty();
                assertThat(ask(ACCOUNT, fresh(victim, "account"))).isEmpty();
                tenancy.forget(fresh(victim, "account"));
                tenancy.forget(fresh(victim, "group"));
            }
            tenancy.forget(fresh("attacker", "x"));
        }
    }

    @Test
    void withinItsNamespaceTheFirstHoldsItBeforeAzureHasAnswered() {
        assertThat(ask(ACCOUNT, fresh("team", "one"))).isEmpty();
        assertThat(reason(ACCOUNT, fresh("team", "two"))).isEqualTo("ResourceHeldByAnotherObject");
    }

    /** Two begin together; the second to be answered sees the first, before its claim is shown. */
    @Test
    void ofTwoWhomAzureHasAnsweredTheFirstHasIt() {
        var team = fresh("team", "x");
        var platform = fresh("platform", "x");
        assertThat(ask(ACCOUNT, team)).isEmpty();
        assertThat(ask(ACCOUNT, platform)).isEmpty();
        assertThat(claims(ACCOUNT, team)).isTrue();
        assertThat(claims(ACCOUNT, platform)).isFalse();
        assertThat(reason(ACCOUNT, platform)).isEqualTo("ResourceHeldByAnotherObject");
        // the next look does not take it away again
        assertThat(ask(ACCOUNT, team)).isEmpty();
        assertThat(reason(ACCOUNT, platform)).isEqualTo("ResourceHeldByAnotherObject");
    }

    /** What was answered once, of another identity. */
    @Test
    void aProofIsThatOfOneIdentity() {
        underTheOperators("attacker");
        var attacker = fresh("attacker", "x");
        assertThat(ask(ACCOUNT, attacker)).isEmpty();
        objects.identities.put("attacker", TEAM);
        assertThat(ask(ACCOUNT, attacker)).isEmpty();
        assertThat(ask(ACCOUNT, fresh("team", "x"))).isEmpty();
    }

    /** He may read, so that the claim is written, and not write. */
    @Test
    void whomAzureRefusesHoldsNothingForOtherIdentities() {
        var attacker = claimed("attacker", ACCOUNT);
        objects.remembers(attacker, RecordedResource.IDENTITY, ATTACKER.toString());
        var team = fresh("team", "x");
        assertThat(reason(ACCOUNT, team)).isEqualTo("ResourceHeldByAnotherObject");
        objects.refused(attacker, "AuthorizationFailed");
        assertThat(ask(ACCOUNT, team)).isEmpty();
        tenancy.forget(team);
        // nor by another trouble that he makes afterwards, on purpose
        for (var trouble : new String[] {"ReferenceNotFound", "AuthenticationFailed"}) {
            objects.refused(attacker, trouble);
            assertThat(ask(ACCOUNT, team)).isEmpty();
            tenancy.forget(team);
        }
        // the operator's identity may have it too
        objects.identities.remove("team");
        var shared = fresh("team", "y");
        assertThat(ask(ACCOUNT, shared)).isEmpty();
        tenancy.forget(shared);
        objects.identities.put("team", TEAM);
        // the next one whom Azure has answered keeps it from him
        assertThat(ask(ACCOUNT, team)).isEmpty();
        assertThat(claims(ACCOUNT, team)).isTrue();
        assertThat(reason(ACCOUNT, attacker)).isEqualTo("ResourceHeldByAnotherObject");
    }

    /** Where Azure cannot tell them apart, the first keeps it whatever his trouble is. */
    @Test
    void withinOneIdentityTheFirstKeepsItThoughAzureRefusesBoth() {
        objects.identities.put("platform", TEAM);
        var first = claimed("team", ACCOUNT);
        objects.remembers(first, RecordedResource.IDENTITY, TEAM.toString());
        objects.refused(first, "AuthorizationFailed");
        assertThat(reason(ACCOUNT, fresh("platform", "x")))
                .isEqualTo("ResourceHeldByAnotherObject");
    }

    /** The answer to its creation was lost, then the credential expired. */
    @Test
    void whatMayHaveBeenCreatedKeepsItsIdWhateverBecomesOfTheCredential() {
        var team = claimed("team", ACCOUNT);
        objects.remembers(team, RecordedResource.IDENTITY, TEAM.toString());
        objects.remembers(team, RecordedResource.LOST, true);
        for (var trouble : new String[] {"AzureUnreachable", "AuthenticationFailed"}) {
            objects.refused(team, trouble);
            assertThat(reason(ACCOUNT, fresh("attacker", "x")))
                    .isEqualTo("ResourceHeldByAnotherObject");
            underTheOperators("served");
            assertThat(reason(GROUP, fresh("served", "group"))).isEqualTo("ConsentRequired");
        }
        assertThat(tenancy.mayDeleteUnsent(ACCOUNT, objects.asker(team))).isTrue();
    }

    /** The operator was killed before it could write down anything but the claim. */
    @Test
    void whatWasClaimedAndOfWhichNothingIsKnownKeepsItsId() {
        var team = claimed("team", ACCOUNT);
        objects.refused(team, "AuthenticationFailed");
        assertThat(reason(ACCOUNT, fresh("attacker", "x")))
                .isEqualTo("ResourceHeldByAnotherObject");
    }

    /** A team's credential is refused for a while: what it has made stays its own. */
    @Test
    void whatWasMadeIsHeldThoughItsIdentityIsRefusedNow() {
        var team = made("team", "held", ACCOUNT, TEAM);
        objects.refused(team, "AuthenticationFailed");
        assertThat(reason(ACCOUNT, fresh("attacker", "x")))
                .isEqualTo("ResourceHeldByAnotherObject");
    }

    /** Nor one of which not even the client id is known, as where a name is written for it. */
    @Test
    void anIdentityWithoutAClientIdIsNobodysBeforeAzureHasAnswered() {
        objects.naming.add("namer");
        var namer = fresh("namer", "x");
        assertThat(ask(ACCOUNT, namer)).isEmpty();
        objects.refused(namer, "AuthenticationFailed");
        var team = fresh("team", "y");
        assertThat(ask(ACCOUNT, team)).isEmpty();
        assertThat(claims(ACCOUNT, team)).isTrue();
        assertThat(claims(ACCOUNT, namer)).isFalse();
    }

    /**
     * One above the other, under one identity: neither sees the other before Azure has answered.
     */
    @Test
    void ofTwoThatBeginTogetherTheSecondToBeAnsweredNeedsConsent() {
        objects.identities.put("attacker", TEAM);
        var team = fresh("team", "account");
        var attacker = fresh("attacker", "group");
        assertThat(ask(ACCOUNT, team)).isEmpty();
        assertThat(ask(GROUP, attacker)).isEmpty();
        assertThat(claims(ACCOUNT, team)).isTrue();
        assertThat(claims(GROUP, attacker)).isFalse();
        assertThat(reason(GROUP, attacker)).isEqualTo("ConsentRequired");
    }

    private String reason(String id, ObjectKey key) {
        return ask(id, key).map(Problem::reason).orElse("");
    }

    private Optional<Problem> keeps(String id, ObjectKey key) {
        return tenancy.keeps(id, objects.asker(key));
    }

    private Optional<Problem> ask(String id, ObjectKey key) {
        return tenancy.problem(id, objects.asker(key), true);
    }

    private boolean claims(String id, ObjectKey key) {
        return tenancy.claims(id, objects.asker(key));
    }
}
