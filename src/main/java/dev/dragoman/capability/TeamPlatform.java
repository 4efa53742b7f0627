package dev.dragoman.capability;

import dev.dragoman.capability.object.AddedObjects;
import dev.dragoman.capability.status.Marks;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Watches;
import dev.dragoman.reconcile.cache.ObjectCache;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The object Platform, which says what teams get. Of several, the oldest one counts. */
public final class TeamPlatform {
    /** Needed by what is to run again when a Platform appears. */
    public static final ObjectKey ANY = ObjectKey.any("dragoman.dev", "Platform");

    /** Name of the index of Platforms and Teams. */
    public static final String INDEX = "platforms";

    private static final String VERSION = ANY.group() + "/v1alpha1";
    private static final String TEAM = "Team";

    /** With which Teams apply what they make. */
    private static final String MANAGER = "dragoman-teams";

    private TeamPlatform() {}

    /** Lets the methods below find Platforms and Teams. To be called before the engine starts. */
    public static void index(Watches engine) {
        engine.index(INDEX, TeamPlatform::indexed);
    }

    /** Under what {@link #INDEX} has an object; empty when it is neither a Platform nor a Team. */
    public static Optional<String> indexed(Map<String, Object> object) {
        return Optional.of(String.valueOf(object.get("kind")))
                .filter(kind -> kind.equals(ANY.kind()) || kind.equals(TEAM))
                .filter(any -> VERSION.equals(object.get("apiVersion")));
    }

    /** The Platform as informers show it; empty when there is none. */
    public static Optional<Map<String, Object>> of(ObjectCache cache) {
        return oldest(all(cache, ANY.kind()));
    }

    private static List<Map<String, Object>> all(ObjectCache cache, String kind) {
        return cache.byIndex(INDEX, kind).stream()
                .flatMap(each -> cache.get(each).stream())
                .toList();
    }

    /**
     * The Teams in the Platform's namespace of which anything was made. One that is refused, such
     * as for a namespace that is taken, counts for nothing.
     */
    public static List<Map<String, Object>> teams(
            ObjectCache cache, Optional<Map<String, Object>> platform) {
        var namespace = platform.map(each -> Fields.spec(each).get("namespace"));
        return all(cache, TEAM).stream()
                .filter(each -> namespace.equals(Optional.of(Fields.metadata(each, "namespace"))))
                .filter(each -> !added(each).isEmpty())
                .toList();
    }

    /**
     * Whether the object is as one of these Teams has made it. The Team's record counts, which the
     * operator alone writes; anybody can write an owner reference. A field of the spec that is not
     * the Team's is of somebody who may not get what Teams get.
     */
    public static boolean isMade(
            Collection<Map<String, Object>> teams, Map<String, Object> object) {
        var key = Fields.key(object);
        var own = new HashSet<List<String>>();
        var others = new HashSet<List<String>>();
        for (var each : Json.maps(Fields.map(object, "metadata"), "managedFields")) {
            var to = MANAGER.equals(each.get("manager")) ? own : others;
            leaves(Fields.map(each, "fieldsV1", "f:spec"), List.of(), to);
        }
        return own.containsAll(others)
                && teams.stream()
                        .flatMap(each -> added(each).stream())
                        .anyMatch(each -> each.key().equals(key));
    }

    private static void leaves(
            Map<String, Object> fields, List<String> path, Set<List<String>> to) {
        for (var name : fields.keySet()) {
            if (name.equals(".")) {
                continue;
            }
            var below = new ArrayList<>(path);
            below.add(name);
            to.add(below);
            leaves(Fields.map(fields, name), below, to);
        }
    }

    private static Set<AddedObjects.Named> added(Map<String, Object> team) {
        var added = Json.texts(Fields.map(team, "status", "dragoman").get("added"));
        return AddedObjects.remembered(Marks.NONE.withAdded(added));
    }

    /** The Platform, without a cluster. */
    public static Optional<Map<String, Object>> of(Reader reader) {
        return oldest(reader.list(VERSION, ANY.kind(), "", "", each -> each));
    }

    private static Optional<Map<String, Object>> oldest(Collection<Map<String, Object>> all) {
        Comparator<Map<String, Object>> age =
                Comparator.comparing(each -> Fields.metadata(each, "creationTimestamp"));
        return all.stream().min(age.thenComparing(each -> Fields.metadata(each, "name")));
    }
}
