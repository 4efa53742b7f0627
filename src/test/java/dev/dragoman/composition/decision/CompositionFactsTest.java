package dev.dragoman.composition.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.object.AddedObjects.Named;
import dev.dragoman.capability.object.ObjectStep;
import dev.dragoman.composition.template.Files;
import dev.dragoman.composition.template.Templates;
import dev.dragoman.kube.object.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** In which order the objects of a composition go, and which of them stay. */
class CompositionFactsTest {
    private static final Templates TEMPLATES =
            Files.templates(
                    Files.line("a", Files.map("a", "{}")),
                    Files.line("b", Files.map("b", "{ x: '${a.data.x}' }")),
                    Files.line("c", Files.map("c", "{ x: '${b.data.x}' }")),
                    Files.line("d", Files.map("d", "{ x: '${a.data.x}' }")),
                    Files.line("e", Files.map("e", "{}")));

    private static Map.Entry<Named, Map<String, Object>> of(
            String line, String kind, Map<String, Object> metadata) {
        var all = new LinkedHashMap<>(metadata);
        all.put("name", line);
        return Map.entry(
                new Named("v1", kind, line, "team", line), Map.of("kind", kind, "metadata", all));
    }

    private static Map.Entry<Named, Map<String, Object>> of(String line) {
        return of(line, "ConfigMap", Map.of());
    }

    private static CompositionFacts leaving(
            boolean detached, List<Map.Entry<Named, Map<String, Object>>> recorded) {
        var object =
                Map.<String, Object>of(
                        "metadata", Map.of("name", "one", "deletionTimestamp", "now"));
        var all = new LinkedHashMap<Named, Map<String, Object>>();
        recorded.forEach(each -> all.put(each.getKey(), each.getValue()));
        return new CompositionFacts(
                object, TEMPLATES, Map.of(), all, Map.of(), CompositionFacts.Status.NONE, detached);
    }

    private static List<String> removable(List<Map.Entry<Named, Map<String, Object>>> recorded) {
        return leaving(false, recorded).removable().stream()
                .map(each -> Fields.metadata(each, "name"))
                .toList();
    }

    @Test
    void anObjectGoesWhenTheObjectsThatReadItAreGone() {
        assertThat(removable(List.of(of("a"), of("b"), of("c"), of("d"), of("e"))))
                .containsExactly("e", "d", "c");
        assertThat(removable(List.of(of("a"), of("b")))).containsExactly("b");
        assertThat(removable(List.of(of("a")))).containsExactly("a");
    }

    @Test
    void whatIsGoingIsNotDeletedAgainAndIsWaitedFor() {
        var going = of("b", "ConfigMap", Map.of("deletionTimestamp", "now"));
        assertThat(removable(List.of(of("a"), going))).isEmpty();
        var step = CompositionDecision.next(leaving(false, List.of(of("a"), going)), Results.NONE);
        assertThat(step)
                .isInstanceOfSatisfying(
                        Ending.class,
                        each ->
                                assertThat(each.toString())
                                        .contains("waits until these are gone: ", "ConfigMap a"));
    }

    @Test
    void aLineThatNoTemplateHasIsRemovedToo() {
        assertThat(removable(List.of(of("former"), of("e"))))
                .containsExactlyInAnyOrder("e", "former");
    }

    @Test
    void whatIsKeptStaysAndANamespaceIsNeverDeleted() {
        var deletion = Map.<String, Object>of("annotations", Map.of(MadeMarks.KEEP, "deletion"));
        var always = Map.<String, Object>of("annotations", Map.of(MadeMarks.KEEP, "always"));
        assertThat(
                        removable(
                                List.of(
                                        of("a", "ConfigMap", deletion),
                                        of("b", "ConfigMap", always),
                                        of("d", "Namespace", Map.of()),
                                        of("e"))))
                .containsExactly("e");
        assertThat(MadeMarks.stays(of("a", "ConfigMap", deletion).getValue(), false)).isFalse();
        assertThat(MadeMarks.stays(of("a", "ConfigMap", always).getValue(), false)).isTrue();
        assertThat(MadeMarks.stays(of("a", "Namespace", Map.of()).getValue(), false)).isTrue();
    }

    @Test
    void nothingIsRemovedWhereTheDefinitionGoes() {
        assertThat(CompositionDecision.next(leaving(true, List.of(of("a"))), Results.NONE))
                .isInstanceOf(Ending.class);
        assertThat(CompositionDecision.next(leaving(false, List.of()), Results.NONE))
                .isInstanceOf(Ending.class);
        assertThat(CompositionDecision.next(leaving(false, List.of(of("a"))), Results.NONE))
                .isInstanceOf(ObjectStep.Remove.class);
    }
}
