package dev.dragoman.agents;

import dev.dragoman.agents.decision.egress.Block;
import dev.dragoman.agents.decision.egress.Guard.Place;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Addresses that no CDTarget may open: those of the nodes, of the API server and of the settings.
 * Reads the cluster's objects at most once a minute. Thread-safe.
 */
final class Places {
    private static final Duration KEPT = Duration.ofMinutes(1);

    private final Reader reader;
    private final List<Block> settings;
    private final InstantSource clock;
    private List<Place> known = List.of();
    private Instant read = Instant.MIN;

    Places(Reader reader, List<Block> settings, InstantSource clock) {
        this.reader = reader;
        this.settings = List.copyOf(settings);
        this.clock = clock;
    }

    /**
     * The addresses, at most a minute old.
     *
     * @throws dev.dragoman.kube.failure.KubeException when they cannot be read
     */
    synchronized List<Place> now() {
        var time = clock.instant();
        if (read.equals(Instant.MIN) || Duration.between(read, time).compareTo(KEPT) > 0) {
            known = List.copyOf(ask());
            read = time;
        }
        return known;
    }

    private List<Place> ask() {
        var places = new ArrayList<Place>();
        settings.forEach(
                block -> places.add(new Place(block, "an address of DRAGOMAN_CDTARGETS_FORBID")));
        reader.list("v1", "Node", "", "", Places::ofNode).forEach(places::addAll);
        var service =
                reader.get("v1", new ObjectKey("", "Service", "default", "kubernetes"))
                        .map(each -> Fields.spec(each).get("clusterIPs"));
        service.filter(List.class::isInstance)
                .map(list -> (List<?>) list)
                .orElse(List.of())
                .forEach(each -> add(places, String.valueOf(each), "the API server"));
        reader.list(
                        "discovery.k8s.io/v1",
                        "EndpointSlice",
                        "default",
                        "kubernetes.io/service-name=kubernetes",
                        Places::ofSlice)
                .forEach(places::addAll);
        return places;
    }

    private static List<Place> ofNode(Map<String, Object> node) {
        var places = new ArrayList<Place>();
        var what = "the node " + Fields.metadata(node, "name");
        texts(Fields.map(node, "status").get("addresses"), "address")
                .forEach(each -> add(places, each, what));
        return places;
    }

    private static List<Place> ofSlice(Map<String, Object> slice) {
        var places = new ArrayList<Place>();
        if (slice.get("endpoints") instanceof List<?> endpoints) {
            for (var each : endpoints) {
                if (each instanceof Map<?, ?> endpoint
                        && endpoint.get("addresses") instanceof List<?> addresses) {
                    addresses.forEach(one -> add(places, String.valueOf(one), "the API server"));
                }
            }
        }
        return places;
    }

    private static List<String> texts(Object list, String field) {
        return list instanceof List<?> all
                ? all.stream()
                        .filter(Map.class::isInstance)
                        .map(each -> String.valueOf(((Map<?, ?>) each).get(field)))
                        .toList()
                : List.of();
    }

    /**
     * Adds an IP address. Leaves out other texts: the addresses of a node may be host names too.
     */
    private static void add(List<Place> places, String address, String what) {
        block(address).ifPresent(block -> places.add(new Place(block, what)));
    }

    private static Optional<Block> block(String address) {
        try {
            return Optional.of(Block.parse(address));
        } catch (IllegalArgumentException hostName) {
            return Optional.empty();
        }
    }
}
