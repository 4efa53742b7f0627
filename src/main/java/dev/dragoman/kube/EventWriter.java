package dev.dragoman.kube;

import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.Ownership;
import dev.dragoman.kube.object.PlainText;
import dev.dragoman.kube.object.RecentMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes Kubernetes Events. A failure to write one never fails a reconciliation. As in client-go,
 * events are limited, so that an object whose state keeps changing does not fill etcd: an event
 * that repeats the object's last one within an hour is dropped. An object may have a burst of 25
 * events, then one event every five minutes.
 */
public final class EventWriter {
    private static final Logger LOG = LoggerFactory.getLogger(EventWriter.class);
    private static final Duration QUIET = Duration.ofHours(1);

    /** Largest number of objects whose last event is remembered; bounds the memory. */
    private static final int REMEMBERED = 10_000;

    /** Size of the burst of one object. */
    static final int AT_ONCE = 25;

    private static final Duration EVERY = Duration.ofMinutes(5);

    /** Largest note in bytes; the API server refuses a longer note. */
    private static final int NOTE_BYTES = 1024;

    /** Largest part of the object's name in the Event's name, which leaves room for the time. */
    private static final int LONGEST_NAME = 200;

    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final ApiServer api;
    private final String instance;
    private final Clock clock;
    private final Map<String, Recorded> last =
            Collections.synchronizedMap(new RecentMap<>(REMEMBERED));

    /**
     * The last event of an object, and how many events of the burst are left.
     *
     * @param words hash of reason and note
     * @param at when the event was recorded
     * @param left events that the object may still have at that time
     */
    private record Recorded(int words, Instant at, double left) {
        static Recorded first(int words, Instant at) {
            return new Recorded(words, at, AT_ONCE);
        }

        Recorded next(int now, Instant when) {
            double more = Duration.between(at, when).toMillis() / (double) EVERY.toMillis();
            return new Recorded(now, when, Math.min(AT_ONCE, left + more));
        }

        Recorded sent() {
            return new Recorded(words, at, left - 1);
        }
    }

    /**
     * @param instance name of this pod, shown as reportingInstance
     */
    public EventWriter(KubernetesClient client, String instance, Clock clock) {
        this.api = new ApiServer(client);
        this.instance = instance;
        this.clock = clock;
    }

    /**
     * Records an Event, unless the object has too many events.
     *
     * @param regarding the object, as read
     * @param reason CamelCase, stable
     * @param action what was being done, CamelCase
     * @param note text for people; control characters are escaped, and the middle is cut out of a
     *     note above 1 kB
     */
    public void emit(
            Map<String, Object> regarding,
            EventType type,
            String reason,
            String action,
            String note) {
        try {
            var uid = Ownership.uid(regarding);
            var before = last.get(uid);
            var now = clock.instant();
            int words = (reason + "\n" + note).hashCode();
            if (before != null && before.words() == words && before.at().plus(QUIET).isAfter(now)) {
                return;
            }
            var said = before == null ? Recorded.first(words, now) : before.next(words, now);
            if (said.left() < 1) {
                LOG.debug("event {} not recorded: object {} has too many events", reason, uid);
                return;
            }
            send(
                    event(
                            regarding,
                            type,
                            reason,
                            action,
                            Excerpt.bytes(PlainText.of(note), NOTE_BYTES),
                            said.at()));
            last.put(uid, said.sent());
        } catch (RuntimeException e) {
            if (String.valueOf(e.getMessage()).contains("being terminated")) {
                // the namespace is being deleted: nobody reads the event, and each object of the
                // namespace would cause a warning
                LOG.debug("event {} not recorded: {}", reason, e.getMessage());
                return;
            }
            LOG.warn("event {} not recorded: {}", reason, e.getMessage());
        }
    }

    private void send(Map<String, Object> event) {
        var namespace = Json.text(Json.map(event, "metadata"), "namespace");
        var request =
                new ApiServer.Request(
                        "POST",
                        "/apis/events.k8s.io/v1/namespaces/" + Target.encode(namespace) + "/events",
                        Map.of("fieldManager", MetadataWriter.FIELD_MANAGER),
                        ApiServer.JSON,
                        event,
                        "record an event in " + namespace);
        Failures.orThrow(api.send(request), request, false);
    }

    /** Name of an Event about an object of this name. */
    static String name(String object, Instant now) {
        // each part of a name must end with a letter or a digit
        return object.substring(0, Math.min(object.length(), LONGEST_NAME))
                        .replaceFirst("[.-]+$", "")
                + "."
                + Long.toHexString(now.getEpochSecond() * 1_000_000_000L + now.getNano());
    }

    private Map<String, Object> event(
            Map<String, Object> regarding,
            EventType type,
            String reason,
            String action,
            String note,
            Instant now) {
        var metadata = Json.map(regarding, "metadata");
        var name = Json.text(metadata, "name");
        var namespace = Json.text(metadata, "namespace");
        var subject = new LinkedHashMap<String, Object>();
        subject.put("apiVersion", Json.text(regarding, "apiVersion"));
        subject.put("kind", Json.text(regarding, "kind"));
        subject.put("name", name);
        subject.put("namespace", namespace);
        subject.put("uid", Ownership.uid(regarding));
        subject.put("resourceVersion", Versions.of(regarding));
        var event = new LinkedHashMap<String, Object>();
        event.put("apiVersion", "events.k8s.io/v1");
        event.put("kind", "Event");
        event.put(
                "metadata",
                Map.of(
                        "name",
                        name(name, now),
                        "namespace",
                        // where the API server expects events about cluster-scoped objects
                        namespace.isEmpty() ? "default" : namespace));
        event.put("eventTime", MICROS.format(now));
        event.put("reportingController", "dragoman.dev/dragoman");
        event.put("reportingInstance", instance);
        event.put("type", type.text());
        event.put("reason", reason);
        event.put("action", action);
        event.put("note", note);
        event.put("regarding", subject);
        return event;
    }
}
