package dev.dragoman.certificates.pki;

import static dev.dragoman.certificates.pki.PkiFixture.ca;
import static dev.dragoman.certificates.pki.PkiFixture.client;
import static dev.dragoman.certificates.pki.PkiFixture.issue;
import static dev.dragoman.certificates.pki.PkiFixture.server;
import static dev.dragoman.certificates.pki.PkiFixture.signer;
import static dev.dragoman.certificates.pki.PkiFixture.with;
import static dev.dragoman.certificates.pki.PkiFixture.withPathLength;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.Patience;
import dev.dragoman.sandbox.controlplane.Binaries;
import dev.dragoman.sandbox.controlplane.Program;
import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What zlint says of issued certificates, by the rules of the RFCs. The rules of browsers (CABF,
 * Mozilla, Apple, Chrome) are left out: they are for certificates of the public web, which no
 * cluster issues, and ask for revocation, policies and names in public domains.
 */
@Full
class ZlintIT {
    private static final String RULES = "RFC3279,RFC5280,RFC5480,RFC5891,RFC8813";
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir Path directory;

    @ParameterizedTest
    @EnumSource
    void noRuleIsBroken(KeySpec key) throws Exception {
        var top = issue(Issuance.selfSigned(withPathLength(ca("top").with(key), 1)));
        var lower = issue(Issuance.by(signer(top), ca("lower").with(key)));
        var hosts = List.of("*.Example.com", "xn--bcher-kva.example", "192.0.2.1", "2001:db8::1");
        var server = server().with(key).withHosts(hosts);
        var by = signer(lower);
        for (var each :
                List.of(
                        top,
                        lower,
                        issue(Issuance.by(by, server)),
                        issue(Issuance.by(by, client().with(key))),
                        issue(Issuance.by(by, with(server, Usage.SERVER, Usage.CLIENT))),
                        issue(Issuance.selfSigned(server)))) {
            assertThat(broken(each.certificate())).isEmpty();
        }
    }

    @Test
    void longLivesAndNamesOutsideOfAsciiBreakNoneEither() throws Exception {
        var spec =
                with(
                        PkiFixture.named(client(), "\u00c4\u00d6\u00dc, \ud83d\ude00"),
                        CertificateSpec.LONGEST);
        assertThat(broken(issue(Issuance.selfSigned(spec)).certificate())).isEmpty();
        var former = OddCertificates.constrained("example.com", "a.example.com");
        var renewed =
                Issuance.selfSigned(with(ca("ca"), Duration.ofSeconds(5)))
                        .replacing(former.issuer().certificate());
        assertThat(broken(issue(renewed).certificate())).isEmpty();
    }

    /** Or nothing would have been judged. */
    @Test
    void rulesThatAreBrokenAreSeen() throws Exception {
        var odd =
                OddCertificates.certificate(
                        "CN=odd",
                        true,
                        Duration.ofDays(1),
                        Extension.keyUsage,
                        new KeyUsage(KeyUsage.keyCertSign));
        assertThat(broken(odd)).containsKey("e_ext_subject_key_identifier_missing_ca");
    }

    /** Names of rules that are broken, with what zlint calls it. */
    private Map<String, String> broken(X509Certificate certificate) throws Exception {
        var file = directory.resolve("certificate.pem");
        Files.write(file, PemFiles.write(List.of(certificate)));
        var process =
                new ProcessBuilder(
                                new Binaries(_ -> {}).path(Program.ZLINT).toString(),
                                "-includeSources",
                                RULES,
                                file.toString())
                        .redirectError(directory.resolve("complaints.txt").toFile())
                        .start();
        try {
            return broken(process);
        } finally {
            process.destroyForcibly();
        }
    }

    private static Map<String, String> broken(Process process)
            throws IOException, InterruptedException {
        var said = JSON.readTree(process.getInputStream().readAllBytes());
        assertThat(Patience.ends(process)).isTrue();
        var broken = new TreeMap<String, String>();
        int passed = 0;
        for (var rule : said.properties()) {
            var result = rule.getValue().path("result").asText();
            if (List.of("error", "fatal", "warn").contains(result)) {
                broken.put(rule.getKey(), result);
            }
            passed += "pass".equals(result) ? 1 : 0;
        }
        assertThat(passed).isGreaterThan(20);
        return broken;
    }
}
