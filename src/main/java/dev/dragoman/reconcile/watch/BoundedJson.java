package dev.dragoman.reconcile.watch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON from the API server as maps and lists of bounded depth. Jackson's default limits are
 * tighter than those of the API server: one object beyond them would make its whole list unreadable
 * and stop the reconciliation of all other objects. Values deeper than {@link #DEEPEST} are dropped
 * instead, and {@link #cut} tells of it; no kind that the operator reconciles nests half as deep.
 * Confined to one thread.
 */
public final class BoundedJson {
    /** Maximum depth of maps and lists. Code that works on values recurses once for each level. */
    public static final int DEEPEST = 200;

    /** Refuses texts that are nested deeper, for JSON that is not an object of the API server. */
    public static final StreamReadConstraints REFUSING =
            StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build();

    private static final StreamReadConstraints NONE =
            StreamReadConstraints.builder()
                    // the API server's own limits are 10,000 levels and 3 MB in all
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build();

    private static final ObjectMapper MAPPER = mapper();

    private final JsonParser json;
    private boolean cut;

    BoundedJson(JsonParser json) {
        this.json = json;
    }

    /** A mapper without size limits, which the caller may configure further. */
    public static ObjectMapper mapper() {
        // each mapper needs a factory of its own: a factory belongs to the first mapper that uses
        // it
        return new ObjectMapper(
                JsonFactory.builder()
                        .streamReadConstraints(NONE)
                        // users choose field names: interning them would keep them for ever
                        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                        .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
                        .build());
    }

    /**
     * Reads a JSON object. Values that are too deep are dropped silently, so use it only for values
     * that are never written back.
     *
     * @throws IOException when the text is not a JSON object
     */
    @SuppressWarnings("unchecked") // JSON has no other keys than strings
    public static Map<String, Object> read(byte[] text) throws IOException {
        try (var json = MAPPER.createParser(text)) {
            json.nextToken();
            if (!(new BoundedJson(json).value(1) instanceof Map<?, ?> map)) {
                throw new IOException("not a JSON object");
            }
            return (Map<String, Object>) map;
        }
    }

    /** Whether a value was dropped because it was too deep. */
    boolean cut() {
        return cut;
    }

    /**
     * Reads the value that begins at the parser's current token. Afterwards the parser is at the
     * value's last token. Null for a JSON null, and for a value that is too deep.
     *
     * @param depth number of maps and lists around the value, including the value itself
     */
    Object value(int depth) throws IOException {
        return switch (json.currentToken()) {
            case START_OBJECT, START_ARRAY -> {
                if (depth > DEEPEST) {
                    cut = true;
                    json.skipChildren();
                    yield null;
                }
                yield json.currentToken() == JsonToken.START_OBJECT ? map(depth) : list(depth);
            }
            case VALUE_STRING -> json.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getNumberValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_EMBEDDED_OBJECT -> json.getEmbeddedObject();
            case null, default -> null;
        };
    }

    private Map<String, Object> map(int depth) throws IOException {
        var map = new LinkedHashMap<String, Object>();
        for (var name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            json.nextToken();
            map.put(name, value(depth + 1));
        }
        return map;
    }

    private List<Object> list(int depth) throws IOException {
        var list = new ArrayList<Object>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            list.add(value(depth + 1));
        }
        return list;
    }
}
