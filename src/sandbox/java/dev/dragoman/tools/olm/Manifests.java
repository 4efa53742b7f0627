package dev.dragoman.tools.olm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.tools.catalog.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads objects from the files of {@code kubernetes/}. Stateless. */
final class Manifests {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Manifests() {}

    /** The objects of a file. */
    static List<ObjectNode> file(Path file) throws IOException {
        var all = new ArrayList<ObjectNode>();
        for (var each : Yaml.documents(Files.readString(file))) {
            all.add(JSON.valueToTree(each));
        }
        return all;
    }

    /** The objects of a directory with a kustomization, with the labels that it adds. */
    static List<ObjectNode> directory(Path directory) throws IOException {
        var kustomization = file(directory.resolve("kustomization.yaml")).getFirst();
        var all = new ArrayList<ObjectNode>();
        for (var name : kustomization.path("resources")) {
            all.addAll(file(directory.resolve(name.asText())));
        }
        for (var labels : kustomization.path("labels")) {
            for (var each : all) {
                ObjectNode own = metadata(each).withObject("/labels");
                own.setAll((ObjectNode) labels.path("pairs"));
            }
        }
        return all;
    }

    static ObjectNode metadata(ObjectNode object) {
        return object.withObject("/metadata");
    }

    static String kind(JsonNode object) {
        return object.path("kind").asText();
    }

    static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }
}
