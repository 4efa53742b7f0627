package dev.dragoman.agents;

import dev.dragoman.agents.decision.AgentNames;
import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Names;
import dev.dragoman.reconcile.ObjectKey;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the Azure DevOps tokens of CDTargets from their Secrets, at each call. Caches no token.
 * Thread-safe.
 */
record AgentTokens(Reader reader) {
    private static final Logger LOG = LoggerFactory.getLogger(AgentTokens.class);

    /** Key of the Secret with the target's token. */
    ObjectKey key(CdTarget target) {
        return new ObjectKey("", "Secret", target.namespace(), target.tokenRef());
    }

    /**
     * The target's token; empty when the Secret has none, or the operator may not read the Secret.
     */
    Optional<String> of(CdTarget target) {
        if (!Names.isSubdomain(target.tokenRef())) {
            return Optional.empty();
        }
        try {
            return reader.get("v1", key(target))
                    .map(each -> Fields.map(each, "data").get(AgentNames.TOKEN))
                    .map(String::valueOf)
                    .flatMap(Fields::decoded)
                    .map(String::strip)
                    .filter(each -> !each.isEmpty());
        } catch (WriteRefused refused) {
            LOG.debug("the token of {} is not readable", target.name(), refused);
            return Optional.empty();
        }
    }
}
