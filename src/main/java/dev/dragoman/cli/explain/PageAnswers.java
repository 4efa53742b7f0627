package dev.dragoman.cli.explain;

import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.cluster.ClusterRequests.Refused;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** What the page shows, as JSON; kept current. Thread-safe. */
final class PageAnswers implements AutoCloseable {
    /** How often it looks at the operator, and whether there are other kinds now. */
    private static final Duration PERIOD = Duration.ofSeconds(5);

    /** Pause after a change, so that many changes are one. */
    private static final Duration GATHER = Duration.ofMillis(200);

    /** How many objects a search names. */
    private static final int MOST = 200;

    /** How many causes there are, and how many of the objects that each keeps. */
    private static final int MOST_CAUSES = 100;

    private static final int NAMED = 20;

    private final ClusterRequests cluster;
    private final String home;
    private final String namespace;
    private final Optional<URI> metrics;
    private final Thread looking = Thread.ofVirtual().unstarted(this::look);
    private volatile Look last;
    private volatile String trouble = "";
    private long version;

    /** What the last look found. Questions read it without a lock: each may take its time. */
    private record Look(
            OperatorState operator, ClusterObjects objects, LiveFleet live, PageRoutes routes) {}

    /**
     * Begins to read.
     *
     * @param home namespace of the operator
     * @param namespace of the objects; empty for all
     * @param metrics where the leader's metrics are; empty for its pod
     */
    PageAnswers(ClusterRequests cluster, String home, String namespace, Optional<URI> metrics) {
        this.cluster = cluster.once();
        this.home = home;
        this.namespace = namespace;
        this.metrics = metrics;
        read();
        looking.start();
    }

    private void look() {
        for (LockSupport.parkNanos(PERIOD.toNanos());
                !Thread.currentThread().isInterrupted();
                LockSupport.parkNanos(PERIOD.toNanos())) {
            try {
                read();
            } catch (RuntimeException
                    | OutOfMemoryError failed) { // what follows is said, and looked at again
                trouble = failed instanceof Refused ? failed.getMessage() : failed.toString();
                changed();
            }
        }
    }

    /** Reads how the operator is; begins anew when there are other kinds than before. */
    private void read() {
        var state = new ClusterOperator(cluster, home);
        var operator = state.state();
        var objects = new ClusterObjects(cluster, state.composed(), _ -> {});
        var before = last;
        // kinds of overlays that could not be read this time are no news
        boolean keeps = before != null && state.isUnsure();
        boolean same =
                keeps || (before != null && objects.listed().equals(before.objects().listed()));
        var live = same ? before.live() : new LiveFleet(cluster, objects, namespace, this::changed);
        var routes = new PageRoutes(cluster, home, operator.holder(), metrics, state.files());
        last = new Look(operator, keeps ? before.objects() : objects, live, routes);
        boolean news = !same || !trouble.isEmpty() || !operator.isLike(before.operator());
        trouble = "";
        if (before != null && !same) {
            before.live().end();
        }
        if (news) {
            changed();
        }
    }

    private synchronized void changed() {
        version++;
        notifyAll();
    }

    /**
     * Waits until there is something newer than a version.
     *
     * @param patience how long at most
     * @return the version; that of the argument when nothing is newer
     * @throws InterruptedException when the thread is interrupted
     */
    long newer(long than, Duration patience) throws InterruptedException {
        var end = Instant.now().plus(patience);
        synchronized (this) {
            for (long left = patience.toMillis();
                    version == than && left > 0;
                    left = Duration.between(Instant.now(), end).toMillis()) {
                wait(left);
            }
        }
        LockSupport.parkNanos(GATHER.toNanos());
        synchronized (this) {
            return version;
        }
    }

    /** The answer to a question of the page; empty for none that it knows. */
    Map<String, Object> of(String question, Map<String, String> words) {
        var look = last;
        return switch (question) {
            case "fleet" -> fleet(look);
            case "objects" -> found(look, words.getOrDefault("q", ""));
            case "object" ->
                    Explanation.of(
                                    new ObjectKey(
                                            words.getOrDefault("group", ""),
                                            words.getOrDefault("kind", ""),
                                            words.getOrDefault("namespace", ""),
                                            words.getOrDefault("name", "")),
                                    look.live().fleet(look.objects()),
                                    look.operator())
                            .json();
            case "routes" -> look.routes().json();
            default -> Map.of();
        };
    }

    private Map<String, Object> fleet(Look look) {
        var live = look.live();
        var fleet = live.fleet(look.objects());
        var status = FleetStatus.of(live.all(), fleet, live.unread(), look.operator());
        var all = status.json();
        all.put("operatorLine", look.operator().line());
        all.put("namespace", namespace);
        all.put("reading", !live.isWhole());
        all.put("trouble", trouble);
        all.put("moreCauses", Math.max(0, status.causes().size() - MOST_CAUSES));
        all.put(
                "causes",
                status.causes().entrySet().stream()
                        .limit(MOST_CAUSES)
                        .map(each -> cause(each.getKey(), each.getValue()))
                        .toList());
        return all;
    }

    private static Map<String, Object> cause(Cause cause, List<ObjectKey> keys) {
        var one = cause.json();
        one.put("objects", keys.size());
        one.put("keeps", keys.stream().limit(NAMED).map(Cause::json).toList());
        return one;
    }

    /** Objects that have each word in their kind, name, namespace, reason or id. */
    private static Map<String, Object> found(Look look, String search) {
        var words = List.of(search.toLowerCase(Locale.ROOT).strip().split("\\s+"));
        var all =
                look.live().all().stream()
                        .filter(each -> words.stream().allMatch(text(each)::contains))
                        .sorted(
                                Comparator.comparing((Known each) -> each.ready().isReady())
                                        .thenComparing(each -> each.key().toString()))
                        .toList();
        return Json.object(
                "found", all.size(),
                "objects", all.stream().limit(MOST).map(Explanation::json).toList());
    }

    private static String text(Known one) {
        var ready = one.ready();
        return "%s %s%s %s %s"
                .formatted(
                        one.key(),
                        ready.isReady() ? "isready" : "notready",
                        one.suspended() ? " suspended" : "",
                        ready.reason(),
                        one.resourceId().orElse(""))
                .toLowerCase(Locale.ROOT);
    }

    /** Ends all reading before it returns. */
    @Override
    public void close() {
        looking.interrupt();
        try {
            looking.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        last.live().close();
    }
}
