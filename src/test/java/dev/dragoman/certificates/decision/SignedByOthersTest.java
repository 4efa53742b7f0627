package dev.dragoman.certificates.decision;

import static dev.dragoman.certificates.decision.CertificateWorld.ca;
import static dev.dragoman.certificates.decision.CertificateWorld.leaf;
import static dev.dragoman.certificates.decision.CertificateWorld.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.capability.status.Condition;
import dev.dragoman.certificates.pki.CertificateSpec;
import dev.dragoman.certificates.pki.Certificates;
import dev.dragoman.certificates.pki.Issuance;
import dev.dragoman.certificates.pki.Issued;
import dev.dragoman.certificates.pki.KeySpec;
import dev.dragoman.certificates.pki.PemFiles;
import dev.dragoman.certificates.pki.Signer;
import dev.dragoman.certificates.pki.SigningRequest;
import dev.dragoman.certificates.pki.Specs;
import dev.dragoman.certificates.pki.TlsSecret;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Certificates that a CA of others signs, asked by a team's steps. */
class SignedByOthersTest {
    private static final int DAY = 86_400;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final CertificateWorld world = new CertificateWorld();
    private Issued company;
    private int asked;

    @BeforeEach
    void open() {
        company = company(Duration.ofDays(1000));
        world.asks = true;
        world.others = this::sign;
    }

    private Issued company(Duration life) {
        return Issuance.selfSigned(Specs.ca("company", life).with(KeySpec.ECDSA_P256))
                .issue(world.now, RANDOM)
                .toOptional()
                .orElseThrow();
    }

    private Map<String, List<String>> sign(SigningRequest request) {
        return sign(request, request.spec());
    }

    private Map<String, List<String>> sign(SigningRequest request, CertificateSpec spec) {
        asked++;
        var issued =
                Issuance.by(Signer.read(company.secret()).toOptional().orElseThrow(), spec)
                        .keeping(request.pair())
                        .issue(world.now, RANDOM)
                        .toOptional()
                        .orElseThrow();
        return Map.of(
                "chain", List.of(pem(issued.chain())), "roots", List.of(pem(company.chain())));
    }

    private static String pem(List<X509Certificate> certificates) {
        return new String(PemFiles.write(certificates), StandardCharsets.US_ASCII);
    }

    private String reason(String name) {
        return world.reconcile(name).ready().map(Condition::reason).orElse("");
    }

    private X509Certificate certificate(String name) {
        return read(world.content(name), TlsSecret.CERTIFICATE).getFirst();
    }

    private List<X509Certificate> trust(String name) {
        return read(world.content(name), TlsSecret.TRUST);
    }

    private boolean byCompany(String name) {
        return Certificates.signed(company.certificate(), certificate(name));
    }

    private void wanted() {
        world.add("leaf", Map.of("validFor", 90 * DAY, "signer", Map.of("selfSigned", Map.of())));
    }

    private void alone() {
        wanted();
        assertThat(reason("leaf")).isEqualTo("Issued");
    }

    private void later(int days) {
        world.now = world.now.plus(Duration.ofDays(days));
    }

    @Test
    void itIsAskedForOnceAndRenewedInTime() {
        alone();
        assertThat(byCompany("leaf")).isTrue();
        assertThat(trust("leaf")).containsExactly(company.certificate());
        assertThat(world.status("leaf").get("issuer"))
                .isEqualTo(OwnSecret.id(company.certificate()));
        later(70);
        assertThat(reason("leaf")).isEqualTo("Issued");
        assertThat(asked).isEqualTo(1);
        later(3);
        assertThat(reason("leaf")).isEqualTo("Issued");
        assertThat(asked).as("at 80 %").isEqualTo(2);
        assertThat(world.told).containsExactly("leaf CertificateIssued", "leaf CertificateRenewed");
    }

    @Test
    void whatNobodySignsIsSignedByItsOwnCa() {
        world.others = any -> Map.of();
        world.add("ca", ca(100 * DAY));
        world.add("leaf", leaf("ca", DAY));
        assertThat(reason("ca")).isEqualTo("Issued");
        assertThat(reason("leaf")).isEqualTo("Issued");
        assertThat(Certificates.signed(certificate("ca"), certificate("leaf"))).isTrue();
        assertThat(world.facts("leaf").secret().signedByOthers()).isFalse();
    }

    @Test
    void withoutTheFileItStaysUntilItIsDue() {
        alone();
        world.asks = false;
        int writes = world.writes;
        assertThat(reason("leaf")).isEqualTo("Issued");
        assertThat(world.writes).isEqualTo(writes);
        later(73);
        assertThat(reason("leaf")).isEqualTo("Issued");
        assertThat(byCompany("leaf")).isFalse();
        assertThat(world.facts("leaf").secret().signedByOthers()).isFalse();
        assertThat(trust("leaf")).containsExactly(certificate("leaf"));
        assertThat(world.status("leaf")).doesNotContainKey("dragoman");
    }

    @Test
    void aCaIsReplacedWithoutAskingForItsCertificatesAgain() {
        world.add("ca", ca(100 * DAY));
        world.add("leaf", leaf("ca", 900 * DAY));
        assertThat(reason("ca")).isEqualTo("Issued");
        assertThat(reason("leaf")).isEqualTo("Issued");
        assertThat(asked).as("CAs are the operator's own").isEqualTo(1);
        assertThat(trust("leaf")).containsExactly(certificate("ca"), company.certificate());
        var before = certificate("ca");
        later(81);
        for (int i = 0; i < 6; i++) {
            var _ = world.reconcile("ca");
            var _ = world.reconcile("leaf");
            world.now = world.now.plus(CertificateWorld.PROPAGATION);
        }
        assertThat(certificate("ca")).isNotEqualTo(before);
        assertThat(trust("leaf")).contains(certificate("ca"), company.certificate());
        assertThat(asked).isEqualTo(1);
        assertThat(world.told)
                .as("it was waited for no longer than for others")
                .contains("ca CaReplaced");
        assertThat(world.status("ca"))
                .as("what others have signed needs the former CA no longer")
                .doesNotContainKey("rotation");
    }

    /** Nobody but the others could write these anew. */
    @ParameterizedTest
    @ValueSource(strings = {TlsSecret.TRUST, TlsSecret.CERTIFICATE, TlsSecret.KEY})
    void whatIsLostIsAskedForAnew(String key) {
        alone();
        world.rewrite("leaf", key, new byte[0], "somebody");
        assertThat(reason("leaf")).isEqualTo("Issued");
        assertThat(asked).isEqualTo(2);
        assertThat(byCompany("leaf")).isTrue();
        assertThat(trust("leaf")).containsExactly(company.certificate());
    }

    @Test
    void anotherSpecIsAskedForAnew() {
        alone();
        world.change("leaf", "hosts", List.of("other.example.com"));
        assertThat(reason("leaf")).isEqualTo("Issued");
        assertThat(asked).isEqualTo(2);
    }

    /** It would be asked for again and again. */
    @Test
    void whatIsNotAsTheSpecSaysIsRefused() {
        world.others =
                request -> sign(request, request.spec().withHosts(List.of("other.example.com")));
        wanted();
        var ending = world.reconcile("leaf");
        assertThat(ending.ready().orElseThrow().reason()).isEqualTo("IssueRefused");
        assertThat(ending.ready().orElseThrow().message()).contains("other.example.com");
        assertThat(world.writes).isZero();
        world.others = this::sign;
        assertThat(reason("leaf")).isEqualTo("Issued");
    }

    /** The others may have another CA by then. */
    @Test
    void oneThatEndsWithItsIssuerIsRenewedInTimeToo() {
        company = company(Duration.ofDays(50));
        alone();
        later(42);
        assertThat(reason("leaf")).isEqualTo("Issued");
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void whoeverTakesTheMarkAwayChangesNothing() {
        alone();
        world.write(
                "leaf",
                world.content("leaf"),
                Map.of(
                        CertificateNames.HASH,
                        world.facts("leaf").secret().hash(),
                        CertificateNames.SEAL,
                        String.valueOf(world.annotation("leaf", CertificateNames.SEAL))));
        int writes = world.writes;
        assertThat(reason("leaf")).isEqualTo("Issued");
        assertThat(world.writes).isEqualTo(writes);
        assertThat(world.status("leaf").get("dragoman")).asString().contains("signedByOthers");
        later(73);
        assertThat(reason("leaf")).isEqualTo("Issued");
        assertThat(asked).isEqualTo(2);
    }

    /** Otherwise it would stay, and the phase would say that there is none of the former CA. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMarkOnWhatTheCaHasSignedDoesNotCount(boolean replaced) {
        world.asks = false;
        world.add("ca", ca(400 * DAY));
        world.add("leaf", leaf("ca", 300 * DAY));
        assertThat(reason("ca")).isEqualTo("Issued");
        assertThat(reason("leaf")).isEqualTo("Issued");
        var before = certificate("ca");
        if (!replaced) {
            mark("leaf");
        }
        world.annotate("ca", CertificateNames.RENEW, "1");
        for (int i = 0; i < 3; i++) {
            var _ = reason("ca");
            if (certificate("ca").equals(before)) {
                var _ = reason("leaf");
            }
            world.now = world.now.plus(CertificateWorld.PROPAGATION);
        }
        assertThat(certificate("ca")).isNotEqualTo(before);
        if (replaced) {
            world.mark("leaf", CertificateNames.OTHERS, "true");
        }
        assertThat(reason("leaf")).isEqualTo("Issued");
        assertThat(Certificates.signed(certificate("ca"), certificate("leaf"))).isTrue();
        assertThat(world.annotation("leaf", CertificateNames.OTHERS)).isIn(null, "");
        assertThat(reason("ca")).isEqualTo("Issued");
        assertThat(world.status("ca").toString()).contains("phase=" + Phase.OVERLAPPING);
    }

    private void mark(String name) {
        world.mark(name, CertificateNames.OTHERS, "true");
        int writes = world.writes;
        var certificate = certificate(name);
        assertThat(reason(name)).isEqualTo("Issued");
        assertThat(world.annotation(name, CertificateNames.OTHERS)).isEqualTo("");
        assertThat(reason(name)).isEqualTo("Issued");
        assertThat(world.writes).as("taken away once").isEqualTo(writes + 1);
        assertThat(certificate(name)).isEqualTo(certificate);
        assertThat(world.status(name).toString()).doesNotContain("signedByOthers");
    }

    @Test
    void norOnWhatSignsItselfNorOnACa() {
        world.asks = false;
        wanted();
        world.add("ca", ca(100 * DAY));
        for (var each : List.of("leaf", "ca")) {
            assertThat(reason(each)).isEqualTo("Issued");
            mark(each);
        }
    }

    @Test
    void whoeverSetsTheMarkAgainAndAgainIsPaused() {
        world.asks = false;
        wanted();
        assertThat(reason("leaf")).isEqualTo("Issued");
        int writes = world.writes;
        for (int i = 0; i < 10; i++) {
            world.mark("leaf", CertificateNames.OTHERS, "true");
            var _ = reason("leaf");
        }
        assertThat(world.writes).isEqualTo(writes + 3);
        assertThat(reason("leaf")).isEqualTo("RepairsDoNotHold");
        assertThat(world.facts("leaf").secret().signedByOthers()).isFalse();
    }

    /** An operator that ends before it writes the status leaves nothing but the mark. */
    @Test
    void theMarkAloneCountsOnWhatOthersHaveSigned() {
        world.add("ca", ca(400 * DAY));
        assertThat(reason("ca")).isEqualTo("Issued");
        world.add("leaf", leaf("ca", 300 * DAY));
        world.writesLeft = 1;
        assertThatThrownBy(() -> world.reconcile("leaf"))
                .isInstanceOf(CertificateWorld.Killed.class);
        assertThat(world.status("leaf")).isEmpty();
        assertThat(reason("leaf")).isEqualTo("Issued");
        assertThat(asked).isEqualTo(1);
        assertThat(byCompany("leaf")).isTrue();
    }

    /** An earlier version has believed the mark, and written so. */
    @Test
    void whatTheStatusSaysOfTheCasOwnIsPutRight() {
        world.asks = false;
        world.add("ca", ca(400 * DAY));
        world.add("leaf", leaf("ca", 300 * DAY));
        assertThat(reason("ca")).isEqualTo("Issued");
        assertThat(reason("leaf")).isEqualTo("Issued");
        world.show("leaf", "dragoman", Map.of("signedByOthers", true));
        assertThat(world.facts("leaf").secret().signedByOthers()).isFalse();
        assertThat(reason("leaf")).isEqualTo("Issued");
        assertThat(world.status("leaf")).doesNotContainKey("dragoman");
    }

    /** An apply that leaves them out would leave them to whoever has set them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                CertificateNames.TAKEN_OVER,
                CertificateNames.OTHERS,
                CertificateNames.SPEC_ALLOWS
            })
    void whatIsIssuedHasNoMarkOfAnybody(String key) {
        world.asks = false;
        world.add("ca", ca(400 * DAY));
        world.add("leaf", leaf("ca", 300 * DAY));
        assertThat(reason("ca")).isEqualTo("Issued");
        assertThat(reason("leaf")).isEqualTo("Issued");
        var before = certificate("leaf");
        world.mark("leaf", key, "2026-01-01T00:00:00Z");
        world.annotate("leaf", CertificateNames.RENEW, "1");
        assertThat(reason("leaf")).isEqualTo("Issued");
        assertThat(certificate("leaf")).isNotEqualTo(before);
        assertThat(world.facts("leaf").secret().annotations()).doesNotContainKey(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {TlsSecret.TRUST, TlsSecret.CERTIFICATE, TlsSecret.KEY})
    void repairsThatDoNotHoldArePaused(String key) {
        alone();
        for (int i = 0; i < 10; i++) {
            world.rewrite("leaf", key, new byte[0], "somebody");
            var _ = reason("leaf");
        }
        assertThat(asked).isEqualTo(1 + 3);
        assertThat(reason("leaf")).isEqualTo("RepairsDoNotHold");
    }

    @Test
    void aClockOfOthersMayBeAhead() {
        world.others =
                request -> {
                    world.now = world.now.plus(Duration.ofMinutes(6));
                    var signed = sign(request);
                    world.now = world.now.minus(Duration.ofMinutes(6));
                    return signed;
                };
        alone();
        assertThat(certificate("leaf").getNotBefore().toInstant()).isAfter(world.now);
        assertThat(reason("leaf")).isEqualTo("Issued");
        assertThat(asked).isEqualTo(1);
    }

    @Test
    void whileOthersAreAwayACaIsNotHeldUp() {
        world.add("ca", ca(100 * DAY));
        world.add("leaf", leaf("ca", 90 * DAY));
        assertThat(reason("ca")).isEqualTo("Issued");
        assertThat(reason("leaf")).isEqualTo("Issued");
        later(81);
        world.others =
                any -> {
                    throw new IllegalStateException("away");
                };
        assertThat(reason("ca")).isEqualTo("Issued");
        assertThat(reason("leaf")).as("the bundle comes first").isEqualTo("Issued");
        assertThat(world.status("leaf").get("trustBundleHash"))
                .isEqualTo(world.status("ca").get("trustBundleHash"));
        assertThatThrownBy(() -> world.reconcile("leaf")).hasMessage("away");
    }

    @Test
    void oneThatBecomesACaIsTheOperatorsOwn() {
        alone();
        world.change("leaf", "isCA", true);
        for (int i = 0; i < 3; i++) {
            assertThat(reason("leaf")).isEqualTo("Issued");
            world.now = world.now.plus(CertificateWorld.PROPAGATION);
        }
        assertThat(asked).isEqualTo(1);
        assertThat(Certificates.signed(certificate("leaf"), certificate("leaf"))).isTrue();
        assertThat(world.facts("leaf").secret().annotations())
                .doesNotContainKey(CertificateNames.OTHERS);
    }

    /** It would be asked for without end. */
    @Test
    void whatIsDueAtOnceIsRefused() {
        world.now = world.now.plus(Duration.ofMinutes(50));
        world.others =
                request -> {
                    var at = world.now;
                    world.now = world.now.minus(Duration.ofMinutes(50));
                    var signed = sign(request, living(request, Duration.ofHours(1)));
                    world.now = at;
                    return signed;
                };
        wanted();
        var ending = world.reconcile("leaf");
        assertThat(ending.ready().orElseThrow().reason()).isEqualTo("IssueRefused");
        assertThat(ending.ready().orElseThrow().message()).contains("would be renewed at once");
    }

    /** As where the spec asks for such a short life. */
    @Test
    void aLifeThatIsTooShortIsRenewedInPauses() {
        world.pace =
                new Pace(
                        0.8,
                        0,
                        CertificateWorld.PROPAGATION,
                        Duration.ofHours(24),
                        Duration.ofHours(1));
        world.others = request -> sign(request, living(request, Duration.ofMinutes(1)));
        alone();
        world.now = world.now.plusSeconds(70);
        var _ = reason("leaf");
        assertThat(asked).isEqualTo(1);
        world.now = world.now.plus(Duration.ofHours(1));
        assertThat(reason("leaf")).isEqualTo("Issued");
        assertThat(asked).isEqualTo(2);
    }

    private static CertificateSpec living(SigningRequest request, Duration life) {
        return new CertificateSpec(
                request.spec().commonName(),
                request.spec().hosts(),
                request.spec().usages(),
                0,
                life,
                request.spec().key());
    }

    /** Others decide how long theirs live; never longer than was asked for. */
    @ParameterizedTest
    @ValueSource(ints = {1, 89, 90, 92})
    void aLifeMayBeShorterThanWasAskedFor(int days) {
        world.others = request -> sign(request, living(request, Duration.ofDays(days)));
        wanted();
        assertThat(reason("leaf")).isEqualTo(days > 91 ? "IssueRefused" : "Issued");
    }
}
