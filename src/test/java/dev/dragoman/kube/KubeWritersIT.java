package dev.dragoman.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.kube.failure.InvalidName;
import dev.dragoman.kube.failure.ObjectGone;
import dev.dragoman.kube.failure.WriteConflict;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.MetadataChange;
import dev.dragoman.kube.object.Ownership;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.tier.Landing;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Status, metadata and events on a real API server, with another client at work beside them. */
@Landing
class KubeWritersIT extends KubeWritersFixture {
    private final StatusWriter status = new StatusWriter(client, kinds, this::tell);
    private final MetadataWriter metadata = new MetadataWriter(client, kinds, this::tell);

    private static String path(Map<String, Object> widget) {
        return WIDGETS + "/" + Json.text(Json.map(widget, "metadata"), "name");
    }

    private static Map<String, Object> condition(String type, String value) {
        return Map.of("type", type, "status", value);
    }

    @Test
    void statusIsWrittenOnceAndLeavesOthersConditionsAlone() {
        var widget = widget();
        var wanted =
                Map.<String, Object>of("conditions", List.of(condition("Ready", "True")), "n", 1);

        var written = status.write(widget, wanted, "dragoman-status").orElseThrow();

        assertThat(told).hasSize(1);
        assertThat(status.write(written, wanted, "dragoman-status")).isEmpty();
        raw.apply(
                path(widget) + "/status",
                "someone",
                object(
                        API,
                        "Widget",
                        Json.text(Json.map(widget, "metadata"), "name"),
                        "status",
                        Map.of("conditions", List.of(condition("Other", "True")))));
        var both = raw.get(path(widget));
        assertThat(status.write(both, wanted, "dragoman-status")).isEmpty();

        var less = status.write(both, Map.of("n", 2), "dragoman-status").orElseThrow();
        assertThat(Json.maps(Json.map(less, "status"), "conditions"))
                .extracting(c -> c.get("type"))
                .containsExactly("Other");
        assertThat(Json.map(less, "metadata")).extracting("generation").isEqualTo(1);
        assertThat(told).hasSize(2);
    }

    @Test
    void lateStatusFailsInsteadOfDescribingASuccessor() {
        var widget = widget();
        raw.delete(path(widget));
        assertThatThrownBy(() -> status.write(widget, Map.of("n", 1), "dragoman-status"))
                .isInstanceOf(ObjectGone.class);
        assertThat(raw.get(path(widget))).isEmpty();

        raw.create(WIDGETS, widgetNamed(Json.text(Json.map(widget, "metadata"), "name")));
        assertThatThrownBy(() -> status.write(widget, Map.of("n", 1), "dragoman-status"))
                .isInstanceOf(ObjectGone.class);
        assertThat(Json.map(raw.get(path(widget)), "status")).isEmpty();
        assertThat(told).isEmpty();
    }

    @Test
    void statusIsWrittenAlthoughTheObjectWasEditedMeanwhile() {
        var widget = widget();
        raw.patch(
                path(widget),
                ApiServer.JSON_PATCH,
                List.of(Map.of("op", "add", "path", "/spec/size", "value", 3)));
        var written = status.write(widget, Map.of("n", 1), "dragoman-status").orElseThrow();
        assertThat(Json.map(written, "spec")).containsEntry("size", 3);
    }

    @Test
    void metadataIsChangedInOnePatchThatToleratesNoOtherWriter() {
        var widget = widget();
        var change =
                new MetadataChange(
                        Set.of("dragoman.dev/test"),
                        Set.of(),
                        Map.of("a/b", Optional.of("1"), "absent", Optional.empty()),
                        Map.of("l", Optional.of("2")),
                        List.of(),
                        Set.of());

        var written = metadata.write(widget, change);

        assertThat(Json.map(written, "metadata", "annotations")).containsEntry("a/b", "1");
        assertThat(metadata.write(written, change)).isSameAs(written);
        assertThat(told).hasSize(1);
        // an edit between read and write
        raw.patch(
                path(widget),
                ApiServer.JSON_PATCH,
                List.of(Map.of("op", "add", "path", "/spec/size", "value", 2)));
        assertThatThrownBy(
                        () ->
                                metadata.write(
                                        written,
                                        MetadataChange.removeFinalizer("dragoman.dev/test")))
                .isInstanceOfSatisfying(
                        WriteConflict.class, e -> assertThat(e.retriable()).isTrue());
        metadata.write(raw.get(path(widget)), MetadataChange.removeFinalizer("dragoman.dev/test"));
        raw.delete(path(widget));
        assertThatThrownBy(() -> metadata.write(written, MetadataChange.addFinalizer("x.dev/y")))
                .isInstanceOf(ObjectGone.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/status", "../../secrets/a", "a%2Fb"})
    void whatIsNoNameIsNotAskedFor(String name) {
        var reader = new LiveReader(client, new Kinds(client));
        assertThatThrownBy(() -> reader.get("v1", new ObjectKey("", "ConfigMap", "default", name)))
                .isInstanceOf(InvalidName.class)
                .hasMessage(
                        "'%s' is no name of a ConfigMap; correct the field that has this name",
                        name);
    }

    @Test
    void sameEventIsSentOncePerHour() {
        var widget = widget();
        var clock = new SteppedClock();
        var events = new EventWriter(client, "pod-1", clock);
        var long1 = "é".repeat(2000);
        events.emit(widget, EventType.WARNING, "Refused", "Reconcile", long1);
        events.emit(widget, EventType.WARNING, "Refused", "Reconcile", long1);
        assertThat(eventsOf(widget)).hasSize(1);
        assertThat(eventsOf(widget).getFirst())
                .containsEntry("reportingController", "dragoman.dev/dragoman")
                .containsEntry("type", "Warning");
        clock.now = clock.now.plus(Duration.ofMinutes(61));
        events.emit(widget, EventType.WARNING, "Refused", "Reconcile", long1);
        assertThat(eventsOf(widget)).hasSize(2);
        // no action: refused by the API server, and nothing is thrown
        events.emit(widget, EventType.NORMAL, "Odd", "", "note");
    }

    /** Whoever makes something happen again and again must not fill etcd. */
    @Test
    void ofOneObjectThereAreFewEvents() {
        var widget = widget();
        var clock = new SteppedClock();
        var events = new EventWriter(client, "pod-1", clock);
        for (int i = 0; i < 100; i++) {
            clock.now = clock.now.plusSeconds(1);
            events.emit(widget, EventType.NORMAL, "Renewed", "Reconcile", "number " + i);
        }
        assertThat(eventsOf(widget)).hasSize(EventWriter.AT_ONCE);
        clock.now = clock.now.plus(Duration.ofMinutes(5));
        events.emit(widget, EventType.NORMAL, "Renewed", "Reconcile", "later");
        assertThat(eventsOf(widget)).hasSize(EventWriter.AT_ONCE + 1);
    }

    private static List<Map<String, Object>> eventsOf(Map<String, Object> object) {
        return Json.maps(raw.get("/apis/events.k8s.io/v1/namespaces/default/events"), "items")
                .stream()
                .filter(e -> Ownership.uid(object).equals(Json.map(e, "regarding").get("uid")))
                .toList();
    }

    private static final class SteppedClock extends Clock {
        private Instant now = Instant.parse("2026-11-01T00:00:00Z");

        @Override
        public java.time.ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
