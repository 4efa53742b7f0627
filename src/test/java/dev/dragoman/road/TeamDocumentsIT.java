package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A team that a platform has set up with manifests and Flux, and a chart of its service: all of it
 * works beside a Platform as it is, and becomes a Team and manifests again while nothing is sent to
 * Azure and no object is made anew.
 */
@Full
@ResourceLock("teams")
class TeamDocumentsIT {
    private static final String FLUX = "kustomize-controller";
    private static final String ROLES =
            "/subscriptions/00000000-0000-0000-0000-000000000000/providers/Microsoft.Authorization/roleDefinitions/";
    private static final Pattern SEPARATOR = Pattern.compile("(?m)^---\n");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");
    private static final String MANAGERS = "{.metadata.managedFields[*].manager}";
    private static final String REASON = "{.status.conditions[?(@.type=='Ready')].reason}";

    @TempDir private Path directory;
    private final Map<String, String> variables = new HashMap<>();
    private Road road;
    private String team;
    private String proofs;

    private record Placed(String namespace, GenericKubernetesResource object) {
        String resource() {
            var group = object.getApiVersion().replaceFirst("/?[^/]*$", "");
            var kind = object.getKind() + (group.isEmpty() ? "" : "." + group);
            return kind + "/" + object.getMetadata().getName();
        }

        boolean isOfAzure() {
            return object.getApiVersion().contains(".azure.com/");
        }
    }

    private void start(String mode) throws IOException {
        road = new Road("documents");
        team = road.namespace + "-team";
        proofs = road.namespace + "-proofs";
        fill();
        road.install.kindsAndRightsOnce(
                Stream.of(
                                "team-documents/platform",
                                "team-documents/store",
                                "library-chart/shared",
                                "library-chart/platform",
                                "library-chart/team")
                        .flatMap(each -> placed(road.namespace, each).stream())
                        .filter(Placed::isOfAzure)
                        .map(
                                each ->
                                        each.object().getApiVersion().replaceFirst("/.*", "")
                                                + "/"
                                                + each.object().getKind())
                        .distinct()
                        .toList());
        TeamsComponent.install(road, directory);
        boolean shared = mode.equals("shared");
        road.client()
                .resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(proofs)
                                .endMetadata()
                                .build())
                .create();
        if (shared) {
            in(
                    road.namespace,
                    "annotate",
                    "namespace/" + road.namespace,
                    "dragoman.dev/allow-children-from=" + team);
            road.environment.put("DRAGOMAN_IDENTITY_MODE", "shared");
            road.environment.put("DRAGOMAN_IDENTITY_SERVICE_ACCOUNT", proofs + "/operator");
            in(proofs, "create", "serviceaccount", "operator");
            in(
                    proofs,
                    "create",
                    "role",
                    "dragoman-identity",
                    "--verb=create",
                    "--resource=serviceaccounts/token",
                    "--resource-name=operator");
            in(
                    proofs,
                    "create",
                    "rolebinding",
                    "dragoman-identity",
                    "--role=dragoman-identity",
                    "--serviceaccount=%s:dragoman".formatted(road.account.namespace()));
        } else {
            in(road.namespace, "create", "serviceaccount", "dragoman-azure");
        }
        variables.put("OPERATOR_SUBJECT", subject(shared, team));
        known(variables.get("PLATFORM_CLIENT"), subject(shared, road.namespace));
        in(
                road.namespace,
                "create",
                "secret",
                "generic",
                "aso-credential",
                "--from-literal=AZURE_CLIENT_ID=" + variables.get("PLATFORM_CLIENT"),
                "--from-literal=AZURE_SUBSCRIPTION_ID=" + road.azure.subscriptionId(),
                "--from-literal=AZURE_TENANT_ID=" + road.azure.tenantId(),
                "--from-literal=USE_WORKLOAD_IDENTITY_AUTH=true");
        road.environment.put("AZURE_TARGET_NAMESPACES", road.namespace + "," + team);
        road.start();
    }

    @AfterEach
    void stop() {
        in(
                road.namespace,
                "delete",
                "--ignore-not-found",
                "platform/" + road.namespace,
                "namespace/" + team,
                "namespace/" + proofs,
                "--wait=false");
        road.revoke();
        road.close();
    }

    private String subject(boolean shared, String namespace) {
        return "system:serviceaccount:"
                + (shared ? proofs + ":operator" : namespace + ":dragoman-azure");
    }

    /** What Entra learns in Azure from a federated credential. */
    private void known(String client, String subject) {
        Teams.identity(road, client, subject, road.azure.subscriptionId());
    }

    private void fill() {
        var unique = UUID.randomUUID().toString().substring(0, 8);
        variables.put("PLATFORM_NAMESPACE", road.namespace);
        variables.put("PLATFORM_CLIENT", UUID.randomUUID().toString());
        variables.put("TEAM_NAME", "fcp");
        variables.put("TEAM_NAMESPACE", team);
        variables.put("TEAM_RG", "rg-" + unique);
        variables.put("TEAM_MI_PREFIX", "mid");
        variables.put("TENANT_ID", road.azure.tenantId());
        variables.put("SUBSCRIPTION_ID", road.azure.subscriptionId());
        variables.put("SUBSCRIPTION_NAME", "azd-snd1");
        variables.put("SERVICES_INFRA_RG", "shared");
        variables.put("DATABASE_SERVER_RG", "shared");
        variables.put("SHARED_SERVICEBUS_NAME", "bus" + unique);
        variables.put("SHARED_POSTGRES_SERVER_01", "db" + unique);
        variables.put("APPCONFIG_NAME", "store" + unique);
        variables.put("ACCOUNT", "account" + unique);
        variables.put("CLUSTER_OIDC_ISSUER_URL", road.plane.issuer());
        variables.put(
                "SERVICEBUS_WRITER_ROLE_DEFINITION_ID",
                ROLES + "090c5cfd-751d-490a-894a-3ce6f1109419");
        variables.put(
                "POSTGRESQL_DATABASE_WRITER_ROLE_DEFINITION_ID",
                ROLES + "b24988ac-6180-42a0-ab88-20f7382dd24c");
    }

    /** As Flux fills in manifests: what is not known is empty. */
    private String filled(String file) {
        var text =
                VARIABLE.matcher(read(file))
                        .replaceAll(
                                each ->
                                        Matcher.quoteReplacement(
                                                variables.getOrDefault(each.group(1), "")));
        return file.startsWith("library-chart")
                ? text.replace("TEAM_GROUP", road.group(variables.get("TEAM_RG")))
                        .replace("SHARED_GROUP", road.group("shared"))
                        .replace("SUBSCRIPTION", road.azure.subscriptionId())
                        .replace("BUS", variables.get("SHARED_SERVICEBUS_NAME"))
                        .replace("SERVER", variables.get("SHARED_POSTGRES_SERVER_01"))
                        .replace("ACCOUNT", variables.get("ACCOUNT"))
                        .replace("/team-", "/" + team + "-")
                        .replace(" team-", " " + team + "-")
                : text;
    }

    private static String read(String file) {
        try (InputStream in = TeamDocumentsIT.class.getResourceAsStream("/" + file + ".yaml")) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Placed> placed(String namespace, String file) {
        return SEPARATOR
                .splitAsStream(filled(file))
                .map(each -> Serialization.unmarshal(each, GenericKubernetesResource.class))
                .map(each -> new Placed(namespace, each))
                .toList();
    }

    /** The objects of the team that Flux makes, and those of the chart. */
    private List<Placed> all() {
        var all = new ArrayList<>(ofFlux());
        all.addAll(placed(road.namespace, "library-chart/platform"));
        all.addAll(placed(team, "library-chart/team"));
        return all;
    }

    private List<Placed> ofFlux() {
        var all = new ArrayList<>(placed(road.namespace, "team-documents/platform"));
        all.addAll(placed(team, "team-documents/team"));
        return all;
    }

    private void in(String namespace, String... arguments) {
        var _ = said(namespace, arguments);
    }

    private String said(String namespace, String... arguments) {
        var all = new ArrayList<>(List.of("-n", namespace));
        all.addAll(List.of(arguments));
        return road.install.kubectl(all);
    }

    /** Applies as Flux and Helm do; admission learns of kinds a moment after they are there. */
    private void apply(String namespace, String manager, String file) {
        await().ignoreExceptionsMatching(
                        e -> String.valueOf(e.getMessage()).contains("There can be a delay"))
                .until(
                        () ->
                                !road.install
                                        .apply(
                                                filled(file),
                                                "documents.yaml",
                                                "-n",
                                                namespace,
                                                "--server-side",
                                                "--force-conflicts",
                                                "--field-manager=" + manager)
                                        .isEmpty());
    }

    private void ready(List<Placed> objects) {
        for (var each : objects) {
            if (each.isOfAzure()) {
                try {
                    in(
                            each.namespace(),
                            "wait",
                            "--for=condition=Ready",
                            each.resource(),
                            Patience.timeout());
                } catch (RuntimeException e) {
                    throw new AssertionError(
                            said(each.namespace(), "get", each.resource(), "-o", "yaml"), e);
                }
            }
        }
    }

    private Map<String, String> uids() {
        var all = new TreeMap<String, String>();
        for (var each : all()) {
            all.put(each.resource(), value(each, "{.metadata.uid}"));
        }
        return all;
    }

    private List<String> changes() {
        return road.azure.control().exchanges().stream()
                .filter(each -> List.of("PUT", "PATCH", "DELETE").contains(each.method()))
                .map(each -> each.method() + " " + each.path() + " " + each.requestBody())
                .toList();
    }

    private void patch(String namespace, String resource, String path) {
        var removal = "[{\"op\": \"remove\", \"path\": \"%s\"}]".formatted(path);
        in(namespace, "patch", resource, "--type=json", "--patch=" + removal);
    }

    private String value(Placed object, String path) {
        return said(object.namespace(), "get", object.resource(), "--output=jsonpath=" + path);
    }

    private void reason(Placed object, String reason) {
        await().untilAsserted(
                        () ->
                                assertThat(value(object, REASON))
                                        .as(object.resource())
                                        .isEqualTo(reason));
    }

    /** What Flux makes in two passes: the identity exports before the Secret can be filled in. */
    private void onboard() {
        apply(road.namespace, FLUX, "team-documents/platform");
        if (!variables.containsKey("clientId")) {
            Install.grantSecrets(road.client(), team);
        }
        apply(team, FLUX, "team-documents/team");
        await().until(
                        () -> {
                            var exported =
                                    road.client()
                                            .configMaps()
                                            .inNamespace(road.namespace)
                                            .withName(team + "-mi-credential")
                                            .get();
                            return exported != null && exported.getData().containsKey("clientId");
                        });
        variables.put(
                "clientId",
                said(
                        road.namespace,
                        "get",
                        "configmap/" + team + "-mi-credential",
                        "--output=jsonpath={.data.clientId}"));
        apply(team, FLUX, "team-documents/team");
    }

    @ParameterizedTest
    @ValueSource(strings = {"strict", "shared"})
    void manifestsBecomeATeamAndManifestsAgain(String mode) throws IOException {
        start(mode);
        apply(road.namespace, "kubectl", "team-documents/common");
        road.ready("platform/" + road.namespace);
        road.applyServed(Samples.group("shared", "shared"));
        road.ready("resourcegroup/shared");
        apply(road.namespace, "kubectl", "library-chart/shared");
        apply(road.namespace, "kubectl", "team-documents/store");
        ready(placed(road.namespace, "library-chart/shared"));
        ready(placed(road.namespace, "team-documents/store"));

        // as they are
        onboard();
        if (mode.equals("strict")) {
            in(team, "create", "serviceaccount", "dragoman-azure");
        }
        known(variables.get("clientId"), variables.get("OPERATOR_SUBJECT"));
        apply(road.namespace, "helm", "library-chart/platform");
        apply(team, "helm", "library-chart/team");
        ready(all());

        // to a Team
        var uids = uids();
        road.azure.control().clearExchanges();
        for (var each : ofFlux()) {
            in(each.namespace(), "annotate", each.resource(), "dragoman.dev/adopt=true");
        }
        in(team, "annotate", "rolebinding/dragoman-secrets", "dragoman.dev/adopt=true");
        if (mode.equals("strict")) {
            in(team, "annotate", "serviceaccount/dragoman-azure", "dragoman.dev/adopt=true");
        }
        apply(road.namespace, "kubectl", "team-documents/move");
        road.ready("team/fcp");
        ready(all());
        for (var each : ofFlux()) {
            if (!each.resource().endsWith("-aso-ac-rbac")) {
                assertThat(value(each, "{.metadata.annotations.dragoman\\.dev/kept-for}"))
                        .as(each.resource())
                        .isEqualTo(road.namespace + "/fcp");
            }
        }
        // as a Kustomization without pruning leaves them
        for (var each : ofFlux()) {
            var managers = List.of(value(each, MANAGERS).split(" ", -1));
            var path = "/metadata/managedFields/" + managers.indexOf(FLUX);
            patch(each.namespace(), each.resource(), path);
        }
        road.ready("team/fcp");
        // what no row allows stays in Azure
        var record =
                placed(team, "library-chart/team").stream()
                        .filter(each -> each.resource().startsWith("PrivateDnsZonesARecord"))
                        .findFirst()
                        .orElseThrow();
        patch(road.namespace, "platform/" + road.namespace, "/spec/allow");
        reason(record, "NotAllowed");
        assertThat(placed(team, "library-chart/team"))
                .allSatisfy(
                        each ->
                                assertThat(value(each, REASON))
                                        .as(each.resource())
                                        .isEqualTo(
                                                each.resource().equals(record.resource())
                                                        ? "NotAllowed"
                                                        : "Succeeded"));
        apply(road.namespace, "kubectl", "team-documents/common");
        ready(all());
        assertThat(changes()).isEmpty();
        assertThat(uids()).isEqualTo(uids);

        // and back
        in(road.namespace, "delete", "team/fcp", Patience.timeout());
        in(team, "label", "namespace/" + team, "dragoman.dev/team-");
        onboard();
        ready(all());
        assertThat(changes()).isEmpty();
        assertThat(uids()).isEqualTo(uids);
    }
}
