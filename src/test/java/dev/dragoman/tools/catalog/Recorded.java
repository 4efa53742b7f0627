package dev.dragoman.tools.catalog;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Equality of a computed body and a recorded one, whose values are partly redacted. */
final class Recorded {
    /** Stands for a value that the archives do not tell. */
    static final String ANY = "{ANY}";

    private static final List<String> REDACTED = List.of("2001-02-03T04", "{KEY}", "{PASSWORD}");

    private Recorded() {}

    /** A text, or null when equal. */
    static String difference(Object ours, Object recorded, String path) {
        if (ANY.equals(ours)) {
            return null;
        }
        if (ours instanceof Map<?, ?> a && recorded instanceof Map<?, ?> b) {
            return objects(Schemas.object(a), Schemas.object(b), path);
        }
        if (ours instanceof List<?> a && recorded instanceof List<?> b) {
            if (a.size() != b.size()) {
                return path + ": length " + a.size() + ", recorded " + b.size();
            }
            for (int i = 0; i < a.size(); i++) {
                String text = difference(a.get(i), b.get(i), path + "[]");
                if (text != null) {
                    return text;
                }
            }
            return null;
        }
        return scalars(ours, recorded) ? null : path + ": " + ours + ", recorded " + recorded;
    }

    private static boolean scalars(Object ours, Object recorded) {
        if (ours == null || recorded == null) {
            return ours == recorded;
        }
        if (ours.toString().equals(recorded.toString())) {
            return true;
        }
        if (ours instanceof Number a && recorded instanceof Number b) {
            return Double.compare(a.doubleValue(), b.doubleValue()) == 0;
        }
        return recorded instanceof String text && REDACTED.stream().anyMatch(text::contains);
    }

    private static String objects(
            Map<String, Object> ours, Map<String, Object> recorded, String path) {
        Set<String> keys = new TreeSet<>(ours.keySet());
        keys.addAll(recorded.keySet());
        for (String key : keys) {
            String text = null;
            if (ours.containsKey(key) && recorded.containsKey(key)) {
                text = difference(ours.get(key), recorded.get(key), path + "." + key);
            } else if (!ours.containsKey(key) && !ours.containsKey(ANY)) {
                text = path + "." + key + " only in recording: " + recorded.get(key);
            } else if (ours.containsKey(key) && !key.equals(ANY)) {
                text = path + "." + key + " only in computed body: " + ours.get(key);
            }
            if (text != null) {
                return text;
            }
        }
        return null;
    }
}
