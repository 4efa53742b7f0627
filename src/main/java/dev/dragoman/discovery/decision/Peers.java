package dev.dragoman.discovery.decision;

import dev.dragoman.capability.object.Trouble;
import dev.dragoman.kube.object.Fields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides which DiscoveryService of a namespace has a name or Secret that several want. */
final class Peers {
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

    /** Name of its client's certificate: the usual one, unless another service has it. */
    String client() {
        return client(service);
    }

    private String client(DiscoveryService of) {
        return holder().filter(each -> each.uid().equals(of.uid())).isPresent()
                ? DiscoveryNames.CLIENT
                : DiscoveryNames.ownClient(of.name());
    }

    /** The DiscoveryService that has the usual name; where none has it, the oldest one. */
    private Optional<DiscoveryService> holder() {
        var all = new ArrayList<>(others);
        all.add(service);
        return usual.flatMap(
                        certificate ->
                                all.stream()
                                        .filter(each -> Fields.hasOwner(certificate, each.uid()))
                                        .findFirst())
                .or(() -> all.stream().filter(each -> !each.deleting()).min(OLDEST_FIRST));
    }

    /**
     * Names of its Secrets that an older DiscoveryService has.
     *
     * @param troubles gets a problem for each of them, and one where it wants a Secret twice
     */
    List<String> taken(Pki pki, List<Trouble> troubles) {
        var taken = new ArrayList<String>();
        var own = List.of(pki.caSecret(), pki.serverSecret(), client());
        if (own.stream().distinct().count() < own.size()) {
            troubles.add(
                    DiscoveryTrouble.spec(
                            "the certificates of root, server and client need three different Secrets, and have %s. Give each a name of its own in spec.pkiConfg. Nothing is changed"
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
                                                "Secret %s is that of the older DiscoveryService %s; nothing is made with it, and no pods are started or changed. Choose another secretName in spec.pkiConfg"
                                                        .formatted(name, other.name())));
                            });
        }
        return taken;
    }
}
