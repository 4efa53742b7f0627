package dev.dragoman.cli.cluster;

import static dev.dragoman.kube.object.Json.map;
import static dev.dragoman.kube.object.Json.text;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.model.TakenOver;
import dev.dragoman.cli.cluster.ClusterRequests.Refused;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The Azure kinds of a cluster, whichever operator installed them, and their objects; reads only.
 */
public record InstalledKinds(ClusterRequests cluster, Catalog catalog) {
    /** Path of a definition without its name. */
    public static final String DEFINITIONS =
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/";

    private static final String NAME = "app.kubernetes.io/name";

    /**
     * The kinds of the catalog that are installed, in the catalog's order.
     *
     * @throws Refused when the API server refuses a request or gives no answer
     */
    public List<InstalledKind> all() {
        var labels = labels();
        var out = new ArrayList<InstalledKind>();
        for (var name : catalog.names()) {
            var definition = name.plural() + "." + name.group();
            if (labels.containsKey(definition)) {
                var present = cluster.find(DEFINITIONS + definition);
                if (!present.isEmpty()) {
                    var row = catalog.find(name.group(), name.kind()).orElseThrow();
                    out.add(new InstalledKind(row, present));
                }
            }
        }
        return out;
    }

    /**
     * Definitions that Azure Service Operator installed, and whose kind the catalog does not have.
     *
     * @throws Refused when the API server refuses a request or gives no answer
     */
    public List<Map<String, Object>> unknown() {
        var known =
                catalog.names().stream().map(name -> name.plural() + "." + name.group()).toList();
        return labels().entrySet().stream()
                .filter(each -> OtherOperator.NAME.equals(each.getValue()))
                .filter(each -> !known.contains(each.getKey()))
                .map(each -> cluster.find(DEFINITIONS + each.getKey()))
                .filter(definition -> !definition.isEmpty())
                .toList();
    }

    /**
     * Names of all definitions of the cluster.
     *
     * @throws Refused when the API server refuses a request or gives no answer
     */
    public Set<String> names() {
        return labels().keySet();
    }

    /** The label {@code app.kubernetes.io/name} of each definition, by the definition's name. */
    private Map<String, String> labels() {
        var out = new HashMap<String, String>();
        cluster.list(
                DEFINITIONS.substring(0, DEFINITIONS.length() - 1),
                ClusterRequests.METADATA,
                each ->
                        out.put(
                                text(map(each, "metadata"), "name"),
                                text(map(each, "metadata", "labels"), NAME)));
        return out;
    }

    /** All objects of a kind, read at the version. */
    public List<Map<String, Object>> objects(InstalledKind kind, String version) {
        var all = new ArrayList<Map<String, Object>>();
        cluster.list(kind.collection(version), ClusterRequests.JSON, all::add);
        return all;
    }

    /** The form in which Dragoman stores an object. */
    public TakenOver.Form form(InstalledKind kind, Map<String, Object> object) {
        return TakenOver.of(object, kind.row(), kind.schema(), this::longest);
    }

    /**
     * The apiVersion. If the catalog has the kind but not this version, the kind's newest version.
     */
    public String longest(String kind, String apiVersion) {
        int slash = apiVersion.indexOf('/');
        if (slash < 0) {
            return apiVersion;
        }
        var group = apiVersion.substring(0, slash);
        return catalog.find(group, kind)
                .filter(row -> row.version(apiVersion.substring(slash + 1)).isEmpty())
                .map(row -> group + "/" + row.newest().names().getFirst())
                .orElse(apiVersion);
    }
}
