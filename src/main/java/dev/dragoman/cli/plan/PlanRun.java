package dev.dragoman.cli.plan;

import static dev.dragoman.kube.object.Json.map;
import static dev.dragoman.kube.object.Json.text;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.identity.GlobalIdentity;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.trial.Forecast;
import dev.dragoman.azure.trial.Forecast.Plan;
import dev.dragoman.azure.trial.Forecasts;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.cluster.ClusterRequests.Refused;
import dev.dragoman.cli.cluster.InstalledKind;
import dev.dragoman.cli.cluster.InstalledKinds;
import dev.dragoman.cli.trial.ClusterTrial;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Reads the objects of a cluster in the form that Dragoman would give them. Then has the operator
 * reconcile each, until it would change something. Reads only. Not thread-safe.
 */
final class PlanRun {
    private static final String SECRETS = "/api/v1/secrets?fieldSelector=metadata.name%3D";

    private final ClusterRequests cluster;
    private final InstalledKinds installed;
    private final Predicate<ObjectKey> chosen;
    private final Forecasts forecasts;
    private final List<Map<String, Object>> objects = new ArrayList<>();
    private final List<Found> found = new ArrayList<>();
    private final List<Planned> planned = new ArrayList<>();

    /** An object in Dragoman's form, and why it must not be written in that form. */
    private record Found(ObjectKey key, Map<String, Object> object, List<String> problems) {}

    /**
     * An object and what is planned for it.
     *
     * @param key without a name if the forecast is for all objects of a kind
     */
    record Planned(ObjectKey key, Forecast forecast) {
        /** The same with more to say. */
        Planned with(List<String> remarks) {
            var all = Stream.concat(forecast.reasons().stream(), remarks.stream()).toList();
            return new Planned(
                    key,
                    new Forecast(forecast.plan(), forecast.adopted(), all, forecast.changes()));
        }
    }

    /**
     * @param chosen which objects to plan; a key without name is for all objects of a kind. Others
     *     are read too, because the planned objects may refer to them
     */
    PlanRun(ClusterRequests cluster, Predicate<ObjectKey> chosen, Forecasts forecasts) {
        this.forecasts = forecasts;
        this.cluster = cluster;
        this.installed = new InstalledKinds(cluster, Catalog.load());
        this.chosen = chosen;
    }

    /**
     * The plan for each object, sorted by namespace, group, kind and name.
     *
     * @param operator starts the operator over the objects that were read
     * @param all whether kinds that the catalog does not have are planned too
     * @throws Refused when the API server refuses a request or does not answer
     */
    List<Planned> run(Function<List<Map<String, Object>>, ClusterTrial> operator, boolean all) {
        read("/api/v1/namespaces", ClusterRequests.METADATA, "Namespace");
        for (var name : List.of(AsoNames.NAMESPACE_CREDENTIAL, GlobalIdentity.SECRET)) {
            read(SECRETS + name, ClusterRequests.JSON, "Secret");
        }
        installed.all().forEach(this::read);
        if (all) {
            installed.unknown().forEach(this::unknown);
        }
        try (var trial = operator.apply(objects)) {
            found.removeIf(each -> !chosen.test(each.key()));
            found.forEach(each -> planned.add(new Planned(each.key(), forecast(each, trial))));
        }
        planned.sort(
                Comparator.comparing((Planned each) -> each.key().namespace())
                        .thenComparing(each -> each.key().group())
                        .thenComparing(each -> each.key().kind())
                        .thenComparing(each -> each.key().name()));
        return List.copyOf(planned);
    }

    private Forecast forecast(Found each, ClusterTrial trial) {
        return each.problems().isEmpty()
                ? forecasts.of(each.object(), () -> trial.reconcile(each.key()))
                : Forecast.refused(each.object(), each.problems());
    }

    private void read(String path, String accept, String kind) {
        cluster.list(
                path,
                accept,
                each -> objects.add(Json.with(Json.with(each, "apiVersion", "v1"), "kind", kind)));
    }

    private void read(InstalledKind kind) {
        List<Map<String, Object>> all;
        var row = kind.row();
        try {
            all = installed.objects(kind, kind.storedAt());
        } catch (Refused unreadable) {
            var whole = new ObjectKey(row.group(), row.kind(), "", "");
            if (chosen.test(whole)) {
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
            var seen = form == null ? object : form.object();
            objects.add(seen);
            found.add(
                    new Found(Fields.key(seen), seen, form == null ? List.of() : form.problems()));
        }
    }

    private static Forecast unreadable(Refused why) {
        return new Forecast(
                Plan.NOT_COMPARED,
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
                                        new ObjectKey(
                                                group,
                                                kind,
                                                Fields.metadata(each, "namespace"),
                                                Fields.metadata(each, "name")),
                                        Forecast.refused(
                                                each,
                                                List.of(
                                                        "NotServed: this version of Dragoman does not have the kind; the object stays as it is, and no operator reconciles it")))));
    }
}
