package dev.dragoman.reconcile.watch;

import static java.util.stream.Collectors.toUnmodifiableSet;

import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.KindSelector;
import java.util.List;
import java.util.Set;

/** The selectors of a subscription. Those that name one kind are looked up in a set. Immutable. */
final class KindSelectors {
    private final Set<GroupKind> exact;
    private final List<KindSelector> patterns;

    KindSelectors(List<KindSelector> selectors) {
        exact =
                selectors.stream()
                        .filter(KindSelector::exact)
                        .map(each -> new GroupKind(each.group(), each.kind()))
                        .collect(toUnmodifiableSet());
        patterns = selectors.stream().filter(each -> !each.exact()).toList();
    }

    boolean matches(GroupKind kind) {
        return exact.contains(kind)
                || patterns.stream().anyMatch(each -> each.matches(kind.group(), kind.kind()));
    }
}
