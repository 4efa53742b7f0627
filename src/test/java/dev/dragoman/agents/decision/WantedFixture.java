package dev.dragoman.agents.decision;

import dev.dragoman.agents.decision.egress.Block;
import dev.dragoman.agents.decision.egress.Egress;
import dev.dragoman.agents.decision.egress.Guard;
import dev.dragoman.agents.decision.egress.PortRange;
import dev.dragoman.agents.decision.egress.Resolution;
import dev.dragoman.agents.decision.workload.Counting;
import dev.dragoman.agents.decision.workload.Identities;
import dev.dragoman.agents.decision.workload.Times;
import dev.dragoman.capability.MakersRun;
import dev.dragoman.capability.object.Makes;
import dev.dragoman.capability.object.ObjectComparison;
import dev.dragoman.capability.object.Present;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.kube.object.Fields;
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
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A CDTarget, what was read for it, and what is made of these. */
public abstract class WantedFixture {
    private static final Egress EGRESS =
            new Egress(
                    PortRange.DEFAULTS,
                    List.of(Map.of("podSelector", Map.of())),
                    List.of(new PortRange(53, 53, "UDP")),
                    List.of(Block.parse("13.107.6.0/24")),
                    false);

    public final Map<String, Object> spec = new LinkedHashMap<>();
    public final Map<String, Map<String, Object>> live = new HashMap<>();
    protected final Map<String, Optional<Map<String, Object>>> secrets = new HashMap<>();
    protected Optional<PortRange.Parsed> ports = Optional.empty();
    protected boolean keda = true;
    protected Counting counting = Counting.BUSY;
    protected final List<String> others = new ArrayList<>();
    protected boolean foreign;
    public List<String> given = List.of("test/an-id");
    protected long generation = 1;
    protected Optional<Resolution> hosts = Optional.empty();
    protected Map<String, Object> rollOut = Map.of();

    /** Lines that the route has not. */
    protected Set<String> leftOut = Set.of();

    public WantedFixture() {
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

    protected final void secret(String name, Map<String, String> values) {
        var data = new HashMap<String, Object>();
        values.forEach(
                (key, value) ->
                        data.put(
                                key,
                                Base64.getEncoder()
                                        .encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        secrets.put(name, Optional.of(data));
    }

    /** What the lines of the route come to. */
    public record Wanted(AgentInput given, ObjectComparison compared) {
        public List<Map<String, Object>> objects() {
            return compared.wanted();
        }

        public List<Map<String, Object>> obsolete() {
            return compared.obsolete();
        }

        public List<Trouble> troubles() {
            return compared.troubles().all();
        }

        public Optional<Trouble> worst() {
            return compared.troubles().worst();
        }

        int open() {
            return given.open();
        }
    }

    protected Wanted wanted() {
        return wanted(objects -> objects);
    }

    /** After a team's step. */
    protected Wanted wanted(UnaryOperator<List<Map<String, Object>>> team) {
        var target =
                new CdTarget(
                        Map.of(
                                "apiVersion",
                                AgentNames.API_VERSION,
                                "kind",
                                AgentNames.KIND,
                                "metadata",
                                Map.of(
                                        "name",
                                        "cdtarget-agent-keda",
                                        "namespace",
                                        "test",
                                        "uid",
                                        "uid",
                                        "generation",
                                        generation,
                                        "annotations",
                                        rollOut),
                                "spec",
                                spec));
        var given =
                AgentInput.of(
                        target,
                        new AgentObservation(
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
                                Optional.of(NamespaceIdentities.of("given", this.given)),
                                AllowedHosts.of("hosts", "dev.azure.com")),
                        new Times(Duration.ofHours(1), Duration.ofMinutes(10)));
        var makers = new AgentMakers().all();
        makers.keySet().removeAll(leftOut);
        var compared =
                MakersRun.of(
                        new Makes(AgentNames.MANAGER, Set.of(), AgentTrouble.WORST_FIRST),
                        AgentMakers.LINES,
                        makers,
                        AgentFacts.of(target, given, Optional.empty()),
                        Present.of(
                                target.object(),
                                Map.of(AgentNames.LABEL, "true"),
                                live.entrySet().stream().map(WantedFixture::there).toList(),
                                each -> AgentMakers.of(target, each)),
                        team);
        return new Wanted(given, compared);
    }

    /** As the API server has it: with its kind, name and namespace. */
    private static Map<String, Object> there(Map.Entry<String, Map<String, Object>> entry) {
        int slash = entry.getKey().indexOf('/');
        var metadata = new LinkedHashMap<>(Fields.map(entry.getValue(), "metadata"));
        metadata.put("name", entry.getKey().substring(slash + 1));
        metadata.put("namespace", "test");
        var object = new LinkedHashMap<>(entry.getValue());
        var kind = entry.getKey().substring(0, slash);
        object.put("apiVersion", apiVersion(kind));
        object.put("kind", kind);
        object.put("metadata", metadata);
        return object;
    }

    private static String apiVersion(String kind) {
        return switch (kind) {
            case "NetworkPolicy" -> "networking.k8s.io/v1";
            case "Deployment" -> "apps/v1";
            case "ConfigMap" -> "v1";
            default -> "keda.sh/v1alpha1";
        };
    }

    public static List<String> names(List<Map<String, Object>> objects) {
        return objects.stream()
                .map(each -> each.get("kind") + "/" + Fields.metadata(each, "name"))
                .toList();
    }

    protected Map<String, Object> object(String kind, String name) {
        return wanted().objects().stream()
                .filter(each -> kind.equals(each.get("kind")))
                .filter(each -> name.equals(Fields.metadata(each, "name")))
                .findFirst()
                .orElseThrow();
    }

    protected Map<?, ?> container() {
        var pod =
                Fields.map(object("Deployment", "cdtarget-agent-keda"), "spec", "template", "spec");
        return (Map<?, ?>) ((List<?>) pod.get("containers")).getFirst();
    }

    protected List<String> environment() {
        return ((List<?>) container().get("env"))
                .stream().map(each -> String.valueOf(((Map<?, ?>) each).get("name"))).toList();
    }

    public static List<?> rules(Map<String, Object> policy) {
        return (List<?>) Fields.spec(policy).get("egress");
    }

    /** A Deployment that is there. */
    protected void live(String kind, Consumer<Map<String, Object>> change) {
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
        live.put(AgentObservation.key(kind, "cdtarget-agent-keda"), object);
    }
}
