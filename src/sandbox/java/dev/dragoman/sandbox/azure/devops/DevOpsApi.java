package dev.dragoman.sandbox.azure.devops;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.ArmError;
import dev.dragoman.sandbox.azure.entra.Tokens;
import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Call;
import dev.dragoman.sandbox.azure.http.Json;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The part of the REST API of {@link DevOps} that scalers and agents use. Without a valid token it
 * answers as Azure DevOps does: 401, or a redirect to the sign-in page.
 */
public final class DevOpsApi {
    private static final Pattern PATH =
            Pattern.compile(
                    "/(?<org>[^/]+)/_apis/distributedtask/pools(/(?<pool>\\d+)/(?<what>jobrequests|agents)(/(?<agent>\\d+))?)?");

    /** How many completed requests are listed when the caller names no number. */
    private static final int COMPLETED = 25;

    private final DevOps devOps;
    private final Tokens entra;
    private final Clock clock;

    public DevOpsApi(DevOps devOps, Tokens entra, Clock clock) {
        this.devOps = devOps;
        this.entra = entra;
        this.clock = clock;
    }

    public Answer answer(Call call) {
        devOps.asked();
        var path = PATH.matcher(call.path());
        if (!path.matches() || !devOps.knows(path.group("org"))) {
            return refused(404, "VssServiceException", "The page cannot be found.");
        }
        var organisation = path.group("org");
        var trouble = unauthorised(call, organisation);
        if (trouble.isPresent()) {
            return trouble.get();
        }
        if (path.group("pool") == null) {
            return call.method().equals("GET") ? pools(call, organisation) : notAllowed();
        }
        int pool = Integer.parseInt(path.group("pool"));
        if (devOps.pools(organisation).stream().noneMatch(each -> each.id() == pool)) {
            return refused(
                    404,
                    "TaskAgentPoolNotFoundException",
                    "No agent pool found with identifier %d.".formatted(pool));
        }
        boolean one = path.group("agent") != null;
        if ("DELETE".equals(call.method()) && one) {
            return mayManage(call)
                    ? removed(pool, Integer.parseInt(path.group("agent")))
                    : refused(
                            403,
                            "AccessDeniedException",
                            "Access denied. The caller needs Manage permissions for pool %d to perform the action."
                                    .formatted(pool));
        }
        if (!"GET".equals(call.method()) || (one && !path.group("what").equals("agents"))) {
            return notAllowed();
        }
        if (one) {
            return agent(call, pool, Integer.parseInt(path.group("agent")));
        }
        return path.group("what").equals("agents") ? agents(call, pool) : jobs(call, pool);
    }

    private Optional<Answer> unauthorised(Call call, String organisation) {
        var header = call.header("Authorization");
        if (header.isEmpty()) {
            return Optional.of(
                    Answer.empty(302)
                            .with("Location", "https://spsprodweu1.vssps.visualstudio.com/_signin"));
        }
        var text = header.get();
        if (text.startsWith("Bearer ")) {
            try {
                var _ = entra.verify(header, clock.instant(), Set.of(DevOps.RESOURCE));
                return Optional.empty();
            } catch (ArmError refused) {
                return Optional.of(Answer.empty(401).with("WWW-Authenticate", "Bearer"));
            }
        }
        return text.startsWith("Basic ") && devOps.accepts(organisation, password(text))
                ? Optional.empty()
                : Optional.of(Answer.empty(401).with("WWW-Authenticate", "Basic"));
    }

    private boolean mayManage(Call call) {
        return call.header("Authorization")
                .filter(each -> each.startsWith("Basic "))
                .map(each -> devOps.mayManage(password(each)))
                .orElse(true);
    }

    private static String password(String header) {
        try {
            var pair = Base64.getDecoder().decode(header.substring("Basic ".length()).strip());
            var text = new String(pair, StandardCharsets.UTF_8);
            return text.substring(text.indexOf(':') + 1);
        } catch (IllegalArgumentException none) {
            return "";
        }
    }

    private Answer pools(Call call, String organisation) {
        var name = call.parameter("poolname");
        var id = call.parameter("poolid");
        return list(
                devOps.pools(organisation).stream()
                        .filter(each -> name.map(n -> n.equalsIgnoreCase(each.name())).orElse(true))
                        .filter(each -> id.map(n -> n.equals("" + each.id())).orElse(true))
                        .map(
                                each ->
                                        Json.object()
                                                .put("id", each.id())
                                                .put("name", each.name())
                                                .put("isHosted", false)
                                                .put("poolType", "automation")));
    }

    private Answer agents(Call call, int pool) {
        var demands =
                call.parameter("demands").stream()
                        .flatMap(each -> Stream.of(each.split(",", -1)))
                        .map(DevOpsApi::capability)
                        .toList();
        return list(
                devOps.agents(pool).stream()
                        .filter(each -> demands.stream().allMatch(demand -> has(each, demand)))
                        .map(each -> agent(call, each)));
    }

    /** A demand in the form of capabilities: {@code NAME} or {@code NAME=VALUE}. */
    private static String capability(String demand) {
        return demand.strip().replaceFirst("\\s+-equals\\s+", "=");
    }

    private static boolean has(DevOps.Agent agent, String demand) {
        return agent.capabilities().stream()
                .anyMatch(each -> each.equals(demand) || each.startsWith(demand + "="));
    }

    private Answer agent(Call call, int pool, int id) {
        return devOps.agents(pool).stream()
                .filter(each -> each.id() == id)
                .findFirst()
                .map(each -> Answer.of(200, agent(call, each)))
                .orElseGet(() -> missing(pool, id));
    }

    private ObjectNode agent(Call call, DevOps.Agent agent) {
        var json = agent(agent);
        if (call.parameter("includecapabilities").filter("true"::equals).isPresent()) {
            var all = json.putObject("systemCapabilities");
            agent.capabilities().forEach(one -> put(all, one));
        }
        if (call.parameter("includeassignedrequest").filter("true"::equals).isPresent()) {
            devOps.jobs(agent.pool()).stream()
                    .filter(DevOps.Job::open)
                    .filter(job -> has(job, agent))
                    .findFirst()
                    .ifPresent(job -> json.set("assignedRequest", job(job)));
        }
        return json;
    }

    private static Answer missing(int pool, int agent) {
        return refused(
                404,
                "TaskAgentNotFoundException",
                "No agent exists with identifier %d in pool %d.".formatted(agent, pool));
    }

    /** Adds a capability, {@code NAME} or {@code NAME=VALUE}, to a JSON object. */
    private static void put(ObjectNode all, String capability) {
        int at = capability.indexOf('=');
        all.put(
                at < 0 ? capability : capability.substring(0, at),
                at < 0 ? "" : capability.substring(at + 1));
    }

    private static boolean has(DevOps.Job job, DevOps.Agent agent) {
        return job.agent().filter(each -> each.id() == agent.id()).isPresent();
    }

    private Answer removed(int pool, int agent) {
        if (devOps.agents(pool).stream().noneMatch(each -> each.id() == agent)) {
            return missing(pool, agent);
        }
        return devOps.remove(pool, agent)
                ? Answer.empty(204)
                : refused(
                        409,
                        "TaskAgentJobStillRunningException",
                        "Agent %d is running a job for pool %d".formatted(agent, pool));
    }

    /**
     * The newest requests, as many as {@code $top}. Without {@code $top} all open requests, and the
     * newest completed ones.
     */
    private Answer jobs(Call call, int pool) {
        var all = devOps.jobs(pool);
        var top = call.parameter("$top").map(Integer::parseInt);
        if (top.isPresent()) {
            return list(all.stream().limit(top.get()).map(DevOpsApi::job));
        }
        int over = call.parameter("completedrequestcount").map(Integer::parseInt).orElse(COMPLETED);
        return list(
                Stream.concat(
                                all.stream().filter(DevOps.Job::open),
                                all.stream().filter(each -> !each.open()).limit(over))
                        .map(DevOpsApi::job));
    }

    private static ObjectNode job(DevOps.Job job) {
        var json = Json.object().put("requestId", job.id()).put("queueTime", text(job.queued()));
        job.received()
                .ifPresent(at -> json.put("assignTime", text(at)).put("receiveTime", text(at)));
        job.ended().ifPresent(at -> json.put("finishTime", text(at)).put("result", "succeeded"));
        json.put("planType", "Build").put("poolId", job.pool());
        job.demands().forEach(json.withArrayProperty("demands")::add);
        job.agent().ifPresent(each -> json.set("reservedAgent", agent(each)));
        return json;
    }

    private static ObjectNode agent(DevOps.Agent agent) {
        return Json.object()
                .put("id", agent.id())
                .put("name", agent.name())
                .put("version", "4.255.0")
                .put("enabled", true)
                .put("status", agent.online() ? "online" : "offline");
    }

    private static String text(Instant at) {
        return at.toString();
    }

    private static Answer list(Stream<? extends JsonNode> values) {
        List<? extends JsonNode> all = values.toList();
        var json = Json.object().put("count", all.size());
        all.forEach(json.withArrayProperty("value")::add);
        return Answer.of(200, json);
    }

    private static Answer notAllowed() {
        return refused(405, "VssRequestContentTypeNotSupportedException", "Not allowed.");
    }

    private static Answer refused(int status, String type, String message) {
        return Answer.of(status, Json.object().put("typeKey", type).put("message", message));
    }
}
