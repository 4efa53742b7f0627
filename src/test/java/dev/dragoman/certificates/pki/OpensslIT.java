package dev.dragoman.certificates.pki;

import static dev.dragoman.certificates.pki.PkiFixture.ca;
import static dev.dragoman.certificates.pki.PkiFixture.client;
import static dev.dragoman.certificates.pki.PkiFixture.issue;
import static dev.dragoman.certificates.pki.PkiFixture.server;
import static dev.dragoman.certificates.pki.PkiFixture.signer;
import static dev.dragoman.certificates.pki.PkiFixture.value;
import static dev.dragoman.certificates.pki.PkiFixture.with;
import static dev.dragoman.certificates.pki.PkiFixture.withPathLength;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What OpenSSL says of issued certificates, in its strictest mode. It must be installed. */
@Full
class OpensslIT {
    private static final String SERVER = "sslserver";
    private static final String CLIENT = "sslclient";

    @TempDir Path directory;

    @ParameterizedTest
    @EnumSource
    void certificatesAreVerifiedForTheirPurposeAndNoOther(KeySpec key) throws IOException {
        var top = issue(Issuance.selfSigned(withPathLength(ca("top").with(key), 1)));
        var by = signer(issue(Issuance.by(signer(top), ca("lower").with(key))));
        var host =
                server().with(key).withHosts(List.of("server.example.com", "192.0.2.1", "fd00::1"));
        var server = issue(Issuance.by(by, host));
        var client = issue(Issuance.by(by, client().with(key)));
        var both = issue(Issuance.by(by, with(host, Usage.SERVER, Usage.CLIENT)));
        assertThat(verified(server, SERVER, "-verify_hostname", "server.example.com"))
                .isEqualTo("OK");
        assertThat(verified(server, SERVER, "-verify_ip", "fd00::1")).isEqualTo("OK");
        assertThat(verified(client, CLIENT)).isEqualTo("OK");
        assertThat(verified(both, SERVER)).isEqualTo("OK");
        assertThat(verified(both, CLIENT)).isEqualTo("OK");
        var any = issue(Issuance.by(by, with(host)));
        assertThat(verified(any, SERVER)).isEqualTo("OK");
        assertThat(verified(any, CLIENT)).isEqualTo("OK");
        assertThat(verified(server, CLIENT)).contains("unsuitable certificate purpose");
        assertThat(verified(client, SERVER)).contains("unsuitable certificate purpose");
        assertThat(verified(server, SERVER, "-verify_hostname", "a.example"))
                .contains("hostname mismatch");
        keyIsWhole(server);
    }

    /** What others are asked to sign. */
    @ParameterizedTest
    @EnumSource
    void aRequestIsReadAndItsSignatureVerified(KeySpec key) throws IOException {
        var request = SigningRequest.of(server().with(key), Optional.empty(), PkiFixture.RANDOM);
        var file = write("a.csr", request.text().getBytes(US_ASCII));
        assertThat(openssl("req", "-in", file, "-noout", "-verify", "-text"))
                .contains("CN = server")
                .contains("DNS:server.example.com", "TLS Web Server Authentication", "CA:FALSE");
    }

    /** The key as another program sees it: of the certificate, and sound. */
    private void keyIsWhole(Issued issued) throws IOException {
        var secret = issued.secret();
        var key = write("own.key", secret.get(TlsSecret.KEY).orElseThrow());
        var certificate = write("own.crt", secret.get(TlsSecret.CERTIFICATE).orElseThrow());
        assertThat(openssl("pkey", "-in", key, "-pubout"))
                .isEqualTo(openssl("x509", "-in", certificate, "-noout", "-pubkey"));
        assertThat(openssl("pkey", "-in", key, "-check", "-noout")).contains("Key is valid");
    }

    @ParameterizedTest
    @EnumSource
    void certificatesThatSignThemselvesAreVerified(KeySpec key) throws IOException {
        // one that is no CA is trusted by itself only where parts of a path are enough
        var alone = issue(Issuance.selfSigned(server().with(key)));
        assertThat(verified(alone, SERVER, "-partial_chain")).isEqualTo("OK");
        var root = PkiFixture.root(key);
        assertThat(verified(root, "any")).isEqualTo("OK");
    }

    /** Each is found by its key, though both CAs have one name. */
    @Test
    void leavesOfBothCasAreVerifiedWhileOneIsReplaced() throws IOException {
        var theirs = value(Signer.read(PkiFixture.marin3r("ca")));
        var name = Certificates.name(theirs.issuer().certificate());
        var next = signer(issue(Issuance.selfSigned(ca(name))));
        var last = signer(issue(Issuance.selfSigned(ca(name))));
        var all = new ArrayList<X509Certificate>();
        for (var each : List.of(theirs, next, last)) {
            all.add(each.issuer().certificate());
        }
        for (var order : List.of(all, all.reversed())) {
            for (var each : List.of(theirs, next, last)) {
                var leaf = issue(Issuance.by(each, server()));
                var trusting = new Issued(leaf.key(), leaf.chain(), order);
                assertThat(verified(trusting, SERVER)).isEqualTo("OK");
            }
            var old = value(PemFiles.certificates(PkiFixture.resource("server.crt")));
            var key = value(PemFiles.privateKey(PkiFixture.resource("server.key")));
            assertThat(lax(new Issued(key, old, order))).isEqualTo("OK");
        }
    }

    @Test
    void constraintsThatAreKeptHold() throws IOException {
        var former = OddCertificates.constrained("example.com", "");
        var renewed =
                issue(
                        Issuance.selfSigned(ca("constrained"))
                                .replacing(former.issuer().certificate()));
        assertThat(verified(issue(Issuance.by(signer(renewed), server())), SERVER)).isEqualTo("OK");
        var name = server().withHosts(List.of("a.example"));
        assertThat(
                        Issuance.by(signer(renewed), name)
                                .issue(PkiFixture.NOW, PkiFixture.RANDOM)
                                .problem())
                .contains("name constraints");
    }

    /** As OpenSSL writes them, with the parameters of the curve in front where it does that. */
    @ParameterizedTest
    @CsvSource({
        "RSA PRIVATE KEY, genrsa -traditional 2048, rsa",
        "EC PRIVATE KEY, ecparam -name prime256v1 -genkey, ec",
        "EC PRIVATE KEY, ecparam -name secp384r1 -genkey, ec",
        "EC PRIVATE KEY, ecparam -name secp521r1 -genkey, ec",
        "PRIVATE KEY, genpkey -algorithm ed25519, pkey",
        "PRIVATE KEY, genpkey -algorithm ed448, pkey"
    })
    void olderFormsOfKeysAreRead(String type, String command, String reader) throws IOException {
        var text = Openssl.run(directory, List.of(command.split(" ")));
        assertThat(text).contains("BEGIN " + type);
        var key = value(PemFiles.privateKey(text.getBytes(US_ASCII)));
        var written = Files.write(directory.resolve("key.pem"), PemFiles.write(key)).toString();
        var original = Files.writeString(directory.resolve("original.pem"), text).toString();
        // the same public key, as OpenSSL sees it
        assertThat(Openssl.run(directory, List.of(reader, "-in", written, "-pubout")))
                .isEqualTo(Openssl.run(directory, List.of(reader, "-in", original, "-pubout")))
                .contains("BEGIN PUBLIC KEY");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "genrsa -aes128 -passout pass:secret 2048 | is encrypted; write the key without a"
                        + " password",
                "genrsa -aes128 -passout pass:secret -traditional 2048 | PEM block 1 has a header,"
                        + " as encrypted keys have; write the key without a password",
                "genpkey -algorithm x25519 | is no private key that can be read; write RSA, EC or"
                        + " Ed25519"
            })
    void keysThatCannotBeUsedAreRefused(String command, String problem) throws IOException {
        var text = Openssl.run(directory, List.of(command.split(" ")));
        assertThat(PemFiles.privateKey(text.getBytes(US_ASCII)).problem()).isEqualTo(problem);
    }

    private String verified(Issued issued, String purpose, String... more) throws IOException {
        var options = new ArrayList<>(List.of("-x509_strict", "-purpose", purpose));
        options.addAll(List.of(more));
        return verify(issued, options);
    }

    /** Leaves of MARIN3R have no identifier of their key, which is no fault to most. */
    private String lax(Issued issued) throws IOException {
        return verify(issued, List.of("-purpose", SERVER));
    }

    /** OK, or why not. */
    private String verify(Issued issued, List<String> options) throws IOException {
        var command = new ArrayList<>(List.of("verify"));
        command.addAll(options);
        command.addAll(List.of("-attime", Long.toString(PkiFixture.NOW.getEpochSecond())));
        command.addAll(List.of("-no-CApath", "-no-CAstore"));
        command.addAll(List.of("-CAfile", write("ca.pem", PemFiles.write(issued.anchors()))));
        if (issued.chain().size() > 1) {
            var between = issued.chain().subList(1, issued.chain().size());
            command.addAll(List.of("-untrusted", write("between.pem", PemFiles.write(between))));
        }
        var leaf = write("leaf.pem", PemFiles.write(List.of(issued.certificate())));
        command.add(leaf);
        var said = Openssl.ask(directory, command).said().strip();
        return said.equals(leaf + ": OK") ? "OK" : said;
    }

    private String openssl(String... arguments) throws IOException {
        return Openssl.run(directory, List.of(arguments));
    }

    private String write(String name, byte[] bytes) throws IOException {
        return Files.write(directory.resolve(name), bytes).toString();
    }
}
