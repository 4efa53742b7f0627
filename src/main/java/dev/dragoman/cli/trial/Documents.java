package dev.dragoman.cli.trial;

import dev.dragoman.kube.object.Fields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** The Kubernetes objects of a YAML file. */
public final class Documents {
    private Documents() {}

    /**
     * All objects, those of lists too; {@code stringData} of Secrets becomes {@code data}.
     *
     * @throws IllegalArgumentException naming the file and what is wrong with it
     */
    public static List<Map<String, Object>> of(Path file) {
        var found = new ArrayList<Map<String, Object>>();
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(file + " is a directory; name one file");
        }
        try (var in = Files.newInputStream(file)) {
            var settings = LoadSettings.builder().setLabel(file.toString()).build();
            for (Object document : new Load(settings).loadAllFromInputStream(in)) {
                add(document, file, found);
            }
        } catch (YamlEngineException broken) {
            throw new IllegalArgumentException(
                    "%s%s is no YAML: %s".formatted(file, line(broken), reason(broken)), broken);
        } catch (StackOverflowError endless) {
            throw new IllegalArgumentException(file + " is nested too deeply", endless);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("%s cannot be read".formatted(file), unreadable);
        }
        return found;
    }

    private static String line(YamlEngineException broken) {
        return broken instanceof MarkedYamlEngineException marked
                ? marked.getProblemMark().map(mark -> ":" + (mark.getLine() + 1)).orElse("")
                : "";
    }

    private static String reason(YamlEngineException broken) {
        return broken instanceof MarkedYamlEngineException marked
                ? marked.getProblem()
                : broken.getMessage().lines().findFirst().orElse("");
    }

    /**
     * Adds an object, or those of a list.
     *
     * @param file named in the exception
     * @throws IllegalArgumentException as {@link #of}
     */
    public static void add(Object document, Path file, List<Map<String, Object>> found) {
        if (document == null) {
            return;
        }
        if (document instanceof Map<?, ?> map && map.get("items") instanceof List<?> items) {
            items.forEach(item -> add(item, file, found));
            return;
        }
        if (!(document instanceof Map<?, ?> map)
                || !(map.get("apiVersion") instanceof String)
                || !(map.get("kind") instanceof String)) {
            throw new IllegalArgumentException(
                    "%s holds a document without apiVersion or kind".formatted(file));
        }
        var object = new LinkedHashMap<String, Object>();
        map.forEach((key, value) -> object.put(String.valueOf(key), value));
        if (Fields.metadata(object, "name").isEmpty()) {
            throw new IllegalArgumentException(
                    "%s holds a %s without metadata.name".formatted(file, object.get("kind")));
        }
        var metadata = Fields.map(object, "metadata");
        for (var each : List.of("labels", "annotations")) {
            var texts = metadata.get(each);
            if (texts != null
                    && !(texts instanceof Map<?, ?> all
                            && all.values().stream().allMatch(String.class::isInstance))) {
                throw new IllegalArgumentException(
                        "%s: metadata.%s of %s must be a map of texts"
                                .formatted(file, each, metadata.get("name")));
            }
        }
        if (!(metadata.getOrDefault("namespace", "") instanceof String)) {
            throw new IllegalArgumentException(
                    "%s: metadata.namespace of %s must be a text"
                            .formatted(file, metadata.get("name")));
        }
        if ("Secret".equals(object.get("kind"))) {
            encode(object);
        }
        found.add(object);
    }

    /** Turns {@code stringData} of a Secret into {@code data}, as the API server does. */
    static void encode(Map<String, Object> secret) {
        var data = new HashMap<>(Fields.map(secret, "data"));
        Fields.map(secret, "stringData")
                .forEach(
                        (key, value) ->
                                data.put(
                                        key,
                                        Base64.getEncoder()
                                                .encodeToString(
                                                        String.valueOf(value)
                                                                .getBytes(
                                                                        StandardCharsets.UTF_8))));
        secret.remove("stringData");
        secret.put("data", data);
    }
}
