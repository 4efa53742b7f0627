package dev.dragoman.discovery.decision;

import dev.dragoman.kube.Fields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is made in the namespace of a DiscoveryService. */
final class OwnObjects {
    private static final String DEPLOYMENT = "Deployment";
    private static final String SERVICE = "Service";

    private final DiscoveryService service;
    private final Observation seen;
    private final Pki pki;
    private final String client;

    /** Names of certificates that are not made. */
    private final Set<String> withheld = new HashSet<>();

    private final Optional<Map<String, Object>> deployment;
    private final Optional<Map<String, Object>> root;
    private final String serverHash;
    private final String bundleHash;
    private final boolean waits;

    /**
     * @param client name of the client's certificate
     * @param taken Secrets that are another's
     */
    OwnObjects(
            DiscoveryService service,
            Observation seen,
            Pki pki,
            String client,
            List<String> taken) {
        this.service = service;
        this.seen = seen;
        this.client = client;
        if (taken.contains(pki.caSecret())) {
            withheld.add(DiscoveryNames.ca(service.name()));
        }
        if (taken.contains(pki.serverSecret())) {
            withheld.add(DiscoveryNames.server(service.name()));
        }
        if (taken.contains(client)) {
            withheld.add(client);
        }
        deployment = own(DEPLOYMENT, DiscoveryNames.of(service.name()));
        root = own(DiscoveryNames.CERTIFICATE, DiscoveryNames.ca(service.name()));
        var served = DiscoveryService.state(server(), "certificateHash");
        waits = Rollout.waits(service, deployment, served);
        this.pki = waits ? pki.in(secret(root), secret(server())) : pki;
        serverHash = isIn(server(), this.pki.serverSecret()) ? served : "";
        bundleHash =
                isIn(root, this.pki.caSecret())
                        ? DiscoveryService.state(root, "trustBundleHash")
                        : "";
    }

    /**
     * Whether what a certificate's object says of itself is of this Secret: what it says may be of
     * another spec, which named another one.
     */
    private static boolean isIn(Optional<Map<String, Object>> certificate, String secret) {
        return certificate
                .filter(each -> secret(Optional.of(each)).equals(secret))
                .filter(
                        each ->
                                Fields.map(each, "status").get("observedGeneration")
                                                instanceof Number seen
                                        && seen.longValue() >= Fields.generation(each))
                .isPresent();
    }

    private static String secret(Optional<Map<String, Object>> certificate) {
        return certificate
                .map(each -> Fields.map(each, "spec", "secretRef").get("name"))
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .orElse("");
    }

    /**
     * What counts: while pods go on that the predecessor has started, their Secrets do too, which
     * it had under its own names whatever the spec says.
     */
    Pki pki() {
        return pki;
    }

    private Optional<Map<String, Object>> own(String kind, String name) {
        return seen.live(kind, service.namespace(), name).filter(service::owns);
    }

    private Optional<Map<String, Object>> server() {
        return own(DiscoveryNames.CERTIFICATE, DiscoveryNames.server(service.name()));
    }

    /** Whether there is a root of its own to sign with. */
    boolean signs() {
        return !withheld.contains(DiscoveryNames.ca(service.name()));
    }

    /** In the order in which they are to be applied, without what is another's. */
    List<Map<String, Object>> all(List<String> served, List<Trouble> troubles) {
        var candidates =
                List.of(
                        Certificates.ca(
                                service, pki, others(served), Rollout.trusted(deployment, root)),
                        Certificates.server(service, pki, !keepsHosts()),
                        Certificates.client(service, pki, client),
                        Surroundings.account(service),
                        Surroundings.role(service),
                        Surroundings.binding(service),
                        Surroundings.service(service));
        foreign(candidates, troubles);
        var objects = new ArrayList<Map<String, Object>>();
        for (var each : candidates) {
            var name = Fields.metadata(each, "name");
            boolean certificate = DiscoveryNames.CERTIFICATE.equals(each.get("kind"));
            if (!isForeign(each) && !(certificate && (!signs() || withheld.contains(name)))) {
                objects.add(each);
            }
        }
        pods(objects.size() == candidates.size(), troubles).ifPresent(objects::add);
        return objects;
    }

    private List<String> others(List<String> served) {
        return served.stream().filter(each -> !each.equals(service.namespace())).sorted().toList();
    }

    private boolean isForeign(Map<String, Object> object) {
        return Optional.ofNullable(seen.live().get(Observation.key(object)))
                .filter(each -> !service.owns(each))
                .isPresent();
    }

    private void foreign(List<Map<String, Object>> candidates, List<Trouble> troubles) {
        var names = new ArrayList<String>();
        for (var each : candidates) {
            if (isForeign(each)) {
                var name = Fields.metadata(each, "name");
                names.add(each.get("kind") + " " + name);
                if (DiscoveryNames.CERTIFICATE.equals(each.get("kind"))) {
                    withheld.add(name);
                }
            }
        }
        var pods = DiscoveryNames.of(service.name());
        if (deployment.isEmpty() && seen.live(DEPLOYMENT, service.namespace(), pods).isPresent()) {
            names.add(DEPLOYMENT + " " + pods);
        }
        if (!names.isEmpty()) {
            troubles.add(
                    Trouble.foreign(
                            "%s: not made for this DiscoveryService and left alone, so no pods are started or changed. Delete it, or choose another name"
                                    .formatted(String.join(", ", names))));
        }
    }

    /**
     * Hosts of a certificate that the predecessor made are changed with the pods, as a changed host
     * means another certificate.
     */
    private boolean keepsHosts() {
        return waits
                && server().filter(each -> Fields.spec(each).containsKey("hosts"))
                        .filter(
                                each ->
                                        !Fields.applied(
                                                each, DiscoveryNames.MANAGER, "spec", "hosts"))
                        .isPresent();
    }

    /** The Deployment, where all is there that pods need. */
    private Optional<Map<String, Object>> pods(boolean surrounded, List<Trouble> troubles) {
        var asked = service.text("image");
        var image = asked.isEmpty() ? seen.image() : asked;
        if (image.isEmpty()) {
            troubles.add(
                    Trouble.image(
                            "there is no image to run: set spec.image, or the operator's setting MARIN3R_IMAGE; no pods are started or changed"));
            return Optional.empty();
        }
        var pods = DiscoveryNames.of(service.name());
        boolean free =
                deployment.isPresent()
                        || seen.live(DEPLOYMENT, service.namespace(), pods).isEmpty();
        if (!surrounded || !free) {
            return Optional.empty();
        }
        if (waits) {
            return Optional.of(waiting(image, troubles));
        }
        if (serverHash.isEmpty() || bundleHash.isEmpty()) {
            pending(troubles);
            return Optional.empty();
        }
        failing(troubles);
        if (deployment.filter(Rollout::complete).isEmpty()) {
            troubles.add(rolling());
        }
        return Optional.of(
                Workload.deployment(
                        service,
                        image,
                        Optional.of(
                                Workload.template(
                                        service, pki, image, serverHash, bundleHash, client))));
    }

    private Map<String, Object> waiting(String image, List<Trouble> troubles) {
        troubles.add(
                Trouble.waits(
                        "the pods run as they were started before this operator. They are renewed with the next change of the spec or of the server's certificate, or when the annotation dragoman.dev/roll-out is set."
                                + (keepsHosts()
                                        ? " Until then the hosts of DiscoveryServiceCertificate %s stay as they are, so Envoy cannot check them"
                                                .formatted(DiscoveryNames.server(service.name()))
                                        : "")));
        if (deployment.filter(Rollout::complete).isEmpty()) {
            troubles.add(rolling());
        }
        var object = Workload.deployment(service, image, Optional.empty());
        ServiceObject.annotate(object, Rollout.TAKEN_AT, Rollout.takenAt(service));
        return object;
    }

    private Trouble rolling() {
        return Trouble.rolling(
                "waits until the pods of Deployment %s are renewed and available"
                        .formatted(DiscoveryNames.of(service.name())));
    }

    private void pending(List<Trouble> troubles) {
        var names = new ArrayList<String>();
        if (bundleHash.isEmpty()) {
            names.add(pending(DiscoveryNames.ca(service.name()), root));
        }
        if (serverHash.isEmpty()) {
            names.add(pending(DiscoveryNames.server(service.name()), server()));
        }
        troubles.add(
                Trouble.pending(
                        "waits until DiscoveryServiceCertificate %s; %s"
                                .formatted(
                                        String.join(", and ", names),
                                        deployment.isPresent()
                                                ? "the pods stay as they are"
                                                : "no pods are started before")));
    }

    /** Certificates that are there, and of which somebody has to mend something. */
    private void failing(List<Trouble> troubles) {
        List.of(DiscoveryNames.ca(service.name()), DiscoveryNames.server(service.name()), client)
                .forEach(
                        name ->
                                own(DiscoveryNames.CERTIFICATE, name)
                                        .flatMap(OwnObjects::ready)
                                        .ifPresent(
                                                said ->
                                                        troubles.add(
                                                                Trouble.certificate(
                                                                        "DiscoveryServiceCertificate %s is not renewed: it says %s"
                                                                                .formatted(
                                                                                        name,
                                                                                        said)))));
    }

    private static String pending(String name, Optional<Map<String, Object>> certificate) {
        var said = certificate.flatMap(OwnObjects::ready).map(" (it says: %s)"::formatted);
        return name + " is issued" + said.orElse("");
    }

    /** What a certificate that is not there yet says of itself. */
    private static Optional<String> ready(Map<String, Object> certificate) {
        return Fields.condition(certificate, "Ready")
                .filter(each -> !"True".equals(each.get("status")))
                .map(each -> each.get("reason") + ": " + each.get("message"));
    }

    /** A Service that has an address cannot become one without, and back. */
    List<Map<String, Object>> replaced() {
        return own(SERVICE, service.service())
                .filter(each -> Surroundings.otherKind(service, each))
                .stream()
                .toList();
    }

    /** What had another name before. */
    List<Map<String, Object>> obsolete() {
        var obsolete = new ArrayList<Map<String, Object>>();
        seen.services().stream()
                .filter(service::owns)
                .filter(each -> !Fields.metadata(each, "name").equals(service.service()))
                .forEach(obsolete::add);
        // pods that start now still ask for its Secret until all are renewed
        var other = DiscoveryNames.ownClient(service.name());
        if (!client.equals(other)
                && deployment
                        .filter(each -> !Rollout.complete(each) || Rollout.mounts(each, other))
                        .isEmpty()) {
            own(DiscoveryNames.CERTIFICATE, other).ifPresent(obsolete::add);
        }
        return obsolete;
    }
}
