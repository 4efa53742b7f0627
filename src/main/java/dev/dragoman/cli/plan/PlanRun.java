package dev.dragoman.cli.plan;

import static dev.dragoman.kube.object.Json.map;
import static dev.dragoman.kube.object.Json.text;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.KindName;
import dev.dragoman.azure.trial.Forecast;
import dev.dragoman.azure.trial.ReadOnce;
import dev.dragoman.azure.trial.Rehearsal;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.cluster.ClusterRequests.Refused;
import dev.dragoman.cli.cluster.InstalledKind;
import dev.dragoman.cli.cluster.InstalledKinds;
import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads the objects of a cluster in the form that Dragoman would give them. Then asks a {@link
 * Rehearsal} what the operator would do with each. Reads only. Not thread-safe.
 */
final class PlanRun {
    private static final String SECRETS =
            "/api/v1/secrets?fieldSelector=metadata.name%3D" + ReadOnce.namespaceCredential();
    private static final String NAMESPACES = "/api/v1/namespaces";

    private final ClusterRequests cluster;
    private final InstalledKinds installed;
    private final Set<KindName> chosen;
    private final ReadOnce objects = new ReadOnce();
    private final List<Found> found = new ArrayList<>();
    private final List<Planned> planned = new ArrayList<>();

    /** An object in Dragoman's form, and why it must not be written in that form. */
    private record Found(ObjectKey key, Map<String, Object> object, List<String> problems) {}

    /**
     * An object and what is planned for it.
     *
     * @param key without a name if the forecast is for all objects of a kind
     */
    record Planned(ObjectKey key, Forecast forecast) {}

    /**
     * @param chosen the kinds to plan; objects of other kinds are read too, because the planned
     *     objects may refer to them
     */
    PlanRun(ClusterRequests cluster, Catalog catalog, Set<KindName> chosen) {
        this.cluster = cluster;
        this.installed = new InstalledKinds(cluster, catalog);
        this.chosen = chosen;
    }

    /**
     * The plan for each object, sorted by namespace, group, kind and name.
     *
     * @param rehearsal makes the rehearsal from the objects that were read
     * @param all whether kinds that the catalog does not have are planned too
     * @throws Refused when the API server refuses a request or does not answer
     */
    List<Planned> run(Function<ReadOnce, Rehearsal> rehearsal, boolean all) {
        metadata(NAMESPACES, "Namespace");
        metadata(SECRETS, "Secret");
        installed.all().forEach(this::read);
        if (all) {
            installed.unknown().forEach(this::unknown);
        }
        var forecasts = rehearsal.apply(objects);
        found.stream().filter(each -> isChosen(each.key())).forEach(each -> plan(each, forecasts));
        planned.sort(
                Comparator.comparing((Planned each) -> each.key().namespace())
                        .thenComparing(each -> each.key().group())
                        .thenComparing(each -> each.key().kind())
                        .thenComparing(each -> each.key().name()));
        return List.copyOf(planned);
    }

    private boolean isChosen(ObjectKey key) {
        return chosen.stream()
                .anyMatch(
                        each -> each.group().equals(key.group()) && each.kind().equals(key.kind()));
    }

    private void plan(Found each, Rehearsal forecasts) {
        planned.add(
                new Planned(
                        each.key(),
                        each.problems().isEmpty()
                                ? forecasts.of(each.key(), each.object())
                                : Forecast.refused(each.object(), each.problems())));
    }

    private void metadata(String path, String kind) {
        cluster.list(
                path,
                ClusterRequests.METADATA,
                each ->
                        objects.put(
                                key("", kind, each), Map.of("metadata", map(each, "metadata"))));
    }

    private static ObjectKey key(String group, String kind, Map<String, Object> object) {
        var meta = map(object, "metadata");
        return new ObjectKey(group, kind, text(meta, "namespace"), text(meta, "name"));
    }

    private void read(InstalledKind kind) {
        List<Map<String, Object>> all;
        var row = kind.row();
        try {
            all = installed.objects(kind, kind.storedAt());
        } catch (Refused unreadable) {
            var whole = new ObjectKey(row.group(), row.kind(), "", "");
            if (isChosen(whole)) {
                planned.add(new Planned(whole, unreadable(unreadable)));
            }
            return;
        }
        for (var each : all) {
            var object = new LinkedHashMap<>(each);
            // a list does not repeat the kind in its items
            object.putIfAbsent("kind", row.kind());
            object.putIfAbsent("apiVersion", row.group() + "/" + kind.storedAt());
            var form = kind.foreign() ? installed.form(kind, object) : null;
            var key = key(row.group(), row.kind(), object);
            var seen = form == null ? object : form.object();
            objects.put(key, seen);
            found.add(new Found(key, seen, form == null ? List.of() : form.problems()));
        }
    }

    private static Forecast unreadable(Refused why) {
        return new Forecast(
                Forecast.Plan.NOT_COMPARED,
                Optional.empty(),
                List.of(
                        "objects of this kind cannot be read as they are stored; take-over reads them after it has changed the definition: "
                                + why.getMessage()),
                List.of());
    }

    /** Plans the objects of a kind of Azure Service Operator that the catalog does not have. */
    private void unknown(Map<String, Object> definition) {
        var spec = map(definition, "spec");
        var names = map(spec, "names");
        var group = text(spec, "group");
        var kind = text(names, "kind");
        var path =
                "/apis/%s/%s/%s"
                        .formatted(
                                group,
                                InstalledKind.storedAt(definition, ""),
                                text(names, "plural"));
        cluster.list(
                path,
                ClusterRequests.METADATA,
                each ->
                        planned.add(
                                new Planned(
                                        key(group, kind, each),
                                        Forecast.refused(
                                                each,
                                                List.of(
                                                        "NotServed: this version of Dragoman does not have the kind; the object stays as it is, and no operator reconciles it")))));
    }
}
