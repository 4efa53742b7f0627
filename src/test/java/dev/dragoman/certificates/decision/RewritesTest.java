package dev.dragoman.certificates.decision;

import static dev.dragoman.certificates.decision.CertificateWorld.ca;
import static dev.dragoman.certificates.decision.CertificateWorld.leaf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.reconcile.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody else writes the Secret of a certificate again after each repair. */
class RewritesTest {
    private static final int DAY = 86_400;
    private static final String LEAF = "leaf";
    private static final String CA = "ca";
    private static final String THEIRS = "secret-reflector";
    private static final int AT_ONCE = 3;

    private final CertificateWorld world = new CertificateWorld();

    @BeforeEach
    void issued() {
        world.add(CA, ca(100 * DAY));
        world.add(LEAF, leaf(CA, 30 * DAY));
        world.add("other", leaf(CA, 30 * DAY));
        for (var each : new String[] {CA, LEAF, "other"}) {
            assertThat(reason(world.reconcile(each))).isEqualTo("Issued");
        }
    }

    private static String reason(Ending ending) {
        return ending.ready().map(Condition::reason).orElse("");
    }

    private static Condition told(Ending ending) {
        return ending.others().stream()
                .filter(each -> each.type().equals("RepairsDoNotHold"))
                .findFirst()
                .orElse(null);
    }

    private byte[] value(String name, String key) {
        return world.content(name).get(key).orElse(new byte[0]);
    }

    /** What they write; it is the same each time. */
    private byte[] garbage() {
        return "theirs".getBytes(StandardCharsets.UTF_8);
    }

    private void rewrite(String name, String key) {
        world.rewrite(name, key, garbage(), THEIRS);
    }

    private Ending rewritten(String name, String key) {
        rewrite(name, key);
        return world.reconcile(name);
    }

    /** As many repairs as are made at once. */
    private void fight(String name, String key) {
        for (int i = 0; i < AT_ONCE; i++) {
            world.now = world.now.plusSeconds(1);
            assertThat(reason(rewritten(name, key))).as("repair %d", i).isEqualTo("Issued");
        }
    }

    private void paused(Ending ending) {
        assertThat(reason(ending)).isEqualTo("RepairsDoNotHold");
        assertThat(ending.ready().orElseThrow().met()).isFalse();
        assertThat(told(ending)).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"leaf, tls.crt", "leaf, tls.key", "leaf, ca.crt", "ca, tls.crt", "ca, ca.crt"})
    void theSameIsRepairedAtOnceAFewTimesAndThenAfterPauses(String name, String key) {
        fight(name, key);
        int writes = world.writes;
        var ending = rewritten(name, key);
        paused(ending);
        assertThat(told(ending).met()).isTrue();
        assertThat(told(ending).message())
                .contains("Secret " + name, key, THEIRS, "managedFields")
                .doesNotContain("kubelet");
        assertThat(world.writes).as("theirs alone").isEqualTo(writes + 1);
        assertThat(ending.outcome()).isEqualTo(new Outcome.RequeueAfter(Duration.ofMinutes(10)));

        // however often they write meanwhile
        world.now = world.now.plusSeconds(500);
        paused(rewritten(name, key));
        paused(world.reconcile(name));
        world.now = world.now.plusSeconds(100);
        var repaired = world.reconcile(name);
        assertThat(reason(repaired)).isEqualTo("Issued");
        assertThat(told(repaired)).as("it is told until repairs hold").isNotNull();
        assertThat(value(name, key)).isNotEqualTo(garbage());

        paused(rewritten(name, key));
        world.now = world.now.plusSeconds(1199);
        paused(world.reconcile(name));
        world.now = world.now.plusSeconds(1);
        assertThat(reason(world.reconcile(name))).isEqualTo("Issued");
    }

    @Test
    void aRepairThatHoldsIsForgotten() {
        fight(LEAF, TlsSecret.CERTIFICATE);
        var status = world.status(LEAF);
        assertThat(status).containsKey("dragoman");
        world.now = world.now.plus(Duration.ofMinutes(50));
        assertThat(told(world.reconcile(LEAF))).isNotNull();
        world.now = world.now.plus(Duration.ofMinutes(11));
        var ending = world.reconcile(LEAF);
        assertThat(told(ending)).isNull();
        assertThat(world.status(LEAF)).doesNotContainKey("dragoman");
        fight(LEAF, TlsSecret.CERTIFICATE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"spec", "request", "issuer", "secret"})
    void aNeedOfItsOwnIsNeverDelayed(String need) {
        fight(LEAF, TlsSecret.CERTIFICATE);
        paused(rewritten(LEAF, TlsSecret.CERTIFICATE));
        switch (need) {
            case "spec" -> world.change(LEAF, "commonName", "another.example.com");
            case "request" -> world.annotate(LEAF, CertificateNames.RENEW, "1");
            case "issuer" -> {
                world.delete(CA);
                assertThat(reason(world.reconcile(CA))).isEqualTo("Issued");
            }
            default -> world.delete(LEAF);
        }
        assertThat(reason(world.reconcile(LEAF))).isEqualTo("Issued");
        assertThat(world.content(LEAF).get(TlsSecret.CERTIFICATE)).isNotEmpty();
        assertThat(value(LEAF, TlsSecret.CERTIFICATE)).isNotEqualTo(garbage());
    }

    @Test
    void aRenewalThatIsDueIsNotDelayed() {
        world.add("brief", leaf(CA, DAY));
        assertThat(reason(world.reconcile("brief"))).isEqualTo("Issued");
        for (int i = 0; i < AT_ONCE; i++) {
            assertThat(reason(rewritten("brief", TlsSecret.KEY))).isEqualTo("Issued");
        }
        for (int i = 0; i < 7; i++) {
            var ending = rewritten("brief", TlsSecret.KEY);
            paused(ending);
            world.now = world.now.plus(Duration.ofMinutes(10L << i));
            assertThat(reason(world.reconcile("brief"))).isEqualTo("Issued");
        }
        // the next pause is longer than its life
        paused(rewritten("brief", TlsSecret.KEY));
        var due = remembered("brief").due().orElseThrow();
        assertThat(due).isBefore(remembered("brief").repairs().next());
        world.now = due.minusSeconds(1);
        paused(rewritten("brief", TlsSecret.KEY));
        world.now = due;
        assertThat(reason(world.reconcile("brief"))).isEqualTo("Issued");
        assertThat(remembered("brief").repairs().most()).isLessThan(AT_ONCE);
    }

    private Rewrites remembered(String name) {
        return Rewrites.of(world.facts(name).certificate());
    }

    @Test
    void aSecretThatIsDeletedAgainAndAgainWaits() {
        for (int i = 0; i < AT_ONCE; i++) {
            world.delete(LEAF);
            assertThat(reason(world.reconcile(LEAF))).isEqualTo("Issued");
        }
        world.delete(LEAF);
        var ending = world.reconcile(LEAF);
        paused(ending);
        assertThat(told(ending).message()).contains("the whole Secret", "the audit log");
        assertThat(world.status(LEAF)).doesNotContainKey("certificateHash");
        paused(world.reconcile(LEAF));
        assertThat(world.facts(LEAF).issuedBefore()).isTrue();
        world.now = world.now.plus(Duration.ofMinutes(10));
        assertThat(reason(world.reconcile(LEAF))).isEqualTo("Issued");
    }

    /** A controller that keeps a copy of everything, annotations too. */
    @Test
    void anotherCopyOfTheWholeSecretCounts() {
        var theirs = world.content("other");
        var marks = world.facts("other").secret().annotations();
        for (int i = 0; i < AT_ONCE; i++) {
            world.write(LEAF, theirs, marks);
            assertThat(reason(world.reconcile(LEAF))).isEqualTo("Issued");
        }
        world.write(LEAF, theirs, marks);
        paused(world.reconcile(LEAF));
    }

    @Test
    void annotationsThatAreTakenAwayCount() {
        for (int i = 0; i < AT_ONCE; i++) {
            world.write(LEAF, world.content(LEAF), Map.of());
            assertThat(reason(world.reconcile(LEAF))).isEqualTo("Issued");
        }
        world.write(LEAF, world.content(LEAF), Map.of());
        var ending = world.reconcile(LEAF);
        paused(ending);
        assertThat(told(ending).message()).contains("metadata.annotations");
    }

    /** What is fought over does not keep the rest from being repaired. */
    @Test
    void whatElseIsDamagedIsRepairedAtOnce() {
        fight(LEAF, TlsSecret.TRUST);
        paused(rewritten(LEAF, TlsSecret.TRUST));
        assertThat(reason(rewritten(LEAF, TlsSecret.KEY))).isEqualTo("Issued");
    }

    @Test
    void aCaThatIsReplacedAgainAndAgainIsNotFoughtOver() {
        for (int round = 0; round < AT_ONCE + 2; round++) {
            world.annotate(CA, CertificateNames.RENEW, "round " + round);
            for (int i = 0; i < 6; i++) {
                var ending = world.reconcile(CA);
                assertThat(reason(ending)).isEqualTo("Issued");
                assertThat(told(ending)).isNull();
                assertThat(reason(world.reconcile(LEAF))).isEqualTo("Issued");
                assertThat(reason(world.reconcile("other"))).isEqualTo("Issued");
                assertThat(world.status(LEAF)).doesNotContainKey("dragoman");
                world.now = world.now.plus(CertificateWorld.PROPAGATION);
            }
        }
        assertThat(world.told.stream().filter("ca CaReplaced"::equals)).hasSize(AT_ONCE + 2);
    }
}
