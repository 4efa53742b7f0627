package dev.dragoman.discovery.decision;

import dev.dragoman.capability.object.Trouble;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.MetadataChange;
import dev.dragoman.kube.object.Names;
import dev.dragoman.kube.object.Ownership;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The namespaces that a DiscoveryService serves, and those that it no longer serves. Immutable.
 *
 * @param served names of the served namespaces
 * @param marks changes that mark Namespaces as served, before objects are made there
 * @param left changes that remove the marks of Namespaces that are no longer served
 * @param leftovers objects to delete in namespaces that are not served
 * @param troubles why other namespaces of the spec are not served
 */
public record EnabledNamespaces(
        List<String> served,
        List<DiscoveryStep.Change> marks,
        List<DiscoveryStep.Change> left,
        List<Map<String, Object>> leftovers,
        List<Trouble> troubles) {
    public EnabledNamespaces {
        served = List.copyOf(served);
        marks = List.copyOf(marks);
        left = List.copyOf(left);
        leftovers = List.copyOf(leftovers);
        troubles = List.copyOf(troubles);
    }

    /** For an invalid spec: no marks or objects in namespaces are added or removed. */
    static final EnabledNamespaces UNKNOWN =
            new EnabledNamespaces(List.of(), List.of(), List.of(), List.of(), List.of());

    static EnabledNamespaces of(DiscoveryService service, DiscoveryObservation seen) {
        var troubles = new ArrayList<Trouble>();
        var served = new ArrayList<String>();
        var marks = new ArrayList<DiscoveryStep.Change>();
        for (var name : service.namespaces()) {
            var namespace = seen.namespaces().getOrDefault(name, Optional.empty());
            var trouble = trouble(service, seen, name, namespace);
            trouble.ifPresent(troubles::add);
            if (trouble.isEmpty()) {
                served.add(name);
                namespace.flatMap(each -> mark(service, each)).ifPresent(marks::add);
            }
        }
        return ending(service, seen, served, marks, troubles);
    }

    /**
     * For a DiscoveryService that serves no namespace any more: all marks and objects are removed.
     */
    public static EnabledNamespaces leaving(DiscoveryService service, DiscoveryObservation seen) {
        return ending(service, seen, List.of(), List.of(), List.of());
    }

    private static EnabledNamespaces ending(
            DiscoveryService service,
            DiscoveryObservation seen,
            List<String> served,
            List<DiscoveryStep.Change> marks,
            List<Trouble> troubles) {
        var leftovers = new ArrayList<>(seen.elsewhere());
        leftovers.removeIf(each -> served.contains(Fields.metadata(each, "namespace")));
        if (!served.contains(service.namespace())) {
            bootstrap(seen, service.namespace()).filter(service::owns).ifPresent(leftovers::add);
        }
        var left =
                seen.marked().stream()
                        .filter(each -> !served.contains(Fields.metadata(each, "name")))
                        .map(each -> unmark(service, each))
                        .toList();
        return new EnabledNamespaces(served, marks, left, leftovers, troubles);
    }

    /** Why the namespace cannot be served; empty if it can. */
    private static Optional<Trouble> trouble(
            DiscoveryService service,
            DiscoveryObservation seen,
            String name,
            Optional<Map<String, Object>> namespace) {
        if (!Names.isLabel(name)) {
            return Optional.of(
                    DiscoveryTrouble.missing(
                            "spec.enabledNamespaces: %s is no name of a namespace; correct it"
                                    .formatted(Excerpt.value(name))));
        }
        if (!consents(service, seen.allowed(), name, namespace)) {
            // the same message if the namespace does not exist, so as not to tell which namespaces
            // exist
            return Optional.of(
                    DiscoveryTrouble.consent(
                            "spec.enabledNamespaces: namespace %s does not exist, or does not consent, and is not served. Its owner consents by the annotation %s: %s on the Namespace, or the cluster's administrator by the setting DRAGOMAN_DISCOVERY_NAMESPACES"
                                    .formatted(name, DiscoveryNames.CONSENT, service.id())));
        }
        if (namespace.isEmpty() || Fields.deleting(namespace.get())) {
            return Optional.of(
                    DiscoveryTrouble.missing(
                            "spec.enabledNamespaces: namespace %s %s; it is served as soon as it exists"
                                    .formatted(
                                            name,
                                            namespace.isEmpty()
                                                    ? "does not exist"
                                                    : "is being deleted")));
        }
        var owner = Fields.annotation(namespace.get(), DiscoveryNames.OWNER);
        var label = Fields.label(namespace.get(), DiscoveryNames.SERVED_BY);
        if (owner.isEmpty()
                ? !label.isEmpty() && !label.equals(service.name())
                : !owner.equals(service.id())) {
            return Optional.of(
                    DiscoveryTrouble.taken(
                            "spec.enabledNamespaces: namespace %s is already served by the DiscoveryService %s, and not by this one. Remove the namespace from one of the two. If the other DiscoveryService no longer exists, remove the label %s and the annotation %s from the Namespace"
                                    .formatted(
                                            name,
                                            owner.isEmpty() ? label : owner,
                                            DiscoveryNames.SERVED_BY,
                                            DiscoveryNames.OWNER)));
        }
        return foreign(service, seen, name);
    }

    private static boolean consents(
            DiscoveryService service,
            Allowed allowed,
            String name,
            Optional<Map<String, Object>> namespace) {
        return name.equals(service.namespace())
                || allowed.has(name)
                || namespace.stream()
                        .map(each -> Fields.annotation(each, DiscoveryNames.CONSENT))
                        .flatMap(each -> Arrays.stream(each.split(",", -1)))
                        .map(String::strip)
                        .anyMatch(each -> each.equals("*") || each.equals(service.id()));
    }

    private static Optional<Trouble> foreign(
            DiscoveryService service, DiscoveryObservation seen, String name) {
        var certificate =
                seen.live(DiscoveryNames.CERTIFICATE, name, DiscoveryNames.CLIENT)
                        .filter(any -> !name.equals(service.namespace()));
        var foreign =
                Stream.concat(certificate.stream(), bootstrap(seen, name).stream())
                        .filter(each -> isForeign(service, each))
                        .map(each -> each.get("kind") + " " + Fields.metadata(each, "name"))
                        .toList();
        return foreign.isEmpty()
                ? Optional.empty()
                : Optional.of(DiscoveryTrouble.foreignIn(name, foreign));
    }

    /**
     * Whether the object was not made for this DiscoveryService. After a restore the label with the
     * owner's uid names a former cluster. Only one DiscoveryService may serve the namespace, so the
     * object is known by the other labels.
     */
    private static boolean isForeign(DiscoveryService service, Map<String, Object> object) {
        return !service.owns(object) && !Ownership.labelled(service.labels(), object);
    }

    private static Optional<Map<String, Object>> bootstrap(
            DiscoveryObservation seen, String namespace) {
        return seen.live("ConfigMap", namespace, DiscoveryNames.BOOTSTRAP);
    }

    private static Optional<DiscoveryStep.Change> mark(
            DiscoveryService service, Map<String, Object> namespace) {
        if (Fields.annotation(namespace, DiscoveryNames.OWNER).equals(service.id())
                && Fields.label(namespace, DiscoveryNames.SERVED_BY).equals(service.name())
                && Fields.label(namespace, DiscoveryNames.STATUS).equals(DiscoveryNames.ENABLED)) {
            return Optional.empty();
        }
        var labels = new HashMap<String, Optional<String>>();
        labels.put(DiscoveryNames.SERVED_BY, Optional.of(service.name()));
        labels.put(DiscoveryNames.STATUS, Optional.of(DiscoveryNames.ENABLED));
        return Optional.of(change(namespace, Optional.of(service.id()), labels));
    }

    /** Removes the marks of this DiscoveryService; labels that another one has written stay. */
    private static DiscoveryStep.Change unmark(
            DiscoveryService service, Map<String, Object> namespace) {
        var labels = new HashMap<String, Optional<String>>();
        var servedBy = Fields.label(namespace, DiscoveryNames.SERVED_BY);
        // if the label is missing, somebody removed it, and no other DiscoveryService serves the
        // namespace
        if (servedBy.isEmpty() || servedBy.equals(service.name())) {
            labels.put(DiscoveryNames.SERVED_BY, Optional.empty());
            labels.put(DiscoveryNames.STATUS, Optional.empty());
        }
        return change(namespace, Optional.empty(), labels);
    }

    private static DiscoveryStep.Change change(
            Map<String, Object> namespace,
            Optional<String> owner,
            Map<String, Optional<String>> labels) {
        var owners = Map.of(DiscoveryNames.OWNER, owner);
        var change = new MetadataChange(Set.of(), Set.of(), owners, labels, List.of(), Set.of());
        return new DiscoveryStep.Change(namespace, change);
    }
}
