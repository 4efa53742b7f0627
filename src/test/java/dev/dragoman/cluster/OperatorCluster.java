package dev.dragoman.cluster;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Operator;
import dev.dragoman.OperatorProcess;
import dev.dragoman.reconcile.EngineHealth;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.witness.Evidence;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.awaitility.core.ConditionTimeoutException;

/**
 * What tests of every component have: a namespace of their own on an API server, and an operator
 * under a service account with the rights of {@code kubernetes/} for that component. The operator
 * looks at this namespace alone, and what is counted is of this operator in this namespace, so that
 * tests disturb each other by the machine's load and by nothing else.
 */
public abstract class OperatorCluster implements AutoCloseable {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    public final ControlPlane plane;
    public final Account account;
    public final Install install;
    public final String namespace;

    /** Of the operator; may be changed before it starts. */
    public final Map<String, String> environment = new HashMap<>();

    private final Path kubeconfig;
    private final List<GenericKubernetesResource> granted = new ArrayList<>();
    private Operator operator;

    /**
     * Installs the account where it is not there yet; the namespace is not made.
     *
     * @param name begins the namespace's name, which no other test has
     */
    protected OperatorCluster(ControlPlane plane, Account account, String name) {
        this(plane, account, name + "-" + NUMBER.incrementAndGet(), Map.of());
    }

    /** The same namespace as another one's, with its environment. */
    protected OperatorCluster(OperatorCluster other, ControlPlane plane) {
        this(plane, other.account, other.namespace, other.environment);
    }

    private OperatorCluster(
            ControlPlane plane, Account account, String namespace, Map<String, String> more) {
        this.plane = plane;
        this.account = account;
        this.namespace = namespace;
        account.install(plane);
        install = account.on(plane);
        kubeconfig = install.operatorKubeconfig();
        environment.put("DRAGOMAN_LEADER_ELECTION", "false");
        environment.put("DRAGOMAN_MANAGEMENT_PORT", "0");
        environment.put("POD_NAMESPACE", account.namespace());
        // part of the user agent of a process
        environment.put("POD_NAME", namespace);
        environment.put("AZURE_TARGET_NAMESPACES", namespace);
        environment.putAll(more);
    }

    /** An administrator's; lives as long as the control plane. */
    public final KubernetesClient client() {
        return plane.client();
    }

    /**
     * Gives this operator's account rights that an administrator adds, and waits until they are in
     * force. Others would not notice which ones the operator needs itself: {@link #revoke}.
     *
     * @param manifests for the account of {@code kubernetes/base}
     */
    public final void grant(String manifests) {
        var mine = manifests.replace("dragoman-system", account.namespace());
        var objects =
                Arrays.stream(mine.split("(?m)^---\\s*$", -1))
                        .map(each -> Serialization.unmarshal(each, GenericKubernetesResource.class))
                        .toList();
        objects.forEach(
                each -> {
                    client().resource(each).forceConflicts().serverSideApply();
                    granted.add(each);
                });
        new Rights(plane, account).await(objects);
    }

    /** Takes away what was granted. */
    public final void revoke() {
        granted.forEach(each -> client().resource(each).delete());
        granted.clear();
    }

    /** Makes a namespace in which the operator may use Secrets and ConfigMaps. */
    protected final void make(String name, Map<String, String> annotations) {
        bare(name, annotations);
        install.grantSecrets(name);
    }

    /** Makes a namespace. */
    protected final void bare(String name, Map<String, String> annotations) {
        client().resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .withAnnotations(annotations)
                                .endMetadata()
                                .build())
                .create();
    }

    /** How the operator reaches the API server. */
    public final Path kubeconfig() {
        return kubeconfig;
    }

    /** The same, under a user agent of its own. */
    protected final Config cluster() {
        var cluster = Config.fromKubeconfig(kubeconfig.toFile());
        cluster.setUserAgent(OperatorAgent.of(namespace));
        return cluster;
    }

    /** Starts the operator in this JVM, by a clock, over a way to the API server. */
    protected final void start(Config cluster, Clock clock) {
        operator =
                OperatorThreads.of(
                        this, () -> Operator.start(cluster, environment, clock, () -> {}));
    }

    /** The operator as a process of its own, which may be killed; it logs to the file. */
    public final Process process(Path log, String... options) throws IOException {
        return OperatorProcess.start(log, kubeconfig, environment, options);
    }

    /** One of several such processes, with settings of its own. */
    public final Process process(Path log, Path cluster, Map<String, String> more)
            throws IOException {
        var all = new HashMap<>(environment);
        all.putAll(more);
        return OperatorProcess.start(log, cluster, all);
    }

    /** Of the operator in this JVM. */
    public final EngineHealth health() {
        return operator.health();
    }

    /** A scrape of the operator in this JVM. */
    public final String metrics() {
        return operator.metrics();
    }

    protected final boolean started() {
        return operator != null;
    }

    /** Ends the operator in this JVM; nothing where none runs. */
    public final void stop() {
        if (operator != null) {
            Evidence.metrics(operator.metrics());
            operator.close();
            operator = null;
        }
    }

    /** Applies YAML into the namespace as {@code kubectl apply --server-side} does. */
    public void apply(String yaml) {
        apply(namespace, yaml);
    }

    /** The same into another namespace. */
    public final void apply(String where, String yaml) {
        Applied.apply(client(), where, yaml);
    }

    /** A text by which a mutated object is known. */
    public static final String MUTATED = "0.0.0.0/0";

    /**
     * Has the API server put a value into objects of the namespace, as an admission webhook would,
     * and waits until it does.
     *
     * @param path JSON pointer
     * @param value CEL, with {@link #MUTATED} in it
     * @param sample an object of the kind, with a name that ends with NAME
     */
    public final void mutates(String path, String value, String sample) {
        var any = Serialization.unmarshal(sample, GenericKubernetesResource.class);
        Applied.apply(
                client(),
                namespace,
                """
                apiVersion: admissionregistration.k8s.io/v1
                kind: MutatingAdmissionPolicy
                metadata: { name: %1$s }
                spec:
                  matchConstraints:
                    resourceRules:
                    - apiGroups: [ "%2$s" ]
                      apiVersions: [ v1 ]
                      operations: [ CREATE, UPDATE ]
                      resources: [ %3$s ]
                  matchConditions: [ { name: here, expression: "object.metadata.namespace == '%1$s'" } ]
                  failurePolicy: Fail
                  reinvocationPolicy: Never
                  mutations:
                  - patchType: JSONPatch
                    jsonPatch: { expression: "[JSONPatch{op: 'add', path: '%4$s', value: %5$s}]" }
                ---
                apiVersion: admissionregistration.k8s.io/v1
                kind: MutatingAdmissionPolicyBinding
                metadata: { name: %1$s }
                spec: { policyName: %1$s }
                """
                        .formatted(
                                namespace,
                                any.getApiVersion().split("/", -1)[0],
                                any.getKind().toLowerCase(Locale.ROOT).replaceAll("y$", "ie") + "s",
                                path,
                                value));
        var number = new AtomicInteger();
        await().until(
                        () -> {
                            var yaml = sample.replace("NAME", "" + number.incrementAndGet());
                            var probe =
                                    Serialization.unmarshal(yaml, GenericKubernetesResource.class);
                            probe.getMetadata().setNamespace(namespace);
                            var made = client().resource(probe).dryRun().create();
                            return Serialization.asYaml(made).contains(MUTATED);
                        });
    }

    /** What kubectl says as an administrator, in the namespace. */
    public final String kubectl(String... arguments) {
        var all = new ArrayList<>(List.of("-n", namespace));
        all.addAll(List.of(arguments));
        return install.kubectl(all);
    }

    /** The object as it is now. */
    public final Optional<GenericKubernetesResource> find(
            String apiVersion, String kind, String where, String name) {
        return Optional.ofNullable(
                client().genericKubernetesResources(apiVersion, kind)
                        .inNamespace(where)
                        .withName(name)
                        .get());
    }

    /** The condition of a type; empty while there is none. */
    public static Map<String, Object> condition(
            Optional<GenericKubernetesResource> object, String type) {
        return object
                .map(each -> each.<List<Map<String, Object>>>get("status", "conditions"))
                .stream()
                .flatMap(List::stream)
                .filter(each -> type.equals(each.get("type")))
                .findFirst()
                .orElse(Map.of());
    }

    /** Waits until Ready has this reason, for the spec as it is; the condition. */
    protected final Map<String, Object> settled(
            Supplier<Optional<GenericKubernetesResource>> object, String reason) {
        try {
            await().untilAsserted(
                            () -> {
                                var now = object.get();
                                var ready = condition(now, "Ready");
                                assertThat(ready).containsEntry("reason", reason);
                                assertThat(((Number) ready.get("observedGeneration")).longValue())
                                        .isEqualTo(now.orElseThrow().getMetadata().getGeneration());
                            });
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    "%s%nit is: %s%nthe operator is: %s"
                            .formatted(
                                    e.getMessage(),
                                    object.get().map(Object::toString).orElse("not there"),
                                    operator == null ? "not here" : operator.health()),
                    e);
        }
        return condition(object.get(), "Ready");
    }

    /** Reasons of the Events on objects of this name in the namespace. */
    public List<String> events(String name) {
        return client().v1().events().inNamespace(namespace).list().getItems().stream()
                .filter(each -> name.equals(each.getInvolvedObject().getName()))
                .map(each -> each.getReason())
                .toList();
    }

    /**
     * What this operator asked of the API server since, by its user agent, and all that was asked
     * by this account in its namespace. A process with another POD_NAME is not known.
     */
    public final List<AuditLog.Event> requests(AuditLog.Mark since) {
        return plane.audit().since(since, each -> own(each, account.user(), namespace));
    }

    static boolean own(AuditLog.Event event, String user, String namespace) {
        return event.user().equals(user)
                && (event.namespace().equals(namespace) || OperatorAgent.asked(event, namespace));
    }

    /** What the operator asked to change in the namespace since, as {@code verb resource}. */
    public final List<String> writes(AuditLog.Mark since) {
        return requests(since).stream()
                .filter(AuditLog.Event::write)
                .filter(each -> each.namespace().equals(namespace))
                .map(each -> each.verb() + " " + each.resource())
                .toList();
    }

    /** What of this kind it has read by name in this namespace since, by their names. */
    public final List<String> read(AuditLog.Mark since, String resource) {
        return requests(since).stream()
                .filter(each -> each.verb().equals("get") && each.resource().equals(resource))
                .filter(each -> each.namespace().equals(namespace))
                .map(AuditLog.Event::name)
                .toList();
    }

    /** The same wherever it is, the operator's own namespace and the cluster among it. */
    public final List<String> writesAnywhere(AuditLog.Mark since) {
        return requests(since).stream()
                .filter(AuditLog.Event::write)
                .map(
                        each ->
                                "%s %s %s/%s"
                                        .formatted(
                                                each.verb(),
                                                each.resource(),
                                                each.namespace(),
                                                each.name()))
                .toList();
    }

    /** Ends the operator. */
    @Override
    public void close() {
        stop();
    }
}
