package dev.dragoman.agents.decision;

import dev.dragoman.kube.Names;

/** Names of what is made for a CDTarget, as ever, and keys of our own. */
public final class AgentNames {
    /** API group of CDTarget. */
    public static final String GROUP = "cnad.gofound.nl";

    /** Its version. */
    public static final String API_VERSION = GROUP + "/v1alpha1";

    public static final String KIND = "CDTarget";

    /** Field manager of all that is made, also in the route. */
    public static final String MANAGER = "dragoman-agents";

    /** Key of the token in the Secret that {@code tokenRef} names. */
    public static final String TOKEN = "AZP_TOKEN";

    /** Label of all that is made: one watch sees it, and no other object of its kind. */
    public static final String LABEL = "dragoman.dev/cdtarget";

    /** On the pod template: hash of what the agents read when they start. */
    public static final String INPUTS = "dragoman.dev/inputs";

    private AgentNames() {}

    /** The policy of the pool. */
    public static String pool(String target) {
        return target + "-pool";
    }

    /** The ConfigMap of the agents' settings. */
    public static String config(String target) {
        return target + "-config";
    }

    /**
     * As ever, the TriggerAuthentication's name; that of the target where no object can have it.
     */
    public static String authentication(String target, String pool) {
        var name = pool + "-trigger-auth";
        return Names.isSubdomain(name) ? name : ownAuthentication(target);
    }

    /** Its name where another object has the other one. */
    public static String ownAuthentication(String target) {
        return target + "-trigger-auth";
    }

    /** Name of the volume for a Secret: volumes have no dots, and 63 characters. */
    static String volume(String secret) {
        var name = secret.replace('.', '-');
        return name.length() <= 63 ? name : name.substring(0, 63).replaceAll("-+$", "");
    }
}
