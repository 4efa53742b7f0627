package dev.dragoman.agents.decision;

import dev.dragoman.kube.object.Names;

/**
 * Names of a CDTarget's objects, which the predecessor used too, and keys of the operator's labels
 * and annotations.
 */
public final class AgentNames {
    /** API group of CDTarget. */
    public static final String GROUP = "cnad.gofound.nl";

    /** API version of CDTarget. */
    public static final String API_VERSION = GROUP + "/v1alpha1";

    public static final String KIND = "CDTarget";

    /**
     * Field manager of all objects that are made for CDTargets; the route's line {@code
     * kubernetes-apply} has the same value.
     */
    public static final String MANAGER = "dragoman-agents";

    /** Key of the token in the Secret that {@code tokenRef} names. */
    public static final String TOKEN = "AZP_TOKEN";

    /**
     * Label of all objects that are made for CDTargets. One watch of each kind selects objects by
     * this label.
     */
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
     * Usual name of the TriggerAuthentication, which the predecessor used too; {@link
     * #ownAuthentication} if no object can have that name.
     */
    public static String authentication(String target, String pool) {
        var name = pool + "-trigger-auth";
        return Names.isSubdomain(name) ? name : ownAuthentication(target);
    }

    /** Name of the TriggerAuthentication when another object has the usual name. */
    public static String ownAuthentication(String target) {
        return target + "-trigger-auth";
    }

    /** Name of the volume for a Secret: a volume's name has no dots and at most 63 characters. */
    public static String volume(String secret) {
        var name = secret.replace('.', '-');
        return name.length() <= 63 ? name : name.substring(0, 63).replaceAll("-+$", "");
    }
}
