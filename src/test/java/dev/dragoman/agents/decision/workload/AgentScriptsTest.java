package dev.dragoman.agents.decision.workload;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.devops.DevOps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What runs in pods of agents beside the agent, in a real shell and with the real curl, against the
 * local Azure DevOps. Played are the agent's own programs, and time.
 */
class AgentScriptsTest {
    private static final String UID = "0a-1b";
    private static final Map<String, Object> NONE = Map.of("tokenRef", "token");
    private static final Map<String, Object> ALWAYS =
            Map.of("tokenRef", "token", "minReplicaCount", 1);
    private static final Map<String, Object> JOB =
            Map.of("tokenRef", "token", "scaling", "ScaledJob");

    private static AzureSandbox azure;

    @TempDir private Path root;
    private final List<Agent> agents = new ArrayList<>();
    private String organisation;
    private int pool;

    @BeforeAll
    static void startAzure() {
        azure = AzureSandbox.start(Options.of(Catalog.load()));
    }

    @AfterAll
    static void stopAzure() {
        azure.close();
    }

    @BeforeEach
    void pool() {
        organisation = root.getFileName().toString();
        devOps().organisation(organisation, "hunter2");
        pool = devOps().pool(organisation, "p");
    }

    /** What goes on beside an agent ends with its registration. */
    @AfterEach
    void ends() throws IOException {
        for (var each : agents) {
            Files.deleteIfExists(each.directory.resolve(".agent"));
        }
        await().until(() -> within(root.toRealPath()) == 0);
    }

    /** Processes that work in the directory or below. */
    private static long within(Path directory) throws IOException {
        try (var processes = Files.list(Path.of("/proc"))) {
            return processes.filter(each -> worksIn(each, directory)).count();
        }
    }

    private static boolean worksIn(Path process, Path directory) {
        try {
            return Files.readSymbolicLink(process.resolve("cwd")).startsWith(directory);
        } catch (IOException gone) {
            return false;
        }
    }

    /** As the agent's own: it asks the pool to let the agent go, and forgets it then. */
    private static String config(int pool, int agent) {
        return """
        echo "$@" >>called
        [ "$1" = remove ] || exit 0
        [ -f .agent ] || exit 0
        /usr/bin/curl -fsS -o /dev/null -X DELETE -u ":$6" "$AZP_URL/_apis/distributedtask/pools/%d/agents/%d?api-version=6.0" && rm .agent
        """
                .formatted(pool, agent);
    }

    private static DevOps devOps() {
        return azure.devOps();
    }

    /** An agent, and the directory of its image. */
    private final class Agent {
        final Path directory;
        final int id;
        final Map<String, Object> spec;
        final Map<String, String> environment = new HashMap<>();

        Agent(String name, Map<String, Object> spec, String... capabilities) throws IOException {
            agents.add(this);
            this.spec = spec;
            directory = Files.createDirectories(root.resolve(name));
            id = devOps().register(pool, name, capabilities);
            Files.writeString(
                    directory.resolve(".agent"),
                    "{\n  \"agentId\": %d,\n  \"poolId\": %d\n}".formatted(id, pool));
            script("config.sh", config(pool, id));
            script("sleep", "echo slept >>pauses; exec /bin/sleep 0.02\n");
            environment.put("AZP_DIRECTORY", directory.toString());
            environment.put("AZP_TOKEN", "hunter2");
            environment.put("AZP_URL", azure.organisation(organisation));
            environment.put("CURL_CA_BUNDLE", azure.caPem().toString());
            environment.put("PATH", directory + ":" + System.getenv("PATH"));
            variables().forEach(environment::putIfAbsent);
        }

        void script(String file, String text) throws IOException {
            executable(directory.resolve(file), text);
        }

        Process begin(String... command) throws IOException {
            var process = new ProcessBuilder(command).directory(directory.toFile()).inheritIO();
            process.environment().putAll(environment);
            return process.start();
        }

        /** A program of the agent that goes on until a file is there, or it is told to end. */
        Process program(String file) throws IOException {
            script(
                    file,
                    "trap 'touch told; exit 0' TERM; while [ ! -f over ]; do /bin/sleep 0.02; done\n");
            return begin(directory.toRealPath().resolve(file).toString(), "run");
        }

        @SuppressWarnings("unchecked") // made by us
        Process beginHook(String hook) throws IOException {
            var lifecycle = (Map<String, Object>) container(spec).get("lifecycle");
            var command = (List<String>) Fields.map(lifecycle, hook, "exec").get("command");
            return begin(command.toArray(String[]::new));
        }

        int hook(String hook) throws Exception {
            return exit(beginHook(hook));
        }

        /** What the image itself does when its agent is over. */
        int image() throws Exception {
            return exit(
                    begin(
                            directory.resolve("config.sh").toString(),
                            "remove",
                            "--unattended",
                            "--auth",
                            "PAT",
                            "--token",
                            "hunter2"));
        }

        private int exit(Process process) throws Exception {
            assertThat(Patience.ends(process)).as("it ends").isTrue();
            return process.exitValue();
        }

        List<String> lines(String file) throws IOException {
            var path = directory.resolve(file);
            return Files.exists(path) ? Files.readAllLines(path) : List.of();
        }

        /** Variables of the pod that have a value. */
        private Map<String, String> variables() {
            var values = new HashMap<String, String>();
            for (var each : (List<?>) container(spec).get("env")) {
                var variable = (Map<?, ?>) each;
                if (variable.get("value") instanceof String value) {
                    values.put(String.valueOf(variable.get("name")), value);
                }
            }
            return values;
        }
    }

    private static void executable(Path path, String text) throws IOException {
        Files.writeString(path, "#!/bin/sh\n" + text);
        assertThat(path.toFile().setExecutable(true)).isTrue();
    }

    private static Map<?, ?> container(Map<String, Object> spec) {
        var target =
                new CdTarget(Map.of("metadata", Map.of("name", "a", "uid", UID), "spec", spec));
        var times = new Times(Duration.ofSeconds(30), Duration.ofMinutes(10));
        var template = Pods.template(target, "0123", times, spec.equals(JOB));
        assertThat(Fields.spec(template)).containsEntry("terminationGracePeriodSeconds", 30L);
        return (Map<?, ?>) ((List<?>) Fields.spec(template).get("containers")).getFirst();
    }

    /** Of the CDTarget, as an agent tells its pool. */
    private Agent own(String name, Map<String, Object> spec) throws IOException {
        return new Agent(name, spec, "CDTARGET_UID=" + UID, "CDTARGET_STAYS=" + UID);
    }

    private List<String> names() {
        return devOps().names(pool);
    }

    @Test
    void anAgentOfSomeThatAreAlwaysThereLeavesThePoolAtOnce() throws Exception {
        var agent = own("a", ALWAYS);
        assertThat(Fields.map(lifecycle(ALWAYS), "postStart")).isEmpty();
        assertThat(agent.hook("preStop")).isZero();
        assertThat(agent.lines("called"))
                .containsExactly("remove --unattended --auth PAT --token hunter2");
        assertThat(agent.lines("pauses")).isEmpty();
        assertThat(names()).isEmpty();
    }

    @SuppressWarnings("unchecked") // made by us
    private static Map<String, Object> lifecycle(Map<String, Object> spec) {
        return (Map<String, Object>) container(spec).get("lifecycle");
    }

    /** What runs jobs is another process of the pod, whose name the agent gives. */
    @Test
    void aBusyAgentEndsItsJobFirst() throws Exception {
        var agent = own("a", ALWAYS);
        agent.script("config.sh", "echo over=$(ls over) >>called\n");
        agent.script(
                "sleep",
                "echo slept >>pauses; [ $(wc -l <pauses) -lt 3 ] || { touch over; while kill -0 $(cat job) 2>/dev/null; do /bin/sleep 0.05; done; }\n");
        var job = agent.program("Agent.Worker");
        var _ = job.onExit();
        Files.writeString(agent.directory.resolve("job"), Long.toString(job.pid()));
        assertThat(agent.hook("preStop")).isZero();
        assertThat(agent.lines("pauses")).hasSize(3);
        assertThat(agent.lines("called")).containsExactly("over=over");
    }

    @Test
    void anotherImageHasNoScript() throws Exception {
        var agent = own("a", NONE);
        Files.delete(agent.directory.resolve("config.sh"));
        assertThat(agent.hook("preStop")).isZero();
        assertThat(agent.lines("pauses")).isEmpty();
    }

    /** Azure DevOps queues no job for a pool without agents. */
    @Test
    void ofAgentsThatMayAllEndOneStaysHoweverManyEndAtATime() throws Exception {
        var all = new ArrayList<Agent>();
        for (int i = 0; i < 4; i++) {
            all.add(own("agent-" + i, NONE));
        }
        var running = new ArrayList<Process>();
        for (var each : all.reversed()) {
            running.add(each.beginHook("preStop"));
        }
        for (var each : running) {
            assertThat(Patience.ends(each)).isTrue();
            assertThat(each.exitValue()).isZero();
        }
        assertThat(names()).containsExactly("agent-0");
        assertThat(all.getFirst().image()).as("the image does not take it out").isZero();
        devOps().offline(pool, "agent-0");
        assertThat(names()).containsExactly("agent-0");
        assertThat(devOps().queue(pool)).as("a job is queued").isPositive();
    }

    /** Later ones leave, so the list does not grow; the first of the name again has its number. */
    @Test
    void theNextOnesLeaveAndANameThatIsUsedAgainStays() throws Exception {
        assertThat(own("a", NONE).hook("preStop")).isZero();
        devOps().offline(pool, "a");
        for (int i = 0; i < 3; i++) {
            assertThat(own("b" + i, NONE).hook("preStop")).isZero();
        }
        assertThat(names()).containsExactly("a");
        assertThat(own("a", NONE).hook("preStop")).isZero();
        assertThat(names()).containsExactly("a");
    }

    /** Those of others leave when their CDTarget says so, and jobs may demand what they lack. */
    @Test
    void agentsOfOthersInThePoolAreNoReasonToLeave() throws Exception {
        devOps().register(pool, "by-hand");
        devOps().register(pool, "other-0", "CDTARGET_UID=2c", "CDTARGET_STAYS=2c");
        assertThat(own("a", NONE).hook("preStop")).isZero();
        assertThat(own("b", NONE).hook("preStop")).isZero();
        assertThat(names()).containsExactly("by-hand", "other-0", "a");
    }

    @Test
    void withoutItsCapabilityTheFirstOfThePoolStays() throws Exception {
        assertThat(new Agent("a", NONE).hook("preStop")).isZero();
        assertThat(new Agent("b", NONE).hook("preStop")).isZero();
        assertThat(names()).containsExactly("a");
    }

    /** Nobody calls the preStop hook when an agent is over by itself. */
    @Test
    void theImageDoesNotTakeTheFirstOutWhenItsJobIsOver() throws Exception {
        var first = own("a", NONE);
        var second = own("b", NONE);
        for (var each : List.of(first, second)) {
            assertThat(each.hook("postStart")).isZero();
            await().until(() -> Files.exists(each.directory.resolve("config.kept.sh")));
            await().until(() -> each.lines("config.sh").toString().contains("config.kept.sh"));
            assertThat(each.image()).isZero();
        }
        assertThat(names()).containsExactly("a");
        var other = exit(first, first.directory.resolve("config.sh").toString(), "--url", "x");
        assertThat(other).isZero();
        assertThat(first.lines("called")).as("all else is as ever").hasSize(1);
    }

    private static int exit(Agent agent, String... command) throws Exception {
        var process = agent.begin(command);
        assertThat(Patience.ends(process)).isTrue();
        return process.exitValue();
    }

    /** Azure DevOps would refuse to remove it; to stop it would end its job. */
    @Test
    void theFirstIsNotStoppedWhileAJobIsGivenToIt() throws Exception {
        var agent = own("a", NONE);
        int job = devOps().queue(pool);
        assertThat(devOps().assign(pool)).isEqualTo(1);
        agent.script("sleep", "echo slept >>pauses; exec /bin/sleep 0.3\n");
        var stopping = agent.beginHook("preStop");
        await().until(() -> agent.lines("pauses").size() >= 2);
        assertThat(stopping.isAlive()).isTrue();
        devOps().finish(job);
        assertThat(Patience.ends(stopping)).isTrue();
        assertThat(stopping.exitValue()).isZero();
        assertThat(names()).containsExactly("a");
    }

    /** Pauses are of five seconds. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"401, 15", "409, 12", "429, 15", "503, 15", "offline, 15"})
    void whatThePoolAnswersKeepsNoPod(String what, int pauses) throws Exception {
        var first = own("a", NONE);
        var second = own("b", NONE);
        switch (what) {
            case "401" -> devOps().revoke(organisation, "hunter2");
            case "409" ->
                    azure.control()
                            .fail(
                                    1000,
                                    "DELETE /%s/.*".formatted(organisation),
                                    409,
                                    "Busy",
                                    "job");
            case "offline" ->
                    List.of(first, second)
                            .forEach(
                                    each -> each.environment.put("AZP_URL", "https://localhost:1"));
            default ->
                    azure.control()
                            .fail(
                                    1000,
                                    ".* /%s/.*".formatted(organisation),
                                    Integer.parseInt(what),
                                    "No",
                                    "not now");
        }
        for (var each : List.of(second, first)) {
            assertThat(each.hook("preStop")).isZero();
            assertThat(each.lines("pauses")).hasSizeLessThanOrEqualTo(pauses);
            assertThat(each.image()).as("nor does the image try on").isZero();
        }
        assertThat(names()).contains("a", "b");
    }

    @Test
    void aTokenThatMayOnlyLookKeepsNoPod() throws Exception {
        devOps().reader(organisation, "looks");
        var first = own("a", NONE);
        var second = own("b", NONE);
        second.environment.put("AZP_TOKEN", "looks");
        assertThat(second.hook("preStop")).isZero();
        assertThat(second.lines("pauses")).hasSize(12);
        assertThat(first.hook("preStop")).isZero();
    }

    /** It cannot ask the pool then, and leaves it as ever. */
    @Test
    void withoutCurlAllLeave() throws Exception {
        var agent = own("a", NONE);
        var programs = Files.createDirectories(root.resolve("programs"));
        for (var each : "sh cat tr grep sort cp mv rm chmod dirname date ls touch".split(" ", -1)) {
            executable(programs.resolve(each), "exec /bin/%s \"$@\"\n".formatted(each));
        }
        agent.environment.put("PATH", agent.directory + ":" + programs);
        assertThat(agent.hook("preStop")).isZero();
        assertThat(names()).isEmpty();
    }

    /** The job that it was made for was cancelled, or another agent has it. */
    @Test
    void anAgentOfAJobThatGetsNoneEnds() throws Exception {
        var first = own("a", JOB);
        var second = own("b", JOB);
        for (var each : List.of(first, second)) {
            assertThat(each.environment).containsEntry("CDTARGET_IDLE_SECONDS", "600");
            each.environment.put("CDTARGET_IDLE_SECONDS", "60");
            var listener = each.program("Agent.Listener");
            assertThat(each.hook("postStart")).isZero();
            assertThat(Patience.ends(listener)).isTrue();
            assertThat(each.directory.resolve("told")).exists();
            assertThat(each.lines("pauses").size()).as("a minute").isBetween(12, 17);
        }
        assertThat(names()).as("the first stays").containsExactly("a");
    }

    @Test
    void aTimeThatIsNoNumberIsTenMinutes() throws Exception {
        var agent = own("a", JOB);
        agent.environment.put("CDTARGET_IDLE_SECONDS", "1h");
        var listener = agent.program("Agent.Listener");
        assertThat(agent.hook("postStart")).isZero();
        assertThat(Patience.ends(listener)).isTrue();
        assertThat(agent.lines("pauses").size()).isBetween(120, 125);
    }

    @Test
    void anAgentWithAJobIsNotIdle() throws Exception {
        var agent = own("a", JOB);
        agent.environment.put("CDTARGET_IDLE_SECONDS", "20");
        var listener = agent.program("Agent.Listener");
        agent.script("Agent.Worker", "while [ ! -f done ]; do /bin/sleep 0.02; done\n");
        var worker = agent.begin(agent.directory.resolve("Agent.Worker").toString());
        assertThat(agent.hook("postStart")).isZero();
        await().until(() -> agent.lines("pauses").size() > 20);
        assertThat(listener.isAlive()).isTrue();
        Files.writeString(agent.directory.resolve("done"), "");
        assertThat(Patience.ends(worker)).isTrue();
        assertThat(Patience.ends(listener)).as("it got no other").isTrue();
    }

    /** Between the job's assignment and the process that runs it. */
    @Test
    void anAgentThatJustGotAJobIsNotEnded() throws Exception {
        var agent = own("a", JOB);
        agent.environment.put("CDTARGET_IDLE_SECONDS", "20");
        agent.script("sleep", "echo slept >>pauses; exec /bin/sleep 0.1\n");
        int job = devOps().queue(pool);
        assertThat(devOps().assign(pool)).isEqualTo(1);
        var listener = agent.program("Agent.Listener");
        assertThat(agent.hook("postStart")).isZero();
        await().until(() -> agent.lines("pauses").size() > 8);
        assertThat(listener.isAlive()).isTrue();
        devOps().finish(job);
        assertThat(Patience.ends(listener)).isTrue();
        assertThat(names()).containsExactly("a");
    }

    /** It would keep its node, and nothing would ever tell. */
    @Test
    void anIdleAgentEndsWhereThePoolDoesNotAnswer() throws Exception {
        var agent = own("a", JOB);
        agent.environment.put("CDTARGET_IDLE_SECONDS", "20");
        agent.environment.put("AZP_URL", "https://localhost:1");
        var listener = agent.program("Agent.Listener");
        assertThat(agent.hook("postStart")).isZero();
        assertThat(Patience.ends(listener)).isTrue();
        assertThat(agent.image()).as("nor does the image try on").isZero();
        assertThat(names()).containsExactly("a");
    }
}
