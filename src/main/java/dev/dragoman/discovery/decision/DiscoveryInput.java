package dev.dragoman.discovery.decision;

import dev.dragoman.capability.object.Trouble;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.Manifest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Input of all makers of a DiscoveryService. Immutable. */
public final class DiscoveryInput {

    private final DiscoveryService service;
    private final DiscoveryObservation seen;
    private final List<Trouble> troubles = new ArrayList<>();
    private final boolean invalid;
    private final Pki pki;
    private final String client;
    private final EnabledNamespaces spaces;

    /**
     * Names of certificates that are not made, because their name or Secret belongs to another
     * owner.
     */
    private final Set<String> withheld = new HashSet<>();

    private final Optional<Map<String, Object>> deployment;
    private final Optional<Map<String, Object>> root;
    private final String serverHash;
    private final String bundleHash;
    private final boolean waits;
    private final boolean surrounded;

    /** Derives the input of the makers from the spec and from the objects that were read. */
    public DiscoveryInput(DiscoveryService service, DiscoveryObservation seen) {
        this.service = service;
        this.seen = seen;
        SpecChecks.of(service, troubles);
        var wish = Pki.of(service, troubles);
        var peers = new Peers(service, seen);
        var taken = peers.taken(wish, troubles);
        client = peers.client();
        invalid =
                troubles.stream().anyMatch(each -> DiscoveryTrouble.INVALID.equals(each.reason()));
        spaces = invalid ? EnabledNamespaces.UNKNOWN : EnabledNamespaces.of(service, seen);
        if (taken.contains(wish.caSecret())) {
            withheld.add(DiscoveryNames.ca(service.name()));
        }
        if (taken.contains(wish.serverSecret())) {
            withheld.add(DiscoveryNames.server(service.name()));
        }
        if (taken.contains(client)) {
            withheld.add(client);
        }
        deployment = own("Deployment", DiscoveryNames.of(service.name()));
        root = own(DiscoveryNames.CERTIFICATE, DiscoveryNames.ca(service.name()));
        var served = DiscoveryService.state(server(), "certificateHash");
        waits = Rollout.waits(service, deployment, served);
        pki = waits ? wish.in(secret(root), secret(server())) : wish;
        serverHash = isIn(server(), pki.serverSecret()) ? served : "";
        bundleHash =
                isIn(root, pki.caSecret()) ? DiscoveryService.state(root, "trustBundleHash") : "";
        boolean free = invalid || !foreign();
        surrounded = !invalid && free && withheld.isEmpty();
    }

    /** Whether the spec is invalid. If so, the other values of the input have no meaning. */
    boolean invalid() {
        return invalid;
    }

    /** Problems that concern all lines. */
    List<Trouble> troubles() {
        return List.copyOf(troubles);
    }

    /** The namespaces that are served, and those that are no longer served. */
    public EnabledNamespaces spaces() {
        return spaces;
    }

    /**
     * Whether the status of a certificate's object describes this Secret. The status may still be
     * that of a former spec, which named another Secret.
     */
    private static boolean isIn(Optional<Map<String, Object>> certificate, String secret) {
        return certificate
                .filter(each -> secret(Optional.of(each)).equals(secret))
                .filter(
                        each ->
                                Json.number(Fields.map(each, "status"), "observedGeneration", -1)
                                        >= Fields.generation(each))
                .isPresent();
    }

    private static String secret(Optional<Map<String, Object>> certificate) {
        return certificate
                .map(each -> Json.text(Fields.map(each, "spec", "secretRef"), "name"))
                .orElse("");
    }

    private Optional<Map<String, Object>> own(String kind, String name) {
        return seen.live(kind, service.namespace(), name).filter(service::owns);
    }

    private Optional<Map<String, Object>> server() {
        return own(DiscoveryNames.CERTIFICATE, DiscoveryNames.server(service.name()));
    }

    /** Whether the DiscoveryService has a root of its own to sign with. */
    boolean signs() {
        return !invalid && !withheld.contains(DiscoveryNames.ca(service.name()));
    }

    /**
     * The certificates of root, server and client, without those whose name or Secret belongs to
     * another owner.
     */
    List<Map<String, Object>> certificates() {
        return Stream.of(
                        WantedCertificates.ca(
                                service, pki, others(), Rollout.trusted(deployment, root)),
                        WantedCertificates.server(service, pki, !keepsHosts()),
                        WantedCertificates.client(service, pki, client))
                .filter(
                        each ->
                                signs()
                                        && !withheld.contains(Fields.metadata(each, "name"))
                                        && !isForeign(each))
                .toList();
    }

    /** ServiceAccount, Role and RoleBinding, without those whose name belongs to another owner. */
    List<Map<String, Object>> account() {
        return free(
                List.of(
                        Surroundings.account(service),
                        Surroundings.role(service),
                        Surroundings.binding(service)));
    }

    /** The Service; empty if its name belongs to another owner. */
    List<Map<String, Object>> service() {
        return free(List.of(Surroundings.service(service)));
    }

    private List<Map<String, Object>> free(List<Map<String, Object>> objects) {
        return objects.stream().filter(each -> !invalid && !isForeign(each)).toList();
    }

    /** The objects of the served namespaces. */
    List<Map<String, Object>> sidecars() {
        var objects = new ArrayList<Map<String, Object>>();
        for (var namespace : spaces.served()) {
            if (signs() && !namespace.equals(service.namespace())) {
                objects.add(WantedCertificates.sidecars(service, pki, namespace));
            }
            objects.add(Bootstrap.of(service, namespace));
        }
        return objects;
    }

    private List<String> others() {
        return spaces.served().stream()
                .filter(each -> !each.equals(service.namespace()))
                .sorted()
                .toList();
    }

    private boolean isForeign(Map<String, Object> object) {
        return seen.live(
                        String.valueOf(object.get("kind")),
                        Fields.metadata(object, "namespace"),
                        Fields.metadata(object, "name"))
                .filter(each -> !service.owns(each))
                .isPresent();
    }

    /**
     * Whether another owner has an object with the name of the Deployment or of an object that its
     * pods need. Adds a trouble for these objects, and adds certificates among them to {@link
     * #withheld}.
     */
    private boolean foreign() {
        var taken =
                Stream.of(
                                WantedCertificates.ca(service, pki, List.of(), ""),
                                WantedCertificates.server(service, pki, true),
                                WantedCertificates.client(service, pki, client),
                                Surroundings.account(service),
                                Surroundings.role(service),
                                Surroundings.binding(service),
                                Surroundings.service(service),
                                DiscoveryWorkload.deployment(service, "", Optional.empty()))
                        .filter(this::isForeign)
                        .toList();
        taken.stream()
                .filter(each -> DiscoveryNames.CERTIFICATE.equals(each.get("kind")))
                .forEach(each -> withheld.add(Fields.metadata(each, "name")));
        var names =
                taken.stream()
                        .map(each -> each.get("kind") + " " + Fields.metadata(each, "name"))
                        .toList();
        if (!names.isEmpty()) {
            troubles.add(DiscoveryTrouble.foreign(names));
        }
        return !names.isEmpty();
    }

    /**
     * Whether the server's certificate keeps the hosts that the predecessor gave it. The hosts
     * change together with the pods, since other hosts need a new certificate.
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

    /**
     * The Deployment; empty if the pods would lack a certificate or another object that they need.
     *
     * @param troubles receives why there is no Deployment, or why it is not as wanted
     */
    Optional<Map<String, Object>> pods(List<Trouble> troubles) {
        if (invalid) {
            return Optional.empty();
        }
        var own = service.text("image");
        var image = own.isEmpty() ? seen.image() : own;
        if (image.isEmpty()) {
            troubles.add(
                    DiscoveryTrouble.image(
                            "there is no image to run: set spec.image, or the operator's setting MARIN3R_IMAGE; no pods are started or changed"));
            return Optional.empty();
        }
        if (!surrounded) {
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
                DiscoveryWorkload.deployment(
                        service,
                        image,
                        Optional.of(
                                DiscoveryWorkload.template(
                                        service, pki, image, serverHash, bundleHash, client))));
    }

    private Map<String, Object> waiting(String image, List<Trouble> troubles) {
        troubles.add(
                DiscoveryTrouble.waits(
                        "the pods run as the predecessor started them. The pods are renewed with the next change of the spec or of the server's certificate, or when the annotation dragoman.dev/roll-out is set."
                                + (keepsHosts()
                                        ? " Until then DiscoveryServiceCertificate %s keeps its former hosts, so Envoy cannot check the host name of the server"
                                                .formatted(DiscoveryNames.server(service.name()))
                                        : "")));
        if (deployment.filter(Rollout::complete).isEmpty()) {
            troubles.add(rolling());
        }
        var object = DiscoveryWorkload.deployment(service, image, Optional.empty());
        Manifest.annotate(object, Rollout.TAKEN_AT, Rollout.takenAt(service));
        return object;
    }

    private Trouble rolling() {
        return DiscoveryTrouble.rolling(DiscoveryNames.of(service.name()));
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
                DiscoveryTrouble.pending(
                        "waits until DiscoveryServiceCertificate %s; %s"
                                .formatted(
                                        String.join(", and ", names),
                                        deployment.isPresent()
                                                ? "the pods do not change until then"
                                                : "no pods are started until then")));
    }

    /** Adds a trouble for each certificate that exists but is not Ready. */
    private void failing(List<Trouble> troubles) {
        var server = DiscoveryNames.server(service.name());
        for (var name : List.of(DiscoveryNames.ca(service.name()), server, client)) {
            own(DiscoveryNames.CERTIFICATE, name)
                    .flatMap(DiscoveryInput::notReady)
                    .map(
                            why ->
                                    "DiscoveryServiceCertificate %s is not renewed: its condition Ready says %s"
                                            .formatted(name, why))
                    .map(DiscoveryTrouble::certificate)
                    .ifPresent(troubles::add);
        }
    }

    private static String pending(String name, Optional<Map<String, Object>> certificate) {
        var why =
                certificate
                        .flatMap(DiscoveryInput::notReady)
                        .map(" (its condition Ready says: %s)"::formatted);
        return name + " is issued" + why.orElse("");
    }

    /**
     * Why a certificate is not Ready, from its condition; empty if it is Ready, or has no such
     * condition.
     */
    static Optional<String> notReady(Map<String, Object> certificate) {
        return Fields.condition(certificate, "Ready")
                .filter(each -> !"True".equals(each.get("status")))
                .map(each -> each.get("reason") + ": " + each.get("message"));
    }

    /**
     * The client's certificate with the name {@link DiscoveryNames#ownClient}, if the client now
     * uses the usual name. Empty if there is none.
     *
     * @param needed true to return it only while pods mount its Secret, false to return it only
     *     when it can be deleted
     */
    Optional<Map<String, Object>> formerClient(boolean needed) {
        var former = DiscoveryNames.ownClient(service.name());
        // until all pods are renewed, pods that start may still mount the former Secret
        boolean mounted =
                deployment
                        .filter(each -> !Rollout.complete(each) || Rollout.mounts(each, former))
                        .isPresent();
        return invalid || client.equals(former) || mounted != needed
                ? Optional.empty()
                : own(DiscoveryNames.CERTIFICATE, former);
    }
}
