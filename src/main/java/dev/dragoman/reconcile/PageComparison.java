package dev.dragoman.reconcile;

import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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

    /**
     * Where page and store contradict each other.
     *
     * @param path of the object
     * @param version that the page has; empty where the object is not on it
     */
    record Difference(String path, String version) {}

    /** Whether there is any difference. */
    boolean differs() {
        return !differences().isEmpty();
    }

    /** What the store lacks of the page, and what it has that is not there any more. */
    List<Difference> differences() {
        var lacking =
                page.versions().entrySet().stream()
                        .map(each -> new Difference(each.getKey(), each.getValue()))
                        .filter(this::isOlderHere);
        var gone =
                store.all().entrySet().stream()
                        .filter(e -> page.holds(e.getKey()))
                        .filter(e -> !page.versions().containsKey(e.getKey()))
                        // what is newer than the page was made since
                        .filter(e -> ResourceVersions.older(e.getValue().version(), page.version()))
                        .map(each -> new Difference(each.getKey(), ""));
        return Stream.concat(lacking, gone).toList();
    }

    /**
     * Whether the store still contradicts what the page said, and the API server does not: then no
     * event is under way, as nothing has happened to the object since the page was made.
     *
     * @param now the object's version at the API server; empty where there is none
     */
    boolean stands(Difference difference, String now) {
        return difference.version().equals(now)
                && (now.isEmpty()
                        ? store.all().containsKey(difference.path())
                        : isOlderHere(difference));
    }

    private boolean isOlderHere(Difference difference) {
        var known = store.all().get(difference.path());
        // one that is newer here is fine: the page is older than what arrived meanwhile
        return known == null || ResourceVersions.older(known.version(), difference.version());
    }
}
