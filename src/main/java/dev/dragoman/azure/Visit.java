package dev.dragoman.azure;

import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.decision.Facts;
import dev.dragoman.azure.decision.Progress;
import dev.dragoman.azure.decision.Step;
import dev.dragoman.azure.export.ExportRequest;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.kube.MetadataChange;
import dev.dragoman.reconcile.Pass;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One pass over one Azure object, from observe to record. Confined to the pass's thread; nothing of
 * it outlives the pass.
 */
final class Visit {
    final Pass pass;
    final AzureKind kind;
    final AzureVersion version;
    final Optional<ArmClient> client;
    final Optional<String> resourceId;
    final Optional<ArmBody.Result> mapped;
    final MetadataChange claim;

    /** What the claim says beside, where the resource was not there; empty where nobody asks. */
    final Map<String, Optional<String>> made;

    final List<ExportRequest> exports;

    /** The object as it is now: a claim gives it a new resourceVersion. */
    Map<String, Object> object;

    Facts facts;
    Progress progress = Progress.NONE;
    Step step;

    Visit(
            Pass pass,
            AzureKind kind,
            AzureVersion version,
            Optional<ArmClient> client,
            Optional<String> resourceId,
            Optional<ArmBody.Result> mapped,
            MetadataChange claim,
            Map<String, Optional<String>> made,
            List<ExportRequest> exports,
            Facts facts) {
        this.pass = pass;
        this.kind = kind;
        this.version = version;
        this.client = client;
        this.resourceId = resourceId;
        this.mapped = mapped;
        this.claim = claim;
        this.made = made;
        this.exports = exports;
        this.object = pass.object();
        this.facts = facts;
    }

    /** Deletion, another operator's object, a problem, and policy skip send none. */
    boolean hasBody() {
        return mapped.isPresent()
                && facts.problem().isEmpty()
                && facts.foreignOperator().isEmpty()
                && !facts.deleting()
                && facts.policy() != Facts.Policy.SKIP;
    }
}
