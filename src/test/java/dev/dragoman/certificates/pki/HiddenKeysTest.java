package dev.dragoman.certificates.pki;

import static dev.dragoman.certificates.pki.PkiFixture.NOW;
import static dev.dragoman.certificates.pki.PkiFixture.issue;
import static dev.dragoman.certificates.pki.PkiFixture.root;
import static dev.dragoman.certificates.pki.PkiFixture.server;
import static dev.dragoman.certificates.pki.PkiFixture.signer;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Private keys are in no text that may come into a log, a status or an Event. */
class HiddenKeysTest {
    @ParameterizedTest
    @EnumSource
    void noTextShowsAKey(KeySpec spec) {
        var by = signer(spec);
        var issued = issue(Issuance.by(by, server().with(spec)));
        var secret = issued.secret();
        var observed =
                new ObservedCertificate(
                        server(),
                        secret,
                        Optional.of(by.issuer()),
                        List.of(),
                        true,
                        false,
                        Renewal.usual("uid"));
        var texts =
                new ArrayList<>(
                        List.of(
                                issued.toString(),
                                secret.toString(),
                                by.toString(),
                                Signer.read(root(spec).secret()).toString(),
                                Issuance.by(by, server()).toString(),
                                Issuance.by(by, server()).issue(NOW, PkiFixture.RANDOM).toString(),
                                observed.toString(),
                                PemFiles.privateKey(secret.get("tls.key").orElseThrow()).toString(),
                                PemFiles.certificates(secret.get("tls.key").orElseThrow())
                                        .problem()));
        assertThat(texts)
                .as("and what it is about")
                .contains(
                        "Issued[server]",
                        "TlsSecret[ca.crt, tls.crt, tls.key]",
                        "Signer[root %s]".formatted(spec.text()),
                        "Issuance[server]",
                        "Ok");
        texts.addAll(problems(observed, secret.get("tls.key").orElseThrow()));
        assertThat(texts).hasSizeGreaterThan(100);
        for (var each : shown(issued.key())) {
            assertThat(texts).noneMatch(text -> text.toLowerCase(Locale.ROOT).contains(each));
        }
    }

    /** What is said of keys that were cut off somewhere, or have another letter there. */
    private static List<String> problems(ObservedCertificate observed, byte[] key) {
        var said = new ArrayList<String>();
        int step = Math.max(1, key.length / 60);
        for (int at = 0; at < key.length; at += step) {
            var cut = Arrays.copyOf(key, at);
            var changed = key.clone();
            changed[at] ^= 1;
            for (var each : List.of(cut, changed)) {
                said.add(PemFiles.privateKey(each).problem());
                var broken =
                        new ObservedCertificate(
                                observed.spec(),
                                observed.secret().with(TlsSecret.KEY, each),
                                observed.issuer(),
                                observed.former(),
                                observed.ours(),
                                false,
                                observed.renewal());
                said.add(CertificateChecks.findings(broken, NOW).toString());
            }
        }
        return said;
    }

    /** Parts of the key, as texts may show it; small letters. */
    private static List<String> shown(PrivateKey key) {
        var encoded = key.getEncoded();
        var base64 = Base64.getEncoder().encodeToString(encoded);
        var parts =
                new ArrayList<>(
                        List.of(
                                base64.substring(base64.length() - 24, base64.length() - 8),
                                HexFormat.of()
                                        .formatHex(encoded, encoded.length - 12, encoded.length),
                                new String(encoded, StandardCharsets.ISO_8859_1)
                                        .substring(24, 34)));
        var number =
                switch (key) {
                    case RSAPrivateKey rsa -> rsa.getPrivateExponent();
                    case ECPrivateKey ec -> ec.getS();
                    default -> new BigInteger(1, encoded);
                };
        parts.add(number.toString().substring(0, 20));
        parts.add(number.toString(16).substring(0, 20));
        return parts.stream().map(each -> each.toLowerCase(Locale.ROOT)).toList();
    }
}
