package dev.dragoman.agents.decision;

import dev.dragoman.agents.decision.egress.Hosts;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.KubeObject;
import dev.dragoman.kube.object.Manifest;
import dev.dragoman.kube.object.Names;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A CDTarget that the API server has validated. Immutable.
 *
 * @param object the whole object; must not be changed afterwards
 */
public record CdTarget(Map<String, Object> object) implements KubeObject {
    /** Annotation that asks for new pods; each new value asks for new pods once. */
    private static final String ROLL_OUT = "dragoman.dev/roll-out";

    private static final String CONFIG = "config";

    /** How agents run. */
    public enum Mode {
        /** A Deployment that KEDA scales, as with the predecessor. */
        SCALED_OBJECT,
        /** A Kubernetes Job for each job of the pool; no scaler interrupts a running Job. */
        SCALED_JOB
    }

    /** Id of the target's agents for teams' steps: {@code kind/namespace/name}. */
    public String id() {
        return "%s/%s/%s".formatted(AgentNames.KIND, namespace(), name());
    }

    /** The spec. */
    public Map<String, Object> spec() {
        return Fields.spec(object);
    }

    /** A condition of the target's status; empty if there is none of the type. */
    Optional<Map<String, Object>> condition(String type) {
        return Fields.condition(object, type);
    }

    /** Value of the annotation that asks for new pods; empty without the annotation. */
    public String rollOut() {
        return Fields.annotation(object, ROLL_OUT);
    }

    /** Name of the Secret with the token; empty if the spec has none. */
    public String tokenRef() {
        return text("tokenRef");
    }

    /** Name of the Secret with the proxy's variables; empty if the spec has none. */
    public String proxyRef() {
        return text("proxyRef");
    }

    /** Name of the Secret with certificates to trust; empty if the spec has none. */
    public String caCertRef() {
        return text("caCertRef");
    }

    /** Names of Secrets in the spec, without those that are not valid names. */
    public List<String> secrets() {
        return Stream.of(tokenRef(), proxyRef(), caCertRef()).filter(Names::isSubdomain).toList();
    }

    /** Messages about invalid names of Secrets, one for each field. */
    List<String> wrongNames() {
        return Stream.of("tokenRef", "proxyRef", "caCertRef")
                .filter(each -> !text(each).isEmpty() && !Names.isSubdomain(text(each)))
                .map(
                        each ->
                                "%s: %s is no name of a Secret; no agents are started or changed"
                                        .formatted(each, Excerpt.value(text(each))))
                .toList();
    }

    /** Name of the pool; empty if the spec has none. */
    public String pool() {
        return text(map(CONFIG), "poolName");
    }

    /** URL of the organisation, without slashes at its end: KEDA's scaler fails with them. */
    public String url() {
        return OrganisationUrl.trimmed(text(map(CONFIG), "url"));
    }

    /** Whether {@code other} is a different target that uses the same pool. */
    boolean sharesPool(CdTarget other) {
        return !uid().equals(other.uid())
                && pool().equalsIgnoreCase(other.pool())
                && url().equalsIgnoreCase(other.url());
    }

    /** Name that all agents share; empty if each agent has the name of its pod. */
    public String agentName() {
        return text(map(CONFIG), "agentName");
    }

    /** How the agents run, by the field {@code scaling}. */
    public Mode mode() {
        return "ScaledJob".equals(text("scaling")) ? Mode.SCALED_JOB : Mode.SCALED_OBJECT;
    }

    /** Labels of all objects that are made, by which policies select the pods. */
    public Map<String, Object> selector() {
        return map("additionalSelector");
    }

    /**
     * Whether an object with a name of the target's objects belongs to the target, or did so before
     * a restore took its owner.
     */
    public boolean owns(Map<String, Object> other) {
        return Fields.ownedOrRestored(/* owner= */ object, labels(), /* object= */ other);
    }

    private Map<String, Object> labels() {
        return Json.with(selector(), AgentNames.LABEL, "true");
    }

    /**
     * An object that is made for the target.
     *
     * @param fields its fields besides metadata, such as {@code spec}
     */
    public Map<String, Object> manifest(
            String apiVersion, String kind, String name, Map<String, Object> fields) {
        return Manifest.of(apiVersion, kind, labels(), namespace(), name, fields);
    }

    /** The labels of all objects that are made, as a label selector of the API. */
    public String labelSelector() {
        return Stream.concat(
                        selector().entrySet().stream()
                                .map(each -> each.getKey() + "=" + each.getValue()),
                        Stream.of(AgentNames.LABEL + "=true"))
                .collect(Collectors.joining(","));
    }

    /** Keys of the selector that the operator or Kubernetes write on pods. */
    List<String> reservedLabels() {
        return selector().keySet().stream()
                .filter(
                        each ->
                                each.startsWith("dragoman.dev/")
                                        || each.equals("pod-template-hash"))
                .sorted()
                .toList();
    }

    /**
     * Variables in {@code env} that change the name, the pool or the URL with which an agent
     * registers.
     */
    public List<String> ownSigningOn() {
        return list("env").stream()
                .filter(Map.class::isInstance)
                .map(each -> String.valueOf(((Map<?, ?>) each).get("name")))
                .filter(each -> List.of("AZP_AGENT_NAME", "AZP_POOL", "AZP_URL").contains(each))
                .toList();
    }

    /** Copy of the target with other labels. */
    CdTarget withSelector(Map<String, Object> labels) {
        var other = Json.with(spec(), "additionalSelector", labels);
        return new CdTarget(Json.with(object, "spec", other));
    }

    /** Data of the ConfigMap that agents read; includes empty values, as with the predecessor. */
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

    /** Valid host names among the target's destinations, without duplicates. */
    public List<String> hosts() {
        return list("hosts").stream()
                .map(each -> String.valueOf(each).strip())
                .filter(Hosts::isName)
                .distinct()
                .toList();
    }

    /** A number of the spec; empty if the field is missing or no number. */
    public Optional<Integer> number(String field) {
        return spec().get(field) instanceof Number n ? Optional.of(n.intValue()) : Optional.empty();
    }

    public List<?> list(String field) {
        return spec().get(field) instanceof List<?> list ? list : List.of();
    }

    public String text(String field) {
        return text(spec(), field);
    }

    private static String text(Map<String, Object> object, String field) {
        var value = object.get(field);
        return value instanceof String || value instanceof Number ? String.valueOf(value) : "";
    }
}
