package dev.dragoman.discovery.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.capability.Condition;
import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Results;
import dev.dragoman.kube.Fields;
import dev.dragoman.reconcile.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The order of steps, and how a reconciliation ends. */
class DiscoveryDecisionTest extends DiscoveryFixture {
    private Facts facts(Wanted wanted) {
        return new Facts(service(), wanted, wanted.objects(), live);
    }

    /** Names of the steps until the end. */
    private static List<String> steps(Facts facts) {
        var names = new ArrayList<String>();
        var done = Results.NONE;
        for (var step = Decision.next(facts, done);
                !(step instanceof Ending);
                step = Decision.next(facts, done)) {
            names.add(step.name());
            done = done.with(step, 1);
        }
        return names;
    }

    private static Ending ending(Facts facts) {
        var done = Results.NONE;
        var step = Decision.next(facts, done);
        while (!(step instanceof Ending)) {
            done = done.with(step, 1);
            step = Decision.next(facts, done);
        }
        return (Ending) step;
    }

    private Facts settled() {
        issued("h1", "b1");
        deployment("h1", "b1", true, 1);
        return new Facts(service(), wanted(), List.of(), live);
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
        assertThat(steps(facts(wanted())))
                .containsExactly("strip-finalizer", "mark", "replace", "apply", "remove", "unmark");
    }

    @Test
    void whatLeavesTakesAwayWhatNoOwnerTakes() {
        metadata.put("deletionTimestamp", "2026-01-01T00:00:00Z");
        marked.add(namespace("far", Map.of(), Map.of(DiscoveryNames.OWNER, "team/xds")));
        elsewhere.add(
                there(DiscoveryNames.CERTIFICATE, "far", DiscoveryNames.CLIENT, UID, Map.of()));
        var leaving = facts(Wanted.leaving(service(), seen()));
        assertThat(steps(leaving)).containsExactly("remove", "unmark");
        assertThat(ending(leaving).ready()).isEmpty();
        metadata.put("finalizers", List.of("orphan", DiscoveryNames.FORMER_FINALIZER));
        assertThat(steps(facts(Wanted.leaving(service(), seen()))))
                .containsExactly("strip-finalizer");
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
        var ending = ending(facts(wanted()));
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
        var status = Fields.map(live.get(Observation.key(root)), "status");
        there(
                DiscoveryNames.CERTIFICATE,
                "team",
                "marin3r-ca-cert-xds",
                UID,
                Map.of("spec", before, "status", status));
        return ending(new Facts(service(), wanted(), List.of(root), live));
    }

    @Test
    void theWorstIsTheReasonAndAllIsTold() {
        spec.put("enabledNamespaces", List.of("nowhere"));
        there("Role", "team", "marin3r-xds", "somebody", Map.of());
        var ending = ending(facts(wanted()));
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
        assertThat(ending(facts(wanted())).status().orElseThrow())
                .containsEntry("rotation", Map.of("phase", "TrustingNew"));
    }
}
