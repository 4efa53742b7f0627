package dev.dragoman.azure.decision;

import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.catalog.KindRules;
import dev.dragoman.azure.decision.AzureFacts.Policy;
import dev.dragoman.azure.model.LookUp;
import dev.dragoman.azure.model.StoredEntries;
import dev.dragoman.capability.status.Repairs;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** Facts of an object at generation 1 that was just applied, to be varied by a row. */
public final class FactsOf {
    private Map<String, Object> metadata = Map.of();
    private boolean ready;
    private String reason = "";
    private boolean deleting;
    private Optional<String> foreign = Optional.empty();
    private Policy policy = Policy.MANAGE;
    private boolean detaching;
    private boolean hasDelete = true;
    private KindRules rules = KindRules.NONE;
    private Map<String, Object> spec = Map.of();
    private boolean ownerGone;
    private Optional<String> claimed = Optional.of("/r");
    private boolean claimNeeded = true;
    private Optional<StoredEntries> recorded = Optional.empty();
    private Optional<String> subscription = Optional.of("own");
    private long reconciled = 1;
    private Optional<Problem> problem = Optional.empty();
    private String hash = "h1";
    private List<String> drift = List.of();
    private Map<String, Object> body = Map.of("name", "name");
    private List<LookUp> lookUps = List.of();
    private Optional<BinaryOperator<Map<String, Object>>> keep = Optional.empty();
    private boolean look;
    private String id = "/r";
    private OwnState state = OwnState.NONE;
    private Optional<Duration> pollWait = Optional.empty();
    private Optional<Duration> doubt = Optional.empty();
    private boolean resync;
    private Optional<Integer> standing = Optional.empty();
    private Instant now = Instant.parse("2026-11-01T00:00:00Z");
    private boolean held = true;
    private List<Export> exports = List.of();
    private boolean exportsIntact = true;
    private boolean exportsText;
    private boolean made = true;
    private String vault = "";
    private AzureFacts.VaultValue vaultValue = AzureFacts.VaultValue.THERE;
    private Set<String> entries = Set.of();
    private boolean withdraws;
    private boolean etag;
    private Map<ExportCall, String> pending = Map.of();
    private Optional<Duration> longestPause = Optional.empty();

    /** Always the same paths, and what {@link #keep} makes of the body. */
    private record Rows(List<String> paths, Optional<BinaryOperator<Map<String, Object>>> keep)
            implements Comparing {
        @Override
        public List<String> drift(Map<String, Object> asked, Map<String, Object> shown) {
            return paths;
        }

        @Override
        public boolean mustLook() {
            return keep.isPresent();
        }

        @Override
        public Map<String, Object> toSend(Map<String, Object> asked, Map<String, Object> shown) {
            return keep.map(added -> added.apply(asked, shown)).orElse(asked);
        }

        @Override
        public boolean hasSecrets() {
            return false;
        }

        @Override
        public boolean keeps() {
            return false;
        }

        @Override
        public boolean creates(Map<String, Object> asked) {
            return asked.containsKey("createMode");
        }

        @Override
        public Map<String, String> moved(Map<String, Object> asked, Map<String, Object> shown) {
            return Map.of();
        }

        @Override
        public Map<String, Object> left(Map<String, Object> asked, Map<String, Object> shown) {
            return Map.of();
        }

        @Override
        public String fields(Map<String, Object> asked, Map<String, Object> shown) {
            return "";
        }
    }

    public static AzureFacts facts(UnaryOperator<FactsOf> change) {
        return change.apply(new FactsOf()).build();
    }

    FactsOf vault(String mark) {
        vault = mark;
        exportsText = true;
        return this;
    }

    FactsOf vaultValue(AzureFacts.VaultValue value) {
        vaultValue = value;
        return this;
    }

    FactsOf entries(String... ids) {
        entries = Set.of(ids);
        return this;
    }

    public FactsOf stored(StoredEntries value) {
        state = state.withStored(value);
        return this;
    }

    /** Entries that the object's status names. */
    FactsOf recorded(StoredEntries value) {
        recorded = Optional.of(value);
        return stored(value);
    }

    FactsOf withdraws() {
        withdraws = true;
        return this;
    }

    FactsOf now(Instant value) {
        now = value;
        return this;
    }

    FactsOf longestPause(Duration value) {
        longestPause = Optional.of(value);
        return this;
    }

    FactsOf body(String resourceId, Map<String, Object> value, LookUp... open) {
        id = resourceId;
        body = value;
        lookUps = List.of(open);
        return this;
    }

    FactsOf keep(BinaryOperator<Map<String, Object>> value) {
        keep = Optional.of(value);
        return this;
    }

    FactsOf look(boolean value) {
        look = value;
        return this;
    }

    FactsOf doubt(Duration left) {
        doubt = Optional.of(left);
        return this;
    }

    FactsOf held(boolean value) {
        held = value;
        return this;
    }

    FactsOf exports(Export... values) {
        exports = List.of(values);
        return this;
    }

    /** Something to write that takes no value of Azure. */
    FactsOf exportsText() {
        exportsText = true;
        return this;
    }

    FactsOf exportsBroken() {
        exportsIntact = false;
        return this;
    }

    FactsOf pending(ExportCall call) {
        pending = Map.of(call, "https://arm/result");
        return this;
    }

    FactsOf id(String value) {
        id = value;
        return this;
    }

    FactsOf notEchoed(String... paths) {
        state = state.echoed(List.of(paths));
        return this;
    }

    FactsOf ready() {
        ready = true;
        reason = "Succeeded";
        return this;
    }

    FactsOf deleting() {
        deleting = true;
        return this;
    }

    FactsOf notMade() {
        made = false;
        return this;
    }

    FactsOf foreign(String namespace) {
        foreign = Optional.of(namespace);
        return this;
    }

    FactsOf policy(Policy value) {
        policy = value;
        return this;
    }

    FactsOf detaching() {
        detaching = true;
        return this;
    }

    FactsOf noDelete() {
        hasDelete = false;
        return this;
    }

    FactsOf spec(Map<String, Object> value) {
        spec = value;
        return this;
    }

    FactsOf rules(KindRules value) {
        rules = value;
        return this;
    }

    FactsOf ownerGone() {
        ownerGone = true;
        return this;
    }

    FactsOf unclaimed() {
        claimed = Optional.empty();
        return this;
    }

    /** Nothing can be sent. */
    FactsOf withoutCredential() {
        subscription = Optional.empty();
        return this;
    }

    FactsOf claimNeeded(boolean value) {
        claimNeeded = value;
        return this;
    }

    FactsOf reconciled(long generation) {
        reconciled = generation;
        return this;
    }

    FactsOf problem(Problem value) {
        problem = Optional.of(value);
        return this;
    }

    FactsOf hash(String value) {
        hash = value;
        return this;
    }

    FactsOf drift(List<String> paths) {
        drift = paths;
        return this;
    }

    FactsOf accepted(String value) {
        state = state.accepted(value);
        return this;
    }

    FactsOf repairs(Repairs value) {
        state = state.withRepairs(value);
        return this;
    }

    FactsOf operation(String method) {
        state =
                state.running(
                        new OwnState.Operation(
                                "https://arm/op", method, "h1", OwnState.Operation.Form.UNTOLD));
        return ready ? this : shows("Reconciling");
    }

    FactsOf works(OwnState.Operation operation) {
        state = state.running(operation);
        return shows("Reconciling");
    }

    FactsOf shows(String value) {
        reason = value;
        return this;
    }

    FactsOf handedOver() {
        metadata = Map.of("annotations", Map.of("dragoman.dev/adopt", "true"));
        return this;
    }

    FactsOf shownEtag() {
        etag = true;
        return this;
    }

    FactsOf pollWait(int seconds) {
        pollWait = Optional.of(Duration.ofSeconds(seconds));
        return this;
    }

    /** What the resource showed when its keys were asked for. */
    FactsOf standing(int sign) {
        standing = Optional.of(sign);
        return this;
    }

    FactsOf resync() {
        resync = true;
        return this;
    }

    private Map<String, Object> status(Map<String, Object> condition) {
        var all = new HashMap<String, Object>(Map.of("conditions", List.of(condition)));
        if (etag) {
            all.put("etag", "W/1");
        }
        recorded.ifPresent(each -> all.put("dragoman", Map.of("keyVault", each.toStatus())));
        return all;
    }

    AzureFacts build() {
        Map<String, Object> condition =
                Map.of(
                        "type",
                        "Ready",
                        "status",
                        ready ? "True" : "False",
                        "reason",
                        reason,
                        "message",
                        ReadyCondition.reconciling(1).message(),
                        "observedGeneration",
                        1);
        return new AzureFacts(
                new AzureFacts.Subject(
                        Map.of("metadata", metadata, "status", status(condition), "spec", spec),
                        "Type/name name",
                        1,
                        deleting,
                        held,
                        foreign,
                        policy,
                        ownerGone,
                        vaultValue),
                new AzureFacts.Type(rules, hasDelete, detaching),
                new AzureFacts.Claimed(
                        Optional.of(id), claimed, claimNeeded, reconciled, made, subscription),
                problem,
                Optional.of(
                        new AzureFacts.Desired(body, hash, lookUps, new Rows(drift, keep), look)),
                state,
                new AzureFacts.Exported(
                        exports,
                        exportsText || !exports.isEmpty(),
                        exportsIntact,
                        pending,
                        vault,
                        entries,
                        withdraws,
                        standing),
                new AzureFacts.Timing(pollWait, doubt, resync, now, longestPause));
    }
}
