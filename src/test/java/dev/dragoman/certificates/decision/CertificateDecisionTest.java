package dev.dragoman.certificates.decision;

import static dev.dragoman.certificates.decision.CertificateWorld.ca;
import static dev.dragoman.certificates.decision.CertificateWorld.leaf;
import static dev.dragoman.certificates.decision.CertificateWorld.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.reconcile.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is decided for one certificate, row by row. */
class CertificateDecisionTest {
    private static final int DAY = 86_400;
    private static final String LEAF = "leaf";
    private static final String CA = "ca";

    /** Another one tries other texts. */
    private static final long SEED = Long.getLong("dragoman.seed", 1);

    private final CertificateWorld world = new CertificateWorld();

    @BeforeEach
    void issued() {
        world.add(CA, ca(100 * DAY));
        world.add(LEAF, leaf(CA, DAY));
        assertThat(reason(CA)).isEqualTo("Issued");
        assertThat(reason(LEAF)).isEqualTo("Issued");
        world.told.clear();
    }

    private String reason(String name) {
        return world.reconcile(name).ready().map(Condition::reason).orElse("");
    }

    private byte[] value(String name, String key) {
        return world.content(name).get(key).orElse(new byte[0]);
    }

    private Map<String, Object> with(String field, Object value) {
        var spec = new HashMap<>(leaf(CA, DAY));
        spec.put(field, value);
        return spec;
    }

    /** It is issued anew, once. */
    private void reissued() {
        reissued("CertificateRenewed");
    }

    private void reissued(String event) {
        var before = value(LEAF, TlsSecret.CERTIFICATE);
        assertThat(reason(LEAF)).isEqualTo("Issued");
        assertThat(value(LEAF, TlsSecret.CERTIFICATE)).isNotEqualTo(before);
        assertThat(world.told).containsExactly(LEAF + " " + event);
        rests();
    }

    /** Nothing else tells of it: the echo of a write is no reason to come again. */
    @Test
    void whatTheApiServerMakesOfAWriteIsLookedAt() {
        world.annotate(LEAF, CertificateNames.RENEW, "1");
        assertThat(((Outcome.RequeueAfter) world.reconcile(LEAF).outcome()).after())
                .as("it is as it was written")
                .isGreaterThan(Duration.ofMinutes(1));
        world.admission =
                secret -> {
                    var other = new HashMap<>(secret);
                    other.put("data", Map.of());
                    return other;
                };
        world.annotate(LEAF, CertificateNames.RENEW, "2");
        assertThat(((Outcome.RequeueAfter) world.reconcile(LEAF).outcome()).after())
                .isLessThan(Duration.ofSeconds(1));
    }

    private void rests() {
        int writes = world.writes;
        var _ = world.reconcile(LEAF);
        assertThat(world.writes).as("writes at rest").isEqualTo(writes);
    }

    /** Nothing is written, and the condition says why. */
    private void refused(String reason) {
        int writes = world.writes;
        assertThat(reason(LEAF)).isEqualTo(reason);
        assertThat(world.writes).isEqualTo(writes);
    }

    @Test
    void atRestNothingIsWritten() {
        rests();
        world.now = world.now.plus(Duration.ofHours(18));
        rests();
    }

    @Test
    void afterFourFifthsOfItsLifeItIsRenewed() {
        world.now = world.now.plusSeconds(DAY * 8L / 10);
        reissued();
    }

    /** Whoever asks for five seconds would have a key made every four, for ever. */
    @Test
    void aLifeThatIsTooShortIsRenewedNoMoreOftenThanTheShortest() {
        world.pace =
                new Pace(
                        0.8,
                        0.02,
                        CertificateWorld.PROPAGATION,
                        Duration.ofHours(24),
                        Duration.ofMinutes(10));
        world.add(LEAF, leaf(CA, 60));
        reissued();
        var others = world.reconcile(LEAF).others();
        assertThat(others)
                .singleElement()
                .satisfies(
                        each -> {
                            assertThat(each.reason()).isEqualTo("ValidForTooShort");
                            assertThat(each.message()).contains("60 s", "every 480 s", "600 s");
                        });
        world.now = world.now.plusSeconds(55);
        rests();
        world.now = world.now.plusSeconds(10);
        refused("Expired");
        world.now = world.now.plusSeconds(400);
        refused("Expired");
        world.told.clear();
        world.now = world.now.plusSeconds(20);
        reissued();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "certificateRenewal",
                "certificateRenewalNotification",
                "certificateRenewalConfig"
            })
    void withRenewalOffTimeChangesNothing(String spelling) {
        world.add(LEAF, with(spelling, Map.of("enabled", false)));
        assertThat(needsRenewal()).isEmpty();
        // the spec's change is looked at when the certificate would be renewed, not when it ends
        world.now = world.now.plusSeconds(DAY * 75L / 100);
        assertThat(world.reconcile(LEAF).outcome())
                .isInstanceOfSatisfying(
                        Outcome.RequeueAfter.class,
                        each -> assertThat(each.after()).isLessThanOrEqualTo(Duration.ofHours(1)));
        world.now = world.now.plusSeconds(DAY * 15L / 100);
        refused("Issued");
        assertThat(world.status(LEAF)).containsEntry("ready", true);
        assertThat(needsRenewal()).isEqualTo("CertificateAboutToExpire");
        world.now = world.now.plus(Duration.ofDays(2));
        refused("Expired");
        assertThat(world.status(LEAF)).containsEntry("ready", false);
        world.add(LEAF, leaf(CA, DAY));
        reissued();
        assertThat(needsRenewal()).isEmpty();
    }

    private String needsRenewal() {
        return world.reconcile(LEAF).others().stream()
                .filter(each -> each.type().equals("CertificateNeedsRenewal"))
                .map(Condition::reason)
                .findFirst()
                .orElse("");
    }

    /** One that verifies by itself, as whatever signs itself does. */
    @Test
    void aSelfSignedOneInThePlaceOfAnotherIsIssuedAnew() {
        var self = Map.of("selfSigned", Map.of());
        world.add("self", Map.of("commonName", "self", "validFor", DAY, "signer", self));
        world.add("twin", Map.of("commonName", "self", "validFor", DAY, "signer", self));
        assertThat(reason("self")).isEqualTo("Issued");
        assertThat(reason("twin")).isEqualTo("Issued");
        var before = world.content("self");
        var marks = world.facts("self").secret().annotations();
        world.write("self", world.content("twin"), marks);
        world.told.clear();
        assertThat(reason("self")).isEqualTo("Issued");
        assertThat(world.told).containsExactly("self CertificateRenewed");
        assertThat(world.content("self").get(TlsSecret.CERTIFICATE))
                .isPresent()
                .isNotEqualTo(before.get(TlsSecret.CERTIFICATE))
                .isNotEqualTo(world.content("twin").get(TlsSecret.CERTIFICATE));
    }

    @Test
    void aNamespaceOfTheSecretIsNotUsedAndNamed() {
        assertThat(world.reconcile(LEAF).others()).isEmpty();
        world.change(LEAF, "secretRef", Map.of("name", LEAF, "namespace", "other"));
        assertThat(world.reconcile(LEAF).others())
                .singleElement()
                .satisfies(
                        each -> {
                            assertThat(each.type()).isEqualTo("SecretNamespaceUsed");
                            assertThat(each.met()).isFalse();
                            assertThat(each.message()).contains("'other' is not used");
                        });
        world.change(LEAF, "secretRef", Map.of("name", LEAF, "namespace", "default"));
        assertThat(world.reconcile(LEAF).others()).isEmpty();
    }

    /** What was issued before may be as good as ever. */
    @Test
    void aWrongSpecDoesNotMakeTheCertificateUnusable() {
        world.add(LEAF, with("hosts", List.of("my_host")));
        refused("InvalidSpec");
        assertThat(world.status(LEAF)).containsEntry("ready", true).containsKey("notBefore");
        world.now = world.now.plus(Duration.ofDays(2));
        refused("InvalidSpec");
        assertThat(world.status(LEAF)).containsEntry("ready", false);
    }

    @Test
    void aCaThatIsNoneSignsNothingAndIsNamed() {
        world.write(CA, world.content(LEAF), Map.of());
        refused("CaUnusable");
        assertThat(world.status(LEAF)).containsEntry("ready", true);
    }

    @Test
    void whoseRenewalIsOffIsMendedAllTheSame() {
        world.add(LEAF, with("certificateRenewal", Map.of("enabled", false)));
        world.write(LEAF, world.content(LEAF).with(TlsSecret.KEY, new byte[0]), Map.of());
        reissued();
    }

    @Test
    void whatTheSpecSaysIsIssued() {
        for (var each :
                Map.of(
                                "commonName",
                                "another",
                                "hosts",
                                List.of("a.example.com"),
                                "server",
                                true,
                                "validFor",
                                2 * DAY,
                                "privateKey",
                                Map.of("algorithm", "Ed25519"))
                        .entrySet()) {
            world.told.clear();
            world.add(LEAF, with(each.getKey(), each.getValue()));
            reissued();
        }
    }

    @Test
    void anotherSigner() {
        world.add("other", ca(100 * DAY));
        assertThat(reason("other")).isEqualTo("Issued");
        world.told.clear();
        world.add(LEAF, leaf("other", DAY));
        reissued();
        assertThat(read(world.content(LEAF), TlsSecret.TRUST))
                .isEqualTo(read(world.content("other"), TlsSecret.CERTIFICATE));
    }

    @Test
    void whatIsAskedForIsIssuedOnce() {
        world.annotate(LEAF, CertificateNames.RENEW, "1");
        reissued();
    }

    @Test
    void aKeyIsKeptWhereThatIsSaid() {
        world.add(
                LEAF, with("privateKey", Map.of("algorithm", "ECDSA", "rotationPolicy", "Never")));
        rests();
        var key = value(LEAF, TlsSecret.KEY);
        assertThat(key).isNotEmpty();
        assertThat(world.facts(LEAF).keptKey()).isPresent();
        world.add(LEAF, leaf(CA, DAY));
        assertThat(world.facts(LEAF).keptKey()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "tls.crt, '', CertificateIssued",
        "tls.crt, garbage, CertificateIssued",
        "tls.key, '', CertificateRenewed",
        "tls.key, garbage, CertificateRenewed",
        "tls.crt, ca:tls.crt, CertificateRenewed",
        "tls.key, ca:tls.key, CertificateRenewed"
    })
    void whatIsDamagedIsIssuedAnew(String key, String value, String event) {
        var written =
                value.startsWith("ca:")
                        ? value(CA, value.substring(3))
                        : value.getBytes(StandardCharsets.UTF_8);
        world.write(LEAF, world.content(LEAF).with(key, written), annotations());
        reissued(event);
    }

    /** As the Secret has them. */
    private Map<String, String> annotations() {
        return world.facts(LEAF).secret().annotations();
    }

    @Test
    void aSecretThatIsGoneIsMadeAnew() {
        world.delete(LEAF);
        assertThat(reason(LEAF)).isEqualTo("Issued");
        assertThat(world.told).containsExactly(LEAF + " CertificateIssued");
        rests();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "garbage"})
    void aBundleIsPutRightWithoutAnotherCertificate(String value) {
        var before = value(LEAF, TlsSecret.CERTIFICATE);
        world.write(
                LEAF,
                world.content(LEAF).with(TlsSecret.TRUST, value.getBytes(StandardCharsets.UTF_8)),
                annotations());
        assertThat(reason(LEAF)).isEqualTo("Issued");
        assertThat(value(LEAF, TlsSecret.CERTIFICATE)).isEqualTo(before);
        assertThat(read(world.content(LEAF), TlsSecret.TRUST)).hasSize(1);
        rests();
    }

    @Test
    void whatOthersAddToTheBundleDoesNotStay() {
        world.add("theirs", ca(DAY));
        assertThat(reason("theirs")).isEqualTo("Issued");
        var both = value(LEAF, TlsSecret.TRUST).length;
        var text =
                new String(value(LEAF, TlsSecret.TRUST), StandardCharsets.UTF_8)
                        + new String(
                                value("theirs", TlsSecret.CERTIFICATE), StandardCharsets.UTF_8);
        world.write(
                LEAF,
                world.content(LEAF).with(TlsSecret.TRUST, text.getBytes(StandardCharsets.UTF_8)),
                annotations());
        assertThat(reason(LEAF)).isEqualTo("Issued");
        assertThat(value(LEAF, TlsSecret.TRUST)).hasSize(both);
    }

    @Test
    void aSecretOfAnotherIsLeftAlone() {
        world.foreign(LEAF, Map.of("name", LEAF));
        refused("SecretConflict");
        world.foreign(LEAF, Map.of("annotations", Map.of(CertificateNames.ADOPT, "somebody")));
        refused("SecretConflict");
        world.foreign(
                LEAF,
                Map.of(
                        "annotations",
                        Map.of(CertificateNames.ADOPT, LEAF),
                        "ownerReferences",
                        List.of(Map.of("uid", "theirs"))));
        refused("SecretConflict");
    }

    @Test
    void aSecretThatIsOfferedBecomesItsOwnAndIsMended() {
        world.foreign(LEAF, Map.of("annotations", Map.of(CertificateNames.ADOPT, LEAF)));
        assertThat(reason(LEAF)).as("looked at again").isEmpty();
        assertThat(reason(LEAF)).isEqualTo("Issued");
        rests();
    }

    @Test
    void ofTwoThatWantOneSecretTheOneThatHasItKeepsIt() {
        world.add("second", leaf(CA, DAY), LEAF);
        var before = value(LEAF, TlsSecret.CERTIFICATE);
        assertThat(reason("second")).isEqualTo("SecretConflict");
        assertThat(value(LEAF, TlsSecret.CERTIFICATE)).isEqualTo(before);
    }

    @Test
    void withoutItsCaWhatIsThereStays() {
        world.delete(CA);
        refused("CaMissing");
        assertThat(world.status(LEAF)).containsEntry("ready", true);
        world.now = world.now.plus(Duration.ofHours(23));
        refused("CaMissing");
        assertThat(reason(CA)).isEqualTo("Issued");
        world.told.clear();
        reissued();
    }

    @ParameterizedTest
    @CsvSource({
        "validFor, 0",
        "validFor, -1",
        "validFor, 4",
        "validFor, 3155760001",
        "validFor, 9223372036854775807"
    })
    void aDurationThatCannotBe(String field, long value) {
        world.add(LEAF, with(field, value));
        refused("InvalidSpec");
        world.add(LEAF, leaf(CA, DAY));
        assertThat(reason(LEAF)).as("corrected").isEqualTo("Issued");
        rests();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"..", "a b", "*.*.example.com", "", "1.2.3.4.5", "a\u0000b", "256.1.1.1"})
    void aHostThatCannotBe(String host) {
        world.add(LEAF, with("hosts", List.of(host)));
        refused("InvalidSpec");
    }

    @Test
    void aClockThatJumpsAheadAndBack() {
        world.now = world.now.plus(Duration.ofDays(30));
        reissued();
        world.told.clear();
        world.now = world.now.minus(Duration.ofDays(30));
        reissued();
    }

    @Test
    void onceItsDeletionWasAskedForNothingIsDone() {
        world.delete(LEAF);
        world.deleting(LEAF);
        refused("");
    }

    /** Texts that anybody may have written into a Secret: healed at once, then at rest. */
    @Test
    void anySecretIsHealed() {
        var random = new Random(SEED);
        var keys =
                List.of(
                        TlsSecret.CERTIFICATE,
                        TlsSecret.KEY,
                        TlsSecret.TRUST,
                        OwnSecret.NEXT_CERTIFICATE,
                        OwnSecret.NEXT_KEY);
        for (int round = 0; round < 150; round++) {
            var name = random.nextBoolean() ? LEAF : CA;
            var secret = world.content(name);
            for (int i = 0; i < 1 + random.nextInt(3); i++) {
                var key = keys.get(random.nextInt(keys.size()));
                secret = secret.with(key, damaged(random, secret.get(key).orElse(new byte[0])));
            }
            // repairs that hold are no fight
            world.now = world.now.plus(Duration.ofHours(2));
            world.write(name, secret, annotations());
            Ending last = null;
            for (int look = 0; look < 12; look++) {
                last = world.reconcile(name);
                var _ = world.reconcile(name.equals(CA) ? LEAF : CA);
                world.now = world.now.plus(CertificateWorld.PROPAGATION);
            }
            assertThat(last.ready().map(Condition::reason))
                    .as("round %d of seed %d", round, SEED)
                    .contains("Issued");
            int writes = world.writes;
            var _ = world.reconcile(CA);
            var _ = world.reconcile(LEAF);
            assertThat(world.writes).as("round %d at rest", round).isEqualTo(writes);
        }
    }

    private static byte[] damaged(Random random, byte[] value) {
        return switch (random.nextInt(4)) {
            case 0 -> new byte[0];
            case 1 -> {
                var any = new byte[random.nextInt(200)];
                random.nextBytes(any);
                yield any;
            }
            case 2 -> Arrays.copyOf(value, random.nextInt(value.length + 1));
            default -> {
                var changed = value.clone();
                if (changed.length > 0) {
                    changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
                }
                yield changed;
            }
        };
    }
}
