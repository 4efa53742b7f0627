package dev.dragoman.cli.credentials;

import static dev.dragoman.kube.object.Json.map;
import static dev.dragoman.kube.object.Json.maps;
import static dev.dragoman.kube.object.Json.text;

import dev.dragoman.agents.AgentSettings;
import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.agents.decision.workload.Identities;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.GlobalIdentity;
import dev.dragoman.azure.identity.IdentityRules;
import dev.dragoman.azure.identity.Proof;
import dev.dragoman.azure.identity.SecretText;
import dev.dragoman.azure.identity.ServiceAccountTokens;
import dev.dragoman.azure.identity.Source;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.cluster.InstalledKinds;
import dev.dragoman.kube.object.Names;
import dev.dragoman.kube.object.PlainText;
import dev.dragoman.kube.object.ReservedSecrets;
import dev.dragoman.settings.IdentityMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Lists the Secrets with credentials, and whether Entra gave the last token for each credential.
 * Not thread-safe.
 */
final class CredentialsRun {
    private static final String FROM = "serviceoperator.azure.com/credential-from";
    private static final String TARGETS = "/apis/cnad.gofound.nl/v1alpha1/cdtargets";
    private static final String LINE = "%-44s %-7s %-17s %-36s %-36s %s";
    private static final Pattern CODE = Pattern.compile("AADSTS\\d+");
    private static final String UNKNOWN = "not known yet";
    private static final String REFUSED = "refused";

    private final ClusterRequests cluster;
    private final Catalog catalog;
    private final String operator;
    private final Consumer<String> out;
    private final boolean forStrict;

    /** Rows by {@code NAMESPACE/NAME} of the Secret. The key of the operator's Secret is empty. */
    private final Map<String, Row> rows = new TreeMap<>();

    private final Map<String, Map<String, Object>> ofNamespaces = new HashMap<>();

    /** A Secret, the number of objects that use it, and whether Entra gave its last token. */
    private static final class Row {
        private final String namespace;
        private final String name;
        private int objects;
        private String token = UNKNOWN;

        Row(String namespace, String name) {
            this.namespace = namespace;
            this.name = name;
        }
    }

    /**
     * @param operator namespace of the operator
     * @param forStrict whether to print the federated credential that each workload identity needs
     *     in the mode strict, whichever mode the operator has
     */
    CredentialsRun(
            ClusterRequests cluster,
            Catalog catalog,
            String operator,
            Consumer<String> out,
            boolean forStrict) {
        this.forStrict = forStrict;
        this.cluster = cluster;
        this.catalog = catalog;
        this.operator = operator;
        this.out = out;
    }

    /**
     * Prints the list.
     *
     * @return false when a credential is known to be unusable
     * @throws ClusterRequests.Refused when the API server refuses a request or does not answer
     */
    boolean run() {
        cluster.absentNamespace(operator).ifPresent(out);
        var global = secret(operator, GlobalIdentity.SECRET);
        var settings = SecretText.decode(global.get("data"));
        var later = new ArrayList<String>();
        IdentityRules rules;
        boolean good;
        try {
            good = agentsAllowed(settings, later::add);
            rules = IdentityRules.from(forStrict ? strict(settings) : settings);
        } catch (IllegalArgumentException wrong) {
            // with such settings the operator does not start
            out.accept(
                    "Secret %s/%s: %s"
                            .formatted(
                                    operator,
                                    GlobalIdentity.SECRET,
                                    PlainText.oneLine(wrong.getMessage())));
            return false;
        }
        rows.put("", new Row("", GlobalIdentity.SECRET));
        cluster.list(
                "/api/v1/secrets?fieldSelector=metadata.name%3D" + ReservedSecrets.CREDENTIAL,
                ClusterRequests.JSON,
                each -> {
                    var namespace = text(map(each, "metadata"), "namespace");
                    ofNamespaces.put(namespace, each);
                    var _ = row(namespace, ReservedSecrets.CREDENTIAL);
                });
        var installed = new InstalledKinds(cluster, catalog);
        for (var kind : installed.all()) {
            cluster.list(kind.collection(kind.storedAt()), ClusterRequests.JSON, this::note);
        }
        out.accept(
                LINE.formatted(
                        "SECRET", "OBJECTS", "TYPE", "CLIENT", "SUBSCRIPTION", "LAST TOKEN"));
        for (var row : rows.values()) {
            good &= show(row, row.namespace.isEmpty() ? global : content(row), rules);
        }
        out.accept(
                "Identity mode: "
                        + (forStrict
                                ? "as if it was strict; LAST TOKEN is from the mode that the operator has"
                                : rules.shared().isPresent() ? "shared" : "strict"));
        later.forEach(out);
        return good;
    }

    private static Map<String, String> strict(Map<String, String> settings) {
        var all = new HashMap<>(settings);
        all.remove(IdentityMode.MODE);
        all.remove(IdentityMode.SHARED);
        return all;
    }

    private Row row(String namespace, String name) {
        return rows.computeIfAbsent(namespace + "/" + name, _ -> new Row(namespace, name));
    }

    private Map<String, Object> content(Row row) {
        return ReservedSecrets.CREDENTIAL.equals(row.name)
                ? ofNamespaces.getOrDefault(row.namespace, Map.of())
                : secret(row.namespace, row.name);
    }

    private Map<String, Object> secret(String namespace, String name) {
        return cluster.find("/api/v1/namespaces/%s/secrets/%s".formatted(namespace, name));
    }

    /**
     * Counts an object for the Secret that it uses, and notes what the object's Ready condition
     * says about the token.
     */
    private void note(Map<String, Object> object) {
        var namespace = text(map(object, "metadata"), "namespace");
        var named = text(map(object, "metadata", "annotations"), FROM);
        Row row;
        if (!named.isEmpty()) {
            if (!Names.isSubdomain(named)) {
                return;
            }
            row = row(namespace, named);
        } else {
            row =
                    ofNamespaces.containsKey(namespace)
                            ? row(namespace, ReservedSecrets.CREDENTIAL)
                            : rows.get("");
        }
        row.objects++;
        var said = token(object);
        // an object that says nothing must not hide a token that Entra gave or refused
        if (UNKNOWN.equals(row.token) || said.startsWith(REFUSED)) {
            row.token = said;
        }
    }

    private static String token(Map<String, Object> object) {
        for (var condition : maps(map(object, "status"), "conditions")) {
            if (!"Ready".equals(condition.get("type"))) {
                continue;
            }
            if ("AuthenticationFailed".equals(condition.get("reason"))) {
                var code = CODE.matcher(text(condition, "message"));
                return code.find() ? REFUSED + ": " + code.group() : REFUSED;
            }
            return "True".equals(condition.get("status")) ? "granted" : UNKNOWN;
        }
        return UNKNOWN;
    }

    private boolean show(Row row, Map<String, Object> secret, IdentityRules rules) {
        var place =
                row.namespace.isEmpty()
                        ? operator + "/" + row.name
                        : row.namespace + "/" + row.name;
        if (secret.isEmpty()) {
            out.accept("%-44s %-7d there is no such Secret".formatted(place, row.objects));
            return row.objects == 0;
        }
        AzureIdentity identity;
        try {
            identity =
                    AzureIdentity.from(
                            SecretText.decode(secret.get("data")),
                            row.namespace.isEmpty()
                                    ? new Source.Global("Secret " + place, rules, true, false)
                                    : new Source.Scoped("Secret " + place, rules, row.namespace));
        } catch (IllegalArgumentException unusable) {
            out.accept(
                    "%-44s %-7d cannot be used: %s"
                            .formatted(
                                    place, row.objects, PlainText.oneLine(unusable.getMessage())));
            return false;
        }
        out.accept(
                LINE.formatted(
                        place,
                        row.objects,
                        type(identity.proof()),
                        PlainText.oneLine(identity.clientId()),
                        identity.subscriptionId(),
                        row.token));
        if (!row.token.startsWith(REFUSED)) {
            if (forStrict && identity.proof() instanceof Proof.ServiceAccount account) {
                missing(identity, account);
            }
            return true;
        }
        if (identity.proof() instanceof Proof.ServiceAccount account) {
            missing(identity, account);
        } else {
            out.accept("    " + identity.remedy());
        }
        return false;
    }

    private static String type(Proof proof) {
        return switch (proof) {
            case Proof.ClientSecret _ -> "client secret";
            case Proof.ClientCertificate _ -> "certificate";
            case Proof.TokenFile _, Proof.ServiceAccount _ -> "workload identity";
            case Proof.NodeIdentity _ -> "node identity";
            case Proof.FileNamed _, Proof.FileContent _ -> "credentials file";
        };
    }

    /** Prints the federated credential that is missing: as a command and as an object. */
    private void missing(AzureIdentity identity, Proof.ServiceAccount account) {
        var issuer =
                Optional.of(text(cluster.find("/.well-known/openid-configuration"), "issuer"))
                        .filter(each -> !each.isEmpty())
                        .orElse("ISSUER");
        out.accept(
                "    client %s needs a federated credential (and ServiceAccount %s/%s must exist):"
                        .formatted(
                                PlainText.oneLine(identity.clientId()),
                                account.namespace(),
                                account.name()));
        out.accept(
                "    az identity federated-credential create --name=%s --identity-name=IDENTITY --resource-group=GROUP --issuer=%s --subject=%s --audiences=%s"
                        .formatted(
                                account.namespace(),
                                issuer,
                                account.subject(),
                                ServiceAccountTokens.AUDIENCE));
        out.accept(
                """
                apiVersion: managedidentity.azure.com/v1api20230131
                kind: FederatedIdentityCredential
                metadata:
                  name: %s
                  namespace: NAMESPACE
                spec:
                  owner:
                    name: IDENTITY
                  issuer: %s
                  subject: %s
                  audiences: [%s]"""
                        .indent(4)
                        .stripTrailing()
                        .formatted(
                                account.namespace(),
                                issuer,
                                account.subject(),
                                ServiceAccountTokens.AUDIENCE));
    }

    /**
     * Prints each CDTarget with an identity that the operator's settings do not let KEDA use, and
     * the value of the setting that would allow these identities.
     *
     * @param settings settings of the operator
     * @return true when there is no such CDTarget
     * @throws IllegalArgumentException when a setting is wrong
     */
    private boolean agentsAllowed(Map<String, String> settings, Consumer<String> later) {
        var identities = AgentSettings.from(settings).identities();
        var lines = new ArrayList<String>();
        var missing = new TreeSet<String>();
        cluster.listServed(
                TARGETS,
                "application/json",
                each -> lookAt(new CdTarget(each), identities, lines, missing));
        if (lines.isEmpty()) {
            return true;
        }
        later.accept("CDTargets whose identity KEDA may not use:");
        lines.forEach(later);
        if (!missing.isEmpty()) {
            later.accept(
                    "    look at each identity before you allow it: %s=%s"
                            .formatted(Identities.SETTING, String.join(",", missing)));
        }
        return false;
    }

    private static void lookAt(
            CdTarget target, Identities identities, List<String> lines, Set<String> missing) {
        var name = target.namespace() + "/" + target.name();
        identities
                .refuses(target)
                .ifPresent(why -> lines.add("    %s: %s".formatted(name, PlainText.oneLine(why))));
        identities
                .lacks(target)
                .ifPresent(each -> missing.add(PlainText.oneLine(each).replace(",", "")));
    }
}
