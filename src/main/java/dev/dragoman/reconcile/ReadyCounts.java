package dev.dragoman.reconcile;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How many objects of one store are in which state of their condition Ready. Counted as they come
 * and go, so that nobody has to look at each. Thread-safe; written by one thread at a time.
 */
final class ReadyCounts {
    /**
     * What an object's condition Ready says.
     *
     * @param status {@code True}, {@code False}, {@code Unknown}, or {@code None} without a
     *     condition
     * @param reason empty where there is none
     */
    record Ready(String status, String reason) {
        static final Ready NONE = new Ready("None", "");

        /** In place of a reason that is no usual one: whoever may write a status chooses it. */
        static final String OTHER = "other";

        private static final String USUAL =
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";

        /** As long as the codes of Azure are, and no longer. */
        private static final int LONGEST = 80;

        /**
         * @param conditions those of a status; null where there are none
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
     * @param after null when it is gone
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

    /** Those states in which there are objects now. */
    Map<Ready, Integer> now() {
        return Map.copyOf(counts);
    }
}
