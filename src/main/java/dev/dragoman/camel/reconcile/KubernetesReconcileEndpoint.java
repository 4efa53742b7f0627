package dev.dragoman.camel.reconcile;

import dev.dragoman.camel.Subscriptions;
import dev.dragoman.reconcile.KindSelector;
import dev.dragoman.reconcile.KindSet;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.settings.SettingValues;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultEndpoint;

/**
 * Reconcile Kubernetes objects, also of kinds that are known only at run time. A route that begins
 * with this endpoint gets one exchange at a time for each object, after changes, for retries and
 * for resyncs. A message that is sent to the endpoint requests a reconciliation.
 */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "kubernetes-reconcile",
        title = "Kubernetes Reconcile",
        syntax = "kubernetes-reconcile:name",
        category = {Category.CONTAINER, Category.CLOUD},
        headersClass = KubernetesReconcileConstants.class)
public class KubernetesReconcileEndpoint extends DefaultEndpoint {
    private static final Set<String> CONSUMER_OPTIONS =
            Set.of(
                    "kinds",
                    "namespace",
                    "enabled",
                    "resync",
                    "maxConcurrent",
                    "passTimeout",
                    "stopGrace");

    private static final Set<String> PRODUCER_OPTIONS =
            Set.of("kind", "objectNamespace", "objectName", "externalId");

    /**
     * Minimum time between resyncs, in milliseconds. A smaller number was most likely meant as
     * seconds.
     */
    private static final long LEAST_RESYNC = 1_000;

    private Set<String> given = Set.of();

    @UriPath
    @Metadata(
            required = true,
            description =
                    "Name of the subscription, for logs and metrics. A message that is sent wakes objects of the"
                            + " subscription of that name.")
    private String name;

    @UriParam(
            label = "consumer",
            description =
                    "Kinds to reconcile, comma-separated: GROUP/KIND, or the name of a set of kinds that"
                            + " the operator has. Group and kind may begin or end with *."
                            + " Example: azure-kinds,core/ConfigMap. Required in 'from'.")
    private String kinds;

    @UriParam(
            label = "consumer",
            description =
                    "The only namespaces to reconcile, comma-separated. Each has a list and a watch for each"
                            + " kind. All namespaces when unset. Does not restrict cluster-scoped kinds.")
    private String namespace;

    @UriParam(
            label = "consumer",
            defaultValue = "true",
            description = "Whether to reconcile anything; false turns the capability off.")
    private boolean enabled = true;

    @UriParam(
            label = "consumer",
            defaultValue = "1h",
            javaType = "java.time.Duration",
            description =
                    "Longest time between reconciliations of an unchanged object; each one looks for drift. 0"
                            + " turns the resync off.")
    private long resync = 3_600_000;

    @UriParam(
            label = "consumer",
            defaultValue = "32",
            description =
                    "Maximum number of objects reconciled at the same time. Raise it when the"
                            + " queue grows and the external systems could take more requests.")
    private int maxConcurrent = 32;

    @UriParam(
            label = "consumer",
            defaultValue = "2m",
            javaType = "java.time.Duration",
            description =
                    "Time after which a reconciliation is interrupted and retried. Raise it only for calls"
                            + " that take longer.")
    private long passTimeout = 120_000;

    @UriParam(
            label = "consumer",
            defaultValue = "15s",
            javaType = "java.time.Duration",
            description =
                    "Time that running reconciliations have to end when the route stops. Must be"
                            + " shorter than the pod's grace period.")
    private long stopGrace = 15_000;

    @UriParam(
            label = "producer",
            description =
                    "Kind of the object to wake: KIND.GROUP, or only KIND for the core group."
                            + " Example: StorageAccount.storage.azure.com.")
    private String kind;

    @UriParam(
            label = "producer",
            description = "Namespace of the object to wake; unset for a cluster-scoped object.")
    private String objectNamespace;

    @UriParam(label = "producer", description = "Name of the object to wake.")
    private String objectName;

    @UriParam(
            label = "producer",
            description =
                    "Id of the external resource whose objects to wake, for example an ARM id, in"
                            + " place of kind, objectNamespace and objectName.")
    private String externalId;

    @UriParam(
            label = "advanced",
            defaultValue = "engine",
            description = "Name of the engine in the registry.")
    private String engine = Subscriptions.BEAN;

    public KubernetesReconcileEndpoint(String uri, KubernetesReconcileComponent component) {
        super(uri, component);
    }

    @Override
    public Producer createProducer() {
        refuse(
                CONSUMER_OPTIONS,
                "only for 'from'; remove the option here, where a message is sent");
        if (externalId != null && (kind != null || objectNamespace != null || objectName != null)) {
            throw new IllegalArgumentException(
                    "kubernetes-reconcile:%s: with the option externalId, leave out the options kind, objectNamespace and objectName"
                            .formatted(name));
        }
        if (kind != null) {
            WakeTarget.key(kind, "", "");
        }
        return new KubernetesReconcileProducer(this);
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        refuse(
                PRODUCER_OPTIONS,
                "only for 'to'; remove the option here, where a route begins with the option kinds");
        selectors();
        onlyNamespaces();
        if (resync > 0 && resync < LEAST_RESYNC) {
            throw new IllegalArgumentException(
                    "kubernetes-reconcile:%s: the option resync is %d ms; write a time of at least 1s, such as 5m, or 0 for none"
                            .formatted(name, resync));
        }
        var consumer = new KubernetesReconcileConsumer(this, processor);
        configureConsumer(consumer);
        return consumer;
    }

    /** Takes the names of the options that the URI has. */
    void given(Set<String> options) {
        given = Set.copyOf(options);
    }

    private void refuse(Set<String> others, String reason) {
        var wrong = given.stream().filter(others::contains).sorted().toList();
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(
                    "kubernetes-reconcile:%s: the option %s is %s"
                            .formatted(name, String.join(", ", wrong), reason));
        }
    }

    List<KindSelector> selectors() {
        if (kinds == null || kinds.isBlank()) {
            throw new IllegalArgumentException(
                    "kubernetes-reconcile:%s needs the option kinds".formatted(name));
        }
        return Arrays.stream(kinds.split(",")).map(String::strip).flatMap(this::selectors).toList();
    }

    private Stream<KindSelector> selectors(String text) {
        if (text.contains("/")) {
            return Stream.of(KindSelector.parse(text));
        }
        var set = CamelContextHelper.lookup(getCamelContext(), text, KindSet.class);
        if (set == null) {
            var sets = getCamelContext().getRegistry().findByTypeWithName(KindSet.class).keySet();
            throw new IllegalArgumentException(
                    "kind selector '%s' is neither GROUP/KIND nor the name of a set of kinds; sets of kinds: %s"
                            .formatted(text, sets.isEmpty() ? "none" : String.join(", ", sets)));
        }
        return set.kinds().stream();
    }

    Set<String> onlyNamespaces() {
        if (namespace == null || namespace.isBlank()) {
            return Set.of();
        }
        var names = Set.copyOf(SettingValues.entries(namespace));
        if (names.isEmpty()) {
            throw new IllegalArgumentException(
                    "kubernetes-reconcile:%s: the option namespace is '%s', which names no namespace; name one, or leave the option empty for all namespaces"
                            .formatted(name, namespace));
        }
        return names;
    }

    /** Whether the route that begins with this endpoint reconciles the object. */
    public boolean reconciles(ObjectKey key) {
        return enabled
                && (onlyNamespaces().isEmpty() || onlyNamespaces().contains(key.namespace()))
                && selectors().stream().anyMatch(each -> each.matches(key.group(), key.kind()));
    }

    Subscriptions.Options options() {
        return new Subscriptions.Options(
                Duration.ofMillis(resync), maxConcurrent, Duration.ofMillis(passTimeout));
    }

    Subscriptions subscriptions() {
        return CamelContextHelper.mandatoryLookup(
                getCamelContext(),
                engine.startsWith("#") ? engine.substring(1) : engine,
                Subscriptions.class);
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public String getKinds() {
        return kinds;
    }

    public void setKinds(String kinds) {
        this.kinds = kinds;
    }

    public String getNamespace() {
        return namespace;
    }

    public void setNamespace(String namespace) {
        this.namespace = namespace;
    }

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public long getResync() {
        return resync;
    }

    public void setResync(long resync) {
        this.resync = resync;
    }

    public int getMaxConcurrent() {
        return maxConcurrent;
    }

    public void setMaxConcurrent(int maxConcurrent) {
        this.maxConcurrent = maxConcurrent;
    }

    public long getPassTimeout() {
        return passTimeout;
    }

    public void setPassTimeout(long passTimeout) {
        this.passTimeout = passTimeout;
    }

    public long getStopGrace() {
        return stopGrace;
    }

    public void setStopGrace(long stopGrace) {
        this.stopGrace = stopGrace;
    }

    public String getEngine() {
        return engine;
    }

    public void setEngine(String engine) {
        this.engine = engine;
    }

    public String getKind() {
        return kind;
    }

    public void setKind(String kind) {
        this.kind = kind;
    }

    public String getObjectNamespace() {
        return objectNamespace;
    }

    public void setObjectNamespace(String objectNamespace) {
        this.objectNamespace = objectNamespace;
    }

    public String getObjectName() {
        return objectName;
    }

    public void setObjectName(String objectName) {
        this.objectName = objectName;
    }

    public String getExternalId() {
        return externalId;
    }

    public void setExternalId(String externalId) {
        this.externalId = externalId;
    }
}
