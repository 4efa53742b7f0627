package dev.dragoman.cli.explain;

import dev.dragoman.agents.decision.AgentNames;
import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.check.CredentialScope;
import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.export.ExportRequests;
import dev.dragoman.azure.model.AppliedVersion;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.Owner;
import dev.dragoman.azure.model.Reference;
import dev.dragoman.azure.model.ReferencedValues;
import dev.dragoman.azure.vault.VaultSource;
import dev.dragoman.certificates.decision.CertificateNames;
import dev.dragoman.certificates.decision.CertificateObject;
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
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Which objects an object needs, and which Secrets and ConfigMaps it makes. Reads specs by the code
 * by which the operator reads them. Immutable.
 */
final class Needs {
    /** Kinds of this operator besides those of the catalog and of compositions. */
    private static final Set<GroupKind> OWN =
            Set.of(
                    new GroupKind(AgentNames.GROUP, AgentNames.KIND),
                    new GroupKind(DiscoveryNames.GROUP, DiscoveryNames.KIND),
                    new GroupKind(DiscoveryNames.GROUP, EnvoyDeployment.KIND),
                    new GroupKind(CertificateNames.GROUP, CertificateNames.KIND));

    /** Names nothing, so that each reference of a spec counts as missing and is listed. */
    private static final ReferencedValues NOTHING =
            new ReferencedValues() {
                @Override
                public Optional<String> armId(Reference reference) {
                    return Optional.empty();
                }

                @Override
                public Optional<String> secret(String name, String key) {
                    return Optional.empty();
                }

                @Override
                public Optional<Map<String, String>> secretMap(String name) {
                    return Optional.empty();
                }

                @Override
                public Optional<String> config(String name, String key) {
                    return Optional.empty();
                }
            };

    private final Catalog catalog;
    private final Function<String, List<GroupKind>> named;
    private final Set<GroupKind> composed;

    /**
     * @param named the kinds that the API server serves under a name: a status of a composition
     *     names no group
     * @param composed kinds that routes of overlays reconcile
     */
    Needs(
            Catalog catalog,
            Function<String, List<GroupKind>> named,
            Set<GroupKind> composed) {
        this.catalog = catalog;
        this.named = named;
        this.composed = Set.copyOf(composed);
    }

    /** Whether this operator reconciles the kind, as far as it is known. */
    boolean reconciles(GroupKind kind) {
        return isAzure(kind) || OWN.contains(kind) || composed.contains(kind);
    }

    /** Whether objects of the kind stand for resources of Azure. */
    boolean isAzure(GroupKind kind) {
        return catalog.has(kind.group(), kind.kind());
    }

    /** What is known of an object that was read. */
    Known known(Map<String, Object> object) {
        var key = Fields.key(object);
        var ready = Ready.of(object, reconciles(GroupKind.of(key)));
        var makes = new ArrayList<ObjectKey>();
        var needs = new ArrayList<Need>();
        var azure = catalog.row(key.group(), key.kind(), object);
        if (azure.isPresent()) {
            ofAzure(azure.get(), object, needs, makes);
        } else {
            own(key, object, needs, makes);
        }
        needs.removeIf(each -> !each.named());
        return new Known(
                key,
                Known.Presence.THERE,
                ready,
                azure.flatMap(_ -> RecordedResource.noted(object)),
                azure.isPresent() && Ready.isSuspended(object),
                needs,
                makes);
    }

    private void ofAzure(
            AzureKind kind, Map<String, Object> object, List<Need> needs, List<ObjectKey> makes) {
        var namespace = Fields.metadata(object, "namespace");
        var spec = Fields.spec(object);
        Owner.of(kind, spec)
                .map(
                        each ->
                                Need.of(
                                        Relation.OWNER,
                                        each.group(),
                                        each.kind(),
                                        namespace,
                                        each.name()))
                .ifPresent(needs::add);
        ArmBody.of(AppliedVersion.of(object, kind), spec, "", NOTHING).missing().stream()
                .map(each -> referred(each, namespace))
                .forEach(needs::add);
        var config = Json.text(Fields.map(spec, "azureNameFromConfig"), "name");
        needs.add(Need.of(Relation.CONFIG_MAP, "", "ConfigMap", namespace, config));
        vault(Fields.annotation(object, AsoNames.KEY_VAULT), namespace).ifPresent(needs::add);
        if (CredentialScope.of(object, () -> true) instanceof CredentialScope.Own own) {
            var need = Need.of(Relation.CREDENTIAL, "", "Secret", namespace, own.secret());
            boolean chosen = !Fields.annotation(object, AsoNames.CREDENTIAL).isEmpty();
            needs.add(chosen ? need : need.ifThere());
        }
        ExportRequests.of(kind, spec).destinations().stream()
                .map(each -> new ObjectKey("", each.kind(), namespace, each.name()))
                .distinct()
                .forEach(makes::add);
    }

    private static Need referred(Reference reference, String namespace) {
        var name = reference.name();
        return switch (reference.type()) {
            case ARM ->
                    Need.of(
                            Relation.REFERENCE,
                            reference.group(),
                            reference.kind(),
                            namespace,
                            name);
            case CONFIG -> Need.of(Relation.CONFIG_MAP, "", "ConfigMap", namespace, name);
            case SECRET, SECRET_MAP ->
                    VaultSource.named(name)
                            ? vault(name.replaceFirst("^[^/]*//", "").split("/", 2)[0], namespace)
                                    .orElse(Need.of(Relation.VAULT, "", "", "", ""))
                            : Need.of(Relation.SECRET, "", "Secret", namespace, name);
        };
    }

    /** The object Vault of a name; the name may be that of a vault without an object. */
    private static Optional<Need> vault(String name, String namespace) {
        return Optional.of(name)
                .filter(Names::isSubdomain)
                .map(
                        each ->
                                Need.of(
                                                Relation.VAULT,
                                                "keyvault.azure.com",
                                                "Vault",
                                                namespace,
                                                each)
                                        .ifThere());
    }

    private void own(
            ObjectKey key, Map<String, Object> object, List<Need> needs, List<ObjectKey> makes) {
        var namespace = key.namespace();
        switch (key.kind()) {
            case AgentNames.KIND ->
                    new CdTarget(object)
                            .secrets()
                            .forEach(
                                    each ->
                                            needs.add(
                                                    Need.of(
                                                            Relation.SECRET,
                                                            "",
                                                            "Secret",
                                                            namespace,
                                                            each)));
            case DiscoveryNames.KIND -> ofService(new DiscoveryService(object), needs);
            case EnvoyDeployment.KIND -> ofEnvoys(new EnvoyDeployment(object), needs);
            case CertificateNames.KIND -> {
                var certificate = new CertificateObject(object);
                certificate
                        .ca()
                        .map(
                                ca ->
                                        Need.of(
                                                Relation.AUTHORITY,
                                                "",
                                                "Secret",
                                                ca.namespace(),
                                                ca.name()))
                        .ifPresent(needs::add);
                makes.add(new ObjectKey("", "Secret", namespace, certificate.secretName()));
            }
            case "ConfigMap" -> {
                if (!Fields.annotation(object, Keys.REASON).isEmpty()) {
                    needs.add(
                            Need.of(Relation.NAMESPACE, "", "Namespace", "", key.name())
                                    .ifThere());
                }
            }
            default -> {}
        }
        lines(object, needs);
        if (!reconciles(GroupKind.of(key))) {
            Fields.owners(object).forEach(each -> needs.add(maker(each, namespace)));
        }
    }

    private static void ofService(DiscoveryService service, List<Need> needs) {
        var namespace = service.namespace();
        Stream.of(DiscoveryNames.ca(service.name()), DiscoveryNames.server(service.name()))
                .forEach(each -> needs.add(certificate(namespace, each)));
        Stream.concat(Stream.of(namespace), service.namespaces().stream())
                .distinct()
                .forEach(each -> needs.add(certificate(each, DiscoveryNames.CLIENT).ifThere()));
        needs.add(certificate(namespace, DiscoveryNames.ownClient(service.name())).ifThere());
        needs.add(workload(namespace, DiscoveryNames.of(service.name())));
    }

    private static void ofEnvoys(EnvoyDeployment envoys, List<Need> needs) {
        var namespace = envoys.namespace();
        needs.add(
                Need.of(
                        Relation.SERVICE,
                        DiscoveryNames.GROUP,
                        DiscoveryNames.KIND,
                        namespace,
                        envoys.service()));
        needs.add(
                Need.of(
                        Relation.CONFIGURATION,
                        "marin3r.3scale.net",
                        "EnvoyConfig",
                        namespace,
                        envoys.config()));
        needs.add(certificate(namespace, envoys.certificate()));
        needs.add(workload(namespace, envoys.workload()));
    }

    private static Need certificate(String namespace, String name) {
        return Need.of(
                Relation.CERTIFICATE,
                CertificateNames.GROUP,
                CertificateNames.KIND,
                namespace,
                name);
    }

    private static Need workload(String namespace, String name) {
        return Need.of(Relation.WORKLOAD, "apps", "Deployment", namespace, name);
    }

    /** The objects that a composition has made, in the order of its lines. */
    private void lines(Map<String, Object> object, List<Need> needs) {
        for (var row : Json.maps(Fields.map(object, "status"), "objects")) {
            var kinds = new ArrayList<>(named.apply(Json.text(row, "kind")));
            kinds.sort((one, two) -> Boolean.compare(reconciles(two), reconciles(one)));
            var group = kinds.isEmpty() ? "" : kinds.getFirst().group();
            var namespace = Json.text(row, "namespace");
            needs.add(
                    Need.of(
                            Relation.LINE,
                            group,
                            Json.text(row, "kind"),
                            namespace,
                            Json.text(row, "name")));
        }
    }

    private static Need maker(Map<String, Object> owner, String namespace) {
        var group = Fields.group(Json.text(owner, "apiVersion"));
        return Need.of(
                Relation.MAKER, group, Json.text(owner, "kind"), namespace, Json.text(owner, "name"));
    }
}
