package dev.dragoman.cli.explain;

import dev.dragoman.agents.decision.AgentNames;
import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.check.CredentialScope;
import dev.dragoman.azure.export.ExportRequests;
import dev.dragoman.azure.model.AppliedVersion;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.Owner;
import dev.dragoman.azure.model.Reference;
import dev.dragoman.azure.vault.VaultSource;
import dev.dragoman.certificates.decision.CertificateNames;
import dev.dragoman.certificates.decision.CertificateObject;
import dev.dragoman.composition.decision.MadeMarks;
import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.discovery.decision.DiscoveryService;
import dev.dragoman.discovery.decision.EnvoyDeployment;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.Names;
import dev.dragoman.namespaces.decision.Keys;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Which objects an object needs, and which Secrets and ConfigMaps it makes. Reads specs by the code
 * by which the operator reads them. Immutable.
 */
final class Needs {
    /** Objects of a composition that are followed. */
    private static final int MOST_LINES = 200;

    /** Namespace of the requests for namespaces, as the operator has it. */
    private static final String REQUESTS =
            System.getenv().getOrDefault("REQUESTS_NAMESPACE", "nsplease-requests");

    private static final String SECRET = "Secret";
    private static final String CONFIG_MAP = "ConfigMap";

    /** Kinds of this operator besides those of the catalog and of compositions. */
    private static final Set<GroupKind> OWN =
            Set.of(
                    new GroupKind(AgentNames.GROUP, AgentNames.KIND),
                    new GroupKind(DiscoveryNames.GROUP, DiscoveryNames.KIND),
                    new GroupKind(DiscoveryNames.GROUP, EnvoyDeployment.KIND),
                    new GroupKind(CertificateNames.GROUP, CertificateNames.KIND));

    private final Catalog catalog;
    private final Function<String, List<GroupKind>> named;
    private final Set<GroupKind> composed;

    /**
     * @param named the kinds that the API server serves under a name: a status of a composition
     *     names no group
     * @param composed kinds that routes of overlays reconcile
     */
    Needs(Catalog catalog, Function<String, List<GroupKind>> named, Set<GroupKind> composed) {
        this.catalog = catalog;
        this.named = named;
        this.composed = Set.copyOf(composed);
    }

    /** Whether this operator reconciles the kind, as far as it is known. */
    boolean reconciles(GroupKind kind) {
        return isAzure(kind) || OWN.contains(kind) || composed.contains(kind);
    }

    /**
     * Whether the operator has handled the object as a request for a namespace. It does so in one
     * namespace: elsewhere, whoever may edit a ConfigMap writes the same annotations.
     */
    boolean isRequest(Map<String, Object> object) {
        return CONFIG_MAP.equals(object.get("kind"))
                && REQUESTS.equals(Fields.metadata(object, "namespace"))
                && !Fields.annotation(object, Keys.REASON).isEmpty();
    }

    /** Whether objects of the kind stand for resources of Azure. */
    boolean isAzure(GroupKind kind) {
        return catalog.has(kind.group(), kind.kind());
    }

    /** What is known of an object that was read. */
    Known known(Map<String, Object> object) {
        return known(object, true);
    }

    /** As {@link #known}, without the needs of an object that is Ready: nobody asks for them. */
    Known brief(Map<String, Object> object) {
        return known(object, false);
    }

    private Known known(Map<String, Object> object, boolean whole) {
        var key = Fields.key(object);
        boolean ours = reconciles(GroupKind.of(key)) || isRequest(object);
        var ready = Ready.of(object, ours);
        var seen = new Seen(key.namespace(), new ArrayList<>(), new ArrayList<>());
        if (whole || !ready.isReady()) {
            var row = catalog.row(key.group(), key.kind(), object);
            row.ifPresent(each -> seen.azure(each, object));
            if (ours && row.isEmpty()) {
                seen.other(key, object);
            }
            lines(object, seen);
            if (!ours) {
                Fields.owners(object).forEach(seen::maker);
            }
        }
        return Known.of(key, ready, object, seen.needs(), seen.makes(), ours);
    }

    /** The objects that a composition has made, in the order of its lines. */
    private void lines(Map<String, Object> object, Seen seen) {
        if (!(Fields.map(object, "status").get("objects") instanceof List<?> rows)) {
            return;
        }
        var owner = Set.of(MadeMarks.name(object), Fields.metadata(object, "uid"));
        // a user who may write the status may write anything there
        for (var each : rows.stream().limit(MOST_LINES).toList()) {
            var row = each instanceof Map<?, ?> map ? Json.copyMap(map) : Json.object();
            var kind = Json.text(row, "kind");
            var groups = named.apply(kind).stream().map(GroupKind::group).toList();
            // the row names no group: which object is meant, its owner tells
            var home = Json.text(row, "namespace");
            for (var group : groups.isEmpty() ? List.of("") : groups) {
                var made = new ObjectKey(group, kind, home, Json.text(row, "name"));
                seen.add(Need.Relation.LINE, made, groups.size() > 1, owner);
            }
        }
    }

    /** What was found in one object. */
    private record Seen(String namespace, List<Need> needs, List<ObjectKey> makes) {
        void add(Need.Relation relation, ObjectKey key) {
            add(relation, key, false, Set.of());
        }

        private void ifThere(Need.Relation relation, ObjectKey key) {
            add(relation, key, true, Set.of());
        }

        private void add(
                Need.Relation relation, ObjectKey key, boolean optional, Set<String> owners) {
            // a spec may name nothing
            if (!key.kind().isEmpty() && !key.name().isEmpty()) {
                needs.add(new Need(relation, key, optional, owners));
            }
        }

        private ObjectKey core(String kind, String name) {
            return new ObjectKey("", kind, namespace, name);
        }

        private ObjectKey here(String group, String kind, String name) {
            return new ObjectKey(group, kind, namespace, name);
        }

        void azure(AzureKind kind, Map<String, Object> object) {
            var spec = Fields.spec(object);
            Owner.of(kind, spec)
                    .map(each -> here(each.group(), each.kind(), each.name()))
                    .ifPresent(each -> add(Need.Relation.OWNER, each));
            ArmBody.references(AppliedVersion.of(object, kind), spec).forEach(this::reference);
            var config = Json.text(Fields.map(spec, "azureNameFromConfig"), "name");
            add(Need.Relation.CONFIG_MAP, core(CONFIG_MAP, config));
            vault(Fields.annotation(object, AsoNames.KEY_VAULT));
            if (CredentialScope.of(object, () -> true) instanceof CredentialScope.Own own) {
                boolean chosen = !Fields.annotation(object, AsoNames.CREDENTIAL).isEmpty();
                // without one of its own, it is the operator's
                var secret = core(SECRET, own.secret());
                add(Need.Relation.CREDENTIAL, secret, !chosen, Set.of());
            }
            ExportRequests.of(kind, spec).destinations().stream()
                    .map(each -> core(each.kind(), each.name()))
                    .distinct()
                    .forEach(makes::add);
        }

        private void reference(Reference each) {
            var name = each.name();
            switch (each.type()) {
                case ARM -> add(Need.Relation.REFERENCE, here(each.group(), each.kind(), name));
                case CONFIG -> add(Need.Relation.CONFIG_MAP, core(CONFIG_MAP, name));
                case SECRET, SECRET_MAP -> {
                    if (VaultSource.named(name)) {
                        vault(name.replaceFirst("^[^/]*//", "").split("/", 2)[0]);
                    } else {
                        add(Need.Relation.SECRET, core(SECRET, name));
                    }
                }
            }
        }

        /** The object Vault of a name; the name may be that of a vault without an object. */
        private void vault(String name) {
            if (Names.isSubdomain(name)) {
                ifThere(Need.Relation.VAULT, here("keyvault.azure.com", "Vault", name));
            }
        }

        void other(ObjectKey key, Map<String, Object> object) {
            switch (key.kind()) {
                case AgentNames.KIND ->
                        new CdTarget(object)
                                .secrets()
                                .forEach(each -> add(Need.Relation.SECRET, core(SECRET, each)));
                case DiscoveryNames.KIND -> service(new DiscoveryService(object));
                case EnvoyDeployment.KIND -> envoys(new EnvoyDeployment(object));
                case CertificateNames.KIND -> certificate(new CertificateObject(object));
                case CONFIG_MAP ->
                        ifThere(
                                Need.Relation.NAMESPACE,
                                new ObjectKey("", "Namespace", "", key.name()));
                default -> {}
            }
        }

        private void service(DiscoveryService service) {
            var name = service.name();
            add(Need.Relation.CERTIFICATE, issued(namespace, DiscoveryNames.ca(name)));
            add(Need.Relation.CERTIFICATE, issued(namespace, DiscoveryNames.server(name)));
            var client = issued(namespace, DiscoveryNames.ownClient(name));
            ifThere(Need.Relation.CERTIFICATE, client);
            Stream.concat(Stream.of(namespace), service.namespaces().stream())
                    .distinct()
                    .map(each -> issued(each, DiscoveryNames.CLIENT))
                    .forEach(each -> ifThere(Need.Relation.CERTIFICATE, each));
            add(Need.Relation.WORKLOAD, here("apps", "Deployment", DiscoveryNames.of(name)));
        }

        private void envoys(EnvoyDeployment envoys) {
            var service = here(DiscoveryNames.GROUP, DiscoveryNames.KIND, envoys.service());
            add(Need.Relation.SERVICE, service);
            var config = here("marin3r.3scale.net", "EnvoyConfig", envoys.config());
            add(Need.Relation.CONFIGURATION, config);
            add(Need.Relation.CERTIFICATE, issued(namespace, envoys.certificate()));
            add(Need.Relation.WORKLOAD, here("apps", "Deployment", envoys.workload()));
        }

        private static ObjectKey issued(String namespace, String name) {
            return new ObjectKey(CertificateNames.GROUP, CertificateNames.KIND, namespace, name);
        }

        private void certificate(CertificateObject certificate) {
            certificate
                    .ca()
                    .map(ca -> new ObjectKey("", SECRET, ca.namespace(), ca.name()))
                    .ifPresent(each -> add(Need.Relation.AUTHORITY, each));
            makes.add(core(SECRET, certificate.secretName()));
        }

        void maker(Map<String, Object> owner) {
            var group = Fields.group(Json.text(owner, "apiVersion"));
            var key = here(group, Json.text(owner, "kind"), Json.text(owner, "name"));
            add(Need.Relation.MAKER, key);
        }
    }
}
