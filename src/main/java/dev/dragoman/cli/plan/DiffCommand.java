package dev.dragoman.cli.plan;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.check.CredentialScope;
import dev.dragoman.azure.identity.GlobalIdentity;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.trial.Forecasts;
import dev.dragoman.camel.Redactor;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.explain.ScopeOptions;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what the operator would send to Azure for one object, and what Azure shows now. */
@Command(
        name = "diff",
        description =
                "Compares one object with Azure, as 'plan --azure' does: what the operator would"
                        + " send, and what Azure shows. Writes nothing, and shows no value of a"
                        + " Secret. Exit code 0 without difference, 1 when the operator would"
                        + " change something, 2 when nothing could be compared.",
        mixinStandardHelpOptions = true,
        exitCodeOnExecutionException = 2)
public final class DiffCommand implements Callable<Integer> {
    private static final int TROUBLE = 2;

    @Spec private CommandSpec spec;

    @Mixin private ScopeOptions options;

    @Parameters(arity = "1..2", paramLabel = "KIND/NAME", description = "The object, or an ARM id.")
    private List<String> object = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}")
    private PlanCommand.Output output = PlanCommand.Output.table;

    private int code = TROUBLE;

    @Override
    public Integer call() {
        int failed = PlanCommand.reading(options.cluster(), "diff", this::diff);
        return failed == 0 ? code : TROUBLE;
    }

    private int diff(KubernetesClient client) {
        var requests = new ClusterRequests(client);
        var key = options.key(String.join("/", object), requests);
        if (!Catalog.load().has(key.group(), key.kind())) {
            throw refused(key, "is of no Azure kind; 'dragoman explain' says how it is");
        }
        var env = new HashMap<>(System.getenv());
        env.put("POD_NAMESPACE", options.operator());
        var forecasts = new Forecasts(true, Redactor::redact);
        var operator = PlanCommand.operator(options.cluster(), client, env, forecasts);
        var whole = new ObjectKey(key.group(), key.kind(), "", "");
        var run = new PlanRun(requests, each -> each.equals(key) || each.equals(whole), forecasts);
        var remarks = new ArrayList<String>();
        var planned = run.run(read -> operator.apply(sent(key, read, remarks)), false);
        if (planned.isEmpty()) {
            throw refused(key, "does not exist");
        }
        var report = new PlanReport(List.of(planned.getFirst().with(remarks)), true);
        var out = spec.commandLine().getOut();
        boolean json = output == PlanCommand.Output.json;
        out.print(json ? report.json() : report.details().stripLeading());
        out.flush();
        code =
                switch (planned.getFirst().forecast().plan()) {
                    case UNCHANGED -> 0;
                    case CHANGE, CREATE, DELETE -> 1;
                    case RELEASE, WAIT, NOT_COMPARED, LEFT_ALONE, REFUSED -> TROUBLE;
                };
        return 0;
    }

    private static ClusterRequests.Refused refused(ObjectKey key, String why) {
        return new ClusterRequests.Refused(TROUBLE, key + " " + why);
    }

    /**
     * The objects as they were read, with the object as if it were not suspended, so that it is
     * compared. Adds to the remarks that it is, and which credential its requests have.
     */
    private List<Map<String, Object>> sent(
            ObjectKey key, List<Map<String, Object>> read, List<String> remarks) {
        var found = new HashMap<ObjectKey, Map<String, Object>>();
        read.forEach(each -> found.put(Fields.key(each), each));
        var one = Json.copyMap(found.getOrDefault(key, Map.of()));
        var own = new ObjectKey("", "Secret", key.namespace(), AsoNames.NAMESPACE_CREDENTIAL);
        var scope = CredentialScope.of(one, () -> found.containsKey(own));
        remarks.add(
                scope instanceof CredentialScope.Own secret
                        ? "credential: Secret %s/%s".formatted(key.namespace(), secret.secret())
                        : "credential: the operator's own, of the environment and Secret %s/%s"
                                .formatted(options.operator(), GlobalIdentity.SECRET));
        if (Fields.annotation(one, AsoNames.POLICY).equals("skip") && !Fields.deleting(one)) {
            remarks.add("the object is suspended: nothing is sent until 'dragoman resume'");
            Fields.map(one, "metadata", "annotations").remove(AsoNames.POLICY);
            found.put(key, one);
        }
        return List.copyOf(found.values());
    }
}
