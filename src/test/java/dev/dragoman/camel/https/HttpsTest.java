package dev.dragoman.camel.https;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.dragoman.camel.CamelRuntime;
import dev.dragoman.camel.Outcomes;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.capability.StepLines;
import dev.dragoman.camel.check.Diagnostic;
import dev.dragoman.camel.check.OverlayCheck;
import dev.dragoman.settings.AllowedHosts;
import dev.dragoman.settings.Trust;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes of overlays that send to a server of https: one that is allowed, and one that is not. */
class HttpsTest {
    private static final String BUILT_IN = "classpath:overlaytest/*.camel.yaml";
    private static final String SECRET = "/hook/T0123456789abcdefghij";

    @TempDir private Path directory;
    @TempDir private Path certificates;
    private LocalHttps server;
    private LocalHttps foreign;
    private final Map<String, String> secrets = new HashMap<>();

    @BeforeEach
    void start() throws Exception {
        server = LocalHttps.start(certificates.resolve("ca.pem"));
        // the same trust, so that nothing but its name keeps a message from it
        foreign = LocalHttps.start(certificates.resolve("foreign.pem"));
        Files.writeString(
                certificates.resolve("ca.pem"),
                Files.readString(certificates.resolve("ca.pem"))
                        + Files.readString(certificates.resolve("foreign.pem")));
    }

    @AfterEach
    void stop() {
        server.close();
        foreign.close();
    }

    private HttpsAccess access() {
        return new HttpsAccess(
                AllowedHosts.of(AllowedHosts.VARIABLE, server.host()),
                Trust.sslContext(Optional.of(certificates.resolve("ca.pem"))),
                reference -> {
                    var value = secrets.get(reference.text());
                    if (value == null) {
                        throw new SecretReader.Unreadable("there is no Secret " + reference.text());
                    }
                    return value;
                });
    }

    private void route(String steps) throws Exception {
        Files.writeString(
                directory.resolve("hook.camel.yaml"),
                """
                - route:
                    id: hook
                    from:
                      uri: direct:hook
                      steps:
                %s"""
                        .formatted(steps.indent(8)));
    }

    private CamelRuntime runtime() {
        var runtime =
                new CamelRuntime(
                        new Overlays(List.of(directory)),
                        Map.of(),
                        BUILT_IN,
                        Map.of(),
                        Map.of(),
                        access(),
                        new StepLines());
        runtime.start();
        return runtime;
    }

    private Exchange send(Object body, Map<String, Object> headers) throws Exception {
        try (var runtime = runtime();
                var producer = runtime.context().createProducerTemplate()) {
            return producer.request(
                    "direct:hook",
                    exchange -> {
                        exchange.getMessage().setBody(body);
                        exchange.getMessage().setHeaders(new HashMap<>(headers));
                    });
        }
    }

    private static String text(Exchange exchange) {
        return exchange.getMessage().getBody(String.class);
    }

    private List<String> problems() {
        return new OverlayCheck(BUILT_IN, Map.of(), Map.of(), access(), List.of())
                .check(new Overlays(List.of(directory))).stream()
                        .filter(problem -> !problem.warning())
                        .map(Diagnostic::toString)
                        .toList();
    }

    @Test
    void theBodyArrivesAndTheAnswerComesBack() throws Exception {
        server.answers(200, "{\"ok\": true}");
        route(
                """
                - setHeader: { name: Content-Type, constant: application/json }
                - setHeader: { name: X-Team, constant: blue }
                - to: https://%s%s?a=%%2Fx%%2B&token=q
                """
                        .formatted(server.host(), SECRET));
        var answer =
                send(
                        "{\"text\": \"done\"}",
                        Map.of(
                                "CamelKubernetesReconcileName", "orders",
                                "CamelKubernetesEventNote", "n",
                                "DragomanStep", "put",
                                "dragomanOther", "x"));
        assertThat(answer.getException()).isNull();
        assertThat(text(answer)).isEqualTo("{\"ok\": true}");
        // more than one step may read it
        assertThat(text(answer)).isEqualTo("{\"ok\": true}");
        assertThat(answer.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE)).isEqualTo(200);
        assertThat(answer.getMessage().getHeaders())
                .containsEntry("DragomanStep", "put")
                .doesNotContainKey("Date");
        assertThat(server.requests())
                .singleElement()
                .satisfies(
                        request -> {
                            assertThat(request.method()).isEqualTo("POST");
                            assertThat(request.target()).startsWith(SECRET + "?");
                            assertThat(request.target()).contains("a=%2Fx%2B", "token=q");
                            assertThat(request.body()).isEqualTo("{\"text\": \"done\"}");
                            assertThat(request.headers())
                                    .containsOnlyKeys(
                                            "connection",
                                            "content-length",
                                            "content-type",
                                            "host",
                                            "user-agent",
                                            "x-team");
                        });
    }

    @Test
    void methodAndPathMayBeSaidByTheRoute() throws Exception {
        route(
                """
                - setHeader: { name: CamelHttpMethod, constant: PUT }
                - toD: "https://%1$s/items/${header.item}"
                - setHeader: { name: CamelHttpMethod, constant: DELETE }
                - toD: "https://%1$s/items/${header.item}"
                - toD: "https://%1$s/found%%2Fhere?item=${header.item}&a=%%2B&httpMethod=POST"
                - to: https://%1$s/encoded?%%68ttpMethod=DELETE&a=1
                - to: { uri: "https://%1$s/last", parameters: { httpMethod: PATCH, responseTimeout: 5000 } }
                """
                        .formatted(server.host()));
        assertThat(send("x", Map.of("item", "7")).getException()).isNull();
        assertThat(server.requests())
                .extracting(LocalHttps.Request::method, LocalHttps.Request::target)
                .containsExactly(
                        tuple("PUT", "/items/7"),
                        tuple("DELETE", "/items/7"),
                        tuple("POST", "/found%2Fhere?item=7&a=%2B"),
                        tuple("DELETE", "/encoded?a=1"),
                        tuple("PATCH", "/last"));
    }

    /** Options of a computed address are in force, and are not sent. */
    @ParameterizedTest
    @ValueSource(strings = {"", "a=b&"})
    void anOptionOfAComputedAddressIsNoQuery(String query) throws Exception {
        route(
                "- toD: https://%s/${header.item}?%shttpMethod=PUT&responseTimeout=300"
                        .formatted(server.host(), query));
        var over = server.hangs();
        assertThat(send("x", Map.of("item", "7")).getException())
                .hasMessageContaining("no answer in time");
        over.countDown();
        assertThat(server.requests())
                .extracting(LocalHttps.Request::method, LocalHttps.Request::target)
                .containsExactly(tuple("PUT", "/7" + (query.isEmpty() ? "" : "?a=b")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mine?x={{secret:teams/token}}",
                "mine/{{secret:teams/token}}",
                "mine?httpMethod=DELETE",
                "mine&responseTimeout=1",
                "../other"
            })
    void aValueOfAUserIsAPartOfThePathAlone(String value) throws Exception {
        secrets.put("teams/token", "0123456789");
        route(
                """
                - setHeader: { name: Authorization, constant: "Bearer {{secret:teams/token}}" }
                - toD: "https://%s/{{secret:teams/token}}/${header.user}"
                """
                        .formatted(server.host()));
        assertThat(send("x", Map.of("user", "T0/B0")).getException()).isNull();
        var failed = send("x", Map.of("user", value));
        assertThat(failed.getException()).isNotNull();
        assertThat(server.requests())
                .extracting(LocalHttps.Request::target)
                .containsExactly("/0123456789/T0/B0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CamelHttpUri", "CamelRestHttpUri"})
    void aHeaderDoesNotLeadElsewhere(String header) throws Exception {
        route("- to: https://%s/hook".formatted(server.host()));
        for (var target :
                List.of(
                        "https://" + foreign.host() + SECRET,
                        "http://" + foreign.host() + SECRET,
                        // whether anybody listens there is not told either
                        "https://localhost:1" + SECRET,
                        "http://localhost:1" + SECRET,
                        "http://" + server.host() + SECRET)) {
            var answer = send("x", Map.of(header, target));
            assertThat(answer.getException())
                    .as(target)
                    .isInstanceOf(HttpsFailed.class)
                    .hasMessageStartingWith("nothing was sent: ")
                    .hasMessageNotContaining("hook");
        }
        // the client itself takes no such address
        var user = "https://" + server.host() + "@" + foreign.host() + SECRET;
        assertThat(send("x", Map.of(header, user)).getException())
                .isInstanceOf(HttpsFailed.class)
                .hasMessageNotContaining("hook");
        assertThat(foreign.requests()).isEmpty();
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void noHeaderHasASecretResolved() throws Exception {
        secrets.put("hooks/url", "https://" + server.host() + SECRET);
        route("- to: \"{{secret:hooks/url}}\"");
        var answer =
                send(
                        "x",
                        Map.of(
                                "CamelHttpUri",
                                "https://" + server.host() + "/{{secret:hooks/url}}"));
        assertThat(answer.getException())
                .hasMessageContaining("CamelHttpUri contains a placeholder");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void otherHeadersOfCamelAndProxiesChangeNothing() throws Exception {
        route("- to: https://%s/hook".formatted(server.host()));
        var headers = new HashMap<String, Object>();
        headers.put("CamelHttpHost", foreign.host());
        headers.put("Host", foreign.host());
        headers.put("CamelHttpProxyHost", "localhost");
        headers.put("X-Line", "a\r\nX-Other: b");
        assertThat(send("x", headers).getException()).isNull();
        assertThat(foreign.requests()).isEmpty();
        assertThat(server.requests().getFirst().headers())
                .containsEntry("host", server.host())
                .doesNotContainKey("x-other");
    }

    @Test
    void aRedirectIsNotFollowed() throws Exception {
        server.answers(
                exchange -> {
                    exchange.getResponseHeaders()
                            .add("Location", "https://" + foreign.host() + SECRET);
                    exchange.getResponseHeaders().add("Set-Cookie", "a=b");
                    exchange.sendResponseHeaders(307, -1);
                });
        route("- to: https://%s/hook".formatted(server.host()));
        assertThat(send("x", Map.of()).getException())
                .isInstanceOf(HttpsFailed.class)
                .hasMessage("https to %s: status 307".formatted(server.host()));
        assertThat(server.requests()).hasSize(1);
        assertThat(foreign.requests()).isEmpty();
    }

    @Test
    void aFailureNamesHostAndStatusAlone() throws Exception {
        server.answers(500, "your token T0123456789abcdefghij is wrong");
        secrets.put("hooks/url", "https://" + server.host() + SECRET + "?sig=0123456789");
        route("- to: \"{{secret:hooks/url}}\"");
        var failed = send("x", Map.of());
        assertThat(failed.getException())
                .hasMessage("https to %s: status 500".formatted(server.host()))
                .hasNoCause();
        assertThat(Outcomes.of(failed).message())
                .isEqualTo("https to %s: status 500".formatted(server.host()));
        assertThat(failed.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE)).isEqualTo(500);
        assertThat(failed.getAllProperties().toString()).doesNotContain("T0123", "sig=");
        assertThat(server.requests().getFirst().target()).isEqualTo(SECRET + "?sig=0123456789");
    }

    @Test
    void whatIsMeasuredHasTheHostAlone() throws Exception {
        secrets.put("hooks/url", "https://" + server.host() + SECRET);
        route("- to: \"{{secret:hooks/url}}\"");
        try (var runtime = runtime();
                var producer = runtime.context().createProducerTemplate()) {
            producer.sendBody("direct:hook", "x");
            var meters =
                    runtime.context().getRegistry().findByType(MeterRegistry.class).stream()
                            .flatMap(registry -> registry.getMeters().stream())
                            .map(meter -> meter.getId().toString())
                            .toList();
            assertThat(meters)
                    .anySatisfy(meter -> assertThat(meter).contains(server.host()))
                    .noneSatisfy(meter -> assertThat(meter).contains("T0123"));
        }
    }

    @Test
    void aHostThatIsNotThereOrNotTrusted() throws Exception {
        route("- to: https://%s%s".formatted(server.host(), SECRET));
        Files.copy(
                certificates.resolve("foreign.pem"),
                certificates.resolve("ca.pem"),
                StandardCopyOption.REPLACE_EXISTING);
        assertThat(send("x", Map.of()).getException())
                .hasMessageStartingWith("https to %s: TLS failed".formatted(server.host()))
                .hasMessageContaining("DRAGOMAN_CA_FILE")
                .hasMessageNotContaining("hook");
        server.close();
        assertThat(send("x", Map.of()).getException())
                .hasMessage("https to %s: the host refuses connections".formatted(server.host()));
    }

    @Test
    void anAnswerIsBounded() throws Exception {
        route("- to: https://%s/hook".formatted(server.host()));
        server.answers(200, "x".repeat(BoundedRequest.LARGEST));
        assertThat(text(send("x", Map.of()))).hasSize(BoundedRequest.LARGEST);
        server.answers(
                exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    var part = new byte[64 * 1024];
                    // ends when the client goes away
                    while (true) {
                        exchange.getResponseBody().write(part);
                    }
                });
        assertThat(send("x", Map.of()).getException())
                .hasMessageEndingWith("the answer has more than 1048576 bytes");
        server.answers(
                exchange -> {
                    exchange.getResponseHeaders().add("Content-Encoding", "gzip");
                    exchange.sendResponseHeaders(200, 0);
                    try (var zip = new GZIPOutputStream(exchange.getResponseBody())) {
                        zip.write(new byte[2 * BoundedRequest.LARGEST]);
                    }
                });
        assertThat(send("x", Map.of()).getException())
                .hasMessageContaining("has a Content-Encoding");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAnswerEndsInTime(boolean now) throws Exception {
        var over = new CountDownLatch(1);
        server.answers(
                exchange -> {
                    if (now) {
                        exchange.sendResponseHeaders(200, 0);
                    }
                    try {
                        // one byte now and then, or nothing
                        while (!over.await(20, TimeUnit.MILLISECONDS)) {
                            if (now) {
                                exchange.getResponseBody().write('x');
                                exchange.getResponseBody().flush();
                            }
                        }
                    } catch (InterruptedException end) {
                        Thread.currentThread().interrupt();
                    }
                });
        route(
                "- to: https://%s/hook?connectTimeout=1500&responseTimeout=%d"
                        .formatted(server.host(), now ? 1500 : 300));
        assertThat(send("x", Map.of()).getException())
                .isInstanceOf(HttpsFailed.class)
                .hasMessageContaining(now ? "not done after 3000 ms" : "no answer in time")
                .hasMessageContaining("responseTimeout");
        over.countDown();
    }

    @Test
    void aBodyThatIsNoTextIsNamed() throws Exception {
        route("- to: https://%s%s".formatted(server.host(), SECRET));
        assertThat(send(Map.of("a", "secret value"), Map.of()).getException())
                .hasMessageContaining("the message body cannot be sent")
                .hasMessageContaining("marshal")
                .hasMessageNotContaining("secret value");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void aKameletIsHeldToTheSame() throws Exception {
        Files.writeString(
                directory.resolve("tell.kamelet.yaml"),
                """
                apiVersion: camel.apache.org/v1
                kind: Kamelet
                metadata: { name: tell }
                spec:
                  definition: { title: Tell, type: object, properties: { item: { type: string } } }
                  template:
                    from:
                      uri: kamelet:source
                      steps:
                        - to: https://evil.example.com/SECRET
                """);
        route("- to: kamelet:tell?item=7");
        assertThat(problems())
                .singleElement()
                .asString()
                .contains("tell.kamelet.yaml:10: host evil.example.com is not allowed");
        secrets.put("teams/token", "0123456789");
        Files.writeString(
                directory.resolve("tell.kamelet.yaml"),
                Files.readString(directory.resolve("tell.kamelet.yaml"))
                        .replace(
                                "https://evil.example.com/SECRET",
                                "\"https://%s/{{item}}?t={{secret:teams/token}}\""
                                        .formatted(server.host())));
        assertThat(send("x", Map.of()).getException()).isNull();
        assertThat(server.requests())
                .extracting(LocalHttps.Request::target)
                .containsExactly("/7?t=0123456789");
    }

    @Test
    void aSecretMayBeAddressPathAndHeader() throws Exception {
        secrets.put("teams/url", "https://" + server.host() + SECRET + "?sig=a%2Bb");
        secrets.put("teams/path", "some/path");
        secrets.put("teams/token", "0123456789");
        route(
                """
                - setHeader: { name: Authorization, constant: "Bearer {{secret:teams/token}}" }
                - to: { uri: "{{secret:teams/url}}", parameters: { httpMethod: PUT } }
                - to: https://%s/{{secret:teams/path}}
                - toD: "{{secret:teams/url}}"
                """
                        .formatted(server.host()));
        assertThat(send("x", Map.of()).getException()).isNull();
        assertThat(server.requests())
                .extracting(LocalHttps.Request::target)
                .containsExactly(SECRET + "?sig=a%2Bb", "/some/path", SECRET + "?sig=a%2Bb");
        assertThat(server.requests().getFirst().method()).isEqualTo("PUT");
        assertThat(server.requests())
                .allSatisfy(
                        request ->
                                assertThat(request.headers())
                                        .containsEntry("authorization", "Bearer 0123456789"));
    }

    @Test
    void otherComponentsOfTheClassPathAreNotThere() throws Exception {
        route("- log: x");
        try (var runtime = runtime()) {
            assertThatThrownBy(() -> runtime.context().getEndpoint("http://localhost/x"))
                    .hasMessageContaining("No endpoint could be found for: http");
            assertThatThrownBy(() -> runtime.context().getEndpoint("file:/etc"))
                    .hasMessageContaining("No endpoint could be found for: file");
        }
    }
}
