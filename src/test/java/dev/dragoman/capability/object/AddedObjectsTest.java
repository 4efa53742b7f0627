package dev.dragoman.capability.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.capability.LineFault;
import dev.dragoman.capability.MakersFixture;
import dev.dragoman.capability.point.UnfitWanted;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Objects that teams add to those that lines make. */
class AddedObjectsTest extends MakersFixture {
    private static final String WITH =
            WHOLE.replace("work", "objects work").replace("apply", "claim apply");

    @Test
    void whatIsAddedIsRememberedBeforeItIsMade() {
        answers.put("fence", made("Fence/a"));
        answers.put("work", made("Work/a"));
        added = Optional.of(objects("Budget/a"));
        assertThat(reconcile(WITH))
                .isEqualTo("remember g/v1 Budget a | apply Fence/a Budget/a Work/a | Reconciled");
        present.addAll(objects("Fence/a Work/a"));
        live("Budget/a");
        assertThat(reconcile(WITH))
                .as("remembered already")
                .isEqualTo("apply Fence/a Budget/a Work/a | Reconciled");
    }

    @ParameterizedTest(name = "{0}, of which there is {1}: {2}")
    @CsvSource(
            delimiter = ';',
            nullValues = "-",
            textBlock =
                    """
                    g/v1 Budget a                ; Budget/a ; remove Budget/a | Reconciled
                    g/v1 Budget a                ; -        ; remember | Reconciled
                    g/v1 Gone a                  ; -        ; remember | Reconciled
                    g/v1 Budget a, g/v1 Fence a  ; Budget/a ; remember g/v1 Budget a | remove Budget/a | Reconciled
                    garbage                      ; -        ; Reconciled
                    """)
    void whatNobodyAddsAnyMoreGoesAndIsForgotten(String before, String there, String expected) {
        remembered = List.of(before.split(", ", -1));
        if (there != null) {
            live(there);
        }
        assertThat(reconcile(WITH).replace("remember  |", "remember |")).isEqualTo(expected);
    }

    @Test
    void whatCannotBeReadIsKeptInMindAndTold() {
        remembered = List.of("g/v1 Refused a");
        assertThat(reconcile(WITH)).isEqualTo("Reconciled");
        assertThat(others).hasSize(1);
        assertThat(others.getFirst().reason()).isEqualTo("AddedObjectsLeft");
        assertThat(others.getFirst().message()).contains("no file adds g/v1 Refused a any more");
        added = Optional.of(objects("Refused/a"));
        assertThat(reconcile(WITH)).isEqualTo("apply Refused/a | Reconciled");
        assertThat(others).as("a file adds it").isEmpty();
    }

    /** As many as there may be, all of other names than before. */
    @Test
    void allAreReplacedByOthers() {
        var names = IntStream.range(0, 50).mapToObj(i -> "Budget/new" + i).toList();
        added = Optional.of(objects(String.join(" ", names)));
        remembered = IntStream.range(0, 50).mapToObj(i -> "g/v1 Budget old" + i).toList();
        IntStream.range(0, 50).forEach(i -> live("Budget/old" + i));
        assertThat(reconcile(WITH).replaceAll(" g/v1[^|]*| Budget/[^|]*", " "))
                .isEqualTo("remember | apply | remove | Reconciled");
        assertThat(remembered).hasSize(100);
    }

    /** Kinds of one name are of several groups, as NetworkPolicy is. */
    @Test
    void aKindOfTheSameNameIsAnother() {
        var other = new LinkedHashMap<>(object("Fence/a"));
        other.put("apiVersion", "other/v1");
        added = Optional.of(List.of(other));
        answers.put("work", made("Work/a"));
        restricting = Set.of("cilium");
        present.addAll(objects("Fence/a Work/a"));
        assertThat(reconcile(WITH.replace("fence ", "")))
                .isEqualTo(
                        "remember other/v1 Fence a | apply Fence/a Work/a | remove Fence/a | Reconciled");
    }

    @Test
    void anothersObjectIsNotTakenAway() {
        remembered = List.of("g/v1 Budget a");
        live.put("Budget/a", object("Budget/a"));
        assertThat(reconcile(WITH)).isEqualTo("remember  | Reconciled");
    }

    @Test
    void whatIsAddedTakesThePlaceOfWhatRestricts() {
        answers.put("work", made("Work/a"));
        added = Optional.of(objects("Cilium/a"));
        var without = WITH.replace("fence ", "");
        assertThatThrownBy(() -> reconcile(without))
                .isInstanceOf(LineFault.class)
                .hasMessageContaining("reached the line 'work' but not the line 'fence'");
        restricting = Set.of("cilium");
        assertThat(reconcile(without))
                .isEqualTo("remember g/v1 Cilium a | apply Cilium/a Work/a | Reconciled");
        present.addAll(objects("Fence/a Work/a"));
        assertThat(reconcile(without))
                .as("what restricted before goes when the other is there")
                .endsWith("apply Cilium/a Work/a | remove Fence/a | Reconciled");
        added = Optional.of(List.of());
        adding = Set.of();
        assertThatThrownBy(() -> reconcile(without))
                .as("nothing restricts")
                .isInstanceOf(LineFault.class);
    }

    /** What one file adds does not stand for what another one is to add. */
    @ParameterizedTest(name = "of {0} that are to restrict {1} have added: refused for {2}")
    @CsvSource(
            delimiter = ';',
            nullValues = "-",
            textBlock =
                    """
                    cilium        ; cilium budget ; -
                    cilium        ; budget        ; cilium
                    cilium calico ; cilium calico ; -
                    cilium calico ; cilium        ; calico
                    cilium calico ; budget        ; calico and cilium
                    """)
    void eachFileThatIsToRestrictMustHaveAdded(String all, String have, String missing) {
        answers.put("work", made("Work/a"));
        added = Optional.of(objects("Budget/a"));
        restricting = Set.of(all.split(" ", -1));
        adding = Set.of(have.split(" ", -1));
        var without = WITH.replace("fence ", "");
        if (missing == null) {
            assertThat(reconcile(without)).endsWith("apply Budget/a Work/a | Reconciled");
            return;
        }
        assertThatThrownBy(() -> reconcile(without))
                .isInstanceOf(LineFault.class)
                .hasMessageEndingWith(
                        "; %s added no object that replaces the objects of the missing line"
                                .formatted(missing));
        answers.put("fence", made("Fence/a"));
        assertThat(reconcile(WITH)).as("the line restricts").endsWith("Work/a | Reconciled");
    }

    /** What restricts, or is restricted, is made by its line alone. */
    @ParameterizedTest(name = "{0} adds {1} where the line left out makes {3} of {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    drain        | Plan/a          | plan  | Plan/a        | apply Plan/a Drain/a
                    drain        | Plan/b Plan/a   | plan  | Plan/a        | apply Plan/b Plan/a Drain/a
                    drain        | Plan/a          | plan  | Plan/a+Plan/b | !'plan', which must stand above it; in its place, add Plan/b
                    drain        | Budget/a        | plan  | Plan/a        | !'plan', which must stand above it; in its place, add Plan/a
                    drain        | Plan/a          | plan  | ?Plan/a       | apply Plan/a Drain/a
                    drain        | Budget/a        | plan  | ?             | apply Budget/a Drain/a
                    work         | Fence/a         | fence | Fence/a       | !'fence', which must stand above it
                    fence scale  | Work/a          | work  | Work/a        | !'work', which must stand above it
                    """)
    void whatALineWouldMakeMayBeAdded(
            String lines, String adds, String out, String makes, String outcome) {
        answers.put(out, made(makes));
        for (var line : List.of("drain", "work", "scale", "fence")) {
            answers.putIfAbsent(
                    line,
                    made(line.substring(0, 1).toUpperCase(Locale.ROOT) + line.substring(1) + "/a"));
        }
        added = Optional.of(objects(adds));
        // made before by the line; what a team adds in its place stays
        present.add(object("Plan/a"));
        var route = "objects %s desired compare claim apply remove".formatted(lines);
        if (outcome.startsWith("!")) {
            assertThatThrownBy(() -> reconcile(route))
                    .isInstanceOf(LineFault.class)
                    .hasMessageEndingWith(outcome.substring(1));
        } else {
            assertThat(reconcile(route))
                    .contains(outcome)
                    .matches(all -> all.contains("remove Plan/a") != adds.contains("Plan/a"));
        }
    }

    @Test
    void whatCannotBeMadeIsRefused() {
        answers.put("work", made("Work/a"));
        answers.put("fence", made("Fence/a"));
        refused(
                "Work/a",
                "added Work/a, which the line 'work' makes already; remove it from the file, or the line from the route");
        refused("Budget/a Budget/a", "added Budget/a twice");
        refused("ClusterRole/a", "added a ClusterRole, which is cluster-scoped");
        refused("Secret/aso-credential", "added Secret aso-credential, but the operator uses");
        refused("Secret/dragoman-status-key", "choose another name");
        refused("Budget/", "without a usable apiVersion, kind or name");
        refused("Budget/..", "added a Budget with the invalid name '..'");
        var elsewhere = new LinkedHashMap<>(object("Budget/a"));
        elsewhere.put("metadata", Map.of("name", "a", "namespace", "other"));
        added = Optional.of(List.of(elsewhere));
        assertThatThrownBy(() -> reconcile(WITH))
                .hasMessageContaining("added Budget a in namespace other");
        elsewhere.put("metadata", Map.of("name", "a", "uid", "1", "deletionTimestamp", "2026"));
        assertThatThrownBy(() -> reconcile(WITH))
                .isInstanceOf(UnfitWanted.class)
                .hasMessageContaining(
                        "added Budget a with metadata.deletionTimestamp, metadata.uid; remove metadata.deletionTimestamp");
        assertThat(done).isEmpty();
    }

    /** The target stops for it, so it must say why; it goes on when the kind is there. */
    @Test
    void whatIsOfNoKindOfTheClusterIsRefusedUntilTheKindIsServed() {
        answers.put("work", made("Work/a"));
        unserved = "Cilium";
        refused("Cilium/a", "added a Cilium of g/v1, which the API server does not serve");
        assertThat(done).isEmpty();
        unserved = "";
        assertThat(reconcile(WITH))
                .isEqualTo("remember g/v1 Cilium a | apply Cilium/a Work/a | Reconciled");
    }

    private void refused(String objects, String why) {
        added = Optional.of(objects(objects));
        assertThatThrownBy(() -> reconcile(WITH))
                .isInstanceOfSatisfying(
                        UnfitWanted.class,
                        unfit -> assertThat(unfit.heals()).isEqualTo(why.contains("not serve")))
                .hasMessageContaining(why);
    }
}
