package dev.dragoman.cli.credentials;

import dev.dragoman.agents.AgentSettings;
import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.agents.decision.workload.Identities;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.kube.object.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Finds CDTargets with an identity that the operator's settings do not let KEDA use. */
final class AgentIdentities {
    private static final String COLLECTION = "/apis/cnad.gofound.nl/v1alpha1/cdtargets";

    private final ClusterRequests cluster;
    private final Consumer<String> out;

    AgentIdentities(ClusterRequests cluster, Consumer<String> out) {
        this.cluster = cluster;
        this.out = out;
    }

    /**
     * Prints each such CDTarget, and the value of the setting that would allow their identities.
     *
     * @param settings settings of the operator
     * @return true when there is no such CDTarget
     * @throws IllegalArgumentException when a setting is wrong
     */
    boolean told(Map<String, String> settings) {
        var identities = AgentSettings.from(settings).identities();
        var lines = new ArrayList<String>();
        var missing = new TreeSet<String>();
        cluster.listServed(
                COLLECTION,
                "application/json",
                each -> look(new CdTarget(each), identities, lines, missing));
        if (lines.isEmpty()) {
            return true;
        }
        out.accept("CDTargets whose identity KEDA may not use:");
        lines.forEach(out);
        if (!missing.isEmpty()) {
            out.accept(
                    "    look at each identity before you allow it: %s=%s"
                            .formatted(Identities.SETTING, String.join(",", missing)));
        }
        return false;
    }

    private static void look(
            CdTarget target, Identities identities, List<String> lines, Set<String> missing) {
        var name = target.namespace() + "/" + target.name();
        identities
                .refuses(target)
                .ifPresent(why -> lines.add("    %s: %s".formatted(name, PlainText.oneLine(why))));
        identities
                .lacks(target)
                .ifPresent(each -> missing.add(PlainText.oneLine(each).replace(",", "")));
    }
}
