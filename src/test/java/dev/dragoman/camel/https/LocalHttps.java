package dev.dragoman.camel.https;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A server of https at a port of its own, with a certificate of its own authority. */
public final class LocalHttps implements AutoCloseable {
    /** What came: header names in lower case. */
    public record Request(String method, String target, Map<String, String> headers, String body) {}

    /** How it answers. */
    @FunctionalInterface
    public interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    private final HttpsServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private volatile Answer answer = exchange -> exchange.sendResponseHeaders(204, -1);

    private LocalHttps(HttpsServer server) {
        this.server = server;
    }

    /**
     * @param pem where the certificate of the authority is written to
     */
    public static LocalHttps start(Path pem) throws Exception {
        var server = HttpsServer.create(new InetSocketAddress("localhost", 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls(pem)));
        var local = new LocalHttps(server);
        server.setExecutor(local.threads);
        server.createContext("/", local::handle);
        server.start();
        return local;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var headers = new TreeMap<String, String>();
            exchange.getRequestHeaders()
                    .forEach(
                            (name, values) ->
                                    headers.put(
                                            name.toLowerCase(Locale.ROOT),
                                            String.join(", ", values)));
            requests.add(
                    new Request(
                            exchange.getRequestMethod(),
                            exchange.getRequestURI().toString(),
                            headers,
                            new String(
                                    exchange.getRequestBody().readAllBytes(),
                                    StandardCharsets.UTF_8)));
            answer.to(exchange);
        }
    }

    /** {@code localhost:PORT}. */
    public String host() {
        return "localhost:" + server.getAddress().getPort();
    }

    public List<Request> requests() {
        return requests;
    }

    public void answers(Answer next) {
        answer = next;
    }

    /** With this status and text. */
    public void answers(int status, String text) {
        answers(
                exchange -> {
                    var bytes = text.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
                    exchange.getResponseBody().write(bytes);
                });
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static SSLContext tls(Path pem) throws Exception {
        var authority = keys();
        var name = new X500Name("CN=authority of a test");
        var ca = certificate(name, authority, name, authority, true);
        try (var text = new StringWriter();
                var writer = new JcaPEMWriter(text)) {
            writer.writeObject(ca);
            writer.flush();
            Files.writeString(pem, text.toString());
        }
        var own = keys();
        var leaf = certificate(new X500Name("CN=localhost"), own, name, authority, false);
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("own", own.getPrivate(), new char[0], new Certificate[] {leaf, ca});
        var manager = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        manager.init(store, new char[0]);
        var context = SSLContext.getInstance("TLS");
        context.init(manager.getKeyManagers(), null, null);
        return context;
    }

    private static KeyPair keys() throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        return generator.generateKeyPair();
    }

    private static X509Certificate certificate(
            X500Name subject, KeyPair keys, X500Name issuer, KeyPair issuerKeys, boolean ca)
            throws GeneralSecurityException, OperatorCreationException, IOException {
        var now = Instant.now();
        var builder =
                new JcaX509v3CertificateBuilder(
                        issuer,
                        BigInteger.valueOf(ca ? 1 : 2),
                        Date.from(now.minus(Duration.ofMinutes(5))),
                        Date.from(now.plus(Duration.ofDays(1))),
                        subject,
                        keys.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(ca));
        if (!ca) {
            builder.addExtension(
                    Extension.subjectAlternativeName,
                    false,
                    new GeneralNames(new GeneralName(GeneralName.dNSName, "localhost")));
        }
        return new JcaX509CertificateConverter()
                .getCertificate(
                        builder.build(
                                new JcaContentSignerBuilder("SHA256withECDSA")
                                        .build(issuerKeys.getPrivate())));
    }
}
