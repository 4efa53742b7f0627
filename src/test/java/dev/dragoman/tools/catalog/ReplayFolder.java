package dev.dragoman.tools.catalog;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.Catalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A folder of samples made ready for a replay: the objects under the names of the recording, and
 * the requests that the recording has for them.
 *
 * @param name for example {@code storage/v20230101}
 * @param objects what to apply, the resource group among them
 * @param puts what must be sent, each with a body of its own
 * @param shown what Azure showed at the end, by path
 * @param exchanges what was asked and answered, in its order
 * @param leftOut objects of the folder that cannot be applied, and why
 */
public record ReplayFolder(
        String name,
        List<Map<String, Object>> objects,
        List<Put> puts,
        Map<String, Map<String, Object>> shown,
        List<RecordedExchange> exchanges,
        List<String> leftOut) {
    /** The subscription of every recording. */
    public static final String SUBSCRIPTION = "00000000-0000-0000-0000-000000000000";

    /**
     * A PUT that the recording has, or that the operator sent.
     *
     * @param found whether the resource was there before
     */
    public record Put(String path, String apiVersion, Map<String, Object> body, boolean found) {
        /** What this request, sent, has other than a recorded one; null when nothing. */
        public String difference(Put recorded) {
            if (!path.equalsIgnoreCase(recorded.path())) {
                return "path " + path + ", recorded " + recorded.path();
            }
            return apiVersion.equals(recorded.apiVersion())
                    ? Recorded.difference(body, recorded.body(), "")
                    : "api-version " + apiVersion + ", recorded " + recorded.apiVersion();
        }

        @Override
        public String toString() {
            return path + "?api-version=" + apiVersion + " " + body;
        }
    }

    /** Recorded folders of these names. */
    public static List<ReplayFolder> named(Set<String> names) {
        return all(Catalog.load()).stream()
                .filter(folder -> names.contains(folder.name()))
                .toList();
    }

    /** All others; with {@code -Dreplay=REGEX} those alone whose name matches. */
    public static List<ReplayFolder> others(Set<String> names) {
        var which = System.getProperty("replay", ".*");
        return all(Catalog.load()).stream()
                .filter(folder -> !names.contains(folder.name()))
                .filter(folder -> folder.name().matches(which))
                .toList();
    }

    /** Every recorded folder that has something of the catalog. */
    public static List<ReplayFolder> all(Catalog catalog) {
        List<ReplayFolder> out = new ArrayList<>();
        try (var archives = Archives.unpack(TestArchives.directory(), "samples", "recordings")) {
            SampleFolders.of(archives)
                    .forEach(
                            (name, objects) -> {
                                if (SampleFolders.mayContain(catalog, objects)) {
                                    SampleFolders.recording(archives, name)
                                            .map(r -> of(catalog, name, objects, r))
                                            .filter(folder -> !folder.objects().isEmpty())
                                            .ifPresent(out::add);
                                }
                            });
        }
        return out;
    }

    /**
     * The recordings of single behaviours for which there are objects, written from what was sent.
     *
     * @param manifests files of YAML, each named after its recording
     */
    public static List<ReplayFolder> behaviours(Catalog catalog, Path manifests)
            throws IOException {
        List<ReplayFolder> out = new ArrayList<>();
        try (var archives = Archives.unpack(TestArchives.directory(), "behaviour-recordings");
                var files = Files.list(manifests)) {
            for (var file : files.sorted().toList()) {
                var name = file.getFileName().toString();
                var recording =
                        Recordings.read(
                                archives.text("behaviour-recordings/" + name).orElseThrow());
                out.add(
                        new ReplayFolder(
                                name.replace(".yaml", ""),
                                Yaml.documents(Files.readString(file)),
                                puts(catalog, recording),
                                recording.shown(),
                                recording.exchanges(),
                                List.of()));
            }
        }
        return out;
    }

    private static ReplayFolder of(
            Catalog catalog, String name, List<Map<String, Object>> objects, Recordings recording) {
        var renaming = new Renaming(catalog, objects, recording);
        var puts =
                puts(catalog, recording).stream()
                        .filter(put -> !renaming.isLeftOut(put.path()))
                        .toList();
        return new ReplayFolder(
                name,
                renaming.objects(),
                puts,
                recording.shown(),
                recording.exchanges(),
                renaming.leftOut());
    }

    private static List<Put> puts(Catalog catalog, Recordings recording) {
        List<Put> puts = new ArrayList<>();
        for (AzureKind kind : catalog.kinds()) {
            for (AzureVersion version : kind.versions()) {
                for (String path : recording.paths(kind.armType(), version.apiVersion())) {
                    recording.distinct(path, version.apiVersion()).stream()
                            .map(
                                    put ->
                                            new Put(
                                                    path,
                                                    put.apiVersion(),
                                                    put.body(),
                                                    put.before() != null))
                            .forEach(puts::add);
                }
            }
        }
        return puts;
    }

    @Override
    public String toString() {
        return name;
    }
}
