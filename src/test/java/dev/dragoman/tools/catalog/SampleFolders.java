package dev.dragoman.tools.catalog;

import dev.dragoman.azure.catalog.Catalog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The folders of samples in the archives, and the recording of each. */
final class SampleFolders {
    private SampleFolders() {}

    /** The traffic of a folder, or empty where nobody recorded it. */
    static Optional<Recordings> recording(Archives archives, String folder) {
        return archives.text("recordings/" + recordingName(folder)).map(Recordings::read);
    }

    /** Whether the catalog has a group of an object. */
    static boolean mayContain(Catalog catalog, List<Map<String, Object>> objects) {
        return objects.stream()
                .map(object -> (String) object.getOrDefault("apiVersion", ""))
                .anyMatch(
                        api ->
                                catalog.kinds().stream()
                                        .anyMatch(kind -> api.startsWith(kind.group() + "/")));
    }

    /** Objects of each folder, its own before those of {@code refs}. */
    static Map<String, List<Map<String, Object>>> of(Archives archives) {
        Map<String, Map<String, Path>> files = new TreeMap<>();
        for (Path file : archives.files("samples")) {
            Path folder = archives.folder().resolve("samples").relativize(file).getParent();
            if (file.toString().endsWith(".yaml")) {
                boolean refs = folder.endsWith("refs");
                files.computeIfAbsent(
                                (refs ? folder.getParent() : folder).toString(),
                                f -> new TreeMap<>())
                        .put((refs ? "1" : "0") + file, file);
            }
        }
        Map<String, List<Map<String, Object>>> out = new LinkedHashMap<>();
        files.forEach(
                (folder, of) -> {
                    List<Map<String, Object>> objects = new ArrayList<>();
                    of.values()
                            .forEach(
                                    file ->
                                            objects.addAll(
                                                    Yaml.documents(
                                                            archives.text(
                                                                            archives.folder()
                                                                                    .relativize(
                                                                                            file)
                                                                                    .toString())
                                                                    .orElseThrow())));
                    out.put(folder, objects);
                });
        return out;
    }

    private static String recordingName(String folder) {
        String[] parts = folder.split("/", -1);
        StringBuilder group = new StringBuilder();
        for (String part : parts[parts.length - 2].split("\\.", -1)) {
            group.append(part.substring(0, 1).toUpperCase(Locale.ROOT)).append(part.substring(1));
        }
        return "Test_" + group + "_" + parts[parts.length - 1] + "_CreationAndDeletion.yaml";
    }
}
