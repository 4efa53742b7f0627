package dev.dragoman.azure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.CapturedLog;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.ObjectCache;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Whom a message wakes, and what is counted. */
class AzureEventsTest {
    private static final String GROUP = "/subscriptions/s/resourceGroups/g";
    private static final String ACCOUNT =
            GROUP + "/providers/Microsoft.Storage/storageAccounts/acc";
    private static final ObjectKey OF_GROUP = new ObjectKey("r", "ResourceGroup", "ns", "g");
    private static final ObjectKey OF_ACCOUNT = new ObjectKey("s", "StorageAccount", "ns", "acc");
    private static final ObjectKey TWIN = new ObjectKey("s", "StorageAccount", "other", "acc");

    private final Map<String, Set<ObjectKey>> index = new HashMap<>();
    private final List<ObjectKey> woken = new ArrayList<>();
    private final List<Runnable> later = new ArrayList<>();
    private final List<Duration> pauses = new ArrayList<>();
    private final Set<ObjectKey> annotated = new HashSet<>();
    private final AtomicReference<Instant> now =
            new AtomicReference<>(Instant.parse("2026-11-29T10:00:00Z"));
    private final AtomicBoolean leads = new AtomicBoolean(true);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Memory memory = new Memory(now::get, any -> Duration.ofDays(1));
    private final AzureEvents events =
            new AzureEvents(
                    (ObjectCache)
                            Proxy.newProxyInstance(
                                    getClass().getClassLoader(),
                                    new Class<?>[] {ObjectCache.class},
                                    (proxy, method, arguments) ->
                                            "shown".equals(method.getName())
                                                    ? shown((ObjectKey) arguments[0])
                                                    : index.getOrDefault(
                                                            (String) arguments[1], Set.of())),
                    memory,
                    now::get,
                    this::look,
                    this::plan,
                    leads::get,
                    meters);

    private void wake(String text) {
        wake(text.getBytes(UTF_8));
    }

    private void wake(byte[] message) {
        try {
            events.look(message);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void look(ObjectKey key) {
        woken.add(key);
        memory.begins(key, true);
        memory.ended(key, false);
    }

    private void plan(Runnable run, Duration after) {
        later.add(run);
        pauses.add(after);
    }

    private Optional<Map<String, Object>> shown(ObjectKey key) {
        return Optional.of(
                annotated.contains(key)
                        ? Map.of()
                        : Map.of("status", Map.of("id", "/subscriptions/s")));
    }

    /** The keys of the object were asked for by a comparison. */
    private void ask(ObjectKey key) {
        memory.begins(key, true);
        memory.asked(key, 1);
        memory.ended(key, false);
    }

    private boolean asksForKeys(ObjectKey key) {
        return memory.standing(key, 0).isEmpty();
    }

    private String event(String type, String id, String operation) {
        return """
               {"type": "Microsoft.Resources.Resource%s", "subject": "%s", "time": "%s", "data": {"operationName": "%s"}}"""
                .formatted(type, id, now.get(), operation);
    }

    private double count(String name, String tag, String value) {
        var found = meters.find(name).tag(tag, value).counter();
        return found == null ? 0 : found.count();
    }

    private void holds(String id, ObjectKey... keys) {
        index.put(ResourceId.key(id), Set.of(keys));
    }

    @Test
    void wakesAllObjectsOfTheIdHoweverItIsSpelled() {
        holds(GROUP, OF_GROUP);
        holds(ACCOUNT, OF_ACCOUNT, TWIN);
        wake(event("WriteSuccess", ACCOUNT.toUpperCase(java.util.Locale.ROOT), ""));
        assertThat(woken).containsExactlyInAnyOrder(OF_ACCOUNT, TWIN);
        assertThat(count("dragoman_events", "result", "changed")).isOne();
    }

    @Test
    void wakesTheObjectsOfTheNearestIdAbove() {
        holds(GROUP, OF_GROUP);
        wake(event("DeleteSuccess", ACCOUNT + "/blobServices/default/containers/c", ""));
        assertThat(woken).containsExactly(OF_GROUP);
        holds(ACCOUNT, OF_ACCOUNT);
        now.set(now.get().plusSeconds(1));
        wake(event("WriteSuccess", ACCOUNT + "/blobServices/default/containers/c", ""));
        assertThat(woken).containsExactly(OF_GROUP, OF_ACCOUNT);
        wake(event("WriteSuccess", ACCOUNT.replace("/g/", "/gg/"), ""));
        assertThat(woken).hasSize(2);
        assertThat(count("dragoman_events", "result", "unknown")).isOne();
    }

    @Test
    void wakesOncePerMessageAndNotForWhatIsKnown() {
        holds(ACCOUNT, OF_ACCOUNT);
        ask(OF_ACCOUNT);
        var one = event("WriteSuccess", ACCOUNT, "");
        wake(
                "[%s,%s]"
                        .formatted(
                                one,
                                event("ActionSuccess", ACCOUNT, "M.S/s/regenerateKey/action")));
        assertThat(woken).containsExactly(OF_ACCOUNT);
        wake(one);
        assertThat(woken).hasSize(1);
        assertThat(count("dragoman_events", "result", "known")).isOne();
        assertThat(count("dragoman_events", "result", "keys")).isOne();
        assertThat(asksForKeys(OF_ACCOUNT)).isTrue();
        wake(event("ActionSuccess", ACCOUNT, "Microsoft.Storage/storageAccounts/listKeys/action"));
        assertThat(count("dragoman_events", "result", "other")).isOne();
        assertThat(woken).hasSize(1);
    }

    @Test
    void whatCannotBeReadIsCountedAndToldOnce() {
        try (var log = new CapturedLog(AzureEvents.class.getName())) {
            wake("hello");
            wake("world");
            wake(new byte[1_000_000]);
            assertThat(log.lines()).hasSize(2).allMatch(line -> line.contains("cannot be read"));
        }
        assertThat(count("dragoman_events_messages", "result", "unread")).isEqualTo(3);
    }

    @Test
    void unknownResourcesLeaveNothing() {
        for (int i = 0; i < 10_000; i++) {
            wake(event("WriteSuccess", ACCOUNT + i, ""));
        }
        assertThat(memory.isOpen(OF_ACCOUNT, 1)).isFalse();
        assertThat(meters.getMeters()).hasSizeLessThan(10);
    }

    @Test
    void aReplicaThatDoesNotLeadCompletesNothing() {
        leads.set(false);
        assertThatThrownBy(() -> wake("[]")).hasMessageContaining("does not lead");
    }

    @Test
    void aBrokerThatFailsIsAwayUntilAMessageComesOrItFailsNoMore() {
        assertThat(events.problem()).isEmpty();
        events.failed(new IllegalStateException("unauthorized"));
        assertThat(events.problem())
                .hasValueSatisfying(why -> assertThat(why).contains("unauthorized"));
        assertThat(meters.get("dragoman_events_connected").gauge().value()).isZero();
        events.answered();
        assertThat(events.problem()).isEmpty();
        events.failed(new IllegalStateException("unauthorized"));
        wake("[]");
        assertThat(events.problem()).isEmpty();
        assertThat(count("dragoman_events_failures", "reason", "IllegalStateException"))
                .isEqualTo(2);
    }

    @Test
    void keysMayBeExportedByAnObjectOfEachIdAbove() {
        var rule = ACCOUNT + "/rules/r";
        holds(ACCOUNT, OF_ACCOUNT);
        holds(rule, TWIN);
        ask(OF_ACCOUNT);
        ask(TWIN);
        assertThat(asksForKeys(TWIN)).isFalse();
        wake(event("ActionSuccess", rule, "M.S/s/rules/regenerateKeys/action"));
        assertThat(asksForKeys(OF_ACCOUNT)).isTrue();
        assertThat(asksForKeys(TWIN)).isTrue();
        assertThat(woken).containsExactlyInAnyOrder(OF_ACCOUNT, TWIN);
        ask(TWIN);
        now.set(now.get().plusSeconds(60));
        wake(event("DeleteSuccess", rule, ""));
        assertThat(asksForKeys(TWIN)).as("a new rule has other keys").isTrue();
        assertThat(later).isEmpty();
    }

    @Test
    void furtherEventsAboutKeysAskForThemAMinuteAfterTheFirst() {
        holds(ACCOUNT, OF_ACCOUNT);
        var regenerated = "M.S/s/regenerateKey/action";
        wake(event("ActionSuccess", ACCOUNT, regenerated));
        ask(OF_ACCOUNT);
        for (int i = 0; i < 20; i++) {
            now.set(now.get().plusSeconds(1));
            wake(event(i == 9 ? "DeleteSuccess" : "ActionSuccess", ACCOUNT, regenerated));
        }
        assertThat(woken).as("each is a look").hasSize(21);
        assertThat(asksForKeys(OF_ACCOUNT)).isFalse();
        assertThat(pauses).containsExactly(Duration.ofSeconds(59));
        now.set(now.get().plusSeconds(39));
        later.getFirst().run();
        assertThat(asksForKeys(OF_ACCOUNT)).as("the last event is not lost").isTrue();
        assertThat(woken).hasSize(22);
        ask(OF_ACCOUNT);
        now.set(now.get().plusSeconds(1));
        wake(event("ActionSuccess", ACCOUNT, regenerated));
        assertThat(pauses).hasSize(2);
    }

    /** This clock is behind Azure's, so the event of an own request seems to be later. */
    @Test
    void theEventOfARefusedRequestDoesNotSendItAgain() {
        holds(ACCOUNT, OF_ACCOUNT);
        memory.begins(OF_ACCOUNT, true);
        memory.written(OF_ACCOUNT, now.get().minusSeconds(5));
        memory.ended(OF_ACCOUNT, true);
        wake(event("WriteFailure", ACCOUNT, ""));
        assertThat(woken).as("it keeps its pause").isEmpty();
        look(OF_ACCOUNT);
        now.set(now.get().plusSeconds(5));
        wake(event("WriteFailure", ACCOUNT, ""));
        assertThat(woken).as("after another try").hasSize(2);
    }

    /** An annotation may name the resource of another team. */
    @Test
    void anObjectThatOnlyNamesAnIdHearsNothingAndHidesNobody() {
        var container = ACCOUNT + "/blobServices/default/containers/c";
        holds(ACCOUNT, OF_ACCOUNT);
        holds(container, TWIN);
        annotated.add(TWIN);
        wake(event("WriteSuccess", container, ""));
        assertThat(woken).containsExactly(OF_ACCOUNT);
    }
}
