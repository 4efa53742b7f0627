package dev.dragoman.certificates.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Results;
import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Seal;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets of certificates that come from a backup, and Secrets that imitate such ones. */
class RestoredSecretTest {
    private static final int DAY = 86_400;
    private static final List<String> ALL = List.of("ca", "leaf");

    private final CertificateWorld world = new CertificateWorld();
    private Map<String, TlsSecret> before;

    @BeforeEach
    void issued() {
        world.add("ca", CertificateWorld.ca(30 * DAY));
        world.add("leaf", CertificateWorld.leaf("ca", DAY));
        settle();
        before = contents();
    }

    private void settle() {
        ALL.forEach(world::reconcile);
        ALL.forEach(world::reconcile);
    }

    private Map<String, TlsSecret> contents() {
        var all = new TreeMap<String, TlsSecret>();
        ALL.forEach(each -> all.put(each, world.content(each)));
        return all;
    }

    private static String reason(Ending ending) {
        return ending.ready().orElseThrow().reason();
    }

    private static List<Map<String, Object>> former(String name) {
        return List.of(
                Map.of(
                        "apiVersion",
                        CertificateNames.API_VERSION,
                        "kind",
                        CertificateNames.KIND,
                        "name",
                        name,
                        "uid",
                        "uid-in-another-cluster"));
    }

    @ParameterizedTest(name = "with owners of the former cluster: {0}")
    @ValueSource(booleans = {false, true})
    void keysAndCertificatesAreKept(boolean stale) {
        ALL.forEach(each -> world.restored(each, stale ? former(each) : List.of()));
        var writes = world.writes;
        settle();
        assertThat(contents())
                .allSatisfy(
                        (name, secret) ->
                                assertThat(Secrets.equal(secret, before.get(name))).isTrue());
        assertThat(world.writes - writes).as("an owner for each, and nothing else").isEqualTo(2);
        assertThat(ALL)
                .allSatisfy(each -> assertThat(world.status(each)).containsEntry("ready", true));
    }

    @Test
    void withoutTheKeyOfTheSealTheCaStillProvesWhatItSigned() {
        world.seal = new Seal(() -> new byte[] {8});
        ALL.forEach(each -> world.restored(each, List.of()));
        settle();
        assertThat(Secrets.equal(world.content("leaf"), before.get("leaf"))).isTrue();
        assertThat(world.status("leaf")).containsEntry("ready", true);
        assertThat(reason(world.reconcile("ca"))).isEqualTo(State.CONFLICT);
        world.restored("ca", former("ca"));
        assertThat(world.reconcile("ca").ready().orElseThrow().message())
                .contains("garbage collector", "dragoman.dev/adopt-by=ca");
        assertThat(reason(world.reconcile("ca"))).isEqualTo(Authority.STALE);
    }

    @Test
    void nothingIsDoneWhileTheObjectsOwnOwnerIsOfAnotherCluster() {
        world.restored("ca", List.of());
        var facts = world.facts("ca");
        var stale =
                new CertificateFacts(
                        facts.certificate(),
                        facts.secret(),
                        Authority.stale("DiscoveryService xds"),
                        List.of(),
                        facts.pace(),
                        facts.now(),
                        false,
                        facts.seal());
        assertThat(CertificateDecision.next(stale, Results.NONE))
                .isInstanceOfSatisfying(
                        Ending.class,
                        each ->
                                assertThat(each.ready().orElseThrow().message())
                                        .contains("DiscoveryService xds"));
    }

    @Test
    void anOwnerThatIsNoFormerSelfIsSomebodyElse() {
        for (var field : List.of("kind", "name")) {
            var other = new TreeMap<>(former("leaf").getFirst());
            other.put(field, "Another");
            world.restored("leaf", List.of(other));
            assertThat(reason(world.reconcile("leaf"))).as(field).isEqualTo(State.CONFLICT);
        }
    }

    /** A tenant has a CA of his own, and copies all marks that he can read. */
    @Test
    void anImitatedCaIsNotTrusted() {
        world.add("evil", CertificateWorld.ca(30 * DAY));
        world.reconcile("evil");
        var seal = String.valueOf(world.annotation("evil", CertificateNames.SEAL));
        var own = Fields.map(world.restored("ca", List.of()), "annotations");
        var evil = world.content("evil");
        world.field("ca", "data", data(evil));
        annotations("ca", own)
                .put(CertificateNames.HASH, evil.hash(TlsSecret.CERTIFICATE).orElseThrow());
        assertThat(reason(world.reconcile("ca")))
                .as("the seal of the former CA")
                .isEqualTo(State.CONFLICT);
        annotations("ca", own).put(CertificateNames.SEAL, seal);
        assertThat(reason(world.reconcile("ca")))
                .as("the seal of another Secret")
                .isEqualTo(State.CONFLICT);
        annotations("ca", own).remove(CertificateNames.SEAL);
        assertThat(reason(world.reconcile("ca"))).as("no seal").isEqualTo(State.CONFLICT);
    }

    private Map<String, Object> annotations(String name, Map<String, Object> annotations) {
        var copy = new TreeMap<>(annotations);
        var metadata = world.restored(name, List.of());
        metadata.put("annotations", copy);
        copy.put(
                CertificateNames.HASH,
                world.content(name).hash(TlsSecret.CERTIFICATE).orElseThrow());
        return copy;
    }

    @Test
    void aBundleWithAnotherCaIsNotSealed() {
        world.restored("ca", List.of());
        world.add("evil", CertificateWorld.ca(30 * DAY));
        world.reconcile("evil");
        var both = new ByteArrayOutputStream();
        for (var each : List.of("ca", "evil")) {
            both.writeBytes(world.content(each).get(TlsSecret.CERTIFICATE).orElseThrow());
        }
        world.field("ca", "data", data(before.get("ca").with(TlsSecret.TRUST, both.toByteArray())));
        assertThat(reason(world.reconcile("ca"))).isEqualTo(State.CONFLICT);
    }

    /** As cert-manager makes one, which sets no owner. */
    @Test
    void aCertificateOfTheCaThatSomebodyElseMadeIsLeftAlone() {
        world.restored("leaf", List.of()).remove("annotations");
        assertThat(reason(world.reconcile("leaf"))).isEqualTo(State.CONFLICT);
    }

    /** Whoever restored it owns its fields, and an apply leaves to others what it leaves out. */
    @Test
    void theNextCaIsTakenFromWhoRestoredIt() {
        world.restored("ca", List.of())
                .put(
                        "managedFields",
                        List.of(
                                Map.of(
                                        "manager",
                                        "velero",
                                        "fieldsV1",
                                        Map.of("f:data", Map.of("f:next.crt", Map.of())))));
        var facts = world.facts("ca");
        var data = Fields.map(Secrets.object(facts.certificate(), facts.secret()), "data");
        assertThat(data).containsEntry("next.crt", "").doesNotContainKey("next.key");
        assertThat(Secrets.read(Map.of("data", data)).data()).doesNotContainKey("next.crt");
    }

    @Test
    void anImmutableSecretIsToldBeforeAKeyIsMade() {
        world.field("leaf", "immutable", true);
        world.now = world.now.plusSeconds(DAY);
        var told = world.reconcile("leaf").ready().orElseThrow();
        assertThat(told.reason()).isEqualTo("SecretImmutable");
        assertThat(told.message()).contains("Delete the Secret");
        assertThat(Secrets.equal(world.content("leaf"), before.get("leaf"))).isTrue();
    }

    /** As after an upgrade that seals what was issued before. */
    @Test
    void anImmutableSecretIsSealedAndStaysReadyUntilItsRenewal() {
        world.unmarked("leaf", CertificateNames.SEAL);
        world.field("leaf", "immutable", true);
        assertThat(reason(world.reconcile("leaf"))).isEqualTo(State.ISSUED);
        assertThat(world.annotation("leaf", CertificateNames.SEAL)).isNotNull();
        assertThat(Secrets.equal(world.content("leaf"), before.get("leaf"))).isTrue();
    }

    private static Map<String, Object> data(TlsSecret secret) {
        var data = new TreeMap<String, Object>();
        secret.data()
                .forEach((key, value) -> data.put(key, Base64.getEncoder().encodeToString(value)));
        return data;
    }
}
