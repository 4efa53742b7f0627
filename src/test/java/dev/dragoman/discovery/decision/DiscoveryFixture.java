package dev.dragoman.discovery.decision;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.MakersRun;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.object.Makes;
import dev.dragoman.capability.object.ObjectComparison;
import dev.dragoman.capability.object.ObjectStep;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.kube.object.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A DiscoveryService, what was read for it, and what is made of these. */
abstract class DiscoveryFixture {
    static final String UID = "uid-xds";

    final Map<String, Object> spec = new LinkedHashMap<>();
    final Map<String, Map<String, Object>> live = new HashMap<>();
    final List<Map<String, Object>> services = new ArrayList<>();
    final List<Map<String, Object>> peers = new ArrayList<>();
    final Map<String, Optional<Map<String, Object>>> namespaces = new LinkedHashMap<>();
    final List<Map<String, Object>> marked = new ArrayList<>();
    final List<Map<String, Object>> elsewhere = new ArrayList<>();
    final Map<String, Object> metadata = new LinkedHashMap<>();
    String image = "";
    Allowed allowed = Allowed.NONE;

    /** Lines that the route has not. */
    Set<String> leftOut = Set.of();

    DiscoveryFixture() {
        spec.put("image", "quay.io/3scale/marin3r:v0.13.3");
        metadata.putAll(
                Map.of(
                        "name",
                        "xds",
                        "namespace",
                        "team",
                        "uid",
                        UID,
                        "generation",
                        3,
                        "creationTimestamp",
                        "2026-01-02T00:00:00Z"));
    }

    DiscoveryService service() {
        return new DiscoveryService(
                Map.of(
                        "apiVersion",
                        DiscoveryNames.API_VERSION,
                        "kind",
                        DiscoveryNames.KIND,
                        "metadata",
                        metadata,
                        "spec",
                        spec));
    }

    DiscoveryObservation seen() {
        return new DiscoveryObservation(
                image, allowed, live, services, peers, namespaces, marked, elsewhere);
    }

    /** What the lines of the route come to. */
    record Wanted(DiscoveryFacts facts, ObjectComparison compared) {
        public List<Map<String, Object>> objects() {
            return compared.wanted();
        }

        public List<Trouble> troubles() {
            return compared.troubles().all();
        }

        int served() {
            return facts.given().spaces().served().size();
        }

        /** The steps, one after the other, and the end. */
        List<Step> steps() {
            var steps = new ArrayList<Step>();
            var done = Results.NONE.with(new ObjectStep.Compare(), compared);
            var step = DiscoveryDecision.next(facts, done);
            while (!(step instanceof Ending)) {
                steps.add(step);
                done = done.with(step, 1);
                step = DiscoveryDecision.next(facts, done);
            }
            steps.add(step);
            return steps;
        }

        <S extends Step> Optional<S> step(Class<S> type) {
            return steps().stream().filter(type::isInstance).map(type::cast).findFirst();
        }

        public List<Map<String, Object>> obsolete() {
            return step(ObjectStep.Remove.class).map(ObjectStep.Remove::objects).orElse(List.of());
        }

        List<Map<String, Object>> replaced() {
            return step(dev.dragoman.discovery.decision.DiscoveryStep.Replace.class)
                    .map(dev.dragoman.discovery.decision.DiscoveryStep.Replace::objects)
                    .orElse(List.of());
        }

        List<dev.dragoman.discovery.decision.DiscoveryStep.Change> marks() {
            return step(dev.dragoman.discovery.decision.DiscoveryStep.Mark.class)
                    .map(dev.dragoman.discovery.decision.DiscoveryStep.Mark::namespaces)
                    .orElse(List.of());
        }

        List<dev.dragoman.discovery.decision.DiscoveryStep.Change> left() {
            return step(dev.dragoman.discovery.decision.DiscoveryStep.Unmark.class)
                    .map(dev.dragoman.discovery.decision.DiscoveryStep.Unmark::namespaces)
                    .orElse(List.of());
        }

        /** The same where an apply would change these alone. */
        Wanted changing(List<Map<String, Object>> changes) {
            return new Wanted(
                    facts,
                    new ObjectComparison(
                            compared.wanted(),
                            changes,
                            compared.obsolete(),
                            compared.afterOwned(),
                            compared.exists(),
                            compared.troubles(),
                            compared.makers()));
        }
    }

    Wanted wanted() {
        return wanted(objects -> objects);
    }

    /** After a team's step. */
    Wanted wanted(UnaryOperator<List<Map<String, Object>>> team) {
        var makers = new DiscoveryMakers().all();
        makers.keySet().removeAll(leftOut);
        var facts = DiscoveryFacts.of(service(), seen());
        return new Wanted(
                facts,
                MakersRun.of(
                        new Makes(DiscoveryNames.MANAGER, Set.of(), DiscoveryTrouble.WORST_FIRST),
                        DiscoveryMakers.LINES,
                        makers,
                        facts,
                        seen().present(service(), facts.given().spaces().served()),
                        team));
    }

    /** Where the DiscoveryService goes. */
    Wanted leaving() {
        metadata.put("deletionTimestamp", "2026-01-01T00:00:00Z");
        return new Wanted(
                DiscoveryFacts.leaving(service(), seen()), ObjectComparison.of(Results.NONE));
    }

    List<String> names() {
        return wanted().objects().stream()
                .map(each -> each.get("kind") + "/" + Fields.metadata(each, "name"))
                .toList();
    }

    List<String> reasons() {
        return wanted().troubles().stream().map(Trouble::reason).toList();
    }

    String message() {
        return wanted().troubles().getFirst().message();
    }

    Map<String, Object> object(String kind, String name) {
        return wanted().objects().stream()
                .filter(each -> kind.equals(each.get("kind")))
                .filter(each -> name.equals(Fields.metadata(each, "name")))
                .findFirst()
                .orElseThrow();
    }

    Map<String, Object> spec(String kind, String name) {
        return Fields.spec(object(kind, name));
    }

    /** Something that is there; {@code owner} is a uid, or empty. */
    Map<String, Object> there(
            String kind, String namespace, String name, String owner, Map<String, Object> more) {
        var about = new LinkedHashMap<String, Object>();
        about.put("name", name);
        about.put("namespace", namespace);
        if (namespace.equals("team")) {
            about.put("ownerReferences", List.of(Map.of("uid", owner)));
        } else {
            about.put("labels", Map.of("dragoman.dev/owner-uid", owner));
        }
        var object = new LinkedHashMap<String, Object>();
        object.put("apiVersion", apiVersion(kind));
        object.put("kind", kind);
        object.put("metadata", about);
        object.putAll(more);
        live.put(DiscoveryObservation.key(kind, namespace, name), object);
        return object;
    }

    private static String apiVersion(String kind) {
        return switch (kind) {
            case DiscoveryNames.CERTIFICATE -> DiscoveryNames.API_VERSION;
            case "Deployment" -> "apps/v1";
            case "Role", "RoleBinding" -> "rbac.authorization.k8s.io/v1";
            default -> "v1";
        };
    }

    /** Both certificates that pods need are issued. */
    void issued(String serverHash, String bundleHash) {
        var secrets = Pki.secrets(service());
        certificate("marin3r-server-cert-xds", secrets.get(1), "certificateHash", serverHash);
        certificate("marin3r-ca-cert-xds", secrets.get(0), "trustBundleHash", bundleHash);
    }

    /** A certificate of it that is issued in this Secret. */
    void certificate(String name, String secret, String field, String hash) {
        there(
                DiscoveryNames.CERTIFICATE,
                "team",
                name,
                UID,
                Map.of(
                        "spec",
                        Map.of("secretRef", Map.of("name", secret)),
                        "status",
                        Map.of("observedGeneration", 1, field, hash)));
    }

    /** The Deployment as this operator made it, or as the predecessor did. */
    Map<String, Object> deployment(
            String serverHash, String bundleHash, boolean ours, int available) {
        var labels = new HashMap<String, Object>();
        labels.put(DiscoveryNames.SERVER_HASH, serverHash);
        if (!bundleHash.isEmpty()) {
            labels.put(DiscoveryNames.BUNDLE_HASH, bundleHash);
        }
        var object =
                there(
                        "Deployment",
                        "team",
                        "marin3r-xds",
                        UID,
                        Map.of(
                                "spec",
                                Map.of(
                                        "replicas",
                                        1,
                                        "template",
                                        Map.of("metadata", Map.of("labels", labels))),
                                "status",
                                Map.of(
                                        "observedGeneration",
                                        0,
                                        "replicas",
                                        1,
                                        "updatedReplicas",
                                        1,
                                        "availableReplicas",
                                        available)));
        if (ours) {
            applied(object, Map.of("f:spec", Map.of("f:template", Map.of("f:metadata", Map.of()))));
        }
        return object;
    }

    @SuppressWarnings("unchecked") // made above
    static void applied(Map<String, Object> object, Map<String, Object> fields) {
        ((Map<String, Object>) object.get("metadata"))
                .put(
                        "managedFields",
                        List.of(
                                Map.of(
                                        "manager",
                                        DiscoveryNames.MANAGER,
                                        "operation",
                                        "Apply",
                                        "fieldsV1",
                                        fields)));
    }

    void peer(String name, String created, Map<String, Object> itsSpec) {
        peers.add(
                Map.of(
                        "metadata",
                        Map.of(
                                "name",
                                name,
                                "namespace",
                                "team",
                                "uid",
                                "uid-" + name,
                                "creationTimestamp",
                                created),
                        "spec",
                        itsSpec));
    }

    Map<String, Object> namespace(
            String name, Map<String, String> labels, Map<String, String> annotations) {
        var object =
                Map.<String, Object>of(
                        "kind",
                        "Namespace",
                        "metadata",
                        Map.of("name", name, "labels", labels, "annotations", annotations));
        namespaces.put(name, Optional.of(object));
        spec.put("enabledNamespaces", List.copyOf(namespaces.keySet()));
        return object;
    }
}
