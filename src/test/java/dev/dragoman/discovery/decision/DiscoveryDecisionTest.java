package dev.dragoman.discovery.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The order of steps, and how a reconciliation ends. */
class DiscoveryDecisionTest extends DiscoveryFixture {
    /** Names of the steps until the end. */
    private static List<String> steps(Wanted wanted) {
        return wanted.steps().stream()
                .map(Step::name)
                .takeWhile(each -> !each.equals("finish"))
                .toList();
    }

    private static Ending ending(Wanted wanted) {
        return (Ending) wanted.steps().getLast();
    }

    private Wanted settled() {
        issued("h1", "b1");
        deployment("h1", "b1", true, 1);
        return wanted().changing(List.of());
    }

    @Test
    void labelsFirstAndLast() {
        spec.put("serviceConfig", Map.of("type", "Headless"));
        there("Service", "team", "marin3r-xds", UID, Map.of());
        services.add(there("Service", "team", "old", UID, Map.of()));
        marked.add(namespace("left", Map.of(), Map.of(DiscoveryNames.OWNER, "team/xds")));
        namespaces.clear();
        namespace("far", Map.of(), Map.of(DiscoveryNames.CONSENT, "*"));
        metadata.put("finalizers", List.of(DiscoveryNames.FORMER_FINALIZER));
        assertThat(steps(wanted()))
                .containsExactly("stripFinalizer", "mark", "replace", "apply", "remove", "unmark");
    }

    @Test
    void whatLeavesTakesAwayWhatNoOwnerTakes() {
        metadata.put("deletionTimestamp", "2026-01-01T00:00:00Z");
        marked.add(namespace("far", Map.of(), Map.of(DiscoveryNames.OWNER, "team/xds")));
        elsewhere.add(
                there(DiscoveryNames.CERTIFICATE, "far", DiscoveryNames.CLIENT, UID, Map.of()));
        var leaving = leaving();
        assertThat(steps(leaving)).containsExactly("remove", "unmark");
        assertThat(ending(leaving).ready()).isEmpty();
        metadata.put("finalizers", List.of("orphan", DiscoveryNames.FORMER_FINALIZER));
        assertThat(steps(leaving())).containsExactly("stripFinalizer");
    }

    @Test
    void itIsReadyWhenItsPodsAre() {
        var ending = ending(settled());
        assertThat(steps(settled())).isEmpty();
        assertThat(ending.ready().map(Condition::met)).contains(true);
        assertThat(ending.outcome()).isEqualTo(Outcome.done());
        assertThat(ending.status().orElseThrow())
                .containsEntry("deploymentName", "marin3r-xds")
                .containsEntry("observedGeneration", 3L)
                .containsEntry("enabledNamespaces", 0)
                .containsKey("deploymentStatus");
    }

    @Test
    void aDeploymentThatWasChangedJustNowIsLookedAtAgain() {
        settled();
        var ending = ending(wanted());
        assertThat(ending.ready().map(Condition::reason)).contains("RollingOut");
        assertThat(ending.outcome()).isInstanceOf(Outcome.RequeueAfter.class);
    }

    @Test
    void aCertificateOfWhichMoreIsAskedNowIsWaitedFor() {
        settled();
        var root = object(DiscoveryNames.CERTIFICATE, "marin3r-ca-cert-xds");
        var before = new HashMap<>(Fields.spec(root));
        before.put("validFor", 60L);
        var ending = changed(root, before);
        assertThat(ending.ready().map(Condition::reason)).contains("CertificatesPending");
        assertThat(ending.ready().orElseThrow().message())
                .isEqualTo(
                        "DiscoveryServiceCertificate marin3r-ca-cert-xds was changed a moment ago");
        assertThat(ending.outcome()).isInstanceOf(Outcome.RequeueAfter.class);
    }

    @Test
    void ofWhichNoMoreIsAskedItIsNot() {
        settled();
        var root = object(DiscoveryNames.CERTIFICATE, "marin3r-ca-cert-xds");
        assertThat(changed(root, Fields.spec(root)).ready().map(Condition::met)).contains(true);
    }

    /** The end after an apply of the root alone, which had this spec before. */
    private Ending changed(Map<String, Object> root, Map<String, Object> before) {
        var status =
                Fields.map(
                        live.get(
                                DiscoveryObservation.key(
                                        DiscoveryNames.CERTIFICATE,
                                        Fields.metadata(root, "namespace"),
                                        Fields.metadata(root, "name"))),
                        "status");
        there(
                DiscoveryNames.CERTIFICATE,
                "team",
                "marin3r-ca-cert-xds",
                UID,
                Map.of("spec", before, "status", status));
        return ending(wanted().changing(List.of(root)));
    }

    @Test
    void theWorstIsTheReasonAndAllIsTold() {
        spec.put("enabledNamespaces", List.of("nowhere"));
        there("Role", "team", "marin3r-xds", "somebody", Map.of());
        var ending = ending(wanted());
        assertThat(ending.ready().map(Condition::reason)).contains("NotOurs");
        assertThat(ending.ready().orElseThrow().message())
                .contains("Role marin3r-xds", "namespace nowhere");
        assertThat(ending.outcome()).isInstanceOf(Outcome.Transient.class);
    }

    @Test
    void thePhaseOfTheRootIsCopied() {
        issued("h1", "b1");
        there(
                DiscoveryNames.CERTIFICATE,
                "team",
                "marin3r-ca-cert-xds",
                UID,
                Map.of("status", Map.of("rotation", Map.of("phase", "TrustingNew"))));
        assertThat(ending(wanted()).status().orElseThrow())
                .containsEntry("rotation", Map.of("phase", "TrustingNew"));
    }
}
