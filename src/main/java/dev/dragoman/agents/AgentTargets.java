package dev.dragoman.agents;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.dragoman.agents.decision.AgentDecision;
import dev.dragoman.agents.decision.AgentFacts;
import dev.dragoman.agents.decision.AgentInput;
import dev.dragoman.agents.decision.AgentMakers;
import dev.dragoman.agents.decision.AgentNames;
import dev.dragoman.agents.decision.AgentObservation;
import dev.dragoman.agents.decision.AgentSelection;
import dev.dragoman.agents.decision.AgentTrouble;
import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.agents.decision.PoolDecision;
import dev.dragoman.agents.decision.Restriction;
import dev.dragoman.agents.decision.egress.Guard;
import dev.dragoman.agents.decision.egress.PortRange;
import dev.dragoman.agents.decision.workload.Counting;
import dev.dragoman.agents.decision.workload.Identities;
import dev.dragoman.agents.pool.PoolClient;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Line;
import dev.dragoman.capability.MakerCapability;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.Reads;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.object.Makes;
import dev.dragoman.capability.object.Present;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.failure.KindMissing;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Seal;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes build agents and their egress policies for a CDTarget. Thread-safe. */
final class AgentTargets extends MakerCapability<AgentFacts> {
    /** Length of the hash: enough to tell two states of the same Secrets apart. */
    private static final int BYTES = 16;

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

    private static final Logger LOG = LoggerFactory.getLogger(AgentTargets.class);

    static final String NAME = "agents";

    /** Finalizer that keeps a CDTarget and its NetworkPolicies until its agents have ended. */
    private static final String FINALIZER = "dragoman.dev/agents";

    static final CapabilityLines LINES =
            CapabilityLines.making(
                            NAME,
                            AgentMakers.LINES,
                            Line.of("apply", "kubernetes-apply:" + AgentNames.MANAGER)
                                    .after("compare", "claim"))
                    .deleting(
                            Line.of("signOff", "bean:agentSteps.signOff").follows("remove"),
                            Line.of("release", "bean:agents.release")
                                    .follows("remove", "signOff")
                                    .always())
                    .holding(FINALIZER);

    /**
     * {@code manager} is the predecessor's field manager; the route's {@code formerManagers} has
     * the same value.
     */
    private static final Makes MAKES =
            new Makes(AgentNames.MANAGER, Set.of("manager"), AgentTrouble.WORST_FIRST);

    private static final String CRD = "CustomResourceDefinition";
    private static final String KEDA = "keda.sh/v1alpha1";
    private static final String AUTHENTICATION = "TriggerAuthentication";

    private final AgentSettings settings;
    private final Reader reader;
    private final Identities identities;
    private final Places places;
    private final LeftAgents left;
    private final Autoscalers autoscalers;
    private final HostTargets hosts;
    private final PoolClient pools;
    private final Supplier<byte[]> key;

    /**
     * @param identities identities of the settings; {@link Identities#unknown} when there is no
     *     cluster
     * @param pools client of Azure DevOps
     * @param hosts resolves host names
     * @param key supplies the key for {@link #hash}
     */
    AgentTargets(
            AgentSettings settings,
            Identities identities,
            Reader reader,
            Places places,
            PoolClient pools,
            Autoscalers autoscalers,
            HostTargets hosts,
            Supplier<byte[]> key,
            StatusForm form) {
        super(
                new GroupKind(AgentNames.GROUP, AgentNames.KIND)::equals,
                new Declaration(
                        NAME,
                        Optional.of(FINALIZER),
                        "ReconcileAgents",
                        form,
                        LINES,
                        Optional.of(MAKES)),
                new AgentMakers().all());
        this.identities = identities;
        this.autoscalers = autoscalers;
        this.hosts = hosts;
        this.left = new LeftAgents(pools, new AgentTokens(reader), reader);
        this.pools = pools;
        this.settings = settings;
        this.reader = reader;
        this.places = places;
        this.key = key;
    }

    @Override
    public void forget(ObjectKey key) {
        hosts.forget(key);
    }

    @Override
    protected Observed<AgentFacts> observation(Reconciliation reconciliation) {
        var target = new CdTarget(reconciliation.object());
        var reading = new Reading(reconciliation.key(), target);
        if (target.deleting()) {
            hosts.forget(reconciliation.key());
            reading.running();
            var facts = AgentFacts.leaving(target, reading.live);
            return new Observed<>(
                    facts.runners().isEmpty() ? facts.withLeft(left.of(target)) : facts,
                    reading.reads.needs());
        }
        var seen = reading.all();
        var given = AgentInput.of(target, seen, settings.egress(), identities, settings.times());
        var facts = AgentFacts.of(target, given, hosts.again(seen.hosts()));
        var present =
                Present.of(
                        target.object(),
                        Map.of(AgentNames.LABEL, "true"),
                        seen.live().values(),
                        each -> AgentMakers.of(target, each));
        return new Observed<>(facts, reading.reads.needs(), present);
    }

    @Override
    @SuppressWarnings("unchecked") // the objects that the makers have made
    public AgentFacts wanted(AgentFacts facts, Object wanted) {
        var given = facts.given();
        AgentSelection.check(
                given.target(), given.egress().open(), (List<Map<String, Object>>) wanted);
        return facts;
    }

    @Override
    public void restricted(AgentFacts facts, List<Map<String, Object>> added) {
        Restriction.check(facts.given().target(), added);
    }

    @Override
    public Step decide(AgentFacts facts, Results done) {
        return AgentDecision.next(facts, done);
    }

    /** Reads the objects that one CDTarget needs. Not thread-safe. */
    private final class Reading {
        private final ObjectKey id;
        private final CdTarget target;
        private final String uid;
        private final Reads reads = new Reads(reader);
        private final Map<String, Map<String, Object>> live = new HashMap<>();
        private final List<String> foreign = new ArrayList<>();
        private boolean keda = true;

        Reading(ObjectKey id, CdTarget target) {
            this.id = id;
            this.target = target;
            this.uid = target.uid();
        }

        /** Reads the target's Deployment, ScaledObject and ScaledJob. */
        void running() {
            own("apps/v1", "Deployment", target.name());
            scaling(target.name());
        }

        AgentObservation all() {
            var name = target.name();
            own("networking.k8s.io/v1", "NetworkPolicy", name);
            own("networking.k8s.io/v1", "NetworkPolicy", AgentNames.pool(name));
            own("v1", "ConfigMap", AgentNames.config(name));
            running();
            boolean taken = keda && authenticationsIfServed();
            var secrets = secrets();
            var guard = new Guard(places.now(), settings.allowed());
            var policy = Optional.ofNullable(live.get(AgentObservation.key("NetworkPolicy", name)));
            return new AgentObservation(
                    ports(),
                    guard,
                    settings.nameservers(),
                    secrets,
                    keda,
                    counting(),
                    hash(key.get(), inputs(secrets)),
                    live,
                    foreign,
                    taken,
                    hosts.of(id, target, policy, guard));
        }

        private Counting counting() {
            if (!settings.countBusy()) {
                return Counting.UNFINISHED;
            }
            if (PoolDecision.trouble(target, pools.refusal(target)).isPresent()) {
                return Counting.WAITING;
            }
            return autoscalers.exact() ? Counting.EXACT : Counting.BUSY;
        }

        private Map<String, Object> inputs(Map<String, Optional<Map<String, Object>>> secrets) {
            var inputs = new LinkedHashMap<String, Object>();
            inputs.put("config", target.settings());
            secrets.forEach((name, data) -> inputs.put("secret/" + name, data.orElse(Map.of())));
            inputs.put("roll-out", target.rollOut());
            return inputs;
        }

        private void scaling(String name) {
            for (var kind : List.of("ScaledObject", "ScaledJob")) {
                // needs the kind's definition too, so that an installation of KEDA wakes the target
                var definition = kind.toLowerCase(Locale.ROOT) + "s.keda.sh";
                var _ = reads.need("apiextensions.k8s.io", CRD, "", definition);
                try {
                    own(KEDA, kind, name);
                } catch (KindMissing missing) {
                    keda = false;
                }
            }
        }

        /**
         * Reads the object that has the name of one of the target's objects. Adds it to {@code
         * live} if the target owns it, otherwise to {@code foreign}.
         */
        private void own(String apiVersion, String kind, String name) {
            var object = reads.get(apiVersion, kind, target.namespace(), name);
            if (object.filter(target::owns).isPresent()) {
                live.put(AgentObservation.key(kind, name), object.get());
            } else if (object.isPresent()) {
                foreign.add(kind + " " + name);
            }
        }

        /**
         * Calls {@link #authentications}. Returns false if KEDA's kinds were removed since {@link
         * #scaling}.
         */
        private boolean authenticationsIfServed() {
            try {
                return authentications();
            } catch (KindMissing gone) {
                keda = false;
                return false;
            }
        }

        /**
         * Reads the TriggerAuthentications of the target.
         *
         * @return whether a TriggerAuthentication that the target does not own has the usual name
         */
        private boolean authentications() {
            var usual = AgentNames.authentication(target.name(), target.pool());
            own(KEDA, AUTHENTICATION, AgentNames.ownAuthentication(target.name()));
            own(KEDA, AUTHENTICATION, usual);
            boolean taken = foreign.contains(AUTHENTICATION + " " + usual);
            var _ = foreign.removeIf(each -> each.startsWith(AUTHENTICATION));
            // also reads the TriggerAuthentications of former pools; selects them by label, as a
            // namespace may have very many
            var labels = target.labelSelector();
            reader.metadata(KEDA, AUTHENTICATION, target.namespace(), labels, each -> each).stream()
                    .filter(each -> Fields.hasOwner(each, uid))
                    .forEach(each -> other(Fields.metadata(each, "name")));
            return taken;
        }

        /**
         * Adds the TriggerAuthentication of a former pool to {@code live}. Reads the whole object,
         * because the identity is in its spec.
         */
        private void other(String name) {
            var key = AgentObservation.key(AUTHENTICATION, name);
            if (!live.containsKey(key)) {
                var group = Fields.group(KEDA);
                reader.get(KEDA, new ObjectKey(group, AUTHENTICATION, target.namespace(), name))
                        .filter(each -> Fields.hasOwner(each, uid))
                        .ifPresent(each -> live.put(key, each));
            }
        }

        private Optional<PortRange.Parsed> ports() {
            // a ConfigMap without the key is an error: default ports would open more than its
            // author wanted
            return reads.get("v1", "ConfigMap", settings.portsNamespace(), "cdtarget-ports")
                    .map(each -> PortRange.of(Fields.map(each, "data")));
        }

        private Map<String, Optional<Map<String, Object>>> secrets() {
            var secrets = new LinkedHashMap<String, Optional<Map<String, Object>>>();
            for (var name : target.secrets()) {
                var secret = reads.need("", "Secret", target.namespace(), name);
                try {
                    secrets.put(
                            name, reader.get("v1", secret).map(each -> Fields.map(each, "data")));
                } catch (WriteRefused refused) {
                    LOG.debug("{}: Secret {} is not readable", target.name(), name, refused);
                }
            }
            return secrets;
        }
    }

    /**
     * Hash of the settings and Secrets that agents read when they start, as 32 hexadecimal digits.
     * The order of keys in {@code inputs} does not matter. The hash is keyed: users who read the
     * annotation with it must not be able to test guessed passwords.
     */
    private static String hash(byte[] key, Map<String, ?> inputs) {
        try {
            var all = Seal.hmac(key, JSON.writeValueAsBytes(inputs));
            return HexFormat.of().formatHex(Arrays.copyOf(all, BYTES));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(
                    "cannot compute the hash of the agents' settings and Secrets", e);
        }
    }
}
