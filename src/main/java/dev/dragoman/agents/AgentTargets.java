package dev.dragoman.agents;

import dev.dragoman.agents.decision.Decision;
import dev.dragoman.agents.decision.Facts;
import dev.dragoman.agents.decision.Guard;
import dev.dragoman.agents.decision.Names;
import dev.dragoman.agents.decision.PortRange;
import dev.dragoman.agents.decision.Seen;
import dev.dragoman.agents.decision.TargetSpec;
import dev.dragoman.agents.decision.Wanted;
import dev.dragoman.capability.Capability;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.StatusForm;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.UnfitWanted;
import dev.dragoman.kube.Applier;
import dev.dragoman.kube.ApplyOptions;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.KindMissing;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.WriteRefused;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Build agents and their egress from a CDTarget. Thread-safe. */
final class AgentTargets implements Capability<Facts> {
    static final String NAME = "agents";

    /** Field manager of all that is made, also in the route. */
    static final String MANAGER = "dragoman-agents";

    /** The predecessor wrote as the name of its program; the route says it too. */
    private static final Set<String> FORMER = Set.of("manager");

    private static final String PORTS = "cdtarget-ports";
    private static final String UNKNOWN = "no key ports";
    private static final String ROLL_OUT = "dragoman.dev/roll-out";
    private static final String KEDA = "keda.sh/v1alpha1";
    private static final String AUTHENTICATION = "TriggerAuthentication";

    private final AgentSettings settings;
    private final Reader reader;
    private final Places places;
    private final Supplier<byte[]> key;
    private final Declaration declaration;
    private volatile Optional<List<PortRange>> lastPorts = Optional.empty();

    /**
     * @param key under which hashes are made that others may read
     */
    AgentTargets(
            AgentSettings settings,
            Reader reader,
            Places places,
            Supplier<byte[]> key,
            StatusForm form) {
        this.settings = settings;
        this.reader = reader;
        this.places = places;
        this.key = key;
        this.declaration = new Declaration(NAME, Optional.empty(), "ReconcileAgents", form);
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }

    @Override
    public Optional<Observed<Facts>> observe(Reconciliation reconciliation) {
        var object = reconciliation.object();
        if (!Names.KIND.equals(reconciliation.key().kind())) {
            return Optional.empty();
        }
        var target =
                new TargetSpec(
                        reconciliation.key().name(),
                        reconciliation.key().namespace(),
                        Fields.spec(object));
        var reading = new Reading(target, Fields.metadata(object, "uid"));
        if (Fields.deleting(object)) {
            var nothing = new Wanted(List.of(), List.of(), List.of(), 0, 0);
            return Optional.of(
                    new Observed<>(facts(object, target, nothing, Map.of(), true), Set.of()));
        }
        var seen = reading.all(object);
        var wanted = Wanted.of(target, seen, settings.egress(), settings.grace().toSeconds());
        return Optional.of(
                new Observed<>(
                        facts(object, target, wanted, seen.live(), false),
                        reading.needs,
                        wanted.objects().isEmpty()
                                ? Optional.empty()
                                : Optional.of(wanted.objects())));
    }

    private static Facts facts(
            Map<String, Object> object,
            TargetSpec target,
            Wanted wanted,
            Map<String, Map<String, Object>> live,
            boolean deleting) {
        return new Facts(
                object,
                Fields.generation(object),
                deleting,
                "%s/%s/%s".formatted(Names.KIND, target.namespace(), target.name()),
                wanted,
                differing(object, wanted.objects(), live),
                live,
                target.pool().isEmpty()
                        ? Optional.empty()
                        : Optional.of(target.url() + " " + target.pool()));
    }

    /** What an apply would change. */
    private static List<Map<String, Object>> differing(
            Map<String, Object> owner,
            List<Map<String, Object>> wanted,
            Map<String, Map<String, Object>> live) {
        var options = new ApplyOptions(MANAGER, Optional.of(owner), true, false, FORMER);
        return wanted.stream()
                .filter(
                        each ->
                                !Optional.ofNullable(live.get(keyOf(each)))
                                        .map(there -> Applier.upToDate(each, there, options))
                                        .orElse(false))
                .toList();
    }

    /** Pods that wait for a change keep their whole template, whatever steps would set in it. */
    @SuppressWarnings("unchecked") // copies of what was made here
    private static void pending(
            List<Map<String, Object>> given, List<Map<String, Object>> objects) {
        for (int i = 0; i < given.size(); i++) {
            var object = objects.get(i);
            if ("Deployment".equals(object.get("kind"))
                    && !Fields.spec(given.get(i)).containsKey("template")
                    && object.get("spec") instanceof Map<?, ?> spec) {
                ((Map<String, Object>) spec).remove("template");
                if (spec.isEmpty()) {
                    object.remove("spec");
                }
            }
        }
    }

    private static List<String> keys(List<Map<String, Object>> objects) {
        return objects.stream().map(each -> each.get("apiVersion") + " " + keyOf(each)).toList();
    }

    private static String keyOf(Map<String, Object> object) {
        return Seen.key(String.valueOf(object.get("kind")), Fields.metadata(object, "name"));
    }

    @Override
    @SuppressWarnings("unchecked") // checked when it came back: a list of objects
    public Facts wanted(Facts facts, Object wanted) {
        var objects = (List<Map<String, Object>>) wanted;
        if (!keys(objects).equals(keys(facts.wanted().objects()))) {
            throw new UnfitWanted(
                    "left other objects than a CDTarget has; make others by a route of your own. Nothing was made of it");
        }
        if (!objects.stream().allMatch(each -> Fields.label(each, Names.LABEL).equals("true"))) {
            throw new UnfitWanted(
                    "took away the label %s, by which the operator sees what it made; nothing was made of it"
                            .formatted(Names.LABEL));
        }
        pending(facts.wanted().objects(), objects);
        return facts.with(objects, differing(facts.object(), objects, facts.live()));
    }

    @Override
    public Step decide(Facts facts, Results done) {
        return Decision.next(facts, done);
    }

    /** What is read for one target. */
    private final class Reading {
        private final TargetSpec target;
        private final String uid;
        private final Set<ObjectKey> needs = new HashSet<>();
        private final Map<String, Map<String, Object>> live = new HashMap<>();
        private final List<String> foreign = new ArrayList<>();
        private boolean keda = true;

        Reading(TargetSpec target, String uid) {
            this.target = target;
            this.uid = uid;
        }

        Seen all(Map<String, Object> object) {
            var name = target.name();
            own("networking.k8s.io/v1", "NetworkPolicy", name);
            own("networking.k8s.io/v1", "NetworkPolicy", Names.pool(name));
            own("v1", "ConfigMap", Names.config(name));
            own("apps/v1", "Deployment", name);
            scaling(name);
            boolean taken = keda && mayAuthenticate();
            var secrets = secrets();
            return new Seen(
                    Fields.generation(object),
                    false,
                    Fields.annotation(object, ROLL_OUT),
                    ports(),
                    lastPorts,
                    new Guard(places.now(), settings.allowed()),
                    settings.nameservers(),
                    secrets,
                    keda,
                    Inputs.hash(key.get(), inputs(object, secrets)),
                    live,
                    foreign,
                    taken);
        }

        private Map<String, Object> inputs(
                Map<String, Object> object, Map<String, Optional<Map<String, Object>>> secrets) {
            var inputs = new LinkedHashMap<String, Object>();
            inputs.put("config", target.settings());
            secrets.forEach((name, data) -> inputs.put("secret/" + name, data.orElse(Map.of())));
            inputs.put(ROLL_OUT, Fields.annotation(object, ROLL_OUT));
            return inputs;
        }

        private void scaling(String name) {
            for (var kind : List.of("ScaledObject", "ScaledJob")) {
                // its definition, so that its installation is noticed
                needs.add(
                        new ObjectKey(
                                "apiextensions.k8s.io",
                                "CustomResourceDefinition",
                                "",
                                kind.toLowerCase(java.util.Locale.ROOT) + "s.keda.sh"));
                try {
                    own(KEDA, kind, name);
                } catch (KindMissing missing) {
                    keda = false;
                }
            }
        }

        /** Something that is made for the target, where it is there and the target's. */
        private void own(String apiVersion, String kind, String name) {
            var object = new ObjectKey(Fields.group(apiVersion), kind, target.namespace(), name);
            reader.get(apiVersion, object)
                    .ifPresent(
                            each -> {
                                if (Fields.hasOwner(each, uid)) {
                                    live.put(Seen.key(kind, name), each);
                                } else {
                                    foreign.add(kind + " " + name);
                                }
                            });
            needs.add(object);
        }

        /** KEDA's kinds may have gone since they were looked for. */
        private boolean mayAuthenticate() {
            try {
                return authentications();
            } catch (KindMissing gone) {
                keda = false;
                return false;
            }
        }

        /** Those of the target; whether the usual name belongs to another, who had it first. */
        private boolean authentications() {
            var usual = Names.authentication(target.name(), target.pool());
            boolean taken = false;
            for (var each : reader.list(KEDA, AUTHENTICATION, target.namespace(), "")) {
                var name = Fields.metadata(each, "name");
                if (Fields.hasOwner(each, uid)) {
                    live.put(Seen.key(AUTHENTICATION, name), each);
                } else {
                    taken |= name.equals(usual);
                }
            }
            for (var name : List.of(usual, Names.ownAuthentication(target.name()))) {
                needs.add(
                        new ObjectKey(
                                Fields.group(KEDA), AUTHENTICATION, target.namespace(), name));
            }
            return taken;
        }

        private Optional<String> ports() {
            var object = new ObjectKey("", "ConfigMap", settings.portsNamespace(), PORTS);
            needs.add(object);
            // without its key it says nothing, which is no reason to open what is open by default
            var text =
                    reader.get("v1", object)
                            .map(each -> Fields.map(each, "data").getOrDefault("ports", UNKNOWN))
                            .map(String::valueOf);
            text.map(PortRange::parse)
                    .filter(parsed -> parsed.problems().isEmpty())
                    .ifPresent(parsed -> lastPorts = Optional.of(parsed.ports()));
            return text;
        }

        private Map<String, Optional<Map<String, Object>>> secrets() {
            var secrets = new LinkedHashMap<String, Optional<Map<String, Object>>>();
            for (var name : List.of(target.tokenRef(), target.proxyRef(), target.caCertRef())) {
                if (!name.isEmpty()) {
                    var object = new ObjectKey("", "Secret", target.namespace(), name);
                    needs.add(object);
                    try {
                        secrets.put(
                                name,
                                reader.get("v1", object).map(each -> Fields.map(each, "data")));
                    } catch (WriteRefused refused) {
                        // absent: nobody may read it
                        secrets.remove(name);
                    }
                }
            }
            return secrets;
        }
    }
}
