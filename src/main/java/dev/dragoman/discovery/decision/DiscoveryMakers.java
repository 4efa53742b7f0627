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
 * Makes the objects of a DiscoveryService, with one method for each maker line of the route.
 * Certificates and rights are made before the objects that need them. Pure.
 */
public final class DiscoveryMakers {
    /** Names of the makers' lines. */
    public static final String CERTIFICATES = "certificates";

    public static final String ACCOUNT = "account";
    public static final String SERVICE = "service";
    public static final String DEPLOYMENT = "deployment";
    public static final String NAMESPACES = "namespaces";

    /** The makers' lines, in the order in which they run. */
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

    /** The Service. A Service with a former name is deleted. */
    public Made service(StepCall<DiscoveryFacts> call) {
        var given = call.facts().given();
        return all(given.service(), 1, given.troubles());
    }

    /** The Deployment, if every object that its pods need exists. */
    public Made deployment(StepCall<DiscoveryFacts> call) {
        var given = call.facts().given();
        var troubles = new ArrayList<>(given.troubles());
        return all(given.pods(troubles).stream().toList(), 1, troubles);
    }

    /**
     * Certificate and ConfigMap of each served namespace. These objects are deleted in namespaces
     * that are not served.
     */
    public Made namespaces(StepCall<DiscoveryFacts> call) {
        var given = call.facts().given();
        var troubles = new ArrayList<>(given.troubles());
        troubles.addAll(given.spaces().troubles());
        return given.signs()
                ? new Made.Objects(given.sidecars(), troubles)
                : new Made.Unknown(troubles, given.sidecars(), given.spaces().leftovers());
    }

    /**
     * The answer with these objects. If there are fewer than expected, the names of the others
     * belong to other owners. Then no object of the line is deleted.
     */
    private static Made all(
            List<Map<String, Object>> objects, int expected, List<Trouble> troubles) {
        return objects.size() == expected
                ? new Made.Objects(objects, troubles)
                : new Made.Unknown(troubles, objects, List.of());
    }
}
