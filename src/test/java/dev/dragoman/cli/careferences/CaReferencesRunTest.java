package dev.dragoman.cli.careferences;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.cli.cluster.ClusterRequests;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What is listed, what is written, and what is left alone. */
class CaReferencesRunTest {
    private static final String ALLOW = "dragoman.dev/allow-namespaces";

    private final Cluster cluster = new Cluster();
    private final List<String> said = new ArrayList<>();

    /** Answers of an API server, as far as the command asks it. */
    private static final class Cluster extends ClusterRequests {
        private final List<Map<String, Object>> certificates = new ArrayList<>();
        private final Map<String, Map<String, Object>> annotations = new TreeMap<>();
        private final List<String> asked = new ArrayList<>();
        private final List<List<Map<String, Object>>> patches = new ArrayList<>();
        private Map<String, Object> spec =
                Map.of("commonName", "x", "client", true, "validFor", 172_800);
        private int conflicts;
        private boolean installed = true;
        private int version = 1;

        Cluster() {
            super(null);
        }

        void certificate(String namespace, String name, String ca) {
            var reference = new LinkedHashMap<String, Object>();
            reference.put("name", ca.replaceFirst("^[^/]*/", ""));
            if (ca.contains("/")) {
                reference.put("namespace", ca.replaceFirst("/.*$", ""));
            }
            var spec = new LinkedHashMap<String, Object>(this.spec);
            spec.put("signer", Map.of("caSigned", Map.of("caSecretRef", reference)));
            certificates.add(
                    Map.of("metadata", Map.of("namespace", namespace, "name", name), "spec", spec));
        }

        @Override
        public void list(String path, String accept, Consumer<Map<String, Object>> each) {
            asked.add(path);
            if (path.endsWith("/discoveryservicecertificates")) {
                if (!installed) {
                    throw new Refused(404, "404 page not found");
                }
                certificates.forEach(each);
                return;
            }
            assertThat(accept).as("no keys are read").isEqualTo(METADATA);
            var key =
                    path.replaceFirst("^/api/v1/namespaces/", "")
                            .replace("/secrets?fieldSelector=metadata.name%3D", "/");
            if (annotations.containsKey(key)) {
                each.accept(
                        Map.of(
                                "metadata",
                                Map.of(
                                        "namespace",
                                        key.replaceFirst("/.*", ""),
                                        "resourceVersion",
                                        String.valueOf(version),
                                        "annotations",
                                        annotations.get(key))));
            }
        }

        @Override
        public Map<String, Object> patch(String path, List<Map<String, Object>> operations) {
            asked.add("PATCH " + path);
            patches.add(operations);
            if (conflicts > 0) {
                conflicts--;
                version++;
                throw new Refused(422, "the test failed");
            }
            return Map.of();
        }
    }

    private boolean run(boolean consent, String caNamespace) {
        return new CaReferencesRun(cluster, caNamespace, said::add).run(consent);
    }

    @Test
    void withoutTheKindThereIsNothingToAllow() {
        cluster.installed = false;
        assertThat(run(true)).isTrue();
        assertThat(said).containsExactly("No certificate names a CA of another namespace.");
    }

    private boolean run(boolean consent) {
        return run(consent, "");
    }

    @Test
    void certificatesOfTheirOwnNamespaceNeedNobody() {
        cluster.certificate("a", "x", "ca");
        cluster.certificate("a", "y", "a/ca");
        assertThat(run(true)).isTrue();
        assertThat(said).containsExactly("No certificate names a CA of another namespace.");
    }

    @Test
    void eachIsListedAndNothingIsWritten() {
        cluster.annotations.put("edge/ca", Map.of(ALLOW, "b, c"));
        cluster.annotations.put("edge/spec", Map.of("dragoman.dev/allowed-namespaces", "a"));
        cluster.annotations.put("edge/all", Map.of(ALLOW, "*"));
        cluster.certificate("a", "x", "edge/ca");
        cluster.certificate("b", "x", "edge/ca");
        cluster.certificate("a", "y", "edge/spec");
        cluster.certificate("a", "z", "edge/all");
        cluster.certificate("a", "w", "gone/ca");
        assertThat(run(false)).isFalse();
        assertThat(said.stream().map(each -> each.replaceAll(" +", " ")))
                .containsExactly(
                        "CA CERTIFICATE ALLOWED",
                        "edge/ca a/x no",
                        "edge/ca b/x yes",
                        "edge/spec a/y yes",
                        "edge/all a/z yes",
                        "gone/ca a/w no: there is no such Secret",
                        "Nothing was changed. With --consent, this command adds the namespaces of these certificates to the annotation dragoman.dev/allow-namespaces of each CA's Secret.");
        assertThat(cluster.patches).isEmpty();
    }

    @Test
    void aSecretIsWrittenOnceForAllAndKeepsWhatItSays() {
        cluster.annotations.put("edge/ca", Map.of(ALLOW, "c", "theirs", "kept"));
        cluster.certificate("b", "x", "edge/ca");
        cluster.certificate("a", "x", "edge/ca");
        cluster.certificate("a", "y", "edge/ca");
        cluster.conflicts = 1;
        assertThat(run(true)).isTrue();
        assertThat(cluster.patches).hasSize(2);
        assertThat(cluster.patches.getLast().getFirst())
                .as("nobody else has written it since")
                .isEqualTo(Map.of("op", "test", "path", "/metadata/resourceVersion", "value", "2"));
        assertThat(cluster.patches.getLast().getLast().get("value"))
                .isEqualTo(Map.of(ALLOW, "a,b,c", "theirs", "kept"));
        assertThat(said)
                .contains(
                        "Secret edge/ca: annotation dragoman.dev/allow-namespaces is now 'a,b,c'.");
    }

    @Test
    void eachGetsWhatItNeedsAndNoMore() {
        cluster.annotations.put("edge/ca", Map.of(ALLOW, "a"));
        cluster.spec = Map.of("commonName", "x", "client", true, "validFor", 172_801);
        cluster.certificate("a", "long", "edge/ca");
        cluster.spec =
                Map.of(
                        "commonName",
                        "x",
                        "server",
                        true,
                        "validFor",
                        5,
                        "hosts",
                        List.of("x.example.com", "2001:db8::1"));
        cluster.certificate("a", "server", "edge/ca");
        cluster.spec = Map.of("commonName", "y.example.com", "validFor", 5);
        cluster.certificate("a", "both", "edge/ca");
        cluster.spec = Map.of("commonName", "x", "isCA", true, "validFor", 5);
        cluster.certificate("a", "below", "edge/ca");
        assertThat(run(true)).isTrue();
        assertThat(cluster.patches.getLast().getLast().get("value"))
                .isEqualTo(
                        Map.of(
                                ALLOW,
                                "a,a:all,a:client,a:x.example.com+2001:db8:0:0:0:0:0:1,a:y.example.com"));
    }

    @Test
    void oneNamespaceAlone() {
        cluster.annotations.put("edge/ca", Map.of());
        cluster.annotations.put("other/ca", Map.of());
        cluster.certificate("a", "x", "edge/ca");
        cluster.certificate("a", "y", "other/ca");
        assertThat(run(true, "edge")).isTrue();
        assertThat(cluster.asked).noneMatch(each -> each.contains("other"));
    }

    @Test
    void whatIsNotThereCannotBeAllowed() {
        cluster.certificate("a", "x", "gone/ca");
        assertThat(run(true)).isFalse();
        assertThat(cluster.patches).isEmpty();
    }

    @Test
    void namesThatNoSecretHasAreNotAskedFor() {
        cluster.certificate("a", "x", "edge/../../evil\n");
        assertThat(run(true)).isFalse();
        assertThat(cluster.asked).hasSize(1);
        assertThat(said).noneMatch(each -> each.contains("\n"));
    }

    @Test
    void whoIsAlwaysInBetweenIsTold() {
        cluster.annotations.put("edge/ca", Map.of());
        cluster.certificate("a", "x", "edge/ca");
        cluster.conflicts = 100;
        assertThatThrownBy(() -> run(true)).isInstanceOf(ClusterRequests.Refused.class);
        assertThat(cluster.patches).hasSize(6);
    }
}
