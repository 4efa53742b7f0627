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
import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.discovery.decision.DiscoveryService;
import dev.dragoman.discovery.decision.DiscoveryTrouble;
import dev.dragoman.discovery.decision.EnvoyDecision;
import dev.dragoman.discovery.decision.EnvoyDeployment;
import dev.dragoman.discovery.decision.EnvoyFacts;
import dev.dragoman.discovery.decision.EnvoyInput;
import dev.dragoman.discovery.decision.EnvoyMakers;
import dev.dragoman.discovery.decision.EnvoyObservation;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.Reconciliation;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs Envoy under a discovery service, for objects of the kind EnvoyDeployment. The objects are in
 * its namespace, so the garbage collector deletes them with it. Thread-safe.
 */
final class EnvoyDeployments extends MakerCapability<EnvoyFacts> {
    static final String NAME = "envoy-deployments";
    static final String CONFIGS = "marin3r.3scale.net";
    static final String CONFIG = "EnvoyConfig";

    static final CapabilityLines LINES =
            CapabilityLines.making(
                    NAME,
                    EnvoyMakers.LINES,
                    Line.of("apply", "kubernetes-apply:" + EnvoyDeployment.MANAGER)
                            .after("compare", "claim"));

    private static final Makes MAKES =
            new Makes(EnvoyDeployment.MANAGER, Set.of("manager"), DiscoveryTrouble.WORST_FIRST);

    private final DiscoverySettings settings;
    private final Reader reader;

    EnvoyDeployments(DiscoverySettings settings, Reader reader, StatusForm form) {
        super(
                new GroupKind(DiscoveryNames.GROUP, EnvoyDeployment.KIND)::equals,
                new Declaration(
                        NAME,
                        Optional.empty(),
                        "ReconcileEnvoyDeployment",
                        form,
                        LINES,
                        Optional.of(MAKES)),
                new EnvoyMakers().all());
        this.settings = settings;
        this.reader = reader;
    }

    @Override
    protected Observed<EnvoyFacts> observation(Reconciliation reconciliation) {
        var deployment = new EnvoyDeployment(reconciliation.object());
        if (deployment.deleting()) {
            return new Observed<>(new EnvoyFacts(deployment, Optional.empty()), Set.of());
        }
        var reading = new Reading(deployment);
        var all = reading.all();
        var facts = EnvoyFacts.of(deployment, all);
        return new Observed<>(facts, reading.reads.needs(), all.present(deployment));
    }

    @Override
    public Step decide(EnvoyFacts facts, Results done) {
        return EnvoyDecision.next(facts, done);
    }

    /** Reads the objects that one EnvoyDeployment needs. Not thread-safe. */
    private final class Reading {
        private final EnvoyDeployment deployment;
        private final Reads reads = new Reads(reader);

        Reading(EnvoyDeployment deployment) {
            this.deployment = deployment;
        }

        EnvoyObservation all() {
            var live = new HashMap<String, Map<String, Object>>();
            var service = Optional.<DiscoveryService>empty();
            if (EnvoyInput.refers(deployment)) {
                EnvoyMakers.KINDS.forEach(
                        (kind, apiVersion) ->
                                reads.get(apiVersion, kind, deployment.namespace(), name(kind))
                                        .ifPresent(each -> live.put(kind, each)));
                service = service();
            }
            return new EnvoyObservation(
                    settings.image(),
                    service,
                    service.flatMap(this::root),
                    service.flatMap(this::config),
                    live);
        }

        private Optional<Map<String, Object>> root(DiscoveryService service) {
            var name = DiscoveryNames.ca(service.name());
            var kind = DiscoveryNames.CERTIFICATE;
            return reads.get(DiscoveryNames.API_VERSION, kind, service.namespace(), name);
        }

        private Optional<Map<String, Object>> config(DiscoveryService service) {
            var name = deployment.config();
            return reads.get(CONFIGS + "/v1alpha1", CONFIG, service.namespace(), name);
        }

        private String name(String kind) {
            return kind.equals(DiscoveryNames.CERTIFICATE)
                    ? deployment.certificate()
                    : deployment.workload();
        }

        /**
         * The DiscoveryService: that of the namespace, or of the same name in another one, if it
         * serves the namespace.
         */
        private Optional<DiscoveryService> service() {
            var namespace = deployment.namespace();
            return service(namespace)
                    .or(
                            () ->
                                    servedFrom()
                                            .flatMap(this::service)
                                            .filter(each -> each.namespaces().contains(namespace)))
                    .filter(each -> !each.deleting());
        }

        private Optional<DiscoveryService> service(String namespace) {
            var name = deployment.service();
            return reads.get(DiscoveryNames.API_VERSION, DiscoveryNames.KIND, namespace, name)
                    .map(DiscoveryService::new);
        }

        /** Namespace of the DiscoveryService by which the EnvoyDeployment's one is served. */
        private Optional<String> servedFrom() {
            var suffix = "/" + deployment.service();
            return reads.get("v1", "Namespace", "", deployment.namespace())
                    .map(each -> Fields.annotation(each, DiscoveryNames.OWNER))
                    .filter(each -> each.endsWith(suffix))
                    .map(each -> each.substring(0, each.length() - suffix.length()));
        }
    }
}
