package dev.dragoman.discovery.decision;

import dev.dragoman.capability.object.Trouble;
import dev.dragoman.kube.object.Fields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides which DiscoveryService of a namespace gets a name or Secret that several
 * DiscoveryServices want.
 */
public final class Peers {
    private static final Comparator<DiscoveryService> OLDEST_FIRST =
            Comparator.comparing(
                            (DiscoveryService each) ->
                                    Fields.metadata(each.object(), "creationTimestamp"))
                    .thenComparing(DiscoveryService::name);

    private final DiscoveryService service;
    private final List<DiscoveryService> others;
    private final Optional<Map<String, Object>> usual;

    Peers(DiscoveryService service, DiscoveryObservation seen) {
        this.service = service;
        this.others =
                seen.peers().stream().map(DiscoveryService::new).sorted(OLDEST_FIRST).toList();
        this.usual =
                seen.live(DiscoveryNames.CERTIFICATE, service.namespace(), DiscoveryNames.CLIENT);
    }

    /** Name of the client's certificate: the usual name, unless another DiscoveryService has it. */
    String client() {
        return client(service);
    }

    private String client(DiscoveryService of) {
        var all = new ArrayList<>(others);
        all.add(service);
        return client(of, all, usual);
    }

    /**
     * Name of the client's certificate of a DiscoveryService, and of its Secret: the usual name,
     * unless another DiscoveryService has it.
     *
     * @param all the DiscoveryServices of the namespace
     * @param usual the certificate that has the usual name there
     */
    public static String client(
            DiscoveryService of, List<DiscoveryService> all, Optional<Map<String, Object>> usual) {
        return holder(all, usual).filter(each -> each.uid().equals(of.uid())).isPresent()
                ? DiscoveryNames.CLIENT
                : DiscoveryNames.ownClient(of.name());
    }

    /**
     * The DiscoveryService whose certificate has the usual name; if there is none, the oldest
     * DiscoveryService.
     */
    private static Optional<DiscoveryService> holder(
            List<DiscoveryService> all, Optional<Map<String, Object>> usual) {
        return usual.flatMap(
                        certificate ->
                                all.stream().filter(each -> each.owns(certificate)).findFirst())
                .or(() -> all.stream().filter(each -> !each.deleting()).min(OLDEST_FIRST));
    }

    /**
     * Names of this DiscoveryService's Secrets that an older DiscoveryService has.
     *
     * @param troubles receives a problem for each of these Secrets, and one if this
     *     DiscoveryService uses a Secret twice
     */
    List<String> taken(Pki pki, List<Trouble> troubles) {
        var taken = new ArrayList<String>();
        var own = List.of(pki.caSecret(), pki.serverSecret(), client());
        if (own.stream().distinct().count() < own.size()) {
            troubles.add(
                    DiscoveryTrouble.spec(
                            "the certificates of root, server and client need three different Secrets, but the Secrets are %s. Give each certificate another Secret in spec.pkiConfg. Nothing is changed"
                                    .formatted(String.join(", ", own))));
        }
        for (var other : others) {
            if (other.deleting() || OLDEST_FIRST.compare(other, service) > 0) {
                continue;
            }
            var theirs = new ArrayList<>(Pki.secrets(other));
            theirs.add(client(other));
            own.stream()
                    .filter(theirs::contains)
                    .forEach(
                            name -> {
                                taken.add(name);
                                troubles.add(
                                        DiscoveryTrouble.secret(
                                                "Secret %s belongs to the older DiscoveryService %s; no certificate is written to it, and no pods are started or changed. Choose another secretName in spec.pkiConfg"
                                                        .formatted(name, other.name())));
                            });
        }
        return taken;
    }
}
