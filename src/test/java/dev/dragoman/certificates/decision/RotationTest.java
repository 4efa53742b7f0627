package dev.dragoman.certificates.decision;

import static dev.dragoman.certificates.decision.CertificateWorld.PROPAGATION;
import static dev.dragoman.certificates.decision.CertificateWorld.ca;
import static dev.dragoman.certificates.decision.CertificateWorld.leaf;
import static dev.dragoman.certificates.decision.CertificateWorld.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.certificates.decision.CertificateWorld.Killed;
import dev.dragoman.certificates.pki.Certificates;
import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.certificates.pki.Validity;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How a CA is replaced, second by second: whoever reads the Secrets at once or as late as is
 * allowed accepts the certificates of all others, whatever order things are looked at in, and
 * wherever the process ends.
 */
class RotationTest {
    private static final int CA_LIFE = 40;

    /** In half seconds: until all of it is over, and the next one has not begun. */
    private static final int ONE_ROTATION = 90;

    private static final List<String> LEAVES = List.of("server", "client");
    private static final List<Duration> DELAYS =
            List.of(Duration.ZERO, PROPAGATION.dividedBy(2), PROPAGATION.minusMillis(1));

    private final Set<X509Certificate> signers = new HashSet<>();
    private final Map<List<X509Certificate>, Boolean> signed = new HashMap<>();
    private final IdentityHashMap<TlsSecret, Map<String, List<X509Certificate>>> parsed =
            new IdentityHashMap<>();

    private static CertificateWorld world() {
        var world = new CertificateWorld();
        world.add("ca", ca(CA_LIFE));
        for (var each : LEAVES) {
            world.add(each, leaf("ca", 12));
        }
        return world;
    }

    private static List<String> all() {
        var all = new ArrayList<String>(List.of("ca"));
        all.addAll(LEAVES);
        return all;
    }

    /** Half a second in which each is looked at once. */
    private void tick(CertificateWorld world, Random order) {
        var all = all();
        Collections.shuffle(all, order);
        for (var each : all) {
            try {
                var _ = world.reconcile(each);
            } catch (Killed killed) {
                // the next process begins with what is there
                break;
            }
            accepted(world);
        }
        world.now = world.now.plusMillis(500);
        accepted(world);
    }

    private void accepted(CertificateWorld world) {
        for (var one : DELAYS) {
            for (var other : DELAYS) {
                for (var each : LEAVES) {
                    var leaf = world.seen(each, one);
                    // both a server, which trusts what the CA's Secret says, and another client
                    for (var judge : List.of("ca", "client")) {
                        var trust = world.seen(judge, other);
                        if (leaf.isPresent() && trust.isPresent()) {
                            accepted(world.now, leaf.get(), trust.get(), each, judge);
                        }
                    }
                }
            }
        }
        world.seen("ca", Duration.ZERO)
                .ifPresent(each -> signers.addAll(read(each, TlsSecret.CERTIFICATE)));
    }

    private void accepted(Instant now, TlsSecret leaf, TlsSecret trust, String whose, String by) {
        var certificate = certificates(leaf, TlsSecret.CERTIFICATE).getFirst();
        assertThat(Validity.of(certificate).past(now)).as("%s has ended", whose).isFalse();
        assertThat(certificates(trust, TlsSecret.TRUST))
                .as("%s accepts %s at %s", by, whose, now)
                .anyMatch(
                        each ->
                                signed.computeIfAbsent(
                                                List.of(each, certificate),
                                                _ -> Certificates.signed(each, certificate))
                                        && !Validity.of(each).past(now));
    }

    private List<X509Certificate> certificates(TlsSecret secret, String name) {
        return parsed.computeIfAbsent(secret, _ -> new HashMap<>())
                .computeIfAbsent(name, _ -> read(secret, name));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void noneIsRefusedThroughSeveralRotations(long seed) {
        var world = world();
        var order = new Random(seed);
        var phases = new ArrayList<String>();
        for (int i = 0; i < 8 * CA_LIFE; i++) {
            tick(world, order);
            Phase.shown(world.status("ca"))
                    .map(Phase::name)
                    .filter(each -> phases.isEmpty() || !phases.getLast().equals(each))
                    .ifPresent(phases::add);
        }
        assertThat(signers).hasSizeGreaterThanOrEqualTo(4);
        assertThat(phases)
                .containsSubsequence(
                        Phase.TRUSTING,
                        Phase.PROPAGATING,
                        Phase.REISSUING,
                        Phase.OVERLAPPING,
                        Phase.TRUSTING);
        assertThat(world.told)
                .containsSubsequence("ca RotationStarted", "ca CaReplaced", "ca FormerCaDropped");
        assertThat(read(world.content("ca"), TlsSecret.TRUST)).hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void norWhereTheProcessEndsBeforeAnyOneWrite() {
        int killAt = 0;
        boolean killed = true;
        while (killed) {
            var world = world();
            world.writesLeft = killAt;
            for (int i = 0; i < ONE_ROTATION; i++) {
                tick(world, new Random(i));
            }
            // fewer were made than it had left
            killed = world.writesLeft < 0;
            killAt++;
        }
        assertThat(killAt).as("writes of a whole rotation").isGreaterThan(20);
    }

    @Test
    void norWhereItEndsAgainAndAgain() {
        var world = world();
        var random = new Random(7);
        for (int i = 0; i < 8 * CA_LIFE; i++) {
            // one that never gets further renews nothing
            world.writesLeft = i % 2 == 0 ? random.nextInt(3) : -1;
            tick(world, random);
        }
        assertThat(signers).hasSizeGreaterThanOrEqualTo(3);
    }

    /** A certificate is good in the whole second that it names as its last one. */
    @Test
    void theFormerCaIsTrustedInTheLastSecondOfItsLastCertificate() {
        var world = world();
        var random = new Random(1);
        Instant last = Instant.MIN;
        while (!world.told.contains("ca CaReplaced")) {
            last = ends(world);
            tick(world, random);
        }
        assertThat(world.facts("ca").secret().former().values())
                .containsExactly(last.plusSeconds(1));
    }

    private static Instant ends(CertificateWorld world) {
        return LEAVES.stream()
                .map(each -> world.status(each).get("notAfter"))
                .filter(String.class::isInstance)
                .map(each -> Instant.parse((String) each))
                .max(Instant::compareTo)
                .orElse(Instant.MIN);
    }

    @Test
    void anUnchangedWorldCostsNothing() {
        var world = world();
        for (int i = 0; i < 3; i++) {
            tick(world, new Random(i));
        }
        int before = world.writes;
        for (int i = 0; i < 10; i++) {
            tick(world, new Random(i));
        }
        assertThat(world.writes).isEqualTo(before);
    }

    @Test
    void consumersAreWaitedForAndNotForEver() {
        var world = world();
        world.annotate("ca", CertificateNames.CONSUMERS, "");
        var order = new Random(1);
        while (!waiting(world)) {
            tick(world, order);
        }
        var first = read(world.content("ca"), TlsSecret.CERTIFICATE).getFirst();
        tick(world, order);
        assertThat(world.status("ca").get("rotation")).asString().contains("consumers");
        world.annotate(
                "ca",
                CertificateNames.CONSUMERS,
                String.valueOf(world.status("ca").get("trustBundleHash")));
        for (int i = 0; i < 6; i++) {
            tick(world, order);
        }
        assertThat(read(world.content("ca"), TlsSecret.CERTIFICATE).getFirst()).isNotEqualTo(first);

        world.annotate("ca", CertificateNames.CONSUMERS, "");
        var second = read(world.content("ca"), TlsSecret.CERTIFICATE).getFirst();
        while (read(world.content("ca"), TlsSecret.CERTIFICATE).getFirst().equals(second)) {
            tick(world, order);
            assertThat(Validity.of(second).past(world.now)).as("waited too long").isFalse();
        }
        assertThat(world.told).filteredOn("ca CaReplaced"::equals).hasSize(2);
    }

    /** Long before half of the CA's life is over, which ends the wait otherwise. */
    @Test
    void noneIsWaitedForLongerThanTheSettingSays() {
        var world = world();
        world.add("ca", ca(100_000));
        world.pace =
                new Pace(0.8, 0.02, PROPAGATION, Duration.ofSeconds(60), Duration.ofSeconds(1));
        world.annotate("ca", CertificateNames.CONSUMERS, "");
        var order = new Random(1);
        tick(world, order);
        world.now = world.now.plusSeconds(80_000);
        while (!waiting(world)) {
            tick(world, order);
        }
        var began = world.now;
        var former = read(world.content("ca"), TlsSecret.CERTIFICATE).getFirst();
        while (read(world.content("ca"), TlsSecret.CERTIFICATE).getFirst().equals(former)) {
            tick(world, order);
            assertThat(world.now).as("waited too long").isBefore(began.plusSeconds(70));
        }
        assertThat(world.now).isAfter(began.plusSeconds(50));
    }

    private static boolean waiting(CertificateWorld world) {
        return Phase.shown(world.status("ca"))
                .filter(each -> each.name().equals(Phase.TRUSTING))
                .isPresent();
    }

    @Test
    void anEditOfTheCaIsARotationAndTakingItBackEndsIt() {
        var world = world();
        for (int i = 0; i < 3; i++) {
            tick(world, new Random(i));
        }
        var first = read(world.content("ca"), TlsSecret.CERTIFICATE).getFirst();
        world.add("ca", Map.of("commonName", "renamed", "isCA", true, "validFor", CA_LIFE));
        var _ = world.reconcile("ca");
        assertThat(read(world.content("ca"), TlsSecret.TRUST)).hasSize(2);
        assertThat(read(world.content("ca"), TlsSecret.CERTIFICATE)).containsExactly(first);
        world.add("ca", ca(CA_LIFE));
        var _ = world.reconcile("ca");
        assertThat(read(world.content("ca"), TlsSecret.TRUST)).containsExactly(first);
        assertThat(world.content("ca").data()).doesNotContainKey("next.key");
        world.add("ca", Map.of("commonName", "again", "isCA", true, "validFor", CA_LIFE));
        for (int i = 0; i < 10; i++) {
            tick(world, new Random(i));
        }
        assertThat(Certificates.name(read(world.content("ca"), TlsSecret.CERTIFICATE).getFirst()))
                .isEqualTo("again");
    }

    @Test
    void aCaWhoseKeyIsLostIsReplacedWithoutARefusalToo() {
        var world = world();
        for (int i = 0; i < 3; i++) {
            tick(world, new Random(i));
        }
        var first = read(world.content("ca"), TlsSecret.CERTIFICATE).getFirst();
        var damaged = world.content("ca").without(TlsSecret.KEY);
        world.write("ca", damaged, OwnSecretAnnotations.of(world, "ca"));
        for (int i = 0; i < 8; i++) {
            tick(world, new Random(i));
        }
        assertThat(read(world.content("ca"), TlsSecret.CERTIFICATE).getFirst()).isNotEqualTo(first);
        assertThat(read(world.content("ca"), TlsSecret.TRUST)).contains(first).hasSize(2);
    }

    @Test
    void whoeverAsksForAnotherOneGetsItOnce() {
        var world = world();
        for (int i = 0; i < 3; i++) {
            tick(world, new Random(i));
        }
        var server = read(world.content("server"), TlsSecret.CERTIFICATE);
        world.annotate("server", CertificateNames.RENEW, "1");
        world.annotate("ca", CertificateNames.RENEW, "1");
        int before = world.writes;
        for (int i = 0; i < 12; i++) {
            tick(world, new Random(i));
        }
        assertThat(read(world.content("server"), TlsSecret.CERTIFICATE)).isNotEqualTo(server);
        assertThat(world.told).filteredOn("ca CaReplaced"::equals).hasSize(1);
        assertThat(world.writes - before)
                .as("the CA twice, each of the others thrice at most, and the asked one once more")
                .isLessThanOrEqualTo(2 + 3 + 3 + 1);
    }

    /** What a Secret says beside its data. */
    private static final class OwnSecretAnnotations {
        private OwnSecretAnnotations() {}

        static Map<String, String> of(CertificateWorld world, String name) {
            return world.facts(name).secret().annotations();
        }
    }
}
