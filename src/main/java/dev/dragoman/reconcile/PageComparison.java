package dev.dragoman.reconcile;

import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Compares one page of the collection with the store, another page each time: finds the single
 * event that got lost on a watch that lives. Confined to one probe at a time.
 */
final class PageComparison {
    /**
     * What a page says.
     *
     * @param versions by path
     * @param from the last path of the page before, empty for none
     * @param to its last path, empty for the last page
     * @param version when it was made
     */
    private record Page(Map<String, String> versions, String from, String to, String version) {
        boolean holds(String path) {
            return path.compareTo(from) > 0 && (to.isEmpty() || path.compareTo(to) <= 0);
        }
    }

    private final KindStore store;
    private String next = "";
    private String from = "";
    private Page page;

    PageComparison(KindStore store) {
        this.store = store;
    }

    /** Where to go on; empty for the first page. */
    Optional<String> next() {
        return Optional.of(next).filter(token -> !token.isEmpty());
    }

    /** Takes in the page that follows. */
    void read(GenericKubernetesResourceList list) {
        var versions = new HashMap<String, String>();
        list.getItems()
                .forEach(
                        item ->
                                versions.put(
                                        store.getKey(item),
                                        item.getMetadata().getResourceVersion()));
        var token = list.getMetadata().getContinue();
        boolean last = token == null || token.isEmpty() || versions.isEmpty();
        var to = last ? "" : store.getKey(list.getItems().getLast());
        page = new Page(versions, from, to, list.getMetadata().getResourceVersion());
        next = last ? "" : token;
        from = to;
    }

    /** Begins anew next time, as when the place to go on from is forgotten. */
    void beginAnew() {
        next = "";
        from = "";
    }

    /** Whether the store lacks something of the page, or has what is not there any more. */
    boolean differs() {
        return page.versions().entrySet().stream().anyMatch(e -> unknown(e.getKey(), e.getValue()))
                || store.all().entrySet().stream()
                        .filter(e -> page.holds(e.getKey()))
                        .filter(e -> !page.versions().containsKey(e.getKey()))
                        // what is newer than the page was made since
                        .anyMatch(
                                e ->
                                        ResourceVersions.older(
                                                e.getValue().version(), page.version()));
    }

    private boolean unknown(String path, String version) {
        var known = store.all().get(path);
        // one that is newer here is fine: the page is older than what arrived meanwhile
        return known == null || ResourceVersions.older(known.version(), version);
    }
}
