package dev.dragoman.certificates.pki;

import static dev.dragoman.certificates.pki.PkiFixture.ca;
import static dev.dragoman.certificates.pki.PkiFixture.signer;
import static dev.dragoman.certificates.pki.PkiFixture.with;
import static dev.dragoman.certificates.pki.PkiFixture.withPathLength;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** TLS of the JDK with issued certificates, where both ends ask for the other's. */
class HandshakeTest {
    private static final String HOST = "server.example.com";
    private static final int MOST_TURNS = 1000;

    /** The JDK verifies with its own clock. */
    private final Instant now = Instant.now();

    @ParameterizedTest
    @EnumSource
    void bothEndsTrustEachOtherWithEachKindOfKey(KeySpec key) throws Exception {
        var top = issue(Issuance.selfSigned(withPathLength(ca("top").with(key), 1)));
        var by = signer(issue(Issuance.by(signer(top), ca("lower").with(key))));
        var server = issue(Issuance.by(by, PkiFixture.server().with(key)));
        var client = issue(Issuance.by(by, PkiFixture.client().with(key)));
        var seen = shaken(server, client, HOST);
        assertThat(seen).containsExactly(client.chain().toArray(Certificate[]::new)).hasSize(2);
    }

    @Test
    void addressesAreVerifiedToo() throws Exception {
        var by = signer(issue(Issuance.selfSigned(ca("ca").with(KeySpec.ECDSA_P256))));
        var server =
                issue(Issuance.by(by, PkiFixture.server().withHosts(List.of("::1", "127.0.0.1"))));
        var client = issue(Issuance.by(by, PkiFixture.client()));
        assertThat(shaken(server, client, "127.0.0.1")).hasSize(1);
        assertThat(shaken(server, client, "::1")).hasSize(1);
        assertThatThrownBy(() -> shaken(server, client, "127.0.0.2"))
                .isInstanceOf(SSLHandshakeException.class)
                .hasMessageContaining("No subject alternative names matching IP address 127.0.0.2");
    }

    /** One that says nothing of what it is for, as MARIN3R's. */
    @Test
    void whatIsForNothingInParticularServesAndAsks() throws Exception {
        for (var key : List.of(KeySpec.RSA_2048, KeySpec.ECDSA_P256)) {
            var by = signer(issue(Issuance.selfSigned(ca("ca").with(key))));
            var any = with(PkiFixture.server().with(key));
            assertThat(shaken(issue(Issuance.by(by, any)), issue(Issuance.by(by, any)), HOST))
                    .hasSize(1);
        }
    }

    @Test
    void othersAreRefused() {
        var by = signer(issue(Issuance.selfSigned(ca("ca").with(KeySpec.ECDSA_P256))));
        var other = signer(issue(Issuance.selfSigned(ca("ca").with(KeySpec.ECDSA_P256))));
        var server = issue(Issuance.by(by, PkiFixture.server()));
        var client = issue(Issuance.by(by, PkiFixture.client()));
        var foreign = issue(Issuance.by(other, PkiFixture.client()));
        assertThatThrownBy(() -> shaken(server, client, "other.example.com"))
                .hasMessageContaining("No subject alternative DNS name matching other.example.com");
        // a client's certificate is none of a server, nor the reverse
        assertThatThrownBy(() -> shaken(client, client, HOST))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("Extended key usage");
        assertThatThrownBy(() -> shaken(server, server, HOST))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("Extended key usage");
        assertThatThrownBy(() -> shaken(server, foreign, HOST)).isInstanceOf(SSLException.class);
    }

    /** Leaves of both are in use while a CA is replaced. */
    @Test
    void aBundleOfTheFormerAndTheNewCaTrustsLeavesOfBoth() throws Exception {
        var theirs = PkiFixture.value(Signer.read(PkiFixture.marin3r("ca")));
        var name = Certificates.name(theirs.issuer().certificate());
        var former = issue(Issuance.selfSigned(ca(name).with(KeySpec.ECDSA_P256)));
        var current = issue(Issuance.selfSigned(ca(name).with(KeySpec.ECDSA_P256)));
        var both = List.of(former.certificate(), current.certificate());
        for (var server : List.of(former, current)) {
            for (var client : List.of(former, current)) {
                var served =
                        trusting(issue(Issuance.by(signer(server), PkiFixture.server())), both);
                var asking =
                        trusting(issue(Issuance.by(signer(client), PkiFixture.client())), both);
                assertThat(shaken(served, asking, HOST)).hasSize(1);
            }
        }
    }

    private static Issued trusting(Issued issued, List<X509Certificate> trusted) {
        return new Issued(issued.key(), issued.chain(), trusted);
    }

    private Issued issue(Issuance issuance) {
        return PkiFixture.issue(
                new Issuance(
                        with(issuance.spec(), Duration.ofDays(1)),
                        issuance.signer(),
                        issuance.predecessor()),
                now);
    }

    /** The client's chain as the server has seen it. */
    private static Certificate[] shaken(Issued server, Issued client, String host)
            throws Exception {
        var serving = context(server).createSSLEngine();
        serving.setUseClientMode(false);
        serving.setNeedClientAuth(true);
        var asking = context(client).createSSLEngine(host, 443);
        asking.setUseClientMode(true);
        var parameters = asking.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        asking.setSSLParameters(parameters);
        var size = serving.getSession().getPacketBufferSize() * 4;
        var toServer = ByteBuffer.allocate(size);
        var toClient = ByteBuffer.allocate(size);
        serving.beginHandshake();
        asking.beginHandshake();
        for (int i = 0; i < MOST_TURNS && !(done(serving) && done(asking)); i++) {
            turn(asking, toServer, toClient);
            turn(serving, toClient, toServer);
        }
        // the client's alert arrives after it is done, with TLS 1.3
        turn(asking, toServer, toClient);
        turn(serving, toClient, toServer);
        assertThat(done(serving) && done(asking)).isTrue();
        return serving.getSession().getPeerCertificates();
    }

    private static boolean done(SSLEngine engine) {
        return engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING
                && !"SSL_NULL_WITH_NULL_NULL".equals(engine.getSession().getCipherSuite());
    }

    private static void turn(SSLEngine engine, ByteBuffer out, ByteBuffer in) throws SSLException {
        for (var task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
        var nothing = ByteBuffer.allocate(0);
        if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            engine.wrap(nothing, out);
        } else {
            in.flip();
            engine.unwrap(in, ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()));
            in.compact();
        }
    }

    private static SSLContext context(Issued issued) throws Exception {
        var own = KeyStore.getInstance("PKCS12");
        own.load(null, null);
        own.setKeyEntry(
                "own", issued.key(), new char[0], issued.chain().toArray(X509Certificate[]::new));
        var keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(own, new char[0]);
        var trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        for (int i = 0; i < issued.anchors().size(); i++) {
            trusted.setCertificateEntry("ca" + i, issued.anchors().get(i));
        }
        var trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), PkiFixture.RANDOM);
        return context;
    }
}
