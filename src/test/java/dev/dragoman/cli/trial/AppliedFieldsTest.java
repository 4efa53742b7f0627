package dev.dragoman.cli.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.OwnedFields;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppliedFieldsTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    a map by its fields        | {'a': {'b': 1}}                        | {'f:a': {'f:b': {}}}
                    a list as a whole          | {'a': [1, 2]}                          | {'f:a': {}}
                    containers by their name   | {'containers': [{'name': 'x', 'i': 1}]} | {'f:containers': {'k:{\\'name\\':\\'x\\'}': {'.': {}, 'f:name': {}, 'f:i': {}}}}
                    finalizers by their value  | {'finalizers': ['x']}                  | {'f:finalizers': {'v:\\'x\\'': {}}}
                    """)
    void fieldsAreNotedAsTheApiServerDoes(String why, String value, String fields) {
        assertThat(AppliedFields.of(json(value))).as(why).isEqualTo(json(fields));
    }

    @Test
    void whatWasAppliedIsUpToDate() {
        var applied =
                json(
                        "{'spec': {'replicas': 1, 'args': ['a'], 'containers': [{'name': 'x', 'image': 'i'}], 'empty': {}}}");
        var object = json("{'spec': {'other': true}}");
        AppliedFields.merge(object, applied);
        assertThat(OwnedFields.upToDate(applied, object, AppliedFields.of(applied))).isTrue();
        Json.map(object, "spec").put("replicas", 2);
        assertThat(OwnedFields.upToDate(applied, object, AppliedFields.of(applied))).isFalse();
    }

    @Test
    void whatIsNoLongerAppliedGoes() {
        var object =
                json(
                        "{'metadata': {'labels': {'a': '1', 'b': '2'}}, 'containers': [{'name': 'x'}, {'name': 'y'}], 'finalizers': ['p', 'q']}");
        var gone =
                AppliedFields.without(
                        AppliedFields.of(object),
                        AppliedFields.of(
                                json(
                                        "{'metadata': {'labels': {'a': '1'}}, 'containers': [{'name': 'y'}], 'finalizers': ['q']}")));
        AppliedFields.remove(object, gone);
        assertThat(object)
                .isEqualTo(
                        json(
                                "{'metadata': {'labels': {'a': '1'}}, 'containers': [{'name': 'y'}], 'finalizers': ['q']}"));
    }

    @Test
    void anotherValueOfAnothersFieldIsAConflict() {
        var theirs = json("{'spec': {'a': 1, 'b': 2}}");
        var owned = AppliedFields.of(theirs);
        assertThat(AppliedFields.differing(owned, json("{'spec': {'a': 1, 'b': 3}}"), theirs))
                .isEqualTo(List.of(".spec.b"));
    }

    private static Map<String, Object> json(String text) {
        return Json.literal(text.replace("\\'", "\\\"").replace('\'', '"'));
    }
}
