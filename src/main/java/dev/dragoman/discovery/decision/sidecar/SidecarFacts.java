package dev.dragoman.discovery.decision.sidecar;

import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.discovery.decision.DiscoveryService;
import dev.dragoman.discovery.decision.Peers;
import dev.dragoman.kube.object.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is known about the namespace of a pod. Immutable.
 *
 * @param namespace the Namespace
 * @param own DiscoveryServices in the namespace
 * @param serving the DiscoveryService that the Namespace names as the one that serves it
 * @param certificate the DiscoveryServiceCertificate in the namespace that has the usual name of a
 *     client's certificate
 * @param image MARIN3R's image for DiscoveryServices whose spec has none; empty for no default
 * @param lenient whether values that cannot be read count as MARIN3R's defaults
 */
public record SidecarFacts(
        Map<String, Object> namespace,
        List<DiscoveryService> own,
        Optional<DiscoveryService> serving,
        Optional<Map<String, Object>> certificate,
        String image,
        boolean lenient) {
    /** Annotation of Namespaces of OpenShift: which users its pods get. */
    private static final String USERS = "openshift.io/sa.scc.uid-range";

    /**
     * The DiscoveryService that a Namespace names as the one that serves it, as namespace and name;
     * empty if it names none.
     */
    public static Optional<String> servingId(Map<String, Object> namespace) {
        return Optional.of(Fields.annotation(namespace, DiscoveryNames.OWNER))
                .filter(each -> each.indexOf('/') > 0);
    }

    /** Whether the cluster chooses the users of pods, and refuses other users. */
    boolean choosesUsers() {
        return !Fields.annotation(namespace, USERS).isEmpty();
    }

    private String name() {
        return Fields.metadata(namespace, "name");
    }

    /** The DiscoveryService that also lists the namespace, from another namespace. */
    private Optional<DiscoveryService> elsewhere() {
        return serving.filter(each -> !each.namespace().equals(name()))
                .filter(each -> !each.deleting() && each.namespaces().contains(name()));
    }

    /**
     * The DiscoveryService of the pods: the one with the name, else the only one of the namespace,
     * else the one that serves the namespace from another.
     *
     * @param wanted name that the pod's annotation gives; empty for none
     */
    DiscoveryService service(Optional<String> wanted) {
        var here = own.stream().filter(each -> !each.deleting()).toList();
        var fitting =
                Stream.concat(here.stream(), elsewhere().stream())
                        .filter(each -> wanted.filter(name -> !name.equals(each.name())).isEmpty())
                        .toList();
        if (fitting.isEmpty() || (wanted.isEmpty() && here.size() > 1)) {
            throw none(wanted, fitting);
        }
        return fitting.getFirst();
    }

    private Refused none(Optional<String> wanted, List<DiscoveryService> fitting) {
        var annotation = PodAnnotations.name("discovery-service.name");
        if (wanted.isPresent()) {
            return new Refused(
                    "annotation %s: no DiscoveryService %s serves namespace %s; write the name of one that does"
                            .formatted(annotation, wanted.get(), name()));
        }
        return new Refused(
                fitting.isEmpty()
                        ? "no DiscoveryService serves namespace %s; make one there, or list the namespace in enabledNamespaces of another"
                                .formatted(name())
                        : "namespace %s has several DiscoveryServices (%s); write the name of one in annotation %s"
                                .formatted(
                                        name(),
                                        own.stream()
                                                .map(DiscoveryService::name)
                                                .sorted()
                                                .collect(Collectors.joining(", ")),
                                        annotation));
    }

    /** Name of the Secret with the client's certificate for a DiscoveryService. */
    String secret(DiscoveryService service) {
        return service.namespace().equals(name())
                ? Peers.client(service, own, certificate)
                : DiscoveryNames.CLIENT;
    }
}
