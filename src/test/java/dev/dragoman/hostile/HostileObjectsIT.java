package dev.dragoman.hostile;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cluster.OwnCounts;
import dev.dragoman.tier.Full;
import dev.dragoman.tier.OneTry;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whatever objects of one team contain, as far as the API server takes it, all others are served:
 * before a restart of the operator, and after it.
 */
@OwnCounts(by = "an API server")
@Full
@OneTry
class HostileObjectsIT {
    private static final Pattern DOCUMENTS = Pattern.compile("(?m)^---\\s*$");

    private static final Pattern UNREADABLE = Pattern.compile("(\\S+ \\S+) cannot be read");
    private static final Logger LOG = LoggerFactory.getLogger(HostileObjectsIT.class);

    /** What is watched, whole or by its metadata, beside the kinds that definitions bring. */
    private static final String BUILT_IN =
            """
            apiVersion: v1
            kind: Secret
            metadata: { name: aso-credential, namespace: mean }
            data: {}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: { name: nsp-odd, namespace: all-requests }
            data: {}
            ---
            apiVersion: networking.k8s.io/v1
            kind: NetworkPolicy
            metadata: { name: odd, namespace: mean, labels: { dragoman.dev/cdtarget: "true" } }
            spec: { podSelector: {} }
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: { name: odd, namespace: mean, labels: { dragoman.dev/cdtarget: "true" } }
            spec:
              replicas: 0
              selector: { matchLabels: { app: odd } }
              template:
                metadata: { labels: { app: odd } }
                spec: { containers: [ { name: a, image: a } ] }
            ---
            apiVersion: v1
            kind: Service
            metadata: { name: odd, namespace: mean }
            spec: { ports: [ { port: 80 } ] }
            """;

    private static final Map<String, String> PLURALS =
            Map.of(
                    "Secret", "secrets",
                    "ConfigMap", "configmaps",
                    "NetworkPolicy", "networkpolicies",
                    "Deployment", "deployments",
                    "Service", "services");

    @TempDir private Path directory;

    private final List<String> made = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();

    @Test
    void whateverOneTeamsObjectsContainTheOthersAreServed() throws Exception {
        try (var all = Everything.on(directory)) {
            all.begin();
            all.want("before");
            all.served("before");

            for (var object : objects()) {
                attack(all, object);
            }
            assertThat(made).as("refused: %s", refused).hasSizeGreaterThan(100);
            LOG.info(
                    "of {} objects the API server accepted {}",
                    made.size() + refused.size(),
                    made.size());

            all.want("during");
            all.served("during");
            all.putRight("before");
            await("that what is too deep says so")
                    .untilAsserted(
                            () ->
                                    assertThat(targets(all).contains("\"reason\":\"Unreadable\""))
                                            .isTrue());
            assertThat(all.log())
                    .anyMatch(line -> line.contains("CDTarget") && line.contains("cannot be read"));

            LOG.info("named as unreadable: {}", unreadable(all));
            all.end();
            all.begin();
            all.want("after");
            all.served("after");
            all.putRight("during");
            assertThat(all.alive()).isTrue();
        }
    }

    /** Kinds and names, by the log. */
    private static Set<String> unreadable(Everything all) {
        return all.log().stream()
                .map(UNREADABLE::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Read as text: the client of the tests does not read them any more. */
    private static String targets(Everything all) {
        return all.client()
                .raw(
                        "/apis/cnad.gofound.nl/v1alpha1/namespaces/%s/cdtargets"
                                .formatted(Everything.MEAN));
    }

    /** One of each kind of the samples, and of the built-in ones. */
    @SuppressWarnings("unchecked") // YAML of objects
    private static List<Map<String, Object>> objects() throws IOException {
        var objects = new LinkedHashMap<String, Map<String, Object>>();
        try (var files = Files.list(Path.of("kubernetes", "samples"))) {
            Stream.concat(files.sorted().map(HostileObjectsIT::read), Stream.of(BUILT_IN))
                    .flatMap(DOCUMENTS::splitAsStream)
                    .filter(each -> each.contains("kind:"))
                    .map(
                            each ->
                                    (Map<String, Object>)
                                            Serialization.unmarshal("---\n" + each, Map.class))
                    .filter(each -> !each.get("kind").equals("Kustomization"))
                    .forEach(
                            each ->
                                    objects.put(
                                            each.get("apiVersion") + " " + each.get("kind"), each));
        }
        return List.copyOf(objects.values());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file) + "\n---\n";
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void attack(Everything all, Map<String, Object> object) {
        var apiVersion = String.valueOf(object.get("apiVersion"));
        var kind = String.valueOf(object.get("kind"));
        var definition = definition(all, apiVersion, kind);
        Map<String, Object> schema =
                definition == null
                        ? Map.of()
                        : definition.<List<Map<String, Object>>>get("spec", "versions").stream()
                                .filter(each -> apiVersion.endsWith("/" + each.get("name")))
                                .map(HostileObjectsIT::schema)
                                .findFirst()
                                .orElseThrow();
        var plural =
                definition == null
                        ? PLURALS.get(kind)
                        : definition.<String>get("spec", "names", "plural");
        int number = 0;
        for (var odd : HostileObjects.of(object, schema)) {
            var name = kind.equals("Secret") ? "aso-credential" : "nsp-odd-" + number++;
            send(all, apiVersion, plural, named(odd, name), kind + ", " + odd.what());
        }
    }

    private static Map<String, Object> named(HostileObjects.Odd odd, String name) {
        return HostileObjects.with(odd.object(), List.of("metadata", "name"), name);
    }

    private void send(
            Everything all,
            String apiVersion,
            String plural,
            Map<String, Object> object,
            String what) {
        var namespace = "configmaps".equals(plural) ? Everything.REQUESTS : Everything.MEAN;
        var in = HostileObjects.with(object, List.of("metadata", "namespace"), namespace);
        var path =
                "%s/%s/namespaces/%s/%s"
                        .formatted(
                                apiVersion.contains("/") ? "/apis" : "/api",
                                apiVersion,
                                namespace,
                                plural);
        if ("secrets".equals(plural)) {
            // of this name there is one at a time
            all.client().secrets().inNamespace(namespace).withName("aso-credential").delete();
        }
        try {
            var _ = all.client().raw(path, "POST", Json.write(in));
            made.add(what);
        } catch (KubernetesClientException e) {
            refused.add(what + ": " + e.getCode());
        }
    }

    private static GenericKubernetesResource definition(
            Everything all, String apiVersion, String kind) {
        var group = apiVersion.substring(0, Math.max(0, apiVersion.indexOf('/')));
        return all
                .client()
                .genericKubernetesResources("apiextensions.k8s.io/v1", "CustomResourceDefinition")
                .list()
                .getItems()
                .stream()
                .filter(each -> group.equals(each.get("spec", "group")))
                .filter(each -> kind.equals(each.get("spec", "names", "kind")))
                .findFirst()
                .orElse(null);
    }

    @SuppressWarnings("unchecked") // a definition that the API server has accepted
    private static Map<String, Object> schema(Map<String, Object> version) {
        return (Map<String, Object>)
                ((Map<String, Object>) version.get("schema")).get("openAPIV3Schema");
    }
}
