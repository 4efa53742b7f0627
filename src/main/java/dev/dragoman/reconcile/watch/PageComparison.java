package dev.dragoman.reconcile.watch;

import dev.dragoman.reconcile.cache.KindStore;
import dev.dragoman.reconcile.cache.ResourceVersions;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Compares the store with one page of a list at a time, page after page. So it finds even a single
 * event that an open watch lost. Used by one probe at a time.
 */
final class PageComparison {
    /**
     * Content of a page.
     *
     * @param versions resourceVersions by path
     * @param from last path of the page before; empty for the first page
     * @param to last path of this page; empty for the last page
     * @param version resourceVersion of the list
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

    /** Continue token of the next page; empty for the first page. */
    Optional<String> next() {
        return Optional.of(next).filter(token -> !token.isEmpty());
    }

    /** Takes the list as the page to compare, and notes where the next page begins. */
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

    /** Begins with the first page next time, for example because the continue token has expired. */
    void beginAnew() {
        next = "";
        from = "";
    }

    /**
     * A contradiction between page and store.
     *
     * @param path path of the object
     * @param version resourceVersion on the page; empty when the object is not on it
     */
    record Difference(String path, String version) {}

    /** Whether there is any difference. */
    boolean differs() {
        return !differences().isEmpty();
    }

    /**
     * Objects of the page that the store lacks or has in another version, and objects of the store
     * that are missing from the page.
     */
    List<Difference> differences() {
        var lacking =
                page.versions().entrySet().stream()
                        .map(each -> new Difference(each.getKey(), each.getValue()))
                        .filter(each -> isOlderHere(each) || isNewerHere(each));
        var gone =
                store.all().entrySet().stream()
                        .filter(e -> page.holds(e.getKey()))
                        .filter(e -> !page.versions().containsKey(e.getKey()))
                        // an object newer than the page was created after it
                        .filter(e -> ResourceVersions.older(e.getValue().version(), page.version()))
                        .map(each -> new Difference(each.getKey(), ""));
        return Stream.concat(lacking, gone).toList();
    }

    /**
     * Whether the store still contradicts the page while the API server still agrees with it. Then
     * nothing has happened to the object since the page was made, so no event is on its way.
     *
     * @param now version of the object at the API server; empty when it does not exist
     */
    boolean stands(Difference difference, String now) {
        return difference.version().equals(now)
                && (now.isEmpty()
                        ? store.all().containsKey(difference.path())
                        : isOlderHere(difference) || isNewerHere(difference));
    }

    private boolean isOlderHere(Difference difference) {
        var known = store.all().get(difference.path());
        return known == null || ResourceVersions.older(known.version(), difference.version());
    }

    /**
     * Whether the store has a version of the object that the page should have, because it is not
     * newer than the list. Then the API server was restored to an earlier state. A version newer
     * than the list arrived after the page was made.
     */
    boolean isNewerHere(Difference difference) {
        var known = store.all().get(difference.path());
        return known != null
                && ResourceVersions.older(difference.version(), known.version())
                && !ResourceVersions.older(page.version(), known.version());
    }
}
