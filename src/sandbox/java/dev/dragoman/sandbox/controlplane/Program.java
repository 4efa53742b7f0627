package dev.dragoman.sandbox.controlplane;

import java.util.List;

/**
 * A program that a Go module under {@code tools/control-plane} can build; of some there are official
 * releases too ({@link Releases}).
 *
 * @param name file name of the binary
 * @param module directory below {@code tools/control-plane}; of a release of Kubernetes without a
 *     module the name that it would have
 * @param goPackage what {@code go build} is told to build; {@code .} where the sources lie in the
 *     module's directory
 */
public record Program(String name, String module, String goPackage) {
    /** The module of the Kubernetes that everything is tested on. */
    static final String KUBERNETES = "kubernetes";

    public static final Program ETCD = new Program("etcd", "etcd", "go.etcd.io/etcd/server/v3");
    public static final Program API_SERVER = kubernetes("kube-apiserver");
    public static final Program CONTROLLER_MANAGER = kubernetes("kube-controller-manager");
    public static final Program SCHEDULER = kubernetes("kube-scheduler");
    public static final Program KUBECTL = kubernetes("kubectl");
    public static final Program KWOK = new Program("kwok", "kwok", "sigs.k8s.io/kwok/cmd/kwok");

    /** What may not be newer than the API server, nor more than one minor version older. */
    static final List<Program> FOLLOWERS = List.of(CONTROLLER_MANAGER, SCHEDULER);

    public static final Program KEDA_OPERATOR = keda("operator");
    public static final Program KEDA_ADAPTER = keda("adapter");
    public static final Program KEDA_WEBHOOKS = keda("webhooks");

    /** All of KEDA. */
    static final List<Program> KEDA = List.of(KEDA_OPERATOR, KEDA_ADAPTER, KEDA_WEBHOOKS);

    /** A judge of NetworkPolicies, no part of a control plane. */
    public static final Program CYCLONUS =
            new Program("cyclonus", "cyclonus", "github.com/mattfenwick/cyclonus/cmd/cyclonus");

    /** A judge of certificates, no part of a control plane. */
    public static final Program ZLINT =
            new Program("zlint", "zlint", "github.com/zmap/zlint/v3/cmd/zlint");

    /** A server of xDS and its clients, written for the tests; no part of a control plane. */
    public static final Program XDS_LOAD = new Program("xds-load", "xds-load", ".");

    /** For the chart, no part of a control plane. */
    public static final Program HELM = new Program("helm", "helm", "helm.sh/helm/v3/cmd/helm");

    /** A judge of alerts, no part of a control plane. */
    public static final Program PROMTOOL =
            new Program(
                    "promtool", "promtool", "github.com/prometheus/prometheus/cmd/promtool");

    /** A judge of dashboards, no part of a control plane. */
    public static final Program DASHBOARD = new Program("dashboard", "dashboard", ".");

    /** Judges of an object's state, of Flux and of Argo CD among them; no part of a control plane. */
    public static final Program HEALTH = new Program("health", "health", ".");

    /** Flux's controller of Kustomizations, no part of a control plane. */
    public static final Program FLUX =
            new Program(
                    "kustomize-controller", "flux", "github.com/fluxcd/kustomize-controller");

    /** A judge of prose, no part of a control plane. */
    public static final Program VALE =
            new Program("vale", "vale", "github.com/vale-cli/vale/v3/cmd/vale");

    private static Program kubernetes(String name) {
        return new Program(name, KUBERNETES, "k8s.io/kubernetes/cmd/" + name);
    }

    private static Program keda(String name) {
        return new Program("keda-" + name, "keda", "github.com/kedacore/keda/v2/cmd/" + name);
    }

    /** Flags of {@code go build} besides those that all have. */
    List<String> flags() {
        // without the clients of clouds, in which promtool would look for targets: they are most of
        // what is compiled
        return equals(PROMTOOL) ? List.of("-tags", "remove_all_sd") : List.of();
    }

    /** Whether a part of it is written in C, so that Go needs a C compiler to build it. */
    boolean needsC() {
        return equals(VALE);
    }

    /** Whether Go itself would give the binary its name. */
    boolean namedByGo() {
        return goPackage.endsWith("/" + name);
    }

    /** The same program of another module, which pins another version. */
    Program of(String otherModule) {
        return new Program(name, otherModule, goPackage);
    }

    /** Whether another module than the usual one has it, so that its name does not tell it apart. */
    boolean ofAnotherMinor() {
        return module.startsWith(KUBERNETES + "-");
    }
}
