package dev.dragoman.agents.decision;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pods that agents run in. */
final class Pods {
    /** Of the one container. */
    private static final String CONTAINER = "agent";

    private static final String AUTHORITIES = "/usr/local/share/ca-certificates";

    /** Without them no agent registers. */
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

    /**
     * Waits until the agent has no job, and takes it out of the pool; the container goes on
     * meanwhile. An agent that is busy cannot be taken out. Without the agent's scripts it only
     * waits for the process that runs jobs.
     */
    private static final String LEAVE =
            """
            busy() { for p in /proc/[0-9]*/cmdline; do if tr '\\0' ' ' <"$p" 2>/dev/null | grep -q 'Agent\\.Worker'; then return 0; fi; done; return 1; }
            cd "${AZP_DIRECTORY:-/azp}" 2>/dev/null || true
            tries=0
            while :; do
              if ! busy; then
                [ -x ./config.sh ] && [ -n "$AZP_TOKEN" ] && [ "$tries" -lt 12 ] || exit 0
                tries=$((tries + 1))
                ./config.sh remove --unattended --auth PAT --token "$AZP_TOKEN" >/dev/null 2>&1 && exit 0
                [ -f .agent ] || exit 0
              fi
              sleep 5
            done
            """;

    private Pods() {}

    /**
     * The template of their pods.
     *
     * @param inputs hash of what they read when they start
     * @param grace seconds that a busy agent has for its job
     * @param job whether each ends after one job of the pool
     */
    static Map<String, Object> template(CdTarget target, String inputs, long grace, boolean job) {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("labels", target.selector());
        var annotations = new LinkedHashMap<String, Object>();
        annotations.put(AgentNames.INPUTS, inputs);
        if (job) {
            // started for a job, and nobody marks it
            annotations.putAll(AgentPod.KEEPS_NODE);
        }
        metadata.put("annotations", annotations);
        var spec = new LinkedHashMap<String, Object>();
        spec.put("containers", List.of(container(target)));
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
        spec.put("terminationGracePeriodSeconds", grace);
        var template = new LinkedHashMap<String, Object>();
        template.put("metadata", metadata);
        template.put("spec", spec);
        return template;
    }

    private static Map<String, Object> container(CdTarget target) {
        var container = new LinkedHashMap<String, Object>();
        container.put("name", CONTAINER);
        container.put("image", target.text("agentImage"));
        container.put("env", environment(target));
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
            lifecycle.put("postStart", shell("update-ca-certificates"));
        }
        lifecycle.put("preStop", shell(LEAVE));
        container.put("lifecycle", lifecycle);
        return container;
    }

    private static Map<String, Object> shell(String command) {
        return Map.of("exec", Map.of("command", List.of("/bin/sh", "-c", command)));
    }

    /**
     * Each name once, as a list by names must be; the spec's own wins, and of these the last one,
     * as it does in a container. But for the address where KEDA acts as an identity.
     */
    private static List<Object> environment(CdTarget target) {
        var once = new LinkedHashMap<String, Object>();
        own(target).forEach(each -> once.put(name(each), each));
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

    private static List<Object> own(CdTarget target) {
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
