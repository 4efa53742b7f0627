package dev.dragoman.capability.point;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What came back from a platform team's step, and whether it may be sent. */
class ReturnedBodyTest {
    private static final String SECRET = "hunter2";
    private static final Map<String, Object> ASKED =
            Map.of("location", "westeurope", "tags", Map.of("team", "orders"));

    /** No bean has changed anything. */
    private static final Set<List<String>> NOTHING = Set.of();

    static Stream<Arguments> unfit() {
        var endless = new HashMap<String, Object>();
        endless.put("location", endless);
        return Stream.of(
                Arguments.of(null, "left nothing (null) as the body"),
                Arguments.of(SECRET, "left text (java.lang.String) as the body"),
                Arguments.of(
                        new ByteArrayInputStream(SECRET.getBytes(StandardCharsets.UTF_8)),
                        "left a stream (java.io.ByteArrayInputStream) as the body"),
                Arguments.of(List.of(Map.of("a", SECRET)), "left a list ("),
                Arguments.of(SECRET.getBytes(StandardCharsets.UTF_8), "left bytes as the body"),
                Arguments.of(Instant.EPOCH, "left a java.time.Instant as the body"),
                Arguments.of(Map.of(), "left an empty map as the body"),
                Arguments.of(
                        Map.of("CamelKubernetesReconcileName", SECRET),
                        "none of the fields that the object asks for"),
                Arguments.of(
                        Map.of(
                                "apiVersion",
                                "v1",
                                "kind",
                                "Secret",
                                "metadata",
                                Map.of(),
                                "location",
                                "x"),
                        "left a Kubernetes object as the body"),
                Arguments.of(with(null, SECRET), "whose key is nothing (null); keys must be text"),
                Arguments.of(with(7, SECRET), "whose key is a java.lang.Integer"),
                Arguments.of(
                        Map.of("location", "x", "tags", with(null, SECRET)),
                        "whose key is nothing (null) at tags"),
                Arguments.of(
                        Map.of(
                                "location",
                                "x",
                                "properties",
                                Map.of("list", List.of(Instant.EPOCH))),
                        "left a java.time.Instant at properties.list[0], which JSON cannot express"),
                Arguments.of(Map.of("location", Double.NaN), "NaN or infinite at location"),
                Arguments.of(
                        Map.of("location", new AtomicInteger(1)),
                        "left a java.util.concurrent.atomic.AtomicInteger at location"),
                Arguments.of(
                        Map.of("location", new StringBuilder(SECRET)),
                        "left text (java.lang.StringBuilder) at location"),
                Arguments.of(
                        endless, "left a body that is nested too deeply or has too many values"));
    }

    private static Map<Object, Object> with(Object key, Object value) {
        var map = new LinkedHashMap<Object, Object>();
        map.put("location", "x");
        map.put(key, value);
        return map;
    }

    @ParameterizedTest
    @MethodSource("unfit")
    void whatIsNoBodyIsSaidByItsTypeAlone(Object body, String reason) {
        assertThatThrownBy(() -> ReturnedBody.of(body, ASKED, false, NOTHING))
                .isInstanceOf(UnfitWanted.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining(SECRET);
    }

    @Test
    void aBodyIsTakenAsItIsAndNobodyElsesAnyMore() throws Exception {
        var tags = new LinkedHashMap<String, Object>();
        tags.put("team", "orders");
        tags.put("cost", null);
        var list = new ArrayList<Object>(List.of(1, 2L, 3.5, new BigDecimal("4"), true, "five"));
        var body = new LinkedHashMap<String, Object>(Map.of("location", "x"));
        body.put("tags", tags);
        body.put("more", list);

        var taken = (Map<?, ?>) ReturnedBody.of(body, ASKED, false, NOTHING);
        assertThat(taken).isEqualTo(body);
        tags.put("team", "late");
        list.clear();
        assertThat(taken.get("tags")).asString().isEqualTo("{team=orders, cost=null}");
        assertThat((List<?>) taken.get("more")).hasSize(6);
    }

    @Test
    void aFieldIsLostOnlyWhereABeanTookItAway() {
        var asked =
                Map.of(
                        "location",
                        "x",
                        "properties",
                        Map.of("sku", Map.of("name", "a"), "rules", List.of(Map.of("a", 1))));
        var rebuilt = Map.of("location", "x", "tags", Map.of("team", "orders"));
        assertThatThrownBy(() -> ReturnedBody.of(rebuilt, asked, false, NOTHING))
                .isInstanceOf(UnfitWanted.class)
                .hasMessageContaining("without properties, which the object asks for");
        var thinner = Map.of("location", "x", "properties", Map.of("sku", Map.of(), "rules", "a"));
        assertThatThrownBy(() -> ReturnedBody.of(thinner, asked, false, NOTHING))
                .hasMessageContaining("without properties.sku.name,");
        assertThatThrownBy(
                        () ->
                                ReturnedBody.of(
                                        thinner, asked, false, Set.of(List.of("properties", "a"))))
                .hasMessageContaining("without properties.sku.name,");
        assertThat(
                        ReturnedBody.of(
                                thinner,
                                asked,
                                false,
                                Set.of(List.of("properties", "sku", "name"))))
                .isEqualTo(thinner);
        assertThat(ReturnedBody.of(rebuilt, asked, false, Set.of(List.of("properties"))))
                .isEqualTo(rebuilt);
    }

    @Test
    void noObjectLeavesTheList() {
        var quota = object("ResourceQuota", Map.of("labels", Map.of("a", "b")));
        var account = object("ServiceAccount", Map.of());
        assertThatThrownBy(
                        () ->
                                ReturnedBody.of(
                                        List.of(account), List.of(quota, account), false, NOTHING))
                .isInstanceOf(UnfitWanted.class)
                .hasMessageContaining("without ResourceQuota one, which the object asks for");
        for (var other : List.of(List.of(account, quota), List.of(account))) {
            assertThatThrownBy(
                            () ->
                                    ReturnedBody.of(
                                            List.of(quota, account),
                                            other.size() == 1 ? List.of(quota) : other,
                                            false,
                                            NOTHING))
                    .as("one more, or the same in another order")
                    .isInstanceOf(UnfitWanted.class)
                    .hasMessageContaining("added, removed or reordered objects of the list");
        }
        var bare = object("ResourceQuota", Map.of());
        assertThatThrownBy(() -> ReturnedBody.of(List.of(bare), List.of(quota), false, NOTHING))
                .hasMessageContaining("without metadata.labels,");
        assertThat(
                        ReturnedBody.of(
                                List.of(bare),
                                List.of(quota),
                                false,
                                Set.of(List.of("metadata", "labels"))))
                .isEqualTo(List.of(bare));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "deletionTimestamp",
                "uid",
                "resourceVersion",
                "ownerReferences",
                "finalizers",
                "generateName"
            })
    void ofMetadataOnlyLabelsAndAnnotationsChange(String field) {
        var asked = object("Deployment", Map.of("ownerReferences", List.of("us")));
        var labelled = object("Deployment", Map.of("ownerReferences", List.of("us")));
        metadata(labelled).put("labels", Map.of("a", "b"));
        metadata(labelled).put("annotations", Map.of("a", "b"));
        assertThat(ReturnedBody.of(List.of(labelled), List.of(asked), false, NOTHING))
                .isEqualTo(List.of(labelled));
        metadata(labelled).put(field, "theirs");
        var why =
                "changed metadata.%s of Deployment one; remove metadata.%s from the file"
                        .formatted(field, field);
        assertThatThrownBy(() -> ReturnedBody.of(List.of(labelled), List.of(asked), false, NOTHING))
                .isInstanceOf(UnfitWanted.class)
                .hasMessageContaining(why);
        assertThatThrownBy(() -> ReturnedBody.of(labelled, asked, false, NOTHING))
                .hasMessageContaining(why);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> metadata(Map<String, Object> object) {
        return (Map<String, Object>) object.get("metadata");
    }

    private static Map<String, Object> object(String kind, Map<String, Object> metadata) {
        var all = new LinkedHashMap<String, Object>(metadata);
        all.put("name", "one");
        return Map.of("apiVersion", "v1", "kind", kind, "metadata", all);
    }

    @Test
    void aResourceThatIsNothingButItsNameMayStayEmpty() throws Exception {
        assertThat(ReturnedBody.of(Map.of(), Map.of(), false, NOTHING)).isEqualTo(Map.of());
        var tags = Map.of("tags", Map.of());
        assertThat(ReturnedBody.of(tags, Map.of(), false, NOTHING)).isEqualTo(tags);
    }

    @Test
    void whatIsLongerThanAnyServiceTakesIsRefused() {
        var long_ = Map.of("location", "x".repeat(10 * 1024 * 1024));
        assertThatThrownBy(() -> ReturnedBody.of(long_, ASKED, false, NOTHING))
                .isInstanceOf(UnfitWanted.class)
                .hasMessageContaining("more than 4 MiB");
    }

    @Test
    void aSecretStaysWhereItWas() {
        var asked =
                Hiding.of(
                        Map.of("location", "x", "users", List.of(Map.of("key", SECRET))),
                        Set.of("users[0].key"));
        assertThat(asked.toString()).doesNotContain(SECRET).contains("***");
        assertThat(ReturnedBody.of(MutableCopy.of(asked), asked, false, NOTHING).toString())
                .contains(SECRET);
        var users = (List<?>) ((Map<?, ?>) asked).get("users");
        var hidden = ((Map<?, ?>) users.getFirst()).get("key");
        var moved = Map.of("location", "x", "tags", Map.of("leak", hidden));
        assertThatThrownBy(() -> ReturnedBody.of(moved, asked, false, NOTHING))
                .hasMessageContaining(
                        "left a secret value at tags.leak, but a secret value must stay in its field")
                .hasMessageNotContaining(SECRET);
    }

    @Test
    void anExportedSecretMayHaveItsValuesUnderOtherKeys() {
        var secret =
                Map.of(
                        "apiVersion",
                        "v1",
                        "kind",
                        "Secret",
                        "metadata",
                        Map.of("name", "a"),
                        "data",
                        Map.of("key", SECRET));
        var map =
                Map.of(
                        "apiVersion",
                        "v1",
                        "kind",
                        "ConfigMap",
                        "metadata",
                        Map.of("name", "b"),
                        "data",
                        Map.of());
        var asked = (List<?>) Hiding.of(List.of(secret, map), Set.of());
        var hidden = ((Map<?, ?>) ((Map<?, ?>) asked.getFirst()).get("data")).get("key");
        var copied = with((Map<?, ?>) asked.getFirst(), Map.of("key", hidden, "other", hidden));
        assertThat(ReturnedBody.of(List.of(copied, asked.get(1)), asked, true, NOTHING).toString())
                .contains("other=" + SECRET);
        var dotted = with((Map<?, ?>) asked.getFirst(), Map.of("key", hidden, "tls.key", hidden));
        assertThat(ReturnedBody.of(List.of(dotted, asked.get(1)), asked, true, NOTHING).toString())
                .contains("tls.key=" + SECRET);
        var elsewhere = new LinkedHashMap<Object, Object>(copied);
        elsewhere.put("metadata", Map.of("name", "a", "namespace", "kube-system"));
        assertThatThrownBy(
                        () ->
                                ReturnedBody.of(
                                        List.of(elsewhere, asked.get(1)), asked, true, NOTHING))
                .isInstanceOf(UnfitWanted.class);
        var fewer = List.of(asked.getFirst());
        assertThatThrownBy(() -> ReturnedBody.of(fewer, asked, true, NOTHING))
                .hasMessageContaining("left the list without");
        var same = with((Map<?, ?>) asked.get(1), Map.of("key", hidden));
        assertThatThrownBy(
                        () ->
                                ReturnedBody.of(
                                        List.of(asked.getFirst(), same), asked, true, NOTHING))
                .hasMessageContaining("left a secret value at [1].data.key");
        var leaked = with((Map<?, ?>) asked.get(1), Map.of("leak", hidden));
        assertThatThrownBy(
                        () ->
                                ReturnedBody.of(
                                        List.of(asked.getFirst(), leaked), asked, true, NOTHING))
                .hasMessageContaining("left a secret value at [1].data.leak");
    }

    private static Map<Object, Object> with(Map<?, ?> object, Map<?, ?> data) {
        var out = new LinkedHashMap<Object, Object>(object);
        out.put("data", data);
        return out;
    }
}
