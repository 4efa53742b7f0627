package dev.dragoman.sandbox.controlplane;

import java.util.List;

/**
 * A program that a Go module under {@code tools/control-plane} can build. Some also have official
 * releases ({@link Releases}).
 *
 * @param name file name of the binary
 * @param module directory below {@code tools/control-plane}; for a version of Kubernetes that only
 *     has releases, the name that its directory would have
 * @param goPackage the argument of {@code go build}; {@code .} when the sources are in the module's
 *     directory
 */
public record Program(String name, String module, String goPackage) {
    /** The module that pins the version of Kubernetes for the tests. */
    static final String KUBERNETES = "kubernetes";

    public static final Program ETCD = new Program("etcd", "etcd", "go.etcd.io/etcd/server/v3");
    public static final Program API_SERVER = kubernetes("kube-apiserver");
    public static final Program CONTROLLER_MANAGER = kubernetes("kube-controller-manager");
    public static final Program SCHEDULER = kubernetes("kube-scheduler");
    public static final Program KUBECTL = kubernetes("kubectl");
    public static final Program KWOK = new Program("kwok", "kwok", "sigs.k8s.io/kwok/cmd/kwok");

    /**
     * Programs that must not be newer than the API server, nor more than one minor version older.
     */
    static final List<Program> FOLLOWERS = List.of(CONTROLLER_MANAGER, SCHEDULER);

    public static final Program KEDA_OPERATOR = keda("operator");
    public static final Program KEDA_ADAPTER = keda("adapter");
    public static final Program KEDA_WEBHOOKS = keda("webhooks");

    /** All programs of KEDA. */
    static final List<Program> KEDA = List.of(KEDA_OPERATOR, KEDA_ADAPTER, KEDA_WEBHOOKS);

    /** Checks NetworkPolicies. Not part of a control plane. */
    public static final Program CYCLONUS =
            new Program("cyclonus", "cyclonus", "github.com/mattfenwick/cyclonus/cmd/cyclonus");

    /** Checks certificates. Not part of a control plane. */
    public static final Program ZLINT =
            new Program("zlint", "zlint", "github.com/zmap/zlint/v3/cmd/zlint");

    /** An xDS server with clients, written for the tests. Not part of a control plane. */
    public static final Program XDS_LOAD = new Program("xds-load", "xds-load", ".");

    /** Microsoft's Go client of Service Bus, in a program of the tests. Not part of a control plane. */
    public static final Program SERVICE_BUS = new Program("service-bus", "service-bus", ".");

    /** The discovery service that pods with Envoy are made for. Not part of a control plane. */
    public static final Program MARIN3R =
            new Program("marin3r", "marin3r", "github.com/3scale-ops/marin3r");

    /** Renders the chart. Not part of a control plane. */
    public static final Program HELM = new Program("helm", "helm", "helm.sh/helm/v3/cmd/helm");

    /** Installs plugins of kubectl. Not part of a control plane. */
    public static final Program KREW = new Program("krew", "krew", "sigs.k8s.io/krew/cmd/krew");

    /** Checks bundles for OLM. Not part of a control plane. */
    public static final Program OLM_BUNDLE = new Program("olm-bundle", "olm-bundle", ".");

    /** Checks alerts. Not part of a control plane. */
    public static final Program PROMTOOL =
            new Program(
                    "promtool", "promtool", "github.com/prometheus/prometheus/cmd/promtool");

    /** Checks dashboards. Not part of a control plane. */
    public static final Program DASHBOARD = new Program("dashboard", "dashboard", ".");

    /**
     * Computes the health of an object as Flux, Argo CD and other tools do. Not part of a control
     * plane.
     */
    public static final Program HEALTH = new Program("health", "health", ".");

    /** Flux's controller of Kustomizations. Not part of a control plane. */
    public static final Program FLUX =
            new Program(
                    "kustomize-controller", "flux", "github.com/fluxcd/kustomize-controller");

    /** Checks prose. Not part of a control plane. */
    public static final Program VALE =
            new Program("vale", "vale", "github.com/vale-cli/vale/v3/cmd/vale");

    private static Program kubernetes(String name) {
        return new Program(name, KUBERNETES, "k8s.io/kubernetes/cmd/" + name);
    }

    private static Program keda(String name) {
        return new Program("keda-" + name, "keda", "github.com/kedacore/keda/v2/cmd/" + name);
    }

    /** Flags of {@code go build} for this program, besides the common ones. */
    List<String> flags() {
        // without service discovery, whose cloud clients are most of the code
        return equals(PROMTOOL) ? List.of("-tags", "remove_all_sd") : List.of();
    }

    /** Whether the build needs a C compiler. */
    boolean needsC() {
        return equals(VALE);
    }

    /** Whether {@code go build} gives the binary this name without {@code -o}. */
    boolean namedByGo() {
        return goPackage.endsWith("/" + name);
    }

    /** The same program from another module, which pins another version. */
    Program of(String otherModule) {
        return new Program(name, otherModule, goPackage);
    }

    /**
     * Whether the program has another minor version of Kubernetes than the usual one. The name
     * alone does not identify such a program.
     */
    boolean ofAnotherMinor() {
        return module.startsWith(KUBERNETES + "-");
    }
}
