package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.cli.Commands;
import dev.dragoman.cluster.OwnCounts;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * {@code dragoman page} on a real API server: what it answers to whom, and that it is kept current.
 */
@Full
@OwnCounts(by = "a ServiceAccount")
class PageIT {
    private static final String ITEM = "<img src=x onerror=alert(1)>";
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final List<Thread> commands = new ArrayList<>();
    private Road road;

    @BeforeEach
    void start() {
        road = new Road("page");
        road.environment.put("DRAGOMAN_LEADER_ELECTION", "true");
        road.environment.put("POD_NAME", road.namespace);
        road.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (var each : commands) {
            each.interrupt();
            each.join();
        }
        road.close();
    }

    /** Starts the command, and returns the address that it prints. */
    private String page(Path kubeconfig, String... options) {
        var out = new StringWriter();
        var err = new StringWriter();
        var words = new ArrayList<>(List.of("page"));
        words.addAll(List.of(options));
        words.add("--kubeconfig=" + kubeconfig);
        words.add("--operator-namespace=" + road.account.namespace());
        var line = Commands.line().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        commands.add(Thread.ofPlatform().start(() -> line.execute(words.toArray(String[]::new))));
        await().untilAsserted(
                        () -> assertThat(out.toString()).as("%s", err).startsWith("http://127."));
        return out.toString().lines().findFirst().orElseThrow();
    }

    private static HttpResponse<String> get(String address) {
        try {
            return HTTP.send(
                    HttpRequest.newBuilder(URI.create(address)).build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(address, e);
        }
    }

    /** First line of the answer to a request with these headers, of which clients choose some. */
    private static String status(String address, String... headers) {
        var at = URI.create(address);
        try (var socket = new Socket(at.getHost(), at.getPort())) {
            socket.getOutputStream()
                    .write(
                            "GET %s HTTP/1.1\r\n%s\r\n\r\n"
                                    .formatted(at.getPath(), String.join("\r\n", headers))
                                    .getBytes(StandardCharsets.US_ASCII));
            return new BufferedReader(
                            new InputStreamReader(
                                    socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode json(String address) {
        try {
            return new ObjectMapper().readTree(get(address).body());
        } catch (IOException e) {
            throw new IllegalStateException(address, e);
        }
    }

    @Test
    void itIsKeptCurrent() {
        var address = page(road.plane.adminKubeconfig(), "-n", road.namespace);
        var events = new ConcurrentLinkedQueue<String>();
        var reading =
                HTTP.sendAsync(
                        HttpRequest.newBuilder(URI.create(address + "changes")).build(),
                        HttpResponse.BodyHandlers.fromLineSubscriber(new LineQueue(events)));
        await().until(() -> !json(address + "fleet").path("reading").asBoolean());
        await().until(() -> !events.isEmpty());
        events.clear();

        road.apply(ExplainIT.blocked());
        road.apply(Samples.exporting("account", "keys"));
        await().until(() -> json(address + "fleet").at("/causes/0/keeps").size() == 2);
        await().until(() -> !events.isEmpty());
        var fleet = json(address + "fleet");
        assertThat(fleet.at("/causes/0/object/kind").asText()).isEqualTo("ResourceGroup");
        assertThat(fleet.at("/causes/0/reason").asText()).isEqualTo("CredentialNotFound");
        await().until(
                        () ->
                                json(address + "fleet")
                                        .path("operatorLine")
                                        .asText()
                                        .contains("leads"));
        assertThat(fleet.path("namespace").asText()).isEqualTo(road.namespace);
        var object =
                json(
                        address
                                + "object?group=storage.azure.com&kind=StorageAccount&name=account&namespace="
                                + road.namespace);
        assertThat(object.at("/cause/object/name").asText()).isEqualTo("orders");
        assertThat(object.at("/needs/0/relation").asText()).isEqualTo("owner");
        assertThat(json(address + "objects?q=account%20waitingforowner").path("found").asInt())
                .isEqualTo(1);
        assertThat(json(address + "objects?q=isready").path("found").asInt()).isZero();

        var _ =
                road.kubectl(
                        "annotate",
                        "resourcegroup/orders",
                        "serviceoperator.azure.com/credential-from-");
        await().until(() -> json(address + "objects?q=isready").path("found").asInt() == 2);
        var _ = road.kubectl("delete", "storageaccount/account");
        await().until(() -> json(address + "objects?q=").path("found").asInt() == 1);
        reading.cancel(true);
    }

    @Test
    void routesHaveTheCountsOfTheirLinesOrSayWhyNot() {
        var address = page(road.plane.adminKubeconfig(), "-n", road.namespace);
        var routes = json(address + "routes");
        assertThat(routes.path("unread").asText()).contains("pods");
        assertThat(routes.path("routes")).hasSizeGreaterThan(10);
        assertThat(routes.findValuesAsText("address")).contains("bean:azure?method=observe");
    }

    @Test
    void aViewerOfOneNamespaceSeesNothingOfAnother() {
        var other = road.namespace + "-other";
        var named = new NamespaceBuilder().withNewMetadata().withName(other).endMetadata().build();
        road.client().resource(named).create();
        var _ = road.kubectl("create", "serviceaccount", "viewer");
        var _ =
                road.kubectl(
                        "create",
                        "rolebinding",
                        "viewer",
                        "--clusterrole=view",
                        "--serviceaccount=" + road.namespace + ":viewer");
        road.apply(Samples.group("orders", "orders"));
        road.install.apply(
                ExplainIT.blocked().replace("name: orders", "name: theirs"),
                "blocked.yaml",
                "--namespace=" + other);
        road.ready("resourcegroup/orders");
        var viewer = road.plane.serviceAccountKubeconfig(road.namespace, "viewer");
        var own = page(viewer, "-n", road.namespace);
        await().until(() -> json(own + "objects?q=").path("found").asInt() == 1);
        var all = page(viewer, "-A");
        await().until(() -> !json(all + "fleet").path("reading").asBoolean());
        for (var address : List.of(own, all)) {
            assertThat(json(address + "fleet").path("operatorLine").asText())
                    .contains("state unknown");
            for (var question :
                    List.of(
                            "fleet",
                            "objects?q=theirs",
                            "object?group=resources.azure.com&kind=ResourceGroup&name=theirs&namespace="
                                    + other)) {
                assertThat(get(address + question).body())
                        .doesNotContain("CredentialNotFound")
                        .doesNotContain("/own");
            }
        }
        assertThat(json(all + "fleet").path("unread").toString()).contains("no right to list it");
        assertThat(road.plane.audit().writesBy(AuditLog.serviceAccount(road.namespace, "viewer")))
                .isEmpty();
    }

    @Test
    void nobodyElseGetsAnything() {
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        var _ =
                road.kubectl(
                        "patch",
                        "resourcegroup/orders",
                        "--subresource=status",
                        "--type=merge",
                        "-p",
                        "{\"status\":{\"id\":\"%s\"}}".formatted(ITEM));
        var address = page(road.plane.adminKubeconfig(), "-n", road.namespace);
        var at = URI.create(address);
        var html = get(address);
        assertThat(html.statusCode()).isEqualTo(200);
        assertThat(html.headers().firstValue("content-security-policy").orElseThrow())
                .contains("default-src 'none'", "frame-ancestors 'none'", "trusted-types 'none'")
                .doesNotContain("unsafe");
        assertThat(html.body()).doesNotContain("<style", "style=", "onload");
        var objects = get(address + "objects?q=");
        assertThat(objects.headers().firstValue("content-type")).contains("application/json");
        assertThat(objects.headers().firstValue("x-content-type-options")).contains("nosniff");

        var root = "http://127.0.0.1:%d/".formatted(at.getPort());
        var wrong = address.replaceFirst("/[0-9a-f](?=[0-9a-f]{31}/)", "/x");
        for (var elsewhere : List.of(root, root + "fleet", wrong, address.replaceFirst("/$", ""))) {
            assertThat(get(elsewhere).statusCode()).as(elsewhere).isEqualTo(404);
            assertThat(get(elsewhere).body()).isEmpty();
        }
        var own = "Host: 127.0.0.1:" + at.getPort();
        for (var question : List.of("", "fleet", "changes")) {
            assertThat(status(address + question, own)).isEqualTo("HTTP/1.1 200 OK");
            for (var header :
                    List.of(
                            "Origin: http://attacker.test",
                            "Origin: null",
                            "Sec-Fetch-Site: cross-site",
                            "Sec-Fetch-Site: same-site")) {
                assertThat(status(address + question, own, header)).as(header).contains(" 404 ");
            }
            assertThat(status(address + question, "Host: attacker.test:" + at.getPort()))
                    .contains(" 404 ");
        }
        assertThat(get(address + "nothing").statusCode()).isEqualTo(404);
        assertThat(status(address, own, own.replace("Host: ", "Origin: http://")))
                .contains(" 200 ");
        assertThat(get(address.replace("127.0.0.1", "localhost")).statusCode()).isEqualTo(200);
    }
}
