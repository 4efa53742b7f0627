package dev.dragoman.reconcile.watch;

import dev.dragoman.reconcile.GroupKind;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Asks the API server how it serves kinds that no watched CRD defines. Thread-safe. */
public final class KindCatalog {
    /** Why a kind that {@link #find} did not find cannot be watched. */
    static final String NOT_SERVED = "the API server does not serve this kind";

    private final KubernetesClient client;
    private final Map<GroupKind, KindInfo> known = new ConcurrentHashMap<>();

    public KindCatalog(KubernetesClient client) {
        this.client = client;
    }

    /**
     * How the kind is served; empty when the API server does not serve it now. Asks the API server
     * until it has found the kind once.
     *
     * @throws KubernetesClientException when the API server does not answer
     */
    Optional<KindInfo> find(GroupKind kind) {
        var found = known.get(kind);
        if (found == null) {
            found = ask(kind).orElse(null);
            if (found != null) {
                known.put(kind, found);
            }
        }
        return Optional.ofNullable(found);
    }

    /** Why a kind cannot be watched when the API server did not answer how it is served. */
    static String reason(KubernetesClientException failure) {
        return failure.getCode() > 0
                ? "HTTP " + failure.getCode()
                : "no answer from the API server";
    }

    /** Forgets how the kind is served, since that may have changed. */
    void forget(GroupKind kind) {
        known.remove(kind);
    }

    private Optional<KindInfo> ask(GroupKind kind) {
        String groupVersion = "v1";
        if (!kind.group().isEmpty()) {
            var group = client.getApiGroup(kind.group());
            if (group == null) {
                return Optional.empty();
            }
            groupVersion = group.getPreferredVersion().getGroupVersion();
        }
        var served = client.getApiResources(groupVersion);
        List<APIResource> resources = served == null ? List.of() : served.getResources();
        var version = groupVersion.substring(groupVersion.indexOf('/') + 1);
        var names = resources.stream().map(APIResource::getName).collect(Collectors.toSet());
        return resources.stream()
                .filter(each -> kind.kind().equals(each.getKind()))
                .filter(each -> !each.getName().contains("/"))
                .findFirst()
                .map(
                        each -> {
                            boolean namespaced = Boolean.TRUE.equals(each.getNamespaced());
                            boolean status = names.contains(each.getName() + "/status");
                            return new KindInfo(
                                    kind, version, each.getName(), namespaced, status, false);
                        });
    }

    /** The API server's message, without the client's dump of the response. */
    static String text(Throwable error) {
        if (!(error instanceof KubernetesClientException refused) || refused.getStatus() == null) {
            return error.getMessage();
        }
        var said = refused.getStatus().getMessage();
        return refused.getCode() == HttpURLConnection.HTTP_FORBIDDEN
                ? said
                        + ". Give the operator's service account the right to get, list and watch this kind;"
                        + " docs/install.md says which component grants that right"
                : said;
    }
}
