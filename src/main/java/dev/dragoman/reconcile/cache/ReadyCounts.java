package dev.dragoman.reconcile.cache;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Number of objects of one store by the state of their condition Ready. Counted at each change, so
 * that the metric does not have to look at all objects. Thread-safe; written by one thread at a
 * time.
 */
final class ReadyCounts {
    /**
     * State of an object's condition Ready.
     *
     * @param status {@code True}, {@code False}, {@code Unknown}, or {@code None} without a
     *     condition
     * @param reason empty where the condition has no reason
     */
    record Ready(String status, String reason) {
        static final Ready NONE = new Ready("None", "");

        /**
         * Replaces a reason of unusual length or characters, because any client that may write a
         * status can choose the reason.
         */
        static final String OTHER = "other";

        private static final String USUAL =
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";

        /** As long as the longest error codes of Azure. */
        private static final int LONGEST = 80;

        /**
         * @param conditions the list in a status; null where there is none
         */
        static Ready of(Object conditions) {
            if (conditions instanceof List<?> list) {
                for (var each : list) {
                    if (each instanceof Map<?, ?> condition
                            && "Ready".equals(condition.get("type"))) {
                        return new Ready(
                                status(condition.get("status")), reason(condition.get("reason")));
                    }
                }
            }
            return NONE;
        }

        private static String status(Object status) {
            return "True".equals(status) || "False".equals(status) ? (String) status : "Unknown";
        }

        private static String reason(Object reason) {
            if (!(reason instanceof String text)) {
                return "";
            }
            boolean usual =
                    text.length() <= LONGEST
                            && text.chars().allMatch(each -> USUAL.indexOf(each) >= 0);
            return usual ? text : OTHER;
        }
    }

    private final Map<Ready, Integer> counts = new ConcurrentHashMap<>();

    /**
     * An object has changed.
     *
     * @param before null when it is new
     * @param after null when the object was deleted
     */
    void changed(Snapshot before, Snapshot after) {
        var was = before == null ? null : before.ready();
        var is = after == null ? null : after.ready();
        if (is != null && is.equals(was)) {
            return;
        }
        if (is != null) {
            counts.merge(is, 1, Integer::sum);
        }
        if (was != null) {
            counts.computeIfPresent(was, (any, n) -> n == 1 ? null : n - 1);
        }
    }

    /** Number of objects by state; without states that no object has. */
    Map<Ready, Integer> now() {
        return Map.copyOf(counts);
    }
}
