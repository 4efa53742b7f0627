package dev.dragoman.cli.takeover;

import static dev.dragoman.kube.object.Json.map;
import static dev.dragoman.kube.object.Json.text;
import static dev.dragoman.kube.object.Json.with;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.CustomResources;
import dev.dragoman.azure.catalog.TransitionalDefinition;
import dev.dragoman.azure.model.PropertyBags;
import dev.dragoman.azure.model.TakenOver;
import dev.dragoman.cli.Count;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.cluster.ClusterRequests.Refused;
import dev.dragoman.cli.cluster.Dependents;
import dev.dragoman.cli.cluster.DryRun;
import dev.dragoman.cli.cluster.InstalledKind;
import dev.dragoman.cli.cluster.InstalledKinds;
import dev.dragoman.cli.cluster.OtherOperator;
import dev.dragoman.cli.crds.CrdsCommand;
import dev.dragoman.kube.object.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The steps of {@code take-over}. A run may be interrupted after any of them
 * (docs/decisions/2026-11-taking-over-stored-objects.md). Not thread-safe; two runs at once do no
 * harm, because every write names the resourceVersion that was read.
 */
public final class TakeOverRun {
    private static final String MANAGER = "?fieldManager=" + TakenOver.MANAGER;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int TRIES = 5;
    private static final int ROUNDS = 10;

    private final ClusterRequests cluster;
    private final InstantSource clock;
    private final Path backup;
    private final Consumer<String> out;
    private final InstalledKinds installed;
    private final Dependents dependents;

    public TakeOverRun(
            ClusterRequests cluster, InstantSource clock, Path backup, Consumer<String> out) {
        this.cluster = cluster;
        this.clock = clock;
        this.backup = backup;
        this.out = out;
        this.installed = new InstalledKinds(cluster, Catalog.load());
        this.dependents =
                new Dependents(
                        cluster,
                        (resource, metadata) -> TakenOver.owners(metadata, installed::longest));
    }

    /**
     * Runs all steps, or tells what they would do.
     *
     * @param write whether to run the steps; else only prints what they would do
     * @return whether all steps ran or, without {@code write}, whether nothing prevents them
     * @throws Refused when the API server refuses a request or does not answer
     */
    public boolean run(boolean write) throws IOException {
        var kinds = kinds();
        if (kinds.isEmpty()) {
            out.accept(
                    "Nothing to take over: all definitions of Dragoman's kinds are Dragoman's own.");
            return true;
        }
        DryRun.begin(write, out);
        var groups = new TreeSet<String>();
        kinds.forEach(kind -> groups.add(kind.row().group()));
        var obstacles = new ArrayList<>(new OtherOperator(cluster, clock).obstacles(groups));
        for (var kind : kinds) {
            obstacles.addAll(look(kind));
        }
        if (DryRun.ends(obstacles, write, out)) {
            return obstacles.isEmpty();
        }
        return rewrite(kinds);
    }

    private List<InstalledKind> kinds() {
        return installed.all().stream().filter(InstalledKind::foreign).toList();
    }

    /** Prints what would be done to a kind; returns the obstacles. */
    private List<String> look(InstalledKind kind) throws IOException {
        List<Map<String, Object>> objects;
        try {
            objects = installed.objects(kind, kind.storedAt());
        } catch (Refused unreadable) {
            out.accept(
                    "%s: objects can be read only after the definition is changed; they may be stored in several versions: %s"
                            .formatted(kind.name(), unreadable.getMessage()));
            return List.of();
        }
        out.accept(
                "%s: %s will be rewritten, then the definition will be replaced."
                        .formatted(kind.name(), Count.objects(objects.size())));
        return problems(kind, objects);
    }

    private List<String> problems(InstalledKind kind, List<Map<String, Object>> objects) {
        var found = new ArrayList<String>();
        for (var object : objects) {
            for (var problem : installed.form(kind, object).problems()) {
                found.add(
                        "%s %s/%s: %s"
                                .formatted(
                                        kind.name(),
                                        text(map(object, "metadata"), "namespace"),
                                        text(map(object, "metadata"), "name"),
                                        problem));
            }
        }
        return found;
    }

    private boolean rewrite(List<InstalledKind> kinds) throws IOException {
        for (var kind : kinds) {
            if (!TransitionalDefinition.marked(kind.definition())) {
                saveReadable(kind);
                change(kind, "", present -> TransitionalDefinition.of(kind.row(), present));
            }
        }
        var problems = new ArrayList<String>();
        for (var kind : kinds) {
            // one of several API servers may not know the definition yet, and answer with an error
            served(kind);
            save(kind, kind.newest());
            problems.addAll(problems(kind, installed.objects(kind, kind.newest())));
        }
        if (!problems.isEmpty()) {
            problems.forEach(each -> out.accept("In the way: " + each));
            out.accept(
                    "No object was changed. Correct these objects, and run the same command again.");
            return false;
        }
        if (!untilNothingIsLeft(kinds)) {
            return false;
        }
        for (var kind : kinds) {
            replace(kind);
            out.accept(kind.name() + ": taken over.");
        }
        return true;
    }

    private boolean untilNothingIsLeft(List<InstalledKind> kinds) {
        for (int round = 0; round < ROUNDS; round++) {
            int written = 0;
            for (var kind : kinds) {
                for (var object : installed.objects(kind, kind.newest())) {
                    written += rewritten(kind, object) ? 1 : 0;
                }
            }
            for (var found : dependents.find()) {
                written++;
                attempt(() -> dependents.write(found));
            }
            if (written == 0) {
                return true;
            }
            out.accept(Count.objects(written) + " written.");
        }
        out.accept(
                "Another client writes the objects again and again; stop that client, and run the same command again.");
        return false;
    }

    /**
     * Runs a write. Ignores a conflict with the write of another client: the next round writes
     * again.
     */
    private static void attempt(Runnable write) {
        try {
            write.run();
        } catch (Refused refused) {
            if (!refused.isConflict()) {
                throw refused;
            }
        }
    }

    /**
     * Writes an object, also an unchanged one, because only a write stores it at the new version.
     * Returns whether the stored object changed.
     */
    private boolean rewritten(InstalledKind kind, Map<String, Object> read) {
        var object = read;
        for (int left = TRIES; ; left--) {
            try {
                return written(kind, object);
            } catch (Refused refused) {
                if (refused.code == 404) {
                    return false;
                }
                if (refused.code != 409 || left == 0) {
                    throw refused;
                }
                object = cluster.find(kind.path(kind.newest(), object));
                if (object.isEmpty()) {
                    return false;
                }
            }
        }
    }

    private boolean written(InstalledKind kind, Map<String, Object> read) {
        var form = installed.form(kind, read);
        if (!form.problems().isEmpty()) {
            throw new Refused(0, String.join("; ", problems(kind, List.of(read))));
        }
        var path = kind.path(form.version(), read);
        var now = cluster.put(path + MANAGER, form.object());
        if (!Objects.equals(now.get("spec"), form.object().get("spec"))) {
            throw new Refused(
                    0,
                    path
                            + ": the API server did not store what it was sent; compare with the saved object in "
                            + backup);
        }
        var status = PropertyBags.without(now.get("status"));
        if (!Objects.equals(status, now.get("status"))) {
            now = cluster.put(path + "/status" + MANAGER, with(now, "status", status));
        }
        var managed = TakenOver.managedFields(now, kind.row());
        if (!managed.equals(map(now, "metadata").get("managedFields"))) {
            Object wanted = managed.isEmpty() ? List.of(Map.of()) : managed;
            now =
                    cluster.put(
                            path + MANAGER,
                            with(
                                    now,
                                    "metadata",
                                    with(map(now, "metadata"), "managedFields", wanted)));
        }
        return !Objects.equals(version(read), version(now));
    }

    private static Object version(Map<String, Object> object) {
        return map(object, "metadata").get("resourceVersion");
    }

    private void served(InstalledKind kind) {
        Instant end = clock.instant().plus(PATIENCE);
        while (true) {
            try {
                var _ = cluster.get(kind.collection(kind.newest()) + "?limit=1");
                return;
            } catch (Refused notYet) {
                if (clock.instant().isAfter(end)) {
                    throw notYet;
                }
                ClusterRequests.pause();
            }
        }
    }

    /**
     * Replaces the definition. Its other versions may be removed, because no object is stored at
     * them any more.
     */
    private void replace(InstalledKind kind) {
        change(
                kind,
                "/status",
                present ->
                        with(
                                present,
                                "status",
                                with(
                                        map(present, "status"),
                                        "storedVersions",
                                        List.of(kind.newest()))));
        change(
                kind,
                "",
                present -> {
                    var definition = CustomResources.definition(kind.row(), CrdsCommand.labels());
                    var metadata = new LinkedHashMap<>(map(definition, "metadata"));
                    metadata.put("uid", map(present, "metadata").get("uid"));
                    metadata.put("resourceVersion", version(present));
                    return with(definition, "metadata", metadata);
                });
    }

    /**
     * Changes the definition. Retries on a conflict, because controllers may write its status at
     * any time.
     */
    private void change(InstalledKind kind, String part, UnaryOperator<Map<String, Object>> to) {
        var path = InstalledKinds.DEFINITIONS + kind.name();
        for (int left = TRIES; ; left--) {
            try {
                var _ = cluster.put(path + part + MANAGER, to.apply(cluster.get(path)));
                return;
            } catch (Refused refused) {
                if (refused.code != 409 || left == 0) {
                    throw refused;
                }
            }
        }
    }

    /**
     * Saves the objects of a kind. Objects that cannot be read yet are saved after the definition
     * has changed.
     */
    private void saveReadable(InstalledKind kind) throws IOException {
        try {
            save(kind, kind.storedAt());
        } catch (Refused unreadable) {
            out.accept(
                    "%s: the objects are not saved yet (%s); they are saved before an object is changed"
                            .formatted(kind.name(), unreadable.getMessage()));
        }
    }

    /**
     * Saves the objects that have no file yet. A failure ends the run before an object is changed.
     */
    private void save(InstalledKind kind, String version) throws IOException {
        for (var object : installed.objects(kind, version)) {
            var meta = map(object, "metadata");
            var directory = backup.resolve(text(meta, "namespace")).resolve(kind.name());
            var file = directory.resolve(text(meta, "name") + ".json");
            if (Files.notExists(file)) {
                Files.createDirectories(directory);
                var half = directory.resolve(text(meta, "name") + ".part");
                Files.writeString(half, Json.write(object));
                Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }
}
