package dev.dragoman.agents.decision.workload;

import dev.dragoman.agents.decision.AgentNames;
import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.agents.decision.PoolAgent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the template of agents' pods. */
public final class Pods {
    /** Name of the only container. */
    private static final String CONTAINER = "agent";

    private static final String AUTHORITIES = "/usr/local/share/ca-certificates";

    /** Variables without which no agent can register. */
    private static final List<String> NEEDED = List.of("AZP_URL", "AZP_POOL");

    private static final List<String> OPTIONAL =
            List.of("AZP_WORK", "AZP_AGENT_NAME", "AGENT_MTU_VALUE");

    private static final List<String> PROXY =
            List.of(
                    "HTTP_PROXY",
                    "HTTPS_PROXY",
                    "PROXY_USER",
                    "PROXY_PW",
                    "PROXY_URL",
                    "FTP_PROXY",
                    "NO_PROXY");

    private Pods() {}

    /**
     * The template of the pods.
     *
     * @param inputs hash of what agents read when they start
     * @param times how long a busy agent may take to end its job, and an idle one may wait for a
     *     job
     * @param job whether each agent ends after one job of the pool
     */
    public static Map<String, Object> template(
            CdTarget target, String inputs, Times times, boolean job) {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("labels", target.selector());
        var annotations = new LinkedHashMap<String, Object>();
        annotations.put(AgentNames.INPUTS, inputs);
        if (job) {
            // a pod of a ScaledJob is busy from its start, and BusyAgents does not mark it
            annotations.putAll(AgentPod.KEEPS_NODE);
        }
        metadata.put("annotations", annotations);
        var spec = new LinkedHashMap<String, Object>();
        spec.put("containers", List.of(container(target, times)));
        spec.put("dnsConfig", target.map("dnsConfig"));
        if (!target.text("dnsPolicy").isEmpty()) {
            spec.put("dnsPolicy", target.text("dnsPolicy"));
        }
        if (!target.list("imagePullSecrets").isEmpty()) {
            spec.put("imagePullSecrets", target.list("imagePullSecrets"));
        }
        if (!target.caCertRef().isEmpty()) {
            spec.put(
                    "volumes",
                    List.of(
                            Map.of(
                                    "name",
                                    AgentNames.volume(target.caCertRef()),
                                    "secret",
                                    Map.of("secretName", target.caCertRef(), "optional", true))));
        }
        if (job) {
            spec.put("restartPolicy", "Never");
        }
        spec.put("terminationGracePeriodSeconds", times.grace(target));
        var template = new LinkedHashMap<String, Object>();
        template.put("metadata", metadata);
        template.put("spec", spec);
        return template;
    }

    private static Map<String, Object> container(CdTarget target, Times times) {
        var container = new LinkedHashMap<String, Object>();
        container.put("name", CONTAINER);
        container.put("image", target.text("agentImage"));
        container.put("env", environment(target, times));
        if (!target.map("agentResources").isEmpty()) {
            container.put("resources", target.map("agentResources"));
        }
        var lifecycle = new LinkedHashMap<String, Object>();
        if (!target.caCertRef().isEmpty()) {
            container.put(
                    "volumeMounts",
                    List.of(
                            Map.of(
                                    "name",
                                    AgentNames.volume(target.caCertRef()),
                                    "mountPath",
                                    AUTHORITIES,
                                    "readOnly",
                                    true)));
        }
        var start = AgentScripts.start(target);
        if (!start.isEmpty()) {
            lifecycle.put("postStart", shell(start));
        }
        lifecycle.put("preStop", shell(AgentScripts.stop(target)));
        container.put("lifecycle", lifecycle);
        return container;
    }

    private static Map<String, Object> shell(String command) {
        return Map.of("exec", Map.of("command", List.of("/bin/sh", "-c", command)));
    }

    /**
     * The variables of the container, each name once, since the API server merges the list by name.
     * A variable of the spec replaces the operator's, except the address if KEDA uses an identity.
     * If the spec has a name twice, the last variable counts, as in a container.
     */
    private static List<Object> environment(CdTarget target, Times times) {
        var once = new LinkedHashMap<String, Object>();
        own(target, times).forEach(each -> once.put(name(each), each));
        target.list("env").stream()
                .filter(each -> !Identities.keeps(target, name(each)))
                .forEach(each -> once.put(name(each), each));
        if (!target.proxyRef().isEmpty()) {
            PROXY.forEach(each -> once.putIfAbsent(each, secret(each, target.proxyRef(), true)));
        }
        return List.copyOf(once.values());
    }

    private static String name(Object variable) {
        return String.valueOf(((Map<?, ?>) variable).get("name"));
    }

    private static List<Object> own(CdTarget target, Times times) {
        var all = new ArrayList<Object>();
        var map = AgentNames.config(target.name());
        NEEDED.forEach(
                each -> all.add(variable(each, "configMapKeyRef", reference(map, each, false))));
        OPTIONAL.forEach(
                each -> all.add(variable(each, "configMapKeyRef", reference(map, each, true))));
        if (!target.tokenRef().isEmpty()) {
            all.add(secret(AgentNames.TOKEN, target.tokenRef(), false));
        }
        all.add(Map.of("name", PoolAgent.OWNER, "value", target.uid()));
        if (AgentScripts.mayBeNone(target)) {
            // the pool shows this variable as a capability; agents find the target's agents by it,
            // as one of these has to stay
            all.add(Map.of("name", "CDTARGET_STAYS", "value", target.uid()));
        }
        if (target.mode() == CdTarget.Mode.SCALED_JOB) {
            all.add(
                    Map.of(
                            "name",
                            "CDTARGET_IDLE_SECONDS",
                            "value",
                            String.valueOf(times.idle().toSeconds())));
        }
        return all;
    }

    private static Map<String, Object> secret(String name, String secret, boolean optional) {
        return variable(name, "secretKeyRef", reference(secret, name, optional));
    }

    private static Map<String, Object> reference(String object, String key, boolean optional) {
        var from = new LinkedHashMap<String, Object>();
        from.put("name", object);
        from.put("key", key);
        if (optional) {
            from.put("optional", true);
        }
        return from;
    }

    private static Map<String, Object> variable(
            String name, String source, Map<String, Object> from) {
        return Map.of("name", name, "valueFrom", Map.of(source, from));
    }
}
