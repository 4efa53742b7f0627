package dev.dragoman.discovery.decision;

import dev.dragoman.capability.Line;
import dev.dragoman.capability.StepCall;
import dev.dragoman.capability.object.Made;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.kube.object.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Makes the objects of a DiscoveryService, with one method for each line of the route. Certificates
 * and rights come before the objects that need them. Pure.
 */
public final class DiscoveryMakers {
    /** Names of the lines. */
    public static final String CERTIFICATES = "certificates";

    public static final String ACCOUNT = "account";
    public static final String SERVICE = "service";
    public static final String DEPLOYMENT = "deployment";
    public static final String NAMESPACES = "namespaces";

    /** The lines in their order. */
    public static final List<Line> LINES =
            List.of(
                    line(CERTIFICATES),
                    line(ACCOUNT),
                    line(SERVICE),
                    line(DEPLOYMENT).after(CERTIFICATES, ACCOUNT, SERVICE),
                    line(NAMESPACES).after(CERTIFICATES, SERVICE));

    private static Line line(String name) {
        return Line.maker(name, "bean:discoveryMakers." + name);
    }

    /** The makers by the name of their line, in the order of the lines. */
    public Map<String, Function<StepCall<DiscoveryFacts>, Made>> all() {
        var all = new LinkedHashMap<String, Function<StepCall<DiscoveryFacts>, Made>>();
        all.put(CERTIFICATES, this::certificates);
        all.put(ACCOUNT, this::account);
        all.put(SERVICE, this::service);
        all.put(DEPLOYMENT, this::deployment);
        all.put(NAMESPACES, this::namespaces);
        return all;
    }

    /** Name of the line that makes an object of the DiscoveryService. */
    public static String of(DiscoveryService service, Map<String, Object> object) {
        boolean own = Fields.metadata(object, "namespace").equals(service.namespace());
        return switch (String.valueOf(object.get("kind"))) {
            case DiscoveryNames.CERTIFICATE -> own ? CERTIFICATES : NAMESPACES;
            case "Service" -> SERVICE;
            case "Deployment" -> DEPLOYMENT;
            case "ConfigMap" -> NAMESPACES;
            default -> ACCOUNT;
        };
    }

    /** DiscoveryServiceCertificates of the root, the server, and the service's own client. */
    public Made certificates(StepCall<DiscoveryFacts> call) {
        var given = call.facts().given();
        var objects = given.certificates();
        return objects.size() == 3 && given.formerClient(/* needed= */ true).isEmpty()
                ? new Made.Objects(objects, given.troubles())
                : new Made.Unknown(
                        given.troubles(),
                        objects,
                        given.formerClient(/* needed= */ false).stream().toList());
    }

    /** ServiceAccount, Role and RoleBinding. */
    public Made account(StepCall<DiscoveryFacts> call) {
        var given = call.facts().given();
        return all(given.account(), 3, given.troubles());
    }

    /** The Service. One with a former name is deleted. */
    public Made service(StepCall<DiscoveryFacts> call) {
        var given = call.facts().given();
        return all(given.service(), 1, given.troubles());
    }

    /** The Deployment, where everything that its pods need exists. */
    public Made deployment(StepCall<DiscoveryFacts> call) {
        var given = call.facts().given();
        var troubles = new ArrayList<>(given.troubles());
        return all(given.pods(troubles).stream().toList(), 1, troubles);
    }

    /** Certificate and ConfigMap of each served namespace. Those elsewhere are deleted. */
    public Made namespaces(StepCall<DiscoveryFacts> call) {
        var given = call.facts().given();
        var troubles = new ArrayList<>(given.troubles());
        troubles.addAll(given.spaces().troubles());
        return given.signs()
                ? new Made.Objects(given.sidecars(), troubles)
                : new Made.Unknown(troubles, given.sidecars(), given.spaces().leftovers());
    }

    /**
     * The objects; fewer than expected means that others own some of the names, so nothing of the
     * line is deleted.
     */
    private static Made all(
            List<Map<String, Object>> objects, int expected, List<Trouble> troubles) {
        return objects.size() == expected
                ? new Made.Objects(objects, troubles)
                : new Made.Unknown(troubles, objects, List.of());
    }
}
