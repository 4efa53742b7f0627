package dev.dragoman.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Landing;
import dev.dragoman.tier.Witness;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What rights allow besides their use is tried by {@link BoundRightsIT}. No right without a use:
 * looks at what the API servers noted of the integration tests before it. It fails where there were
 * none.
 */
@Landing
@Witness
class RightsIT {
    /** Rights that no request of the operator shows, each with its reason. */
    private static final Map<Pattern, String> HELD = new LinkedHashMap<>();

    static {
        held(
                "ClusterRole/dragoman-namespaces: bind clusterroles.* admin",
                "held so that it may be granted: the role that vended credentials get");
        held(
                "ClusterRole/dragoman-azure:.*: update .*/finalizers.*",
                "asked for by admission (OwnerReferencesPermissionEnforcement), not by a request");
        held(
                "ClusterRole/dragoman-azure:.*: delete [^/]*",
                "asked for by the same admission where an owner reference changes");
        held(
                "(Cluster)?Role/dragoman-(secrets|namespaces|cdtargets-writes|discovery-writes): delete (secrets|configmaps|networkpolicies|serviceaccounts|roles|rolebindings|deployments)\\b.*",
                "asked for by the same admission");
        held(
                "Role/dragoman-sidecars: delete secrets.*",
                "asked for by the same admission, beside the operator");
        held(
                "Role/dragoman-sidecars: (create|patch) discoveryservicecertificates.*",
                "dragoman-discovery-writes grants it too, but not where the operator serves some namespaces alone");
        held(
                "ClusterRole/dragoman-sidecars: list pods.*",
                "dragoman-discovery-granted grants it too, and the API server names one of the two");
        held(
                "ClusterRole/dragoman-discovery: (get|list|watch) envoyconfigs.*",
                "dragoman-discovery-granted grants it too, and the API server names one of the two");
        held(
                "ClusterRole/dragoman-discovery-granted: .*",
                "held so that it may be granted: the role of the pods of a discovery service");
        held(
                "ClusterRole/dragoman-(cdtargets: get cdtargets|discovery: get (discoveryservices|envoydeployments)|certificates: get discoveryservicecertificates)\\..*",
                "asked for where the watch is behind, and for one that is too large to be kept");
        held(
                "Role/dragoman: get secrets aso-controller-settings",
                "asked for where the watch cannot be opened, and for one that is too large to be kept");
    }

    private static void held(String right, String reason) {
        HELD.put(Pattern.compile(right), reason);
    }

    @Test
    void everyRightIsUsed() {
        var used = UsedRights.in(Evidence.audits());
        assertThat(used).as("run all integration tests: mvn verify").hasSizeGreaterThan(50);

        var unused =
                InstalledRights.all().stream()
                        .filter(right -> used.stream().noneMatch(right::serves))
                        .filter(right -> !ofAnotherKind(right, used))
                        .map(GrantedRight::toString)
                        .filter(right -> HELD.keySet().stream().noneMatch(h -> matches(h, right)))
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(unused).as("rights that no request needed: take them out").isEmpty();
    }

    @Test
    void whatIsHeldIsGranted() {
        var all = InstalledRights.all().stream().map(GrantedRight::toString).toList();
        assertThat(HELD.keySet())
                .allSatisfy(held -> assertThat(all).anyMatch(right -> matches(held, right)));
    }

    /** The list of kinds is generated: what one of them needs is granted for each. */
    private static boolean ofAnotherKind(GrantedRight right, Set<GrantedRight> used) {
        return right.role().startsWith("ClusterRole/dragoman-azure:")
                && used.stream()
                        .filter(each -> each.role().startsWith("ClusterRole/dragoman-azure:"))
                        .filter(each -> each.verb().equals(right.verb()))
                        .anyMatch(each -> part(each).equals(part(right)));
    }

    private static String part(GrantedRight right) {
        int slash = right.resource().indexOf('/');
        return slash < 0 ? "" : right.resource().substring(slash);
    }

    private static boolean matches(Pattern pattern, String text) {
        return pattern.matcher(text).matches();
    }
}
