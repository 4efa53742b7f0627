package dev.dragoman.cli.explain;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cli.cluster.ClusterConfig;
import dev.dragoman.cli.cluster.ClusterRequests;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever the API server answers, the page goes on, and says what it does not know. */
class PageAnswersTest extends StatusFixture {
    private static final String OF_GROUPS = "/apis/" + GROUPS + "/resourcegroups";

    private KubernetesClient client;
    private PageAnswers answers;

    @BeforeEach
    void group() {
        group("orders", "Bad", "");
    }

    @AfterEach
    void end() {
        answers.close();
        client.close();
    }

    private void answers(Optional<URI> metrics) throws IOException {
        var config = ClusterConfig.of(cluster.kubeconfig(directory));
        client = new KubernetesClientBuilder().withConfig(config).build();
        answers = new PageAnswers(new ClusterRequests(client), "home", "", metrics);
        await().until(() -> fleet().get("reading").equals(false));
    }

    private Map<String, Object> fleet() {
        return answers.of("fleet", Map.of());
    }

    private Object found() {
        return answers.of("objects", Map.of()).get("found");
    }

    @ParameterizedTest
    @CsvSource({"401, 1", "503, 1", "403, 0", "404, 0"})
    void whatWasReadStaysUnlessItIsGoneOrHidden(int code, int found) throws IOException {
        answers(Optional.empty());
        assertThat(found()).isEqualTo(1);
        cluster.refused.put(OF_GROUPS, code);
        // a watch that breaks off says something else before
        var why = code == 403 ? "no right" : "HTTP " + code;
        await().until(() -> fleet().get("unread").toString().contains(why));
        assertThat(found()).isEqualTo(found);
    }

    @Test
    void aRefusalIsNewsOnce() throws IOException, InterruptedException {
        for (var each : List.of(OF_GROUPS, OF_ACCOUNTS, "/api/v1/configmaps")) {
            cluster.refused.put(each, 503);
        }
        answers(Optional.empty());
        againAsked();
        long version = answers.newer(-1, Duration.ZERO);
        againAsked();
        assertThat(answers.newer(version, Duration.ZERO)).isEqualTo(version);
    }

    /** Waits until each kind was asked for twice more, so that the first answer was handled. */
    private void againAsked() {
        int asked = cluster.asked.size();
        for (var kind : List.of(OF_GROUPS, OF_ACCOUNTS, "/api/v1/configmaps")) {
            await().until(
                            () ->
                                    cluster.asked.stream()
                                                    .skip(asked)
                                                    .filter(each -> each.contains(kind + "?limit"))
                                                    .count()
                                            > 1);
        }
    }

    @Test
    void anErrorOfAWatchIsNoObject() throws IOException {
        cluster.texts.put(
                OF_GROUPS + "?watch",
                """
                {"type":"ERROR","object":{"kind":"Status","message":"too old","code":410}}
                """);
        answers(Optional.empty());
        await().until(() -> fleet().get("unread").toString().contains("too old"));
        assertThat(found()).isEqualTo(1);
    }

    @Test
    void aKindThatIsInstalledMeanwhileIsKnown() throws IOException {
        answers(Optional.empty());
        var widget = Map.of("group", "x.test", "kind", "Widget", "namespace", "a", "name", "b");
        assertThat(answers.of("object", widget)).containsEntry("reason", "KindMissing");
        cluster.kind("x.test/v1", "Widget", "widgets");
        await().until(() -> answers.of("object", widget).get("reason").equals("Missing"));
    }

    @Test
    void aLookThatFailsIsSaidAndDoneAgain() throws IOException {
        answers(Optional.empty());
        cluster.texts.put("/apis", "{\"items\":[1]}");
        await().until(() -> fleet().get("trouble").toString().contains("ClassCast"));
        cluster.texts.remove("/apis");
        await().until(() -> fleet().get("trouble").equals(""));
    }

    @Test
    void metricsThatHangKeepNobodyWaiting() throws IOException {
        try (var metrics = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            answers(Optional.of(URI.create("http://127.0.0.1:" + metrics.getLocalPort())));
            var routes = CompletableFuture.supplyAsync(() -> answers.of("routes", Map.of()));
            try (var _ = metrics.accept()) {
                assertThat(found()).isEqualTo(1);
                assertThat(routes).isNotDone();
                assertThat(routes.join().get("unread").toString()).contains("timed out");
            }
        }
    }

    @Test
    void aQuestionThatFailsIsAnswered() throws IOException, InterruptedException {
        cluster.texts.put("/metrics", "dragoman_steps_total{capability=\"a\",step=\"b\"} 1.2.3");
        answers(Optional.of(cluster.address().resolve("/metrics")));
        try (var server = PageServer.open(0, answers);
                var http = HttpClient.newHttpClient()) {
            var question = HttpRequest.newBuilder(URI.create(server.address() + "routes")).build();
            var answer = http.send(question, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(502);
            assertThat(answer.body()).contains("error", "NumberFormat");
        }
    }
}
