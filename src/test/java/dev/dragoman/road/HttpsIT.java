package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.CapturedLog;
import dev.dragoman.camel.StartRefused;
import dev.dragoman.camel.https.LocalHttps;
import dev.dragoman.tier.Full;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The message of docs/overlays.md to a webhook whose address is in a Secret. */
class HttpsIT {
    private static final Pattern EXAMPLE =
            Pattern.compile("(?s)```yaml\\n# webhook\\.camel\\.yaml[^\\n]*\\n(.*?)```");
    private static final String SYSTEM = "dragoman-system";
    private static final String SECRET = "dragoman-overlays";
    private static final String PATH = "/hook/T0123456789abcdefghij";

    @TempDir private Path directory;
    @TempDir private Path certificates;
    private Road road;
    private LocalHttps server;

    @BeforeEach
    void prepare() throws Exception {
        road = new Road("https");
        server = LocalHttps.start(certificates.resolve("own.pem"));
        var trusted = certificates.resolve("all.pem");
        Files.writeString(
                trusted,
                Files.readString(certificates.resolve("own.pem"))
                        + Files.readString(Path.of(road.environment.get("DRAGOMAN_CA_FILE"))));
        road.environment.put("DRAGOMAN_CA_FILE", trusted.toString());
        road.environment.put("DRAGOMAN_OVERLAYS", directory.toString());
        road.environment.put("DRAGOMAN_HTTPS_HOSTS", server.host());
        overlay(SECRET);
    }

    @AfterEach
    void stop() {
        var _ = road.client().secrets().inNamespace(SYSTEM).withName(SECRET).delete();
        road.close();
        server.close();
    }

    private void overlay(String secret) throws IOException {
        var found = EXAMPLE.matcher(Files.readString(Path.of("docs/overlays.md")));
        assertThat(found.find()).isTrue();
        Files.writeString(
                directory.resolve("webhook.camel.yaml"),
                found.group(1)
                        .replace("namespace: team-a", "namespace: " + road.namespace)
                        .replace("secret:" + SECRET, "secret:" + secret));
    }

    private void secret(String key, String value) {
        var _ =
                road.client()
                        .resource(
                                new SecretBuilder()
                                        .withNewMetadata()
                                        .withNamespace(SYSTEM)
                                        .withName(SECRET)
                                        .endMetadata()
                                        .addToStringData(key, value)
                                        .build())
                        .create();
    }

    @Landing
    @Test
    void theMessageArrivesAndNothingOfTheOperatorWithIt() {
        secret("webhook", "https://" + server.host() + PATH + "\n");
        road.start();
        road.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: orders}}");
        await().untilAsserted(
                        () ->
                                assertThat(server.requests())
                                        .anySatisfy(
                                                request -> {
                                                    assertThat(request.body())
                                                            .isEqualTo(
                                                                    "{\"text\":\"seen: orders\"}");
                                                    assertThat(request.method()).isEqualTo("POST");
                                                    assertThat(request.target()).isEqualTo(PATH);
                                                    assertThat(request.headers())
                                                            .containsOnlyKeys(
                                                                    "connection",
                                                                    "content-length",
                                                                    "content-type",
                                                                    "host",
                                                                    "user-agent");
                                                }));
    }

    @Full
    @Test
    void aWebhookThatRefusesIsNamedByHostAndStatus() {
        secret("webhook", "https://" + server.host() + PATH);
        server.answers(403, "no");
        try (var log = new CapturedLog(road, "dev.dragoman.camel.reconcile")) {
            road.start();
            road.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: orders}}");
            await().untilAsserted(
                            () ->
                                    assertThat(log.lines())
                                            .anySatisfy(
                                                    line ->
                                                            assertThat(line)
                                                                    .contains(
                                                                            "HttpsFailed: https to "
                                                                                    + server.host()
                                                                                    + ": status 403;")));
            assertThat(log.lines()).noneSatisfy(line -> assertThat(line).contains("hook/T0"));
        }
    }

    @Full
    @Test
    void withoutTheSecretTheOperatorDoesNotStart() throws Exception {
        assertThatThrownBy(road::start)
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining(
                        "webhook.camel.yaml:13: {{secret:dragoman-overlays/webhook}}: ")
                .hasMessageContaining("there is no Secret dragoman-overlays in namespace " + SYSTEM)
                .hasMessageNotContaining("\n");
        secret("other", "x");
        assertThatThrownBy(road::start)
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("has no key webhook (it has other)");
        overlay("other-secret");
        assertThatThrownBy(road::start)
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("the operator may not read Secret other-secret")
                .hasMessageContaining("kubectl create role dragoman-other-secret");
        overlay("aso-controller-settings");
        assertThatThrownBy(road::start)
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("is the operator's own and not for overlays");
    }

    @Full
    @Test
    void aHostThatIsNotAllowedEndsTheStart() {
        secret("webhook", "https://" + server.host() + PATH);
        road.environment.remove("DRAGOMAN_HTTPS_HOSTS");
        assertThatThrownBy(road::start)
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("webhook.camel.yaml:13: ")
                .hasMessageContaining("is not allowed: DRAGOMAN_HTTPS_HOSTS is empty")
                .hasMessageNotContaining("hook/T0");
    }
}
