package dev.dragoman.composition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.composition.template.Files;
import dev.dragoman.kube.object.Fields;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is recorded on the object, which users may write into: what of it is removed. */
class RecordTest {
    private static final String GOING =
            "{ name: one, namespace: team, uid: %s, deletionTimestamp: now }".formatted(Trial.UID);
    private static final String BY =
            "labels: { dragoman.dev/composition: shop }, annotations: { dragoman.dev/made-for: %s }";

    private static Trial going() {
        return new Trial("{}", Files.line("first", Files.map("first", "{}"))).object(GOING, "{}");
    }

    private static Object removable(Trial trial) {
        return trial.observed().facts().recorded().values().stream()
                .map(Fields::key)
                .map(Object::toString)
                .toList();
    }

    @Test
    void anObjectOfOthersThatIsRecordedStays() {
        var trial =
                going().map("victim", "a", "uid: u", "{}")
                        .map("victim", "b", BY.formatted("victim/one"), "{}")
                        .map(
                                "victim",
                                "c",
                                "annotations: { dragoman.dev/made-for: team/one }",
                                "{}")
                        .map("elsewhere", "d", BY.formatted("team/one"), "{}")
                        .map("team", "e", Trial.OWNED, "{}")
                        .recorded(
                                "v1 ConfigMap a victim first",
                                "v1 ConfigMap b victim first",
                                "v1 ConfigMap c victim first",
                                "v1 ConfigMap d elsewhere first",
                                "v1 ConfigMap e team first");
        assertThat(removable(trial))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .containsExactlyInAnyOrder("ConfigMap elsewhere/d", "ConfigMap team/e");
    }

    @Test
    void whatIsNoNameIsPassedOver() {
        var trial =
                going().map("team", "e", Trial.OWNED, "{}")
                        .recorded(
                                "v1 ConfigMap .. team first",
                                "v1 ConfigMap a/b team first",
                                "v1 ConfigMap e .. first",
                                "v1 ConfigMap e a/b first",
                                "v1 ConfigMap",
                                "",
                                "a b c d e f",
                                "v1 ConfigMap e team first");
        assertThat(removable(trial))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .containsExactly("ConfigMap team/e");
    }

    @Test
    void aLongRecordIsNotReadToItsEnd() {
        var trial =
                going().recorded(
                                IntStream.range(0, 60_000)
                                        .mapToObj("v1 ConfigMap n%d team first"::formatted)
                                        .toArray(String[]::new));
        assertThat(removable(trial)).asString().isEqualTo("[]");
        assertThat(trial.read.size()).isLessThanOrEqualTo(1001);
    }
}
