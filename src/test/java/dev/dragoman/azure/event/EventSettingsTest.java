package dev.dragoman.azure.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where events come from, and what is refused. */
class EventSettingsTest {
    private static final String HOST = "events.servicebus.windows.net";
    private static final String CONNECTION =
            "Endpoint=sb://events.servicebus.windows.net/;SharedAccessKeyName=n;SharedAccessKey=secret=";

    @ParameterizedTest
    @CsvSource({
        "changes, changes,",
        "team/changes, team/changes,",
        "topic/subscriptions/dragoman, topic, dragoman",
        "a/b/Subscriptions/dragoman-1, a/b, dragoman-1"
    })
    void readsQueuesAndTopics(String path, String entity, String subscription) {
        var read = EventSettings.from(Map.of(EventSettings.QUEUE, HOST + "/" + path)).orElseThrow();
        assertThat(read.host()).isEqualTo(HOST);
        assertThat(read.entity()).isEqualTo(entity);
        assertThat(read.subscription()).isEqualTo(Optional.ofNullable(subscription));
    }

    @Test
    void withoutAQueueThereAreNoEvents() {
        assertThat(EventSettings.from(Map.of())).isEmpty();
        assertThatThrownBy(() -> EventSettings.from(Map.of(EventSettings.IDENTITY, "team")))
                .hasMessageContaining("DRAGOMAN_EVENTS_QUEUE is not");
    }

    @ParameterizedTest
    @ValueSource(strings = {"changes", "sb://h/q", "h/", "h/q?a=b", "h/q#x", "h/{{x}}", "h/q q"})
    void refusesWhatIsNoQueue(String queue) {
        assertThatThrownBy(() -> EventSettings.from(Map.of(EventSettings.QUEUE, queue)))
                .hasMessageContaining("HOST/QUEUE");
    }

    @Test
    void takesAConnectionStringOfThatNamespaceAlone() {
        var queue = Map.of(EventSettings.QUEUE, HOST + "/q", EventSettings.CONNECTION, CONNECTION);
        assertThat(EventSettings.from(queue).orElseThrow().toString())
                .doesNotContain("secret")
                .contains("***");
        assertThatThrownBy(
                        () ->
                                EventSettings.from(
                                        Map.of(
                                                EventSettings.QUEUE,
                                                "other.example/q",
                                                EventSettings.CONNECTION,
                                                CONNECTION)))
                .hasMessageContaining("Endpoint=sb://other.example/")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(
                        () ->
                                EventSettings.from(
                                        Map.of(
                                                EventSettings.QUEUE,
                                                HOST + "/q",
                                                EventSettings.CONNECTION,
                                                CONNECTION,
                                                EventSettings.IDENTITY,
                                                "team")))
                .hasMessageContaining("only one can be used");
    }

    private static Map<String, String> with(String connection) {
        return Map.of(EventSettings.QUEUE, HOST + "/changes", EventSettings.CONNECTION, connection);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ";EntityPath=changes;",
                ";entitypath=Changes",
                ";UseDevelopmentEmulator=true"
            })
    void takesWhatAzureShows(String more) {
        assertThat(EventSettings.from(with(CONNECTION + more))).isPresent();
        assertThat(
                        EventSettings.from(
                                with(
                                        "Endpoint=sb://%s;SharedAccessSignature=SharedAccessSignature sr=x&sig=secret%s"
                                                .formatted(HOST, more))))
                .isPresent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    secret
                    Endpoint=https://HOST/;SharedAccessKeyName=n;SharedAccessKey=secret
                    Endpoint=sb://HOST.evil/;SharedAccessKeyName=n;SharedAccessKey=secret
                    Endpoint=sb://EVIL/;Endpoint=sb://HOST/;SharedAccessKeyName=n;SharedAccessKey=secret
                    SharedAccessKeyName=n;SharedAccessKey=secret
                    Endpoint=sb://HOST/
                    Endpoint=sb://HOST/;SharedAccessKey=secret
                    Endpoint=sb://HOST/;SharedAccessKeyName=secret
                    Endpoint=sb://HOST/;SharedAccessKeyName=secret;SharedAccessKey=
                    Endpoint=sb://HOST/;SharedAccessKeyName=n;SharedAccessKey=secret;x=y
                    Endpoint=sb://HOST/;SharedAccessKeyName=n;SharedAccessKey=secret;secret
                    Endpoint=sb://HOST/;SharedAccessKeyName=n;SharedAccessKey=secret;SharedAccessSignature=s
                    Endpoint=sb://HOST/;SharedAccessKeyName=n;SharedAccessKey=s;EntityPath=secret
                    """)
    void refusesAStringThatCannotReadTheQueue(String connection) {
        assertThatThrownBy(() -> EventSettings.from(with(connection.replace("HOST", HOST))))
                .hasMessageStartingWith(
                        "DRAGOMAN_EVENTS_CONNECTION_STRING is not Endpoint=sb://%s/;", HOST)
                .hasMessageContaining("Copy the connection string")
                .hasMessageNotContaining("secret");
    }

    @Test
    void refusesAnIdentityThatIsNoNamespace() {
        assertThatThrownBy(
                        () ->
                                EventSettings.from(
                                        Map.of(
                                                EventSettings.QUEUE,
                                                HOST + "/q",
                                                EventSettings.IDENTITY,
                                                "a/b")))
                .hasMessageContaining("DRAGOMAN_EVENTS_IDENTITY");
    }
}
