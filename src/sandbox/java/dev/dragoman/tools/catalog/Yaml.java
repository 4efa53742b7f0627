package dev.dragoman.tools.catalog;

import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Reads YAML 1.2, in which dates and words such as {@code Off} are strings. */
public final class Yaml {
    private static final int LARGEST_FILE = 64 << 20;

    private Yaml() {}

    public static Map<String, Object> object(String text) {
        return Schemas.object(load().loadFromString(text));
    }

    @SuppressWarnings("unchecked") // the callers' files are lists of objects
    public static List<Map<String, Object>> list(String text) {
        return (List<Map<String, Object>>) load().loadFromString(text);
    }

    /** All documents that are objects. */
    public static List<Map<String, Object>> documents(String text) {
        List<Map<String, Object>> out = new java.util.ArrayList<>();
        for (Object document : load().loadAllFromString(text)) {
            if (document instanceof Map<?, ?>) {
                out.add(Schemas.object(document));
            }
        }
        return out;
    }

    private static Load load() {
        return new Load(
                LoadSettings.builder()
                        .setCodePointLimit(LARGEST_FILE)
                        .setMaxAliasesForCollections(10_000)
                        .build());
    }
}
