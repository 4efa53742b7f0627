package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.cluster.Account;
import dev.dragoman.cluster.OperatorCluster;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.KeptExchanges;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;

/**
 * The whole road for a scenario: the shared API server, a local Azure of its own, and the operator
 * under its own service account with the rights of {@code kubernetes/}.
 */
final class Road extends OperatorCluster {
    /** Of control planes, those whose admission knows the kinds of the samples. */
    private static final Set<Path> SERVED = new HashSet<>();

    final AzureSandbox azure;
    private final AzurePart.RunningAzure part;
    private final boolean guest;
    private boolean kept = true;

    Road(String name) {
        this(name, SharedControlPlane.shared());
    }

    /** By another account, for those that change what its namespace has. */
    Road(String name, Account account) {
        this(name, SharedControlPlane.shared(), account);
    }

    /** On a control plane of the scenario's own, for those that break it. */
    Road(String name, ControlPlane plane) {
        this(name, plane, Account.AZURE);
    }

    private Road(String name, ControlPlane plane, Account account) {
        super(plane, account, name);
        part = new AzurePart().start(plane, account.user());
        guest = false;
        azure = part.azure();
        azure.control().retryAfter(1);
        azure.control().operationDuration(".*", Duration.ofMillis(500));
        environment.putAll(part.environment());
        prepare();
    }

    /** The same namespace and the same Azure, which the other road closes, of another operator. */
    Road(Road other, ControlPlane plane) {
        super(other, plane);
        part = other.part;
        guest = true;
        azure = part.azure();
        prepare();
    }

    private void prepare() {
        if (client().namespaces().withName(namespace).get() == null) {
            make(namespace, Map.of());
        }
        synchronized (SERVED) {
            if (!SERVED.contains(plane.directory())) {
                kindsServed();
                SERVED.add(plane.directory());
            }
        }
    }

    /** What is answered is Azure's own, and no witness of what the local one says. */
    Road unkept() {
        kept = false;
        return this;
    }

    /**
     * Waits until admission knows the kinds, which it learns a moment after they are established.
     */
    final void kindsServed() {
        var samples = Samples.group("orders", "orders") + "---\n" + Samples.account("sample");
        await().ignoreExceptionsInstanceOf(ControlPlaneException.class)
                .until(
                        () ->
                                !install.apply(
                                                samples,
                                                namespace + ".yaml",
                                                "-n",
                                                namespace,
                                                "--server-side",
                                                "--dry-run=server")
                                        .isEmpty());
    }

    /** Starts the operator; its environment may be changed before. */
    Road start() {
        return start(Clock.systemUTC());
    }

    /** The same by another clock. */
    Road start(Clock clock) {
        start(cluster(), clock);
        return this;
    }

    /** The same for kinds that were installed just now, which admission learns a moment later. */
    void applyServed(String yaml) {
        await().ignoreExceptionsInstanceOf(ControlPlaneException.class)
                .until(
                        () ->
                                !install.apply(
                                                yaml,
                                                namespace + ".yaml",
                                                "-n",
                                                namespace,
                                                "--server-side")
                                        .isEmpty());
    }

    /** Applies as another manager than kubectl does, whatever others own. */
    void applyAs(String manager, String yaml) {
        var _ =
                install.apply(
                        yaml,
                        namespace + ".yaml",
                        "-n",
                        namespace,
                        "--server-side",
                        "--force-conflicts",
                        "--field-manager=" + manager);
    }

    /** Applies as {@code kubectl apply} does without flags: the client computes the patch. */
    void applyByClient(String yaml) {
        var _ = install.apply(yaml, namespace + ".yaml", "-n", namespace);
    }

    /** Waits with kubectl's own idea of Ready. */
    void ready(String resource) {
        try {
            var _ = kubectl("wait", "--for=condition=Ready", resource, Patience.timeout());
        } catch (ControlPlaneException e) {
            throw new AssertionError("%s%n%s".formatted(e.getMessage(), standing(resource)), e);
        }
    }

    /** For whoever reads why it is not as it should be. */
    private String standing(String resource) {
        return "it is:%n%s%nits events:%n%s%nlast sent to Azure:%n%s"
                .formatted(
                        kubectl("get", resource, "-o", "yaml"),
                        kubectl("get", "events"),
                        lastSent());
    }

    private String lastSent() {
        var all = azure.control().exchanges();
        return all.subList(Math.max(0, all.size() - 5), all.size()).stream()
                .map(each -> each.method() + " " + each.path() + " " + each.status())
                .collect(Collectors.joining("\n"));
    }

    GenericKubernetesResource get(String apiVersion, String kind, String name) {
        return find(apiVersion, kind, namespace, name).orElse(null);
    }

    /** Waits until the Ready condition has this reason. */
    Map<String, Object> reason(String apiVersion, String kind, String name, String reason) {
        try {
            await().untilAsserted(
                            () ->
                                    assertThat(condition(get(apiVersion, kind, name)))
                                            .containsEntry("reason", reason));
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    "%s%n%s%nthe operator is:%n%s"
                            .formatted(
                                    e.getMessage(),
                                    standing(kind.toLowerCase(Locale.ROOT) + "/" + name),
                                    started() ? health() : "not here"),
                    e);
        }
        return condition(get(apiVersion, kind, name));
    }

    /** ARM id of the group of this name. */
    String group(String name) {
        return "/subscriptions/" + azure.subscriptionId() + "/resourceGroups/" + name;
    }

    /** What Azure has under the id at the JSON pointer; empty when there is nothing. */
    String azure(String id, String pointer) {
        return azure.control().get(id).map(r -> r.at(pointer).asText()).orElse("");
    }

    /** PUT requests for ids that end like this, oldest first. */
    List<Exchange> puts(String suffix) {
        return azure.control().exchanges().stream()
                .filter(e -> e.method().equals("PUT") && e.path().endsWith(suffix))
                .toList();
    }

    static Map<String, Object> condition(GenericKubernetesResource object) {
        return condition(Optional.ofNullable(object), "Ready");
    }

    /**
     * Writes of the operator on the named objects and about them since the mark, as {@code verb
     * resource}.
     */
    List<String> writes(AuditLog.Mark since, String... names) {
        return plane.audit().writesBy(account.user(), since).stream()
                .filter(e -> namespace.equals(e.namespace()))
                .filter(e -> Arrays.stream(names).anyMatch(n -> about(e.name(), n)))
                .map(Road::words)
                .toList();
    }

    private static String words(AuditLog.Event e) {
        var part = e.subresource().isEmpty() ? "" : "/" + e.subresource();
        return e.verb() + " " + e.resource() + part + (e.code() < 400 ? "" : " " + e.code());
    }

    /** An Event is named after its object. */
    private static boolean about(String name, String object) {
        return name.equals(object) || name.startsWith(object + ".");
    }

    @Override
    public void close() {
        stop();
        if (!guest) {
            if (kept) {
                KeptExchanges.keep(azure.control(), namespace);
            }
            part.close();
        }
    }
}
