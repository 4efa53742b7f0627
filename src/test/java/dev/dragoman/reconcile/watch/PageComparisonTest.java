package dev.dragoman.reconcile.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.cache.CacheBudget;
import dev.dragoman.reconcile.cache.KindStore;
import dev.dragoman.reconcile.cache.Snapshot;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListMetaBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageComparisonTest {
    private static final KubernetesSerialization JSON = new KubernetesSerialization();

    private final KindStore store =
            new KindStore(
                    new KindInfo(new GroupKind("", "Secret"), "v1", "secrets", true, false, false),
                    each -> Snapshot.full(each, JSON, Instant.EPOCH),
                    (key, before, after) -> {},
                    Clock.systemUTC(),
                    KindStore.Index.NONE,
                    new CacheBudget(20_000));
    private final PageComparison comparison = new PageComparison(store);

    /** The page was made at version 20; each row is one object. */
    @ParameterizedTest
    @CsvSource({
        // on the page, here, at the API server later: differs, and whether it stands
        "10, 10, 10, false, false", // the same
        "10,   , 10, true,  true", // its creation was missed
        "12, 10, 12, true,  true", // its change was missed
        "10,   ,   , true,  false", // deleted since, and the watch has told
        "12, 10, 25, true,  false", // changed again since: that event may be under way
        "10, 25, 25, false, false", // changed since, and the watch has told
        "  , 10,   , true,  true", // its deletion was missed
        "  , 10, 25, true,  false", // deleted and made again: those events may be under way
        "  , 25, 25, false, false", // made since
        "10, 12, 10, true,  true", // restored to an earlier state
        "10, 12, 25, true,  false", // restored, and changed since: that event may be under way
    })
    void aDifferenceStandsWhereNothingCanBeUnderWay(
            Integer onPage, Integer here, Integer later, boolean differs, boolean stands) {
        if (here != null) {
            var _ = store.put("ns/a", object("a", here));
        }
        comparison.read(page(onPage == null ? List.of() : List.of(object("a", onPage))));

        assertThat(comparison.differs()).isEqualTo(differs);
        assertThat(comparison.differences())
                .allSatisfy(each -> assertThat(each.path()).isEqualTo("ns/a"));
        assertThat(
                        comparison.differences().stream()
                                .anyMatch(each -> comparison.stands(each, text(later))))
                .isEqualTo(stands);
    }

    @Test
    void whatTheWatchTellsMeanwhileStandsNoMore() {
        comparison.read(page(List.of(object("a", 10))));
        var difference = comparison.differences().getFirst();
        var _ = store.put("ns/a", object("a", 10));
        assertThat(comparison.stands(difference, "10")).isFalse();
    }

    private static String text(Integer version) {
        return version == null ? "" : version.toString();
    }

    private static GenericKubernetesResourceList page(List<GenericKubernetesResource> items) {
        var list = new GenericKubernetesResourceList();
        list.setItems(items);
        list.setMetadata(new ListMetaBuilder().withResourceVersion("20").build());
        return list;
    }

    private static GenericKubernetesResource object(String name, int version) {
        var object = new GenericKubernetesResource();
        object.setApiVersion("v1");
        object.setKind("Secret");
        object.setMetadata(
                new ObjectMetaBuilder()
                        .withNamespace("ns")
                        .withName(name)
                        .withUid("u")
                        .withResourceVersion(text(version))
                        .build());
        return object;
    }
}
