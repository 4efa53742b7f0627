package dev.dragoman.agents.decision;

import dev.dragoman.kube.object.Names;

/** Names of the objects of a CDTarget, which are those of the predecessor, and keys of our own. */
public final class AgentNames {
    /** API group of CDTarget. */
    public static final String GROUP = "cnad.gofound.nl";

    /** Its version. */
    public static final String API_VERSION = GROUP + "/v1alpha1";

    public static final String KIND = "CDTarget";

    /** Field manager of all objects that are made; the route names it too. */
    public static final String MANAGER = "dragoman-agents";

    /** Key of the token in the Secret that {@code tokenRef} names. */
    public static final String TOKEN = "AZP_TOKEN";

    /** Label of all objects that are made: one watch of each kind selects them by it. */
    public static final String LABEL = "dragoman.dev/cdtarget";

    /** Annotation of the pod template: hash of what agents read when they start. */
    public static final String INPUTS = "dragoman.dev/inputs";

    private AgentNames() {}

    /** Name of the NetworkPolicy to the pool. */
    public static String pool(String target) {
        return target + "-pool";
    }

    /** Name of the ConfigMap with the agents' settings. */
    public static String config(String target) {
        return target + "-config";
    }

    /**
     * Usual name of the TriggerAuthentication, as the predecessor has it; {@link
     * #ownAuthentication} where no object can have that name.
     */
    public static String authentication(String target, String pool) {
        var name = pool + "-trigger-auth";
        return Names.isSubdomain(name) ? name : ownAuthentication(target);
    }

    /** Name of the TriggerAuthentication where another object has the usual one. */
    public static String ownAuthentication(String target) {
        return target + "-trigger-auth";
    }

    /** Name of the volume for a Secret: a volume's name has no dots and at most 63 characters. */
    public static String volume(String secret) {
        var name = secret.replace('.', '-');
        return name.length() <= 63 ? name : name.substring(0, 63).replaceAll("-+$", "");
    }
}
