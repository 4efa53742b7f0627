package dev.dragoman.namespaces.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The YAML documents of a template.
 *
 * @param name name of the file, for messages
 * @param documents the documents in their order, without empty ones
 */
record TemplateFile(String name, List<Document> documents) {
    private static final int DEEPEST = 50;

    private static final LoadSettings SETTINGS =
            LoadSettings.builder().setCodePointLimit(1_000_000).build();

    /** A document, and the line at which it begins. */
    record Document(int line, Map<String, Object> content) {}

    /**
     * Parses a template.
     *
     * @throws TemplateBroken when it is no YAML, or a document is no mapping
     */
    static TemplateFile parse(String name, String text) {
        try {
            var lines = new ArrayList<Integer>();
            new Compose(SETTINGS)
                    .composeAllFromString(text)
                    .forEach(
                            node ->
                                    lines.add(
                                            node.getStartMark()
                                                    .map(m -> m.getLine() + 1)
                                                    .orElse(1)));
            var documents = new ArrayList<Document>();
            int number = 0;
            for (var content : new Load(SETTINGS).loadAllFromString(text)) {
                int line = lines.get(number++);
                if (content == null) {
                    continue;
                }
                if (!(content instanceof Map<?, ?> map)) {
                    throw new TemplateBroken(
                            List.of("%s:%d: not a Kubernetes object".formatted(name, line)));
                }
                documents.add(new Document(line, copy(map, DEEPEST)));
            }
            return new TemplateFile(name, documents);
        } catch (MarkedYamlEngineException e) {
            var line = e.getProblemMark().map(m -> m.getLine() + 1).orElse(1);
            throw new TemplateBroken(
                    List.of("%s:%d: not YAML: %s".formatted(name, line, e.getProblem())));
        } catch (YamlEngineException e) {
            throw new TemplateBroken(List.of("%s:1: not YAML: %s".formatted(name, e.getMessage())));
        }
    }

    private static Map<String, Object> copy(Map<?, ?> map, int left) {
        var copy = new LinkedHashMap<String, Object>();
        map.forEach((key, value) -> copy.put(String.valueOf(key), copyValue(value, left)));
        return copy;
    }

    /** Copies a value to a limited depth, since a YAML alias may refer to its own parent. */
    private static Object copyValue(Object value, int left) {
        if (left == 0) {
            throw new YamlEngineException("nested too deeply");
        }
        return switch (value) {
            case Map<?, ?> map -> copy(map, left - 1);
            case List<?> list -> list.stream().map(each -> copyValue(each, left - 1)).toList();
            case null -> "";
            default -> value;
        };
    }
}
