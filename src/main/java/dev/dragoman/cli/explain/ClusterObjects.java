package dev.dragoman.cli.explain;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.cli.Count;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.cluster.ClusterRequests.Refused;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.Names;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Reads objects of a cluster with the rights of whoever asks. Of Secrets and ConfigMaps only the
 * metadata is read. Not thread-safe, but for {@link #fresh} and {@link #brief}, and for fleets of
 * their own: then only the progress may be counted wrong.
 */
final class ClusterObjects {
    private static final String DISCOVERY =
            "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    static final String METADATA = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
    private static final Set<String> METADATA_ONLY = Set.of("Secret", "ConfigMap");
    private static final long PATIENCE = Duration.ofSeconds(1).toNanos();
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;

    private final ClusterRequests cluster;
    private final Consumer<String> progress;
    private final Map<GroupKind, Served> served = new HashMap<>();
    private final Set<String> unread = new ConcurrentSkipListSet<>();
    private final Needs needs;
    private final Fleet fleet = fresh();
    private long told = System.nanoTime();
    private int count;

    /**
     * Asks the API server which kinds it serves.
     *
     * @param composed kinds that routes of overlays reconcile
     * @param progress is told how far it is, once a second
     */
    ClusterObjects(ClusterRequests cluster, Set<GroupKind> composed, Consumer<String> progress) {
        this.cluster = cluster;
        this.progress = progress;
        this.needs = new Needs(Catalog.load(), this::named, composed);
        for (var root : List.of("/api", "/apis")) {
            Json.maps(cluster.get(root, DISCOVERY), "items").forEach(this::group);
        }
    }

    /**
     * A kind as it is served.
     *
     * @param root path of its version, such as {@code /apis/apps/v1}
     * @param names plural, singular and short names
     */
    record Served(
            GroupKind kind, String root, String plural, boolean namespaced, Set<String> names) {
        String apiVersion() {
            return root.replaceFirst("^/apis?/", "");
        }

        /** The plural with its group. */
        String name() {
            return kind.group().isEmpty() ? plural : plural + "." + kind.group();
        }

        /** Whether objects of it are read whole; of ConfigMaps only the metadata is. */
        boolean isWhole() {
            return !kind.group().isEmpty();
        }

        /** Path of all objects, in a namespace if there is one. */
        String path(String namespace) {
            return namespaced && !namespace.isEmpty()
                    ? "%s/namespaces/%s/%s".formatted(root, namespace, plural)
                    : root + "/" + plural;
        }
    }

    private void group(Map<String, Object> group) {
        var name = Fields.metadata(group, "name");
        for (var version : Json.maps(group, "versions")) {
            var root = (name.isEmpty() ? "/api/" : "/apis/" + name + "/") + version.get("version");
            for (var each : Json.maps(version, "resources")) {
                var names = new HashSet<>(Json.texts(each.get("shortNames")));
                names.add(Json.text(each, "singularResource"));
                names.add(Json.text(each, "resource"));
                var kind = new GroupKind(name, Json.text(Fields.map(each, "responseKind"), "kind"));
                names.add(kind.kind().toLowerCase(Locale.ROOT));
                var plural = Json.text(each, "resource");
                boolean namespaced = "Namespaced".equals(each.get("scope"));
                // versions come in their order: the first one is preferred
                served.putIfAbsent(kind, new Served(kind, root, plural, namespaced, names));
            }
        }
    }

    private List<GroupKind> named(String kind) {
        return served.keySet().stream().filter(each -> each.kind().equals(kind)).toList();
    }

    /** The kinds that a user's word may mean: ours, else those of the core group, else any. */
    List<Served> meant(String word) {
        var lower = word.toLowerCase(Locale.ROOT);
        var all =
                served.values().stream()
                        .filter(each -> each.names().stream().anyMatch(n -> means(each, n, lower)))
                        .toList();
        var ours = all.stream().filter(each -> needs.reconciles(each.kind())).toList();
        var core = all.stream().filter(each -> each.kind().group().isEmpty()).toList();
        return !ours.isEmpty() ? ours : core.isEmpty() ? all : core;
    }

    private static boolean means(Served kind, String name, String word) {
        return word.equals(name) || word.equals(name + "." + kind.kind().group());
    }

    /** Path of an object whose kind is served. */
    String path(ObjectKey key) {
        return served.get(GroupKind.of(key)).path(key.namespace()) + "/" + key.name();
    }

    Needs needs() {
        return needs;
    }

    Fleet fleet() {
        return fleet;
    }

    /** A fleet in which nothing is known yet. */
    Fleet fresh() {
        return new Fleet(this::read, (into, namespace) -> list(namespace, into));
    }

    /** Kinds that could not be listed, each with the reason. */
    Set<String> unread() {
        return unread;
    }

    private Known read(ObjectKey key) {
        var kind = served.get(GroupKind.of(key));
        if (kind == null) {
            return Known.none(key, Known.Presence.UNSERVED);
        }
        boolean named = Names.isSubdomain(key.name());
        if (!named || (kind.namespaced() && !Names.isLabel(key.namespace()))) {
            return Known.none(key, Known.Presence.ABSENT);
        }
        var accept = isSmall(key.kind()) ? METADATA : ClusterRequests.JSON;
        try {
            var object = cluster.get(path(key), accept);
            return needs.known(typed(object, kind));
        } catch (Refused refused) {
            if (refused.code == 0) {
                throw refused;
            }
            return Known.none(
                    key,
                    switch (refused.code) {
                        case NOT_FOUND -> Known.Presence.ABSENT;
                        case FORBIDDEN -> Known.Presence.HIDDEN;
                        default -> Known.Presence.FAILED;
                    });
        }
    }

    private static boolean isSmall(String kind) {
        return METADATA_ONLY.contains(kind);
    }

    private static Map<String, Object> typed(Map<String, Object> object, Served kind) {
        var typed = Json.with(object, "apiVersion", kind.apiVersion());
        typed.put("kind", kind.kind().kind());
        return typed;
    }

    /** Kinds whose objects are listed: those of this operator, and that of requests. */
    Set<Served> listed() {
        var maps = new GroupKind("", "ConfigMap");
        return served.values().stream()
                .filter(each -> needs.reconciles(each.kind()) || each.kind().equals(maps))
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Adds all objects of this operator to the fleet.
     *
     * @param namespace where; empty for all namespaces
     * @return the objects
     */
    List<Known> list(String namespace) {
        return list(namespace, fleet);
    }

    private List<Known> list(String namespace, Fleet into) {
        var all = new ArrayList<Known>();
        for (var kind : listed()) {
            try {
                cluster.list(
                        kind.path(namespace),
                        kind.isWhole() ? ClusterRequests.JSON : ClusterRequests.METADATA,
                        each -> {
                            brief(each, kind).ifPresent(all::add);
                            tell();
                        });
                if (kind.isWhole()) {
                    into.listed(kind.kind(), namespace);
                }
            } catch (Refused refused) {
                if (refused.code == 0) {
                    throw refused;
                }
                if (refused.code != NOT_FOUND) {
                    unread.add("%s: %s".formatted(kind.name(), why(refused)));
                }
            }
        }
        all.forEach(into::add);
        into.searched(namespace);
        return all;
    }

    /** What is known of an object of a list; empty for a ConfigMap that is no request. */
    Optional<Known> brief(Map<String, Object> object, Served kind) {
        var typed = typed(object, kind);
        return kind.isWhole() || needs.isRequest(typed)
                ? Optional.of(needs.brief(typed))
                : Optional.empty();
    }

    /** Why a kind could not be listed. */
    static String why(Refused refused) {
        return switch (refused.code) {
            case FORBIDDEN -> FleetStatus.NO_RIGHT;
            case 0 -> refused.getMessage();
            default -> "HTTP " + refused.code;
        };
    }

    private void tell() {
        count++;
        if (System.nanoTime() - told > PATIENCE) {
            told = System.nanoTime();
            progress.accept("read " + Count.objects(count));
        }
    }
}
