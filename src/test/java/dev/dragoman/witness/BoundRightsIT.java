package dev.dragoman.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cluster.Account;
import dev.dragoman.tier.Landing;
import dev.dragoman.tier.OneTry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * What the operator's account could do with its rights that no capability needs, with all
 * components in use: tried right by right, and refused by admission. What the operator itself does
 * is accepted in the same place. {@link UnboundRightsIT} shows that nothing but the policies
 * refuses it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Landing
@OneTry
@ResourceLock("agents")
@ResourceLock("discovery")
class BoundRightsIT {
    private static final Set<String> WRITING = Set.of("create", "update", "patch", "delete", "*");

    /** Rights to write of which nothing is tried, each with its reason. */
    private static final Map<Pattern, String> UNTRIED = new LinkedHashMap<>();

    static {
        untried(
                ".*/status\\..*",
                "the API server takes the status alone, of the component's own kind");
        untried("ClusterRole/dragoman: create events.events.k8s.io", "an Event changes nothing");
        untried(
                "ClusterRole/dragoman: create serviceaccounts/token dragoman-azure",
                "by name, and by the policy that the kinds bring: CredentialAttacksIT");
        untried(
                "ClusterRole/dragoman-sidecars: patch mutatingwebhookconfigurations.*",
                "by name, and by the policy of the component: SidecarsIT");
        untried("ClusterRole/dragoman-azure:.*", "the kinds of Azure are the operator's own");
        untried("ClusterRole/dragoman-secrets: .*", "bound by who administers a namespace");
        untried("Role/.*", "in the operator's namespace and in that of requests alone");
    }

    private TryCluster cluster;
    private Tries tries;

    private static void untried(String right, String reason) {
        UNTRIED.put(Pattern.compile(right), reason);
    }

    @BeforeAll
    void install() {
        cluster = new TryCluster(Account.ALL);
        tries = new Tries(cluster);
    }

    @AfterAll
    void close() {
        cluster.close();
    }

    @Test
    void whatNoCapabilityNeedsIsRefused() {
        var answers = new TreeMap<String, String>();
        for (var each : tries.all()) {
            if (!each.own()) {
                answers.put(each.toString(), each.by(cluster.operator()));
            }
        }
        assertThat(answers).hasSizeGreaterThan(200);
        var accepted = new TreeMap<>(answers);
        accepted.values()
                .removeIf(
                        said ->
                                said.startsWith("403 ")
                                        && said.contains("ValidatingAdmissionPolicy 'dragoman-"));
        assertThat(accepted).as("accepted, or refused by something else").isEmpty();
    }

    @Test
    void whatTheOperatorDoesIsAccepted() {
        var answers = new TreeMap<String, String>();
        for (var each : tries.all()) {
            if (each.own()) {
                answers.put(each.toString(), each.by(cluster.operator()));
            }
        }
        assertThat(answers).hasSizeGreaterThan(30);
        answers.values().removeIf(String::isEmpty);
        assertThat(answers).as("refused").isEmpty();
    }

    @Test
    void everyRightToWriteIsTried() {
        var tried =
                tries.all().stream()
                        .filter(each -> !each.own())
                        .map(Tries.Try::right)
                        .collect(Collectors.toSet());
        var left =
                InstalledRights.all().stream()
                        .filter(right -> WRITING.contains(right.verb()))
                        .filter(right -> !tried.contains(Tries.right(right)))
                        .map(GrantedRight::toString)
                        .filter(
                                right ->
                                        UNTRIED.keySet().stream()
                                                .noneMatch(p -> p.matcher(right).matches()))
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(left).as("rights that nobody tries: add to TryObjects or Tries").isEmpty();
    }

    @Test
    void whatIsNotTriedIsGranted() {
        var all = InstalledRights.all().stream().map(GrantedRight::toString).toList();
        assertThat(UNTRIED.keySet())
                .allSatisfy(
                        each -> assertThat(all).anyMatch(right -> each.matcher(right).matches()));
    }
}
