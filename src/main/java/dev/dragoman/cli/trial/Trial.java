package dev.dragoman.cli.trial;

import dev.dragoman.DryRun;
import dev.dragoman.Operator;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.model.SecretValues;
import dev.dragoman.azure.trial.AssumedObjects;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.point.PointInterceptor;
import dev.dragoman.composition.Definitions;
import dev.dragoman.kube.HashKey;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An operator without a cluster: the real one, with its routes and a team's files, over objects in
 * memory and with given answers. Nothing leaves the process, and the clock goes on by itself only
 * where something waits. Not thread-safe.
 */
public final class Trial implements AutoCloseable {
    private static final String ELECTION = "DRAGOMAN_LEADER_ELECTION";
    private static final String ENDPOINT = "AZURE_RESOURCE_MANAGER_ENDPOINT";
    private static final String ARM = "https://management.azure.com";

    /** With what users apply objects. */
    private static final String USER = "kubectl";

    /** Ids of the operator's identity. */
    private static final String NOBODY = AssumedObjects.SUBSCRIPTION;

    /** What is turned on, and who the operator is, unless the settings say otherwise. */
    private static final Map<String, String> SETTINGS =
            Map.of(
                    ELECTION,
                    "false",
                    "DRAGOMAN_CDTARGETS",
                    "on",
                    "DRAGOMAN_DISCOVERY",
                    "on",
                    "DRAGOMAN_NAMESPACES",
                    "on",
                    "AZURE_SUBSCRIPTION_ID",
                    NOBODY,
                    "AZURE_TENANT_ID",
                    NOBODY,
                    "AZURE_CLIENT_ID",
                    NOBODY,
                    "AZURE_CLIENT_SECRET",
                    "of-a-dry-run",
                    "POD_NAME",
                    "dragoman");

    /** Settings of files, ports and paces, which have no effect in a dry run. */
    public static final Set<String> OUTSIDE =
            Set.of(
                    "AZURE_FEDERATED_TOKEN_FILE",
                    "DRAGOMAN_CA_FILE",
                    "DRAGOMAN_EVENTS_CONNECTION_STRING",
                    "DRAGOMAN_EVENTS_IDENTITY",
                    "DRAGOMAN_EVENTS_QUEUE",
                    "DRAGOMAN_IDENTITY_FILES",
                    "DRAGOMAN_LEADER_ELECTION",
                    "DRAGOMAN_MANAGEMENT_PORT",
                    "DRAGOMAN_OVERLAYS",
                    "DRAGOMAN_READY_WAIT",
                    "DRAGOMAN_RESYNC",
                    "DRAGOMAN_RETRY",
                    "DRAGOMAN_WATCH_PROBE_PERIOD",
                    "DRAGOMAN_WEBHOOK_PORT",
                    "DRAGOMAN_WEBHOOK_URL");

    /** Roles that each cluster has. */
    private static final List<String> ROLES = List.of("admin", "cluster-admin", "edit", "view");

    private static final Map<String, Object> RULE =
            Map.of("apiGroups", List.of("*"), "resources", List.of("*"), "verbs", List.of("*"));

    /** Shortest value of a Secret that is hidden: a shorter one could be any word, as true. */
    private static final int SHORTEST = 5;

    private final TrialClock clock;
    private final TrialRecord record = new TrialRecord();
    private final GivenAnswers answers;
    private final MemoryStore store;
    private final MemoryKinds kinds;
    private final Definitions definitions;
    private final TrialQueue queue;
    private final MemoryApi api;
    private final Map<String, String> environment;
    private final Overlays overlays;
    private final boolean assumes;
    private final Optional<PointInterceptor> points;

    /** Values of Secrets, of those that are gone too. */
    private final Set<String> hidden = new HashSet<>();

    private Operator operator;

    /**
     * What a dry run begins with.
     *
     * @param overlays files in which the check finds no error
     * @param settings the operator's settings
     * @param begin time at which it begins
     * @param served kinds that the cluster serves besides the usual ones
     * @param missing kinds that it does not serve
     * @param assumes whether an Azure object that is named and not there counts as Ready
     * @param points as {@link DryRun#points}
     */
    public record Setup(
            Overlays overlays,
            Map<String, String> settings,
            Instant begin,
            Set<GroupKind> served,
            Set<GroupKind> missing,
            boolean assumes,
            Optional<PointInterceptor> points) {
        /** The settings with those of a dry run. */
        public Map<String, String> environment() {
            var all = new HashMap<>(SETTINGS);
            all.putAll(settings);
            all.keySet().removeAll(OUTSIDE);
            all.put(ELECTION, "false");
            return all;
        }
    }

    public Trial(Setup setup) {
        this.overlays = setup.overlays();
        this.assumes = setup.assumes();
        this.points = setup.points();
        this.environment = setup.environment();
        this.answers =
                new GivenAnswers(
                        record, URI.create(environment.getOrDefault(ENDPOINT, ARM)).getAuthority());
        this.clock = new TrialClock(setup.begin());
        this.store = new MemoryStore(clock);
        this.kinds = new MemoryKinds(setup.missing());
        this.definitions = Definitions.of(overlays::ending, new ArrayList<>());
        definitions
                .specs()
                .keySet()
                .forEach(
                        each ->
                                kinds.add(
                                        each.group(),
                                        each.kind(),
                                        !definitions.isClusterScoped(each)));
        setup.served().forEach(each -> kinds.add(each.group(), each.kind(), true));
        this.queue = new TrialQueue(clock, store, kinds, record);
        this.api = new MemoryApi(store, kinds, record);
        var own = environment.getOrDefault("POD_NAMESPACE", "dragoman-system");
        namespace(own);
        // its uid is the cluster's name
        namespace("kube-system");
        ROLES.forEach(
                each ->
                        store.put(
                                Json.object(
                                        "apiVersion",
                                        "rbac.authorization.k8s.io/v1",
                                        "kind",
                                        "ClusterRole",
                                        "metadata",
                                        Json.object("name", each),
                                        "rules",
                                        List.of(RULE))));
        var _ =
                store.put(
                        Json.object(
                                "apiVersion",
                                "v1",
                                "kind",
                                "Secret",
                                "metadata",
                                Json.object("name", HashKey.SECRET, "namespace", own),
                                "data",
                                Json.object(
                                        "key", Base64.getEncoder().encodeToString(new byte[32]))));
    }

    /** The answers to requests, to be set before the round that sends them. */
    public GivenAnswers answers() {
        return answers;
    }

    private void namespace(String name) {
        if (!name.isEmpty() && store.get(new ObjectKey("", "Namespace", "", name)).isEmpty()) {
            var _ =
                    store.put(
                            Json.object(
                                    "apiVersion", "v1",
                                    "kind", "Namespace",
                                    "metadata",
                                            Json.object(
                                                    "name",
                                                    name,
                                                    "labels",
                                                    Json.object(
                                                            "kubernetes.io/metadata.name", name))));
        }
    }

    /**
     * Applies an object as its user does. Its status counts too, as if another controller had
     * written it.
     *
     * @param home namespace of an object that names none
     * @return the object's key
     */
    public ObjectKey apply(Map<String, Object> object, String home) {
        var wanted = Json.copyMap(object);
        var kind = GroupKind.of(Fields.key(wanted));
        kinds.add(kind.group(), kind.kind(), true);
        var metadata = Json.map(wanted, "metadata");
        if (kinds.isNamespaced(kind)) {
            metadata.putIfAbsent("namespace", home);
            namespace(String.valueOf(metadata.get("namespace")));
        } else {
            metadata.remove("namespace");
        }
        var problems = new ArrayList<String>();
        var admitted = definitions.admitted(wanted, problems);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s: %s".formatted(Fields.key(wanted), String.join("; ", problems)));
        }
        api.edit(admitted, USER);
        return Fields.key(wanted);
    }

    /** Deletes an object as its user does. */
    public void delete(ObjectKey key) {
        if (store.get(key).isEmpty()) {
            throw new IllegalArgumentException(key + " is not there: it cannot be deleted");
        }
        store.delete(key);
    }

    /** Queues every object, as when its resync is due. */
    public void resync() {
        start();
        store.keys().forEach(each -> queue.add("", each, Cause.RESYNC));
    }

    /** Sets the clock, which cannot go back. */
    public void clock(Instant now) {
        if (now.isBefore(clock.instant())) {
            throw new IllegalArgumentException(
                    "clock: %s is before %s; a round begins after the one before it"
                            .formatted(now, clock.instant()));
        }
        clock.set(now);
    }

    /**
     * Reconciles until nothing is due for so long on the clock.
     *
     * @return what was sent and written, without values of Secrets
     */
    public List<Map<String, Object>> run(Duration time) {
        return entries(time).stream().map(TrialRecord.Entry::what).toList();
    }

    /** As {@link #run}, with the object that was reconciled. */
    public List<TrialRecord.Entry> entries(Duration time) {
        start();
        // one may be deleted meanwhile
        var _ = secrets();
        queue.run(time);
        var secrets = secrets();
        return record.drain().stream()
                .map(
                        each ->
                                new TrialRecord.Entry(
                                        each.by(), each.apiVersion(), secrets.hidden(each.what())))
                .toList();
    }

    /** Empties all that was made, as somebody else might, and resyncs all objects. */
    public void spoil() {
        answers.spoil();
        store.all(record.created()::contains)
                .forEach(
                        each -> {
                            each.keySet().retainAll(List.of("apiVersion", "kind", "metadata"));
                            var _ = store.put(each);
                        });
        resync();
    }

    /** Notes the values of all Secrets, as they are and in Base64. */
    private SecretValues secrets() {
        for (var secret : store.all(key -> key.kind().equals("Secret"))) {
            var key = Fields.key(secret);
            for (var value : Fields.map(secret, "data").values()) {
                var encoded = String.valueOf(value);
                var text = Fields.decoded(encoded).orElse(encoded);
                // a Secret of credentials names its namespace
                if (text.equals(key.name()) || text.equals(key.namespace())) {
                    continue;
                }
                hidden.add(encoded);
                hidden.add(text);
                text.lines().forEach(hidden::add);
            }
        }
        hidden.removeIf(each -> each.strip().length() < SHORTEST);
        return new SecretValues(hidden);
    }

    /** The object as it is in the cluster; empty when it is not there. */
    public Optional<Map<String, Object>> object(ObjectKey key) {
        return store.get(key);
    }

    /** The keys of all objects. */
    public List<ObjectKey> keys() {
        return store.keys();
    }

    /** The operator starts with the first round, when Secrets that files name are there. */
    private void start() {
        if (operator != null) {
            return;
        }
        var watches = new MemoryWatches(store, kinds, clock, queue, this::assumed);
        queue.show(watches);
        var cluster =
                new ConfigBuilder()
                        .withAutoConfigure(false)
                        .withMasterUrl("https://kubernetes.invalid/")
                        .build();
        operator =
                Operator.start(
                        cluster,
                        environment,
                        clock,
                        new DryRun(
                                overlays,
                                new MemoryHttp(api::answer),
                                watches,
                                queue,
                                answers,
                                points));
    }

    private Optional<Map<String, Object>> assumed(ObjectKey key) {
        if (!assumes || key.group().isEmpty() || key.name().isEmpty()) {
            return Optional.empty();
        }
        var subscription = environment.get("AZURE_SUBSCRIPTION_ID");
        return new AssumedObjects(store::get, Catalog.load(), subscription).get(key);
    }

    @Override
    public void close() {
        if (operator != null) {
            operator.stop(Duration.ZERO);
        }
    }
}
