package dev.dragoman.kube;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.AppliedValues;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.Ownership;
import dev.dragoman.kube.object.RecentMap;
import dev.dragoman.reconcile.Effects;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.UUID;

/**
 * What admission webhooks and policies make of applied objects. Without it, an object that they
 * change would be taken for what was asked, or be applied again and again. Thread-safe.
 */
final class Admission {
    /** How long the same object is not applied again, to get the same answer. */
    private static final Duration PAUSE = Duration.ofMinutes(10);

    private static final int REMEMBERED = 10_000;

    /**
     * @param hash of what was applied and of what was changed in it
     */
    private record Answer(UUID hash, long at) {}

    /** By manager and uid of the object. Shared by all who apply, and by those who compare. */
    private static final Map<String, Answer> ANSWERS =
            Collections.synchronizedMap(new RecentMap<>(REMEMBERED));

    private Admission() {}

    /**
     * Takes the answer of an apply.
     *
     * @param same whether the object is as it was applied, so that no apply follows
     * @throws WriteRefused when a NetworkPolicy opens more than was applied
     */
    static void answered(
            String manager, Map<String, Object> wanted, Map<String, Object> answer, boolean same) {
        var key = manager + " " + Ownership.uid(answer);
        if (same) {
            ANSWERS.remove(key);
        } else {
            ANSWERS.put(key, new Answer(hash(wanted, answer), System.nanoTime()));
            report(wanted, answer);
        }
    }

    /**
     * Whether the same was applied a short while ago, and the object is what came of it. Reports
     * the changes again.
     *
     * @throws WriteRefused as {@link #answered}
     */
    static boolean knows(String manager, Map<String, Object> wanted, Map<String, Object> present) {
        var last = ANSWERS.get(manager + " " + Ownership.uid(present));
        if (last == null
                || System.nanoTime() - last.at() > PAUSE.toNanos()
                || !last.hash().equals(hash(wanted, present))) {
            return false;
        }
        report(wanted, present);
        return true;
    }

    private static UUID hash(Map<String, Object> wanted, Map<String, Object> object) {
        var kept = changed(wanted, object) + (opens(wanted, object) ? "opens" : "");
        var text = Json.canonical(Applier.content(wanted)) + kept;
        return UUID.nameUUIDFromBytes(text.getBytes(UTF_8));
    }

    private static Map<String, Object> changed(
            Map<String, Object> wanted, Map<String, Object> object) {
        return AppliedValues.changed(Applier.content(wanted), object);
    }

    private static void report(Map<String, Object> wanted, Map<String, Object> object) {
        var name = wanted.get("kind") + " " + Json.text(Json.map(wanted, "metadata"), "name");
        if (opens(wanted, object)) {
            throw new WriteRefused(
                    WriteRefused.POLICY_WIDENED,
                    "apply %s: the API server keeps another %s, which opens more than was applied. An admission webhook, a MutatingAdmissionPolicy or another writer changes it; exempt the object from that"
                            .formatted(name, AppliedValues.opened(wanted, object).orElseThrow()));
        }
        var changed = changed(wanted, object).keySet();
        if (!changed.isEmpty()) {
            Effects.altered(name + ": " + String.join(", ", changed));
        }
    }

    /** Whether the object is a NetworkPolicy that opens more than was applied. */
    static boolean opens(Map<String, Object> wanted, Map<String, Object> object) {
        return "NetworkPolicy".equals(wanted.get("kind"))
                && AppliedValues.opened(wanted, object).isPresent();
    }
}
