package dev.dragoman.certificates;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Recipe;
import dev.dragoman.camel.https.LocalHttps;
import dev.dragoman.certificates.pki.Certificates;
import dev.dragoman.certificates.pki.PemFiles;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The recipe for certificates, as it stands in docs/recipes. OpenSSL is the company's CA, behind a
 * server of https; the operator is a process, which is killed.
 */
@Full
@ResourceLock("discovery")
class CertificateRecipesIT {
    private static final String TOKEN = "hvs.the-token";

    @TempDir private Path directory;
    private CertificateCluster cluster;
    private LocalHttps vault;
    private Process operator;

    @BeforeEach
    void open() throws Exception {
        cluster = new CertificateCluster();
        openssl(
                "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30"
                        + " -subj /CN=company -keyout ca.key -out ca.crt"
                        + " -addext keyUsage=critical,keyCertSign,cRLSign");
        vault = LocalHttps.start(directory.resolve("trusted.pem"));
        var overlays = Files.createDirectory(directory.resolve("overlays"));
        for (var file : Recipe.of("company-ca").into(overlays, any -> {})) {
            Files.writeString(
                    file, Files.readString(file).replace("vault.example.com", vault.host()));
        }
        cluster.environment.putAll(
                Map.of(
                        "DRAGOMAN_OVERLAYS",
                        overlays.toString(),
                        "DRAGOMAN_HTTPS_HOSTS",
                        vault.host(),
                        "DRAGOMAN_CA_FILE",
                        directory.resolve("trusted.pem").toString(),
                        "POD_NAMESPACE",
                        cluster.account.namespace()));
        cluster.client()
                .resource(
                        new SecretBuilder()
                                .withNewMetadata()
                                .withName("dragoman-overlays")
                                .withNamespace(cluster.account.namespace())
                                .endMetadata()
                                .addToStringData("vault", TOKEN)
                                .build())
                .serverSideApply();
        vault.answers(exchange -> exchange.sendResponseHeaders(503, -1));
    }

    @AfterEach
    void close() throws InterruptedException {
        if (operator != null) {
            operator.destroyForcibly().waitFor();
        }
        vault.close();
        cluster.close();
    }

    private String certificate(String host) {
        return CertificateCluster.certificate(
                "web",
                "commonName: " + host,
                "hosts: [ %s ]".formatted(host),
                "server: true",
                "validFor: 864000",
                "signer: { selfSigned: {} }",
                "privateKey: { algorithm: ECDSA }");
    }

    private void openssl(String arguments) throws IOException {
        var command = List.of(("openssl " + arguments).split(" ", -1));
        var process =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.onExit().join().exitValue()).as(said).isZero();
    }

    private void run() throws IOException {
        operator = cluster.process(directory.resolve("operator.log"));
    }

    private void kill() throws InterruptedException {
        operator.destroyForcibly().waitFor();
    }

    /** The answer to a request that came. */
    private String signed(int number) throws IOException {
        var asked = Serialization.unmarshal(vault.requests().get(number).body(), Map.class);
        Files.writeString(directory.resolve("a.csr"), String.valueOf(asked.get("csr")));
        openssl(
                "x509 -req -in a.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 9"
                        + " -copy_extensions copyall -out a.crt");
        return Serialization.asJson(
                Map.of(
                        "data",
                        Map.of(
                                "certificate",
                                Files.readString(directory.resolve("a.crt")),
                                "issuing_ca",
                                Files.readString(directory.resolve("ca.crt")))));
    }

    private X509Certificate company() throws IOException {
        return PemFiles.certificates(Files.readAllBytes(directory.resolve("ca.crt")))
                .toOptional()
                .orElseThrow()
                .getFirst();
    }

    @Test
    void theCompanySignsAndTheKeyStays() throws Exception {
        run();
        var host = "web.%s.example.com".formatted(cluster.namespace);
        cluster.apply(certificate(host));
        cluster.reason("web", "Issued");
        assertThat(vault.requests()).as("without the label").isEmpty();
        assertThat(Certificates.signed(cluster.certificateOf("web"), cluster.certificateOf("web")))
                .isTrue();

        var own = cluster.certificateOf("web");
        cluster.kubectl("label", "dsc", "web", "signed-by=company");
        cluster.kubectl("annotate", "dsc", "web", "dragoman.dev/renew=1");
        cluster.reason("web", "NotOfTheCompany");
        cluster.kubectl("label", "namespace", cluster.namespace, "signed-by=company");
        cluster.reason("web", "OverlayFailed");
        cluster.apply(certificate("web.others.example.com"));
        cluster.reason("web", "NotOfTheCompany");
        assertThat(vault.requests()).as("for names of others").hasSize(1);
        cluster.apply(certificate(host));
        assertThat(cluster.reason("web", "OverlayFailed").get("message"))
                .asString()
                .contains("status 503")
                .doesNotContain(TOKEN);
        assertThat(cluster.certificateOf("web")).as("it keeps what it has").isEqualTo(own);

        // killed between request and answer
        int before = vault.requests().size();
        vault.answers(
                exchange -> {
                    try {
                        kill();
                    } catch (InterruptedException stopped) {
                        Thread.currentThread().interrupt();
                    }
                });
        cluster.kubectl("annotate", "dsc", "web", "dragoman.dev/renew=2", "--overwrite");
        await().until(() -> vault.requests().size() > before && !operator.isAlive());
        assertThat(cluster.certificateOf("web")).isEqualTo(own);

        vault.answers(
                exchange -> {
                    var answer =
                            signed(vault.requests().size() - 1).getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, answer.length);
                    exchange.getResponseBody().write(answer);
                });
        run();
        await().until(() -> Certificates.signed(company(), cluster.certificateOf("web")));
        cluster.reason("web", "Issued");
        assertThat(cluster.trust("web")).containsExactly(company());
        assertThat(vault.requests())
                .allSatisfy(
                        each -> {
                            assertThat(each.target()).isEqualTo("/v1/pki/sign/mesh");
                            assertThat(each.headers()).containsEntry("x-vault-token", TOKEN);
                            assertThat(each.body()).doesNotContain("PRIVATE");
                        });

        // it is judged by what it has: nobody is asked again
        kill();
        int asked = vault.requests().size();
        var theirs = cluster.certificateOf("web");
        run();
        cluster.kubectl("annotate", "dsc", "web", "look=again");
        cluster.apply(
                certificate(host)
                        .replace("name: web }\nspec", "name: other }\nspec")
                        .replace("secretRef: { name: web }", "secretRef: { name: other }"));
        cluster.reason("other", "Issued");
        assertThat(vault.requests()).hasSize(asked);
        assertThat(cluster.certificateOf("web")).isEqualTo(theirs);

        cluster.client().secrets().inNamespace(cluster.namespace).withName("web").delete();
        await().until(() -> cluster.secret("web").isPresent());
        cluster.reason("web", "Issued");
        assertThat(Certificates.signed(company(), cluster.certificateOf("web"))).isTrue();
        assertThat(cluster.certificateOf("web")).isNotEqualTo(theirs);
    }
}
