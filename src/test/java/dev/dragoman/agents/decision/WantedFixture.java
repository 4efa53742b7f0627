package dev.dragoman.agents.decision;

import dev.dragoman.kube.Fields;
import dev.dragoman.settings.AllowedHosts;
import dev.dragoman.settings.NamespaceIdentities;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A CDTarget, what was read for it, and what is made of these. */
abstract class WantedFixture {
    private static final Egress EGRESS =
            new Egress(
                    PortRange.DEFAULTS,
                    List.of(Map.of("podSelector", Map.of())),
                    List.of(new PortRange(53, 53, "UDP")),
                    List.of(Block.parse("13.107.6.0/24")),
                    false);

    final Map<String, Object> spec = new LinkedHashMap<>();
    final Map<String, Map<String, Object>> live = new HashMap<>();
    final Map<String, Optional<Map<String, Object>>> secrets = new HashMap<>();
    Optional<String> ports = Optional.empty();
    boolean keda = true;
    Counting counting = Counting.BUSY;
    final List<String> others = new ArrayList<>();
    boolean foreign;
    List<String> given = List.of("test/an-id");
    long generation = 1;
    Optional<Resolution> hosts = Optional.empty();
    Map<String, Object> rollOut = Map.of();

    WantedFixture() {
        spec.put("additionalSelector", Map.of("app", "cdtarget-agent-keda"));
        spec.put("ip", List.of("10.0.0.1", "10.0.0.2"));
        spec.put("agentImage", "agent:1");
        spec.put("minReplicaCount", 1);
        spec.put("maxReplicaCount", 5);
        spec.put("tokenRef", "cdtarget-token");
        spec.put("env", List.of(Map.of("name", "INFO", "value", "example")));
        spec.put("config", Map.of("url", "https://dev.azure.com/contoso/", "poolName", "poc-pool"));
        secret("cdtarget-token", Map.of("AZP_TOKEN", "hunter2"));
    }

    void secret(String name, Map<String, String> values) {
        var data = new HashMap<String, Object>();
        values.forEach(
                (key, value) ->
                        data.put(
                                key,
                                Base64.getEncoder()
                                        .encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        secrets.put(name, Optional.of(data));
    }

    Wanted wanted() {
        return Wanted.of(
                new CdTarget(
                        Map.of(
                                "metadata",
                                Map.of(
                                        "name",
                                        "cdtarget-agent-keda",
                                        "namespace",
                                        "test",
                                        "generation",
                                        generation,
                                        "annotations",
                                        rollOut),
                                "spec",
                                spec)),
                new Observation(
                        ports,
                        new Guard(List.of(), List.of()),
                        List.of(Block.parse("10.250.0.0/16")),
                        secrets,
                        keda,
                        counting,
                        "0123",
                        live,
                        others,
                        foreign,
                        hosts),
                EGRESS,
                new Identities(
                        Optional.of(NamespaceIdentities.of("given", given)),
                        AllowedHosts.of("hosts", "dev.azure.com")),
                new Times(Duration.ofHours(1), Duration.ofMinutes(10)));
    }

    static List<String> names(List<Map<String, Object>> objects) {
        return objects.stream()
                .map(each -> each.get("kind") + "/" + Fields.metadata(each, "name"))
                .toList();
    }

    Map<String, Object> object(String kind, String name) {
        return wanted().objects().stream()
                .filter(each -> kind.equals(each.get("kind")))
                .filter(each -> name.equals(Fields.metadata(each, "name")))
                .findFirst()
                .orElseThrow();
    }

    Map<?, ?> container() {
        var pod =
                Fields.map(object("Deployment", "cdtarget-agent-keda"), "spec", "template", "spec");
        return (Map<?, ?>) ((List<?>) pod.get("containers")).getFirst();
    }

    List<String> environment() {
        return ((List<?>) container().get("env"))
                .stream().map(each -> String.valueOf(((Map<?, ?>) each).get("name"))).toList();
    }

    static List<?> rules(Map<String, Object> policy) {
        return (List<?>) Fields.spec(policy).get("egress");
    }

    /** A Deployment that is there. */
    void live(String kind, Consumer<Map<String, Object>> change) {
        var object = new LinkedHashMap<String, Object>();
        object.put("kind", kind);
        object.put(
                "metadata",
                new LinkedHashMap<>(Map.of("name", "cdtarget-agent-keda", "resourceVersion", "7")));
        object.put(
                "spec",
                new LinkedHashMap<>(
                        Map.of(
                                "replicas",
                                4,
                                "selector",
                                Map.of("matchLabels", Map.of("app", "cdtarget-agent-keda")))));
        change.accept(object);
        live.put(Observation.key(kind, "cdtarget-agent-keda"), object);
    }
}
