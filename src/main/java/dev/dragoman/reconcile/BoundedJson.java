package dev.dragoman.reconcile;

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
 * Reads whatever JSON the API server stores, as maps and lists of bounded depth. Jackson's own
 * limits are tighter than the API server's: one object beyond them would make the list unreadable
 * in which it is, and so end the service of all others. What lies deeper than {@link #DEEPEST} is
 * left out instead, and said; nothing that is served here nests half as deep. Confined to one
 * thread.
 */
public final class BoundedJson {
    /** Maps and lists within one another. What works on values calls itself for each level. */
    public static final int DEEPEST = 200;

    private static final StreamReadConstraints NONE =
            StreamReadConstraints.builder()
                    // the API server's are 10,000 levels and 3 MB in all
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

    /** A mapper without limits of its own, to be configured further. */
    static ObjectMapper mapper() {
        // a factory belongs to the first mapper that has it
        return new ObjectMapper(
                JsonFactory.builder()
                        .streamReadConstraints(NONE)
                        // names that somebody invented need not be found again
                        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                        .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
                        .build());
    }

    /**
     * The map that the text is. What lies too deep is left out without a word: for what is only
     * looked at.
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

    /** Whether something was left out. */
    boolean cut() {
        return cut;
    }

    /**
     * The value whose first token is the current one; its last is afterwards. Null for null, and
     * for what is too deep.
     *
     * @param depth how many maps and lists it is in, with itself
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
