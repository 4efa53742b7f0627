package dev.dragoman.discovery.decision;

import dev.dragoman.kube.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is to be made for a DiscoveryService, and what keeps more from being made. Immutable.
 *
 * @param objects in the order in which they are to be applied
 * @param replaced what is there and must be made anew to become as wanted
 * @param obsolete what is there and not wanted any more
 * @param marks what is to be written on Namespaces before
 * @param left what is to be written on Namespaces at last
 * @param troubles in the order of their weight
 * @param served how many namespaces are served
 */
public record Wanted(
        List<Map<String, Object>> objects,
        List<Map<String, Object>> replaced,
        List<Map<String, Object>> obsolete,
        List<Step.Change> marks,
        List<Step.Change> left,
        List<Trouble> troubles,
        int served) {
    private static final String DEPLOYMENT = "Deployment";

    public Wanted {
        objects = List.copyOf(objects);
        replaced = List.copyOf(replaced);
        obsolete = List.copyOf(obsolete);
        marks = List.copyOf(marks);
        left = List.copyOf(left);
        troubles = List.copyOf(troubles);
    }

    /** What follows from the spec and from what was seen. */
    public static Wanted of(DiscoveryService service, Observation seen) {
        var troubles = new ArrayList<Trouble>();
        Checks.of(service, troubles);
        var pki = Pki.of(service, troubles);
        var peers = new Peers(service, seen);
        var taken = peers.taken(pki, troubles);
        if (troubles.stream().anyMatch(each -> Trouble.INVALID.equals(each.reason()))) {
            troubles.sort(Trouble.WORST_FIRST);
            return new Wanted(List.of(), List.of(), List.of(), List.of(), List.of(), troubles, 0);
        }
        var spaces = EnabledNamespaces.of(service, seen, troubles);
        var own = new OwnObjects(service, seen, pki, peers.client(), taken);
        var objects = own.all(spaces.served(), troubles);
        var obsolete = own.obsolete();
        obsolete.addAll(spaces.leftovers());
        for (var namespace : spaces.served()) {
            if (own.signs() && !namespace.equals(service.namespace())) {
                objects.add(Certificates.sidecars(service, own.pki(), namespace));
            }
            objects.add(Bootstrap.of(service, namespace));
        }
        troubles.sort(Trouble.WORST_FIRST);
        return new Wanted(
                objects,
                own.replaced(),
                obsolete,
                spaces.marks(),
                spaces.left(),
                troubles,
                spaces.served().size());
    }

    /** What is to go before the DiscoveryService does: what no owner reference takes with it. */
    public static Wanted leaving(DiscoveryService service, Observation seen) {
        var spaces = EnabledNamespaces.leaving(service, seen);
        return new Wanted(
                List.of(), List.of(), spaces.leftovers(), List.of(), spaces.left(), List.of(), 0);
    }

    /** The same with these objects, which others have made of those that there are. */
    public Wanted with(List<Map<String, Object>> others) {
        var all = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < others.size(); i++) {
            all.add(
                    i < objects.size() && waiting(objects.get(i))
                            ? withoutTemplate(others.get(i))
                            : others.get(i));
        }
        return new Wanted(all, replaced, obsolete, marks, left, troubles, served);
    }

    /** Pods that wait for a change keep their template, whatever was set in it. */
    private static boolean waiting(Map<String, Object> object) {
        return DEPLOYMENT.equals(object.get("kind"))
                && !Fields.spec(object).containsKey("template");
    }

    private static Map<String, Object> withoutTemplate(Map<String, Object> object) {
        var spec = new LinkedHashMap<>(Fields.spec(object));
        spec.remove("template");
        var copy = new LinkedHashMap<>(object);
        copy.put("spec", spec);
        return copy;
    }

    /** The first trouble that keeps it from being Ready. */
    public Optional<Trouble> worst() {
        return troubles.stream().filter(each -> !each.harmless()).findFirst();
    }
}
