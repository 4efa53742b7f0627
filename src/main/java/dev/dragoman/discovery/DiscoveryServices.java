package dev.dragoman.discovery;

import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Line;
import dev.dragoman.capability.MakerCapability;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.Reads;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.object.Makes;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.discovery.decision.DiscoveryDecision;
import dev.dragoman.discovery.decision.DiscoveryFacts;
import dev.dragoman.discovery.decision.DiscoveryMakers;
import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.discovery.decision.DiscoveryObservation;
import dev.dragoman.discovery.decision.DiscoveryService;
import dev.dragoman.discovery.decision.DiscoveryTrouble;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.failure.KindMissing;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.Names;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.Reconciliation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes the workloads of Envoy's discovery services, their certificates and rights, for objects of
 * the kind DiscoveryService. Thread-safe.
 */
final class DiscoveryServices extends MakerCapability<DiscoveryFacts> {
    static final String NAME = "discovery";

    /**
     * Finalizer that keeps a DiscoveryService until its objects in other namespaces are deleted.
     * Owner references do not work across namespaces.
     */
    private static final String FINALIZER = "dragoman.dev/discovery";

    private static final Line STRIP =
            Line.of("stripFinalizer", "bean:discoverySteps.stripFinalizer");
    private static final Line UNMARK =
            Line.of("unmark", "bean:discoverySteps.unmark").follows("remove");

    static final CapabilityLines LINES =
            CapabilityLines.making(
                            NAME,
                            DiscoveryMakers.LINES,
                            STRIP,
                            Line.of("mark", "bean:discoverySteps.mark").after("compare", "claim"),
                            Line.of("replace", "bean:discoverySteps.replace")
                                    .after("compare", "claim"),
                            Line.of("apply", "kubernetes-apply:" + DiscoveryNames.MANAGER)
                                    .after("compare", "claim", "mark")
                                    .follows("replace"),
                            UNMARK)
                    .deleting(
                            STRIP,
                            UNMARK,
                            Line.of("release", "bean:discovery.release")
                                    .after("remove", "unmark")
                                    .always())
                    .holding(FINALIZER, DiscoveryNames.FORMER_FINALIZER);

    /**
     * {@code manager} is the predecessor's field manager; the route's {@code formerManagers} has
     * the same value.
     */
    private static final Makes MAKES =
            new Makes(DiscoveryNames.MANAGER, Set.of("manager"), DiscoveryTrouble.WORST_FIRST);

    /** Metadata that is kept of objects of others. */
    private static final Set<String> METADATA =
            Set.of(
                    "name",
                    "namespace",
                    "uid",
                    "resourceVersion",
                    "creationTimestamp",
                    "deletionTimestamp");

    private static final String CORE = "v1";
    private static final String RBAC = "rbac.authorization.k8s.io/v1";
    private static final String NAMESPACE = "Namespace";
    private static final Optional<Map<String, Object>> EXISTS = Optional.of(Map.of());

    private final DiscoverySettings settings;
    private final Reader reader;

    DiscoveryServices(DiscoverySettings settings, Reader reader, StatusForm form) {
        super(
                new GroupKind(DiscoveryNames.GROUP, DiscoveryNames.KIND)::equals,
                new Declaration(
                        NAME,
                        Optional.of(FINALIZER),
                        "ReconcileDiscoveryService",
                        form,
                        LINES,
                        Optional.of(MAKES)),
                new DiscoveryMakers().all());
        this.settings = settings;
        this.reader = reader;
    }

    @Override
    protected Observed<DiscoveryFacts> observation(Reconciliation reconciliation) {
        var service = new DiscoveryService(reconciliation.object());
        var reading = new Reading(service);
        if (service.deleting()) {
            var leaving = DiscoveryFacts.leaving(service, reading.leaving());
            return new Observed<>(leaving, reading.reads.needs());
        }
        var all = reading.all();
        var facts = DiscoveryFacts.of(service, all);
        var present = all.present(service, facts.given().spaces().served());
        return new Observed<>(facts, reading.reads.needs(), present);
    }

    @Override
    public boolean unclaimed(DiscoveryFacts facts) {
        return facts.service().formerlyHeld();
    }

    @Override
    public Step decide(DiscoveryFacts facts, Results done) {
        return DiscoveryDecision.next(facts, done);
    }

    /**
     * Keeps only the metadata of a certificate: other users may put the operator's labels on large
     * objects.
     */
    private static Map<String, Object> ofAnother(Map<String, Object> certificate) {
        return part(certificate, Map.of());
    }

    /** Keeps only the fields of another DiscoveryService that determine its names and Secrets. */
    private static Map<String, Object> ofAPeer(Map<String, Object> peer) {
        var spec = new LinkedHashMap<>(Fields.spec(peer));
        spec.keySet().retainAll(Set.of("pkiConfg", "pkiConfig"));
        return part(peer, spec);
    }

    private static Map<String, Object> part(Map<String, Object> object, Map<String, Object> spec) {
        var metadata = new LinkedHashMap<>(Fields.map(object, "metadata"));
        metadata.keySet().retainAll(METADATA);
        var part = Json.object("metadata", metadata, "spec", spec);
        part.put("apiVersion", object.get("apiVersion"));
        part.put("kind", object.get("kind"));
        return part;
    }

    /** Reads the objects that one DiscoveryService needs. Not thread-safe. */
    private final class Reading {
        private final DiscoveryService service;
        private final Reads reads = new Reads(reader);
        private final Map<String, Map<String, Object>> live = new HashMap<>();

        Reading(DiscoveryService service) {
            this.service = service;
        }

        DiscoveryObservation all() {
            var name = service.name();
            if (!service.labelable()) {
                return DiscoveryObservation.none(settings.image(), settings.allowed());
            }
            certificate(service.namespace(), DiscoveryNames.ca(name));
            certificate(service.namespace(), DiscoveryNames.server(name));
            certificate(service.namespace(), DiscoveryNames.CLIENT);
            certificate(service.namespace(), DiscoveryNames.ownClient(name));
            var usual = DiscoveryNames.of(name);
            read(CORE, "ServiceAccount", service.namespace(), usual);
            read(RBAC, "Role", service.namespace(), usual);
            read(RBAC, "RoleBinding", service.namespace(), usual);
            read("apps/v1", "Deployment", service.namespace(), usual);
            read(CORE, "Service", service.namespace(), service.service());
            var label = DiscoveryNames.INSTANCE + "=" + name;
            var services =
                    reader.metadata(CORE, "Service", service.namespace(), label, each -> each);
            return observation(services, peers(), service.namespaces());
        }

        /**
         * Reads the objects that the garbage collector does not delete with the DiscoveryService.
         */
        DiscoveryObservation leaving() {
            if (!service.labelable()) {
                return DiscoveryObservation.none(settings.image(), settings.allowed());
            }
            return observation(List.of(), List.of(), List.of());
        }

        private DiscoveryObservation observation(
                List<Map<String, Object>> services,
                List<Map<String, Object>> peers,
                List<String> listed) {
            var elsewhere = new ArrayList<>(owned());
            var marked = new LinkedHashMap<String, Map<String, Object>>();
            var label = DiscoveryNames.SERVED_BY + "=" + service.name();
            reader.metadata(CORE, NAMESPACE, "", label, each -> each)
                    .forEach(each -> marked.put(Fields.metadata(each, "name"), each));
            var namespaces = new LinkedHashMap<String, Optional<Map<String, Object>>>();
            // a namespace that has lost its label is found by the objects that were made in it
            var names =
                    listed.stream()
                            .filter(Names::isLabel)
                            .collect(Collectors.toCollection(LinkedHashSet::new));
            elsewhere.forEach(each -> names.add(Fields.metadata(each, "namespace")));
            for (var each : names) {
                var namespace = namespace(each, marked);
                namespaces.put(each, namespace);
                namespace.ifPresent(now -> marked.put(each, now));
            }
            marked.values()
                    .removeIf(
                            each ->
                                    !Fields.annotation(each, DiscoveryNames.OWNER)
                                            .equals(service.id()));
            names.addAll(marked.keySet());
            names.add(service.namespace());
            // a namespace that does not exist has no objects
            names.removeIf(each -> namespaces.getOrDefault(each, EXISTS).isEmpty());
            for (var each : names) {
                if (!each.equals(service.namespace()) && !service.deleting()) {
                    certificate(each, DiscoveryNames.CLIENT);
                }
                read(CORE, "ConfigMap", each, DiscoveryNames.BOOTSTRAP);
                bootstrap(each).ifPresent(elsewhere::add);
            }
            return new DiscoveryObservation(
                    settings.image(),
                    settings.allowed(),
                    live,
                    services,
                    peers,
                    namespaces,
                    List.copyOf(marked.values()),
                    elsewhere);
        }

        /**
         * The certificates in other namespaces that are made for the DiscoveryService. Empty if the
         * DiscoveryService is being deleted and the kind of certificates no longer exists.
         */
        private List<Map<String, Object>> owned() {
            try {
                return reader.metadata(
                        DiscoveryNames.API_VERSION,
                        DiscoveryNames.CERTIFICATE,
                        "",
                        Fields.selectorOfOwned(service.object()),
                        DiscoveryServices::ofAnother);
            } catch (KindMissing gone) {
                if (service.deleting()) {
                    return List.of();
                }
                throw gone;
            }
        }

        /**
         * The ConfigMap of sidecars in another namespace; empty if that namespace has none of this
         * DiscoveryService.
         */
        private Optional<Map<String, Object>> bootstrap(String namespace) {
            var name = DiscoveryNames.BOOTSTRAP;
            return Optional.ofNullable(
                            live.get(DiscoveryObservation.key("ConfigMap", namespace, name)))
                    .filter(each -> !namespace.equals(service.namespace()))
                    .filter(each -> Fields.ownedBy(service.object(), each));
        }

        private Optional<Map<String, Object>> namespace(
                String name, Map<String, Map<String, Object>> known) {
            var key = reads.need("", NAMESPACE, "", name);
            return Optional.ofNullable(known.get(name)).or(() -> reader.get(CORE, key));
        }

        private List<Map<String, Object>> peers() {
            var kind = DiscoveryNames.KIND;
            var peers =
                    new ArrayList<>(
                            reader.list(
                                    DiscoveryNames.API_VERSION,
                                    kind,
                                    service.namespace(),
                                    "",
                                    DiscoveryServices::ofAPeer));
            peers.removeIf(each -> Fields.metadata(each, "uid").equals(service.uid()));
            for (var each : peers) {
                var name = Fields.metadata(each, "name");
                var _ = reads.need(DiscoveryNames.GROUP, kind, service.namespace(), name);
            }
            return peers;
        }

        private void certificate(String namespace, String name) {
            read(DiscoveryNames.API_VERSION, DiscoveryNames.CERTIFICATE, namespace, name);
        }

        private void read(String apiVersion, String kind, String namespace, String name) {
            var key = DiscoveryObservation.key(kind, namespace, name);
            reads.get(apiVersion, kind, namespace, name).ifPresent(each -> live.put(key, each));
        }
    }
}
