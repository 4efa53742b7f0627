package dev.dragoman.composition.decision;

import dev.dragoman.capability.object.Trouble;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The part of a wanted ConfigMap or Secret that nobody else owns.
 *
 * @param object what to apply
 * @param empty keys that another manager has left empty
 */
record MissingKeys(Map<String, Object> object, List<String> empty) {
    private static final List<String> PARTS = List.of("data", "binaryData", "stringData");

    /**
     * @param there the object as it exists, with its managedFields
     */
    static MissingKeys of(Map<String, Object> wanted, Map<String, Object> there, String manager) {
        var copy = new LinkedHashMap<>(wanted);
        var empty = new ArrayList<String>();
        for (var part : PARTS) {
            var stored = part.equals("stringData") ? "data" : part;
            var keys = new LinkedHashMap<>(Fields.map(wanted, part));
            for (var key : new TreeSet<>(keys.keySet())) {
                if (isOfAnother(there, stored, key, manager)) {
                    keys.remove(key);
                    if ("".equals(Fields.map(there, stored).get(key))) {
                        empty.add(key);
                    }
                }
            }
            if (copy.containsKey(part)) {
                copy.put(part, keys);
            }
        }
        return new MissingKeys(copy, empty);
    }

    private static boolean isOfAnother(
            Map<String, Object> there, String part, String key, String manager) {
        for (var each : Fields.managed(there)) {
            if (!manager.equals(each.get("manager"))
                    && Json.map(each, "fieldsV1", "f:" + part).containsKey("f:" + key)) {
                return true;
            }
        }
        return false;
    }

    /** Names the keys that another manager has left empty. */
    Trouble trouble() {
        return Trouble.beside(
                "EmptyKeys",
                "KeysLeftEmpty",
                "%s %s: another field manager has left %s empty, so the value is not set; let it leave the key out"
                        .formatted(
                                object.get("kind"),
                                Fields.metadata(object, "name"),
                                String.join(", ", empty)));
    }
}
