package dev.dragoman.cli.crds;

import dev.dragoman.azure.catalog.AppliedVersionPolicy;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.CustomResources;
import dev.dragoman.azure.catalog.KindName;
import dev.dragoman.azure.catalog.KindRoles;
import dev.dragoman.azure.catalog.NamespaceRoles;
import dev.dragoman.azure.catalog.ObjectPolicy;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.cli.ClusterOptions;
import dev.dragoman.cli.Count;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.cluster.InstalledKinds;
import dev.dragoman.kube.object.Names;
import dev.dragoman.settings.Version;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Prints what {@code kubectl apply --server-side -f -} needs to install the kinds: their
 * CustomResourceDefinitions, then the admission policies over their objects, then with {@code
 * --rbac} the rights to them.
 */
@Command(
        name = "crds",
        description =
                "Prints the CustomResourceDefinitions and their admission policies as YAML; with --rbac, the rights to them",
        mixinStandardHelpOptions = true)
public final class CrdsCommand implements Callable<Integer> {
    /**
     * Value of --versions that adds no version to the newest stable one, which is always printed.
     */
    private static final String NEWEST = "newest";

    @Spec private CommandSpec command;

    @Option(
            names = "--kinds",
            split = ",",
            paramLabel = "GROUP/KIND",
            defaultValue = "*/*",
            description =
                    "Kinds to print, * for any text: 'storage.azure.com/*'. Default: all kinds. The"
                            + " API server's memory grows with each of them.")
    private List<String> kinds = List.of();

    @Option(
            names = "--versions",
            split = ",",
            paramLabel = "VERSION",
            description =
                    "Versions to print, * for any text: 'v2025*'; the newest stable one of each kind"
                            + " is always among them, and 'newest' prints no other. Default: all"
                            + " versions. For new clusters only: the garbage collector deletes"
                            + " objects whose owner references name a version that is removed.")
    private List<String> versions = List.of();

    @Option(
            names = "--for",
            paramLabel = "PATH",
            description =
                    "Print only the kinds and versions that these manifests use: files, or"
                            + " directories with .yaml, .yml and .json files. May be given more than"
                            + " once, not with --versions. For new clusters only, for the reason"
                            + " that --versions gives. Exit code 1 when the manifests use a kind or"
                            + " a version that the catalog does not have.")
    private List<Path> manifests = List.of();

    @Option(
            names = "--installed",
            description =
                    "Print only those of the chosen kinds that the cluster has definitions of. Definitions"
                            + " of Azure Service Operator count too. Reads the cluster that"
                            + " --kubeconfig names.")
    private boolean installed;

    @Option(
            names = "--operator",
            split = ",",
            paramLabel = "NAMESPACE:ACCOUNT",
            defaultValue = "dragoman-system:dragoman",
            description =
                    "Service accounts of all Dragoman operators of the cluster, separated by commas. A"
                            + " version that one of them writes never counts as a user's choice. With"
                            + " --namespaces, the first account gets the Roles. Default:"
                            + " ${DEFAULT-VALUE}.")
    private List<String> operators = List.of();

    @Option(
            names = "--rbac",
            description =
                    "Print ClusterRoles too, with rights to all kinds of the same groups: for the"
                            + " operator, for dragoman-edit, and for view.")
    private boolean rbac;

    @Option(
            names = "--namespaces",
            split = ",",
            paramLabel = "NAMESPACE",
            description =
                    "With --rbac: print the operator's rights as Roles and RoleBindings in each of these"
                            + " namespaces, in place of ClusterRoles. The operator's setting"
                            + " AZURE_TARGET_NAMESPACES must name the same namespaces.")
    private List<String> namespaces = List.of();

    @Option(
            names = "--without-policy",
            description =
                    "Leave out the admission policy that notes the version a user applied, for API servers"
                            + " that do not serve MutatingAdmissionPolicy in"
                            + " admissionregistration.k8s.io/v1. The applied version is then taken"
                            + " from the annotation of kubectl apply, or from the newest entry of"
                            + " metadata.managedFields that owns fields of the spec.")
    private boolean withoutPolicy;

    @Option(
            names = "--apply",
            description =
                    "Apply by server-side apply instead of printing, for use without kubectl. Exit"
                            + " code 1 when the API server refuses an object, or when the cluster has"
                            + " definitions of Azure Service Operator that were not taken over.")
    private boolean apply;

    @Mixin private ClusterOptions cluster;

    @Override
    public Integer call() {
        if (cluster.named() && !apply && !installed) {
            throw wrong("--kubeconfig has no effect without --apply or --installed");
        }
        var used = used();
        Config config = apply || installed ? cluster.config() : null;
        List<Map<String, Object>> objects;
        try {
            objects = objects(used, config);
        } catch (ClusterRequests.Refused | KubernetesClientException refused) {
            return failed(config, refused, "");
        }
        int code = apply ? applied(objects, config) : printed(objects);
        // exit code 1, because the cluster would lack a kind that the manifests use
        return used.unknown().isEmpty() ? code : 1;
    }

    private int failed(Config config, RuntimeException refused, String afterwards) {
        return cluster.failed(
                apply ? "crds --apply" : "crds --installed", config, refused, afterwards);
    }

    private int printed(List<Map<String, Object>> objects) {
        PrintWriter out = command.commandLine().getOut();
        objects.forEach(object -> out.print(Serialization.asYaml(object)));
        out.flush();
        return 0;
    }

    private int applied(List<Map<String, Object>> objects, Config config) {
        var err = command.commandLine().getErr();
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            var kinds = new KindsApply(new ClusterRequests(client));
            var obstacles = kinds.obstacles(objects);
            if (obstacles.isEmpty()) {
                kinds.apply(objects);
                command.commandLine().getOut().println(Count.objects(objects.size()) + " applied");
                command.commandLine().getOut().flush();
                return 0;
            }
            obstacles.forEach(each -> err.println("dragoman: " + each));
        } catch (ClusterRequests.Refused | KubernetesClientException refused) {
            return failed(
                    config,
                    refused,
                    "objects that were applied stay applied; run the same command again");
        }
        err.flush();
        return 1;
    }

    private List<Map<String, Object>> objects(UsedKinds used, Config config) {
        List<KindName> chosen =
                cluster.checked(() -> KindPatterns.chosen(kinds)).stream()
                        .filter(kind -> manifests.isEmpty() || used.uses(kind.id()))
                        .filter(present(config))
                        .toList();
        if (chosen.isEmpty()) {
            throw wrong(
                    installed
                            ? "--installed: the cluster has no definition of the kinds that were asked for"
                            : "--for: the manifests have no object of the kinds that were asked for");
        }
        checkNames();
        var labels = labels();
        List<Map<String, Object>> objects = new ArrayList<>();
        for (var kind : kinds(chosen)) {
            objects.add(CustomResources.definition(kind, labels, wanted(used, kind)));
        }
        // the policies cover all kinds, because a later call for other kinds replaces them
        List<KindName> all = Catalog.load().names();
        objects.addAll(ObjectPolicy.of(all, labels));
        if (!withoutPolicy) {
            objects.addAll(AppliedVersionPolicy.of(all, operators, labels));
        }
        if (rbac) {
            var groups = chosen.stream().map(KindName::group).collect(Collectors.toSet());
            var whole = all.stream().filter(kind -> groups.contains(kind.group())).toList();
            if (namespaces.isEmpty()) {
                objects.addAll(KindRoles.of(whole, labels));
            } else {
                objects.addAll(NamespaceRoles.of(whole, namespaces, operators.getFirst(), labels));
                objects.addAll(KindRoles.ofPeople(whole, labels));
            }
        }
        return objects;
    }

    private void checkNames() {
        for (var operator : operators) {
            if (!operator.matches("[a-z0-9-]+:[a-z0-9.-]+")) {
                throw wrong("--operator: '%s' is not NAMESPACE:ACCOUNT".formatted(operator));
            }
        }
        if (!namespaces.isEmpty() && !rbac) {
            throw wrong("--namespaces has no effect without --rbac");
        }
        if (namespaces.size() > AzureSettings.MOST_WATCHED) {
            throw wrong(
                    "--namespaces: these are %d; with more than %d the operator watches all namespaces, so leave the option out"
                            .formatted(namespaces.size(), AzureSettings.MOST_WATCHED));
        }
        for (var namespace : namespaces) {
            if (!Names.isLabel(namespace)) {
                throw wrong("--namespaces: '%s' is no name of a namespace".formatted(namespace));
            }
        }
    }

    private Predicate<KindName> present(Config config) {
        if (!installed) {
            return any -> true;
        }
        int retries = config.getRequestRetryBackoffLimit();
        config.setRequestRetryBackoffLimit(0);
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            var names = new InstalledKinds(new ClusterRequests(client), Catalog.load()).names();
            return kind -> names.contains(kind.plural() + "." + kind.group());
        } finally {
            config.setRequestRetryBackoffLimit(retries);
        }
    }

    private UsedKinds used() {
        if (!manifests.isEmpty() && !versions.isEmpty()) {
            throw wrong("--for takes the versions from the manifests; leave out --versions");
        }
        try {
            var used = UsedKinds.of(manifests);
            var err = command.commandLine().getErr();
            used.unknown().forEach(each -> err.println("not printed: the catalog has no " + each));
            err.flush();
            return used;
        } catch (NoSuchFileException missing) {
            throw wrong(
                    "--for: cannot read %s: there is no such file".formatted(missing.getFile()));
        } catch (IOException | IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "--for: " + e.getMessage(), e);
        }
    }

    /**
     * The catalog's rows of the kinds.
     *
     * @throws ParameterException when a pattern of --versions matches no version of these kinds
     */
    private List<AzureKind> kinds(List<KindName> chosen) {
        var kinds =
                chosen.stream()
                        .map(name -> Catalog.load().find(name.group(), name.kind()).orElseThrow())
                        .toList();
        for (String pattern : versions) {
            if (!pattern.equals(NEWEST)
                    && kinds.stream()
                            .flatMap(kind -> kind.versions().stream())
                            .flatMap(version -> version.names().stream())
                            .noneMatch(name -> KindPatterns.matches(pattern, name))) {
                throw wrong("--versions: none of the kinds has a version '%s'".formatted(pattern));
            }
        }
        return kinds;
    }

    private Predicate<String> wanted(UsedKinds used, AzureKind kind) {
        if (!manifests.isEmpty()) {
            return used.versions(kind.id())::contains;
        }
        return version ->
                versions.isEmpty()
                        || versions.stream()
                                .anyMatch(pattern -> KindPatterns.matches(pattern, version));
    }

    private ParameterException wrong(String message) {
        return new ParameterException(command.commandLine(), message);
    }

    /** Labels of each printed object. */
    public static Map<String, String> labels() {
        return new TreeMap<>(
                Map.of(
                        "app.kubernetes.io/name",
                        "dragoman",
                        "app.kubernetes.io/version",
                        Version.CURRENT));
    }
}
