package dev.dragoman.azure.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.CapturedLog;
import dev.dragoman.certificates.pki.KeySpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of credentials: which are read, and what comes of them. */
class IdentityFilesTest {
    private static final String SECRET = "bm90LXRvLWJlLXNob3du";

    @TempDir private Path directory;
    private final IdentityFiles files = new IdentityFiles();
    private Path team;

    @BeforeEach
    void prepare() throws IOException {
        team = Files.createDirectories(directory.resolve("team"));
    }

    private AzureIdentity read(Path file) {
        return read(file, Optional.of(team));
    }

    private AzureIdentity read(Path file, Optional<Path> below) {
        return files.read(
                new AzureIdentity(
                        "00000000-0000-0000-0000-000000000001",
                        "tenant of the Secret",
                        "client of the Secret",
                        new Proof.FileNamed(file, below),
                        List.of("more"),
                        Cloud.PUBLIC));
    }

    private static String content(String client) {
        return """
               {"authentication_endpoint": "https://westus2.login.microsoft.com/", "client_id": "%s", "client_secret": "%s", "tenant_id": "its tenant", "not_before": "2026-11-24T00:00:00Z", "resource_id": "x"}
               """
                .formatted(client, SECRET);
    }

    @Test
    void itSaysWhoItIsAndANewOneCountsAtOnce() throws IOException {
        var file = Files.writeString(team.resolve("a.json"), content("its client"));
        var read = read(file);
        assertThat(read.clientId()).isEqualTo("its client");
        assertThat(read.tenantId()).isEqualTo("its tenant");
        assertThat(read.additionalTenants()).containsExactly("more");
        var proof = (Proof.FileContent) read.proof();
        assertThat(proof.authority()).hasToString("https://westus2.login.microsoft.com");
        assertThat(proof.certificate().reveal()).isEqualTo(SECRET);
        assertThat(read + read.remedy()).doesNotContain(SECRET);
        assertThat(read(file)).as("the same client is used on").isEqualTo(read);

        Files.writeString(file, content("another"));
        assertThat(read(file).clientId()).isEqualTo("another");
    }

    /** As while it is written. */
    @Test
    void oneThatCannotBeUnderstoodChangesNothing() throws IOException {
        var file = Files.writeString(team.resolve("a.json"), content("its client"));
        var before = read(file);
        try (var log = new CapturedLog(IdentityFiles.class.getName())) {
            for (var torn : List.of("", content("x").substring(0, 60), "{}")) {
                Files.writeString(file, torn);
                assertThat(read(file)).isEqualTo(before);
                assertThat(read(file)).isEqualTo(before);
            }
            assertThat(log.lines())
                    .filteredOn(each -> each.contains(file.toString()))
                    .as("once for each content")
                    .hasSize(3)
                    .allMatch(each -> each.endsWith("its last valid content is used"));
        }
        Files.delete(file);
        assertThatThrownBy(() -> read(file))
                .as("taken away")
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not exist");
    }

    @ParameterizedTest(name = "[{index}] {0}")
    @CsvSource(
            delimiter = ';',
            value = {
                "''; has no authentication_endpoint",
                "bm90LXRvLWJlLXNob3du; is no JSON",
                "{\"authentication_endpoint\": \"http://x\"}; has an authentication_endpoint that is no https:// URL",
                "{\"authentication_endpoint\": \"https://x\"}; has no tenant_id",
                "{\"authentication_endpoint\": \"https://x\", \"tenant_id\": \"t\", \"client_id\": \"c\"}; has no client_secret"
            })
    void whatIsWrongIsNamedAndNotShown(String text, String says) throws IOException {
        var file = Files.writeString(team.resolve("a.json"), text);
        assertThatThrownBy(() -> read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the file %s, which AZURE_USER_ASSIGNED_IDENTITY_CREDENTIALS names, %s"
                                .formatted(file, says))
                .hasMessageNotContaining(SECRET);
    }

    /** Of another team's file, or one of the operator's, nothing is learned. */
    @Test
    void noLinkLeadsOut() throws IOException {
        var other = Files.createDirectories(directory.resolve("other"));
        var theirs = Files.writeString(other.resolve("a.json"), content("theirs"));
        var link = Files.createSymbolicLink(team.resolve("link.json"), theirs);
        var way = Files.createSymbolicLink(team.resolve("way"), other);
        for (var each : List.of(link, way.resolve("a.json"))) {
            assertThatThrownBy(() -> read(each))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is a link that leads out of");
        }
        assertThat(read(link, Optional.empty()).clientId())
                .as("the operator's own may lie anywhere")
                .isEqualTo("theirs");
    }

    /** The kubelet puts a volume's files behind two links, and moves one of them. */
    @Test
    void theLinksOfAVolumeAreFollowed() throws IOException {
        var first = Files.createDirectories(team.resolve("..2026_1"));
        Files.writeString(first.resolve("a.json"), content("one"));
        var data = Files.createSymbolicLink(team.resolve("..data"), Path.of("..2026_1"));
        var file = Files.createSymbolicLink(team.resolve("a.json"), Path.of("..data/a.json"));
        assertThat(read(file).clientId()).isEqualTo("one");
        var second = Files.createDirectories(team.resolve("..2026_2"));
        Files.writeString(second.resolve("a.json"), content("two"));
        Files.delete(data);
        Files.createSymbolicLink(data, Path.of("..2026_2"));
        assertThat(read(file).clientId()).isEqualTo("two");
    }

    @Test
    void aDirectoryAndALargeFileAreNotRead() throws IOException {
        assertThatThrownBy(() -> read(Files.createDirectories(team.resolve("d"))))
                .hasMessageContaining("is no regular file");
        var large = Files.write(team.resolve("large"), new byte[(1 << 20) + 1]);
        assertThatThrownBy(() -> read(large)).hasMessageContaining("is larger than 1 MiB");
    }

    @Test
    void theCertificateIsPemOrPkcs12InBase64() {
        var issued = ClientCertificates.issue(KeySpec.RSA_2048);
        var pem = ClientCertificates.certificate(issued) + ClientCertificates.key(issued);
        assertThat(certificate(pem.getBytes(StandardCharsets.US_ASCII)).pem()).isTrue();
        assertThat(certificate(ClientCertificates.pkcs12(issued, "")).pem()).isFalse();
        assertThatThrownBy(() -> certificate(new byte[] {1, 2, 3}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the client_secret of the file /f is neither PEM nor PKCS#12");
        assertThatThrownBy(() -> certificate(ClientCertificates.pkcs12(issued, "password")))
                .hasMessageStartingWith(
                        "the client_secret of the file /f is PKCS#12 with a password");
        assertThatThrownBy(
                        () ->
                                CertificateFile.read(
                                        new Proof.FileContent(
                                                Path.of("/f"),
                                                new Sensitive("="),
                                                Cloud.PUBLIC.authorityHost())))
                .hasMessageStartingWith("the client_secret of the file /f ");
    }

    private static CertificateFile certificate(byte[] content) {
        return CertificateFile.read(
                new Proof.FileContent(
                        Path.of("/f"),
                        new Sensitive(Base64.getEncoder().encodeToString(content)),
                        Cloud.PUBLIC.authorityHost()));
    }
}
