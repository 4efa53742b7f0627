package dev.dragoman.agents.decision;

import dev.dragoman.kube.Excerpt;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.Names;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A CDTarget as the API server has checked it. Immutable.
 *
 * @param object all of it; must not be changed any more
 */
public record CdTarget(Map<String, Object> object) {
    /** Whoever sets it asks for new pods, whatever its value. */
    private static final String ROLL_OUT = "dragoman.dev/roll-out";

    /** Set by the API server on what is deleted with {@code --cascade=orphan}. */
    private static final String ORPHAN = "orphan";

    private static final String CONFIG = "config";

    /** How agents run. */
    public enum Mode {
        /** A Deployment that KEDA scales, as ever. */
        SCALED_OBJECT,
        /** A Job for each job of the pool, which nothing interrupts. */
        SCALED_JOB
    }

    /** Name of the object. */
    public String name() {
        return Fields.metadata(object, "name");
    }

    /** Namespace of the object. */
    public String namespace() {
        return Fields.metadata(object, "namespace");
    }

    /** What its agents are known by: kind, namespace and name. */
    public String id() {
        return "%s/%s/%s".formatted(AgentNames.KIND, namespace(), name());
    }

    /** The spec. */
    public Map<String, Object> spec() {
        return Fields.spec(object);
    }

    /** Generation of the spec. */
    public long generation() {
        return Fields.generation(object);
    }

    /** A condition that it shows; empty where it shows none of the type. */
    Optional<Map<String, Object>> condition(String type) {
        return Fields.condition(object, type);
    }

    /** Whether its deletion was asked for. */
    public boolean deleting() {
        return Fields.deleting(object);
    }

    /** Whether what was made for it is to outlive it. */
    public boolean orphaning() {
        return Fields.hasFinalizer(object, ORPHAN);
    }

    /** Value of the annotation by which somebody asks for new pods; empty without one. */
    public String rollOut() {
        return Fields.annotation(object, ROLL_OUT);
    }

    /** Secret with the token; empty where the spec names none. */
    public String tokenRef() {
        return text("tokenRef");
    }

    /** Secret with the proxy's variables; empty without one. */
    public String proxyRef() {
        return text("proxyRef");
    }

    /** Secret with certificates to trust; empty without one. */
    public String caCertRef() {
        return text("caCertRef");
    }

    /** Secrets that the spec names, as far as one can have the name. */
    public List<String> secrets() {
        return Stream.of(tokenRef(), proxyRef(), caCertRef()).filter(Names::isSubdomain).toList();
    }

    /** What is wrong with the names of Secrets, each with its field. */
    List<String> wrongNames() {
        return Stream.of("tokenRef", "proxyRef", "caCertRef")
                .filter(each -> !text(each).isEmpty() && !Names.isSubdomain(text(each)))
                .map(
                        each ->
                                "%s: %s is no name of a Secret; no agents are started or changed"
                                        .formatted(each, Excerpt.value(text(each))))
                .toList();
    }

    /** Name of the pool; empty where the spec has none. */
    public String pool() {
        return text(map(CONFIG), "poolName");
    }

    /** Address of the organisation, without the slash at its end, which KEDA's scaler fails on. */
    public String url() {
        return Address.trimmed(text(map(CONFIG), "url"));
    }

    /** Whether it is another one of the same pool. */
    boolean sharesPool(CdTarget other) {
        return !uid().equals(other.uid())
                && pool().equalsIgnoreCase(other.pool())
                && url().equalsIgnoreCase(other.url());
    }

    /** Name that all agents are to have; empty where each has that of its pod. */
    public String agentName() {
        return text(map(CONFIG), "agentName");
    }

    /** How the agents run. */
    public Mode mode() {
        return "ScaledJob".equals(text("scaling")) ? Mode.SCALED_JOB : Mode.SCALED_OBJECT;
    }

    /** Labels of all that is made, and what the pods are selected by. */
    public Map<String, Object> selector() {
        return map("additionalSelector");
    }

    /** The labels of all that is made, as the API server selects by them. */
    public String labelSelector() {
        return Stream.concat(
                        selector().entrySet().stream()
                                .map(each -> each.getKey() + "=" + each.getValue()),
                        Stream.of(AgentNames.LABEL + "=true"))
                .collect(Collectors.joining(","));
    }

    /** Those of the labels that others write on pods. */
    List<String> reservedLabels() {
        return selector().keySet().stream()
                .filter(
                        each ->
                                each.startsWith("dragoman.dev/")
                                        || each.equals("pod-template-hash"))
                .sorted()
                .toList();
    }

    /** Variables that the spec sets itself, among those that say where an agent signs on. */
    List<String> ownSigningOn() {
        return list("env").stream()
                .filter(Map.class::isInstance)
                .map(each -> String.valueOf(((Map<?, ?>) each).get("name")))
                .filter(each -> List.of("AZP_AGENT_NAME", "AZP_POOL", "AZP_URL").contains(each))
                .toList();
    }

    /** uid of the object. */
    public String uid() {
        return Fields.metadata(object, "uid");
    }

    /** The same with other labels. */
    CdTarget withSelector(Map<String, Object> labels) {
        var other = new LinkedHashMap<>(spec());
        other.put("additionalSelector", labels);
        var copy = new LinkedHashMap<>(object);
        copy.put("spec", other);
        return new CdTarget(copy);
    }

    /** Values of the ConfigMap: empty texts are kept, as ever. */
    public Map<String, Object> settings() {
        var config = map(CONFIG);
        var data = new LinkedHashMap<String, Object>();
        data.put("AZP_POOL", pool());
        data.put("AZP_URL", url());
        data.put("AZP_WORK", text(config, "workDir"));
        data.put("AZP_AGENT_NAME", agentName());
        data.put("AGENT_MTU_VALUE", text(config, "mtuValue"));
        return data;
    }

    /** Whole names of hosts among its destinations, each once. */
    public List<String> hosts() {
        return list("hosts").stream()
                .map(each -> String.valueOf(each).strip())
                .filter(Hosts::isName)
                .distinct()
                .toList();
    }

    /** A number of the spec. */
    Optional<Integer> number(String field) {
        return spec().get(field) instanceof Number n ? Optional.of(n.intValue()) : Optional.empty();
    }

    List<?> list(String field) {
        return spec().get(field) instanceof List<?> list ? list : List.of();
    }

    Map<String, Object> map(String field) {
        return map(spec(), field);
    }

    String text(String field) {
        return text(spec(), field);
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    private static Map<String, Object> map(Map<String, Object> object, String field) {
        return object.get(field) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    private static String text(Map<String, Object> object, String field) {
        var value = object.get(field);
        return value instanceof String || value instanceof Number ? String.valueOf(value) : "";
    }
}
