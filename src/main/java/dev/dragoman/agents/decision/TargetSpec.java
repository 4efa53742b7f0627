package dev.dragoman.agents.decision;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The spec of a CDTarget as the API server has checked it, and what only we can check. Immutable.
 *
 * @param name of the object
 * @param namespace of the object
 * @param spec all of it
 */
public record TargetSpec(String name, String namespace, Map<String, Object> spec) {
    private static final String CONFIG = "config";

    /** How agents run. */
    public enum Mode {
        /** A Deployment that KEDA scales, as ever. */
        SCALED_OBJECT,
        /** A Job for each job of the pool, which nothing interrupts. */
        SCALED_JOB
    }

    /** Secret with the token; empty where the spec names none. */
    public String tokenRef() {
        return text(spec, "tokenRef");
    }

    /** Secret with the proxy's variables; empty without one. */
    public String proxyRef() {
        return text(spec, "proxyRef");
    }

    /** Secret with certificates to trust; empty without one. */
    public String caCertRef() {
        return text(spec, "caCertRef");
    }

    /** Name of the pool; empty where the spec has none. */
    public String pool() {
        return text(map(spec, CONFIG), "poolName");
    }

    /** Address of the organisation, without the slash at its end, which KEDA's scaler fails on. */
    public String url() {
        return text(map(spec, CONFIG), "url").strip().replaceFirst("/+$", "");
    }

    /** How the agents run. */
    public Mode mode() {
        return "ScaledJob".equals(text(spec, "scaling")) ? Mode.SCALED_JOB : Mode.SCALED_OBJECT;
    }

    /** Labels of all that is made, and what the pods are selected by. */
    public Map<String, Object> selector() {
        return map(spec, "additionalSelector");
    }

    /** The same with other labels. */
    TargetSpec withSelector(Map<String, Object> labels) {
        var other = new LinkedHashMap<>(spec);
        other.put("additionalSelector", labels);
        return new TargetSpec(name, namespace, other);
    }

    /** Values of the ConfigMap: empty texts are kept, as ever. */
    public Map<String, Object> settings() {
        var config = map(spec, CONFIG);
        var data = new LinkedHashMap<String, Object>();
        data.put("AZP_POOL", pool());
        data.put("AZP_URL", url());
        data.put("AZP_WORK", text(config, "workDir"));
        data.put("AZP_AGENT_NAME", text(config, "agentName"));
        data.put("AGENT_MTU_VALUE", text(config, "mtuValue"));
        return data;
    }

    /** A number of the spec. */
    Optional<Integer> number(String field) {
        return spec.get(field) instanceof Number n ? Optional.of(n.intValue()) : Optional.empty();
    }

    List<?> list(String field) {
        return spec.get(field) instanceof List<?> list ? list : List.of();
    }

    Map<String, Object> map(String field) {
        return map(spec, field);
    }

    String text(String field) {
        return text(spec, field);
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
