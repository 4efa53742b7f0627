package dev.dragoman.camel.reconcile;

import dev.dragoman.reconcile.ObjectKey;
import org.apache.camel.Message;

/** Which objects a message wakes. */
sealed interface WakeTarget {
    /** All objects that represent the external resource with this id. */
    record Id(String id) implements WakeTarget {
        @Override
        public String toString() {
            return "object of " + id;
        }
    }

    /** One object. */
    record Key(ObjectKey key) implements WakeTarget {
        @Override
        public String toString() {
            return key.toString();
        }
    }

    /**
     * Reads the headers and options; headers override options. An id in a header replaces all
     * options. If headers name an object, options supply only the parts that the headers lack, and
     * the option {@code externalId} is ignored.
     *
     * @throws IllegalArgumentException when a needed value is missing or empty, or headers contain
     *     both an id and an object
     */
    static WakeTarget of(Message message, KubernetesReconcileEndpoint endpoint) {
        var id = header(message, KubernetesReconcileConstants.WAKE_ID);
        var kind = header(message, KubernetesReconcileConstants.WAKE_KIND);
        var namespace = header(message, KubernetesReconcileConstants.WAKE_NAMESPACE);
        var name = header(message, KubernetesReconcileConstants.WAKE_NAME);
        boolean named = kind != null || namespace != null || name != null;
        if (id != null && named) {
            throw new IllegalArgumentException(
                    "kubernetes-reconcile:%s: the message has both the header %s and headers that name an object; remove one"
                            .formatted(endpoint.getName(), KubernetesReconcileConstants.WAKE_ID));
        }
        if (id != null || (endpoint.getExternalId() != null && !named)) {
            return new Id(
                    required(
                            id,
                            endpoint.getExternalId(),
                            endpoint,
                            "externalId",
                            KubernetesReconcileConstants.WAKE_ID));
        }
        return new Key(
                key(
                        required(
                                kind,
                                endpoint.getKind(),
                                endpoint,
                                "kind",
                                KubernetesReconcileConstants.WAKE_KIND),
                        or(or(namespace, endpoint.getObjectNamespace()), ""),
                        required(
                                name,
                                endpoint.getObjectName(),
                                endpoint,
                                "objectName",
                                KubernetesReconcileConstants.WAKE_NAME)));
    }

    /**
     * The key of an object.
     *
     * @throws IllegalArgumentException when the kind is neither KIND.GROUP nor KIND
     */
    static ObjectKey key(String kind, String namespace, String name) {
        if (kind.contains("/") || kind.startsWith(".")) {
            throw new IllegalArgumentException(
                    "kind '%s' is not KIND.GROUP; write, for example, StorageAccount.storage.azure.com or ConfigMap"
                            .formatted(kind));
        }
        int dot = kind.indexOf('.');
        return new ObjectKey(
                dot < 0 ? "" : kind.substring(dot + 1),
                dot < 0 ? kind : kind.substring(0, dot),
                namespace,
                name);
    }

    private static String header(Message message, String name) {
        return message.getHeader(name, String.class);
    }

    private static String or(String one, String other) {
        return one == null ? other : one;
    }

    private static String required(
            String header,
            String option,
            KubernetesReconcileEndpoint endpoint,
            String optionName,
            String headerName) {
        var value = or(header, option);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(
                    "kubernetes-reconcile:%s: nothing says what to wake: the option %s or the header %s is missing or empty"
                            .formatted(endpoint.getName(), optionName, headerName));
        }
        return value.strip();
    }
}
