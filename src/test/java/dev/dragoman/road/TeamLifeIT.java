package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.Patience;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a Platform leaves to Flux, and Platforms and Teams that change, go and come back. */
@Full
@ResourceLock("teams")
class TeamLifeIT {
    private static final Logger LOG = LoggerFactory.getLogger(TeamLifeIT.class);
    private static final String VERSION = "dragoman.dev/v1alpha1";
    private static final String FLUX = "kustomize-controller";

    @TempDir private Path directory;
    private Road road;
    private String space;

    @BeforeEach
    void prepare() throws IOException {
        road = new Road("life");
        space = road.namespace + "-a";
        road.install.kindsAndRightsOnce(
                List.of(
                        "authorization.azure.com/RoleAssignment",
                        "managedidentity.azure.com/FederatedIdentityCredential"));
        TeamsComponent.install(road, directory);
        road.start();
    }

    @AfterEach
    void stop() {
        for (var each : List.of("", "-2")) {
            var _ =
                    road.kubectl(
                            "delete",
                            "--ignore-not-found",
                            "platform/" + road.namespace + each,
                            Patience.timeout());
        }
        var _ = road.client().namespaces().withName(space).delete();
        road.revoke();
        road.close();
    }

    private String platform(String more) {
        return TeamsComponent.platform(road, "identities: { prefix: mid }\n" + more);
    }

    private String team(String name, String more) {
        return """
        apiVersion: dragoman.dev/v1alpha1
        kind: Team
        metadata: { name: %s }
        spec:
          namespace: %s
          resourceGroup: rg-a
          %s
        """
                .formatted(name, space, more);
    }

    /** Waits until it is Ready as it is written now. */
    private void ready(String kind, String name) {
        await().untilAsserted(
                        () -> {
                            var now = object(kind, name);
                            assertThat(Road.condition(now)).containsEntry("status", "True");
                            assertThat(Road.condition(now).get("observedGeneration"))
                                    .hasToString("" + now.getMetadata().getGeneration());
                        });
    }

    private GenericKubernetesResource object(String kind, String name) {
        var where = kind.equals("Team") ? road.namespace : "";
        return road.find(VERSION, kind, where, name).orElseThrow();
    }

    private Map<String, String> variables() {
        return road.client()
                .configMaps()
                .inNamespace(road.namespace)
                .withName("platform-vars")
                .get()
                .getData();
    }

    private Map<String, String> credential() {
        return road.client()
                .secrets()
                .inNamespace(road.namespace)
                .withName("aso-credential")
                .get()
                .getData();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** As Flux applies it, which turns stringData into data before. */
    private static String ofFlux(String environment) {
        return """
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: platform-vars, labels: { kustomize.toolkit.fluxcd.io/name: config } }
        data: { ENVIRONMENT: %1$s, TENANT_ID: "", OWN: flux }
        ---
        apiVersion: v1
        kind: Secret
        metadata: { name: aso-credential, labels: { kustomize.toolkit.fluxcd.io/name: config } }
        data: { AZURE_CLIENT_ID: "", AZURE_TENANT_ID: %2$s }
        """
                .formatted(environment, base64("of-flux"));
    }

    private List<String> writes(AuditLog.Mark since) {
        return road.writesAnywhere(since).stream()
                .filter(each -> !each.startsWith("create events"))
                .toList();
    }

    /** Paths in Azure to which was written, with their methods. */
    private Set<String> sent() {
        var all = new TreeSet<String>();
        for (var each : road.azure.control().exchanges()) {
            if (!each.method().equals("GET") && !each.method().equals("POST")) {
                all.add(each.method() + " " + each.path().replaceFirst("^.*/", ""));
            }
        }
        return all;
    }

    /** What Azure has, without the ids of role assignments. */
    private Set<String> resources() {
        var all = new TreeSet<String>();
        road.azure.control().resources().stream()
                .map(each -> each.replaceFirst("(?i)(.*/roleAssignments)/.*", "$1"))
                .map(each -> each.replaceFirst("^.*/([^/]+/[^/]+)$", "$1"))
                .map(each -> each.replaceFirst("^.*/(roleAssignments)$", "$1"))
                .forEach(all::add);
        return all;
    }

    @Test
    void whatFluxOwnsStaysAsFluxHasIt() {
        road.applyAs(FLUX, ofFlux("flux"));
        road.apply(platform(""));
        var name = road.namespace;
        await().untilAsserted(
                        () ->
                                assertThat(
                                                Road.condition(
                                                        road.find(VERSION, "Platform", "", name),
                                                        "EmptyKeys"))
                                        .containsEntry("reason", "KeysLeftEmpty"));
        var empty = Road.condition(road.find(VERSION, "Platform", "", name), "EmptyKeys");
        assertThat(String.valueOf(empty.get("message")))
                .contains("TENANT_ID")
                .contains("AZURE_CLIENT_ID");
        await().until(() -> variables().containsKey("CLUSTER_OIDC"));
        await().until(() -> credential().containsKey("AZURE_SUBSCRIPTION_ID"));
        assertThat(variables())
                .contains(
                        Map.entry("ENVIRONMENT", "flux"),
                        Map.entry("TENANT_ID", ""),
                        Map.entry("OWN", "flux"),
                        Map.entry("SUBSCRIPTION_ID", road.azure.subscriptionId()));
        assertThat(credential())
                .contains(
                        Map.entry("AZURE_CLIENT_ID", ""),
                        Map.entry("AZURE_TENANT_ID", base64("of-flux")));

        // others apply again and again
        ready("Platform", name);
        var before = List.of(variables(), credential());
        var mark = road.plane.audit().mark();
        for (int i = 0; i < 10; i++) {
            road.applyAs(FLUX, ofFlux("flux"));
            var _ =
                    road.kubectl(
                            "patch",
                            "configmap/platform-vars",
                            "--type=merge",
                            "-p={\"data\":{\"ENVIRONMENT\":\"flux\"},\"metadata\":{\"annotations\":{\"turn\":\"%d\"}}}"
                                    .formatted(i));
        }
        var ours = writes(mark);
        road.apply(platform("tags: { a: b }"));
        ready("Platform", name);
        LOG.info("writes after ten turns of others: {}", writes(mark));
        assertThat(ours).isEmpty();
        assertThat(writes(mark)).allMatch(each -> each.contains("platforms"));
        assertThat(List.of(variables(), credential())).isEqualTo(before);

        // what Flux leaves out is set, and what it takes is left to it
        road.applyAs(FLUX, ofFlux("flux").replace("ENVIRONMENT: flux", "CLUSTER: flux-has-it-now"));
        await().untilAsserted(
                        () ->
                                assertThat(variables())
                                        .contains(
                                                Map.entry("ENVIRONMENT", "snd"),
                                                Map.entry("CLUSTER", "flux-has-it-now")));
        var _ = road.kubectl("delete", "platform/" + name, Patience.timeout());
        assertThat(variables())
                .contains(
                        Map.entry("CLUSTER", "flux-has-it-now"),
                        Map.entry("TENANT_ID", ""),
                        Map.entry("OWN", "flux"));
        assertThat(credential()).containsEntry("AZURE_TENANT_ID", base64("of-flux"));
    }

    @Test
    void aPlatformIsEditedDeletedAndMadeAgain() {
        for (var owner : List.of("/a/{nmespace}", "/a/{}", "/{team")) {
            var row = "{ kinds: [ azure.com/Kind ], owners: [ \"%s\" ] }".formatted(owner);
            assertThatThrownBy(() -> road.apply(platform("allow: { rows: [ %s ] }".formatted(row))))
                    .hasMessageContaining("spec.allow.rows[0].owners[0]");
        }
        road.apply(platform(""));
        road.applyServed(team("a", ""));
        ready("Team", "a");
        road.azure.control().clearExchanges();
        road.apply(platform("infrastructure: { registry: registry1 }"));
        await().until(() -> variables().containsKey("ACR_NAME"));
        road.applyServed(team("a", "quota: { pods: 7 }"));
        ready("Team", "a");
        assertThat(road.azure.control().exchanges()).isEmpty();

        road.apply(platform("tags: { a: b }"));
        await().until(() -> road.azure(road.group("rg-a"), "/tags/a").equals("b"));
        await().until(() -> sent().size() == 2);
        LOG.info("a tag: {} requests, {}", road.azure.control().exchanges().size(), sent());
        assertThat(sent()).containsExactly("PUT mid-" + space, "PUT rg-a");
        ready("Team", "a");

        var before = resources();
        road.azure.control().clearExchanges();
        var _ = road.kubectl("delete", "platform/" + road.namespace, Patience.timeout());
        var shown = road.reason(VERSION, "Team", "a", "Waiting");
        assertThat(shown).containsEntry("message", "there is no Platform yet; make one");
        road.apply(platform("tags: { a: b }"));
        ready("Team", "a");
        LOG.info("deleted and made again: {}", road.azure.control().counts());
        assertThat(sent()).isEmpty();
        assertThat(resources()).isEqualTo(before);
    }

    @Test
    void theNewerPlatformTakesOver() {
        road.apply(platform("tags: { of: older }"));
        road.applyServed(team("a", ""));
        ready("Team", "a");
        var second = road.namespace + "-2";
        var newer =
                platform("tags: { of: newer }")
                        .replace("{ name: %s }".formatted(road.namespace), "{ name: %s }")
                        .formatted(second);
        road.apply(newer);
        await().untilAsserted(
                        () ->
                                assertThat(Road.condition(object("Platform", second)))
                                        .containsEntry("reason", "AnotherPlatform"));
        assertThat(road.azure(road.group("rg-a"), "/tags/of")).isEqualTo("older");
        var _ = road.kubectl("delete", "platform/" + road.namespace, Patience.timeout());
        ready("Platform", second);
        await().until(() -> road.azure(road.group("rg-a"), "/tags/of").equals("newer"));
        ready("Team", "a");
    }

    @Test
    void aTeamUnderAnotherName() {
        road.apply(platform(""));
        road.applyServed(team("a", ""));
        ready("Team", "a");
        for (var each : List.of("namespace", "resourceGroup")) {
            assertThatThrownBy(
                            () ->
                                    road.kubectl(
                                            "patch",
                                            "team/a",
                                            "--type=merge",
                                            "-p={\"spec\":{\"%s\":\"other\"}}".formatted(each)))
                    .hasMessageContaining(each + " is immutable");
        }
        var before = resources();
        var _ = road.kubectl("delete", "team/a", Patience.timeout());
        assertThat(resources()).isEqualTo(before);
        road.azure.control().clearExchanges();
        road.applyServed(team("c", ""));
        road.reason(VERSION, "Team", "c", "NotOurs");
        // as docs/teams.md says
        for (var each :
                List.of(
                        "resourcegroup/rg-a",
                        "userassignedidentity/mid-" + space,
                        "federatedidentitycredential/mid-%s-aso".formatted(space),
                        "federatedidentitycredential/mid-%s-team".formatted(space),
                        "roleassignment.authorization.azure.com/azd-snd1-rg-a-aso-rg-rbac",
                        "namespace/" + space)) {
            var _ =
                    road.kubectl(
                            "annotate", each, "dragoman.dev/kept-for-", "dragoman.dev/adopt=true");
        }
        var _ =
                road.kubectl(
                        "annotate",
                        "--namespace=" + space,
                        "networkpolicies,secrets,serviceaccounts,rolebindings",
                        "--selector=dragoman.dev/composition=teams",
                        "dragoman.dev/kept-for-",
                        "dragoman.dev/adopt=true");
        ready("Team", "c");
        assertThat(sent()).isEmpty();
        assertThat(resources()).isEqualTo(before);
        var labels = road.client().namespaces().withName(space).get().getMetadata().getLabels();
        assertThat(labels).containsEntry("dragoman.dev/team", "c");
    }

    @Test
    void whatWasMadeForATeamGoesWithIt() {
        road.apply(platform(""));
        var before = resources();
        road.applyServed(team("a", "deletion: delete"));
        ready("Team", "a");
        assertThat(resources()).hasSizeGreaterThan(before.size() + 3);
        road.azure.control().clearExchanges();
        var _ = road.kubectl("delete", "team/a", Patience.timeout());
        LOG.info("deleted: {}", sent());
        assertThat(resources()).isEqualTo(before);
        assertThat(road.client().namespaces().withName(space).get()).isNotNull();
    }

    @Test
    void aGroupThatWasThereBeforeStays() {
        road.apply(platform(""));
        ready("Platform", road.namespace);
        // somebody else makes it
        var group = Samples.group("rg-a", "others").replace("westeurope", "uksouth");
        road.applyServed(
                group.replace(
                        "{name: rg-a}",
                        "{name: rg-a, annotations: {serviceoperator.azure.com/reconcile-policy: detach-on-delete}}"));
        road.ready("resourcegroup/rg-a");
        var _ = road.kubectl("delete", "resourcegroup/rg-a", Patience.timeout());
        var before = resources();
        road.azure.control().clearExchanges();
        road.applyServed(team("a", "deletion: delete"));
        road.reason(VERSION, "Team", "a", "ResourceExists");
        assertThat(sent()).isEmpty();
        var _ = road.kubectl("delete", "team/a", Patience.timeout());
        assertThat(sent()).isEmpty();
        assertThat(resources()).isEqualTo(before);

        road.apply(platform("groups: [ \"rg-*\" ]"));
        road.applyServed(team("a", "deletion: delete"));
        ready("Team", "a");
        assertThat(resources()).contains("resourceGroups/rg-a", "roleAssignments");
        var _ = road.kubectl("delete", "team/a", Patience.timeout());
        assertThat(resources()).isEqualTo(before);
    }

    @Test
    void aConfigMapOfOthersChoosesNobody() {
        road.apply(platform(""));
        ready("Platform", road.namespace);
        var name = space + "-mi-credential";
        road.apply(
                """
                apiVersion: v1
                kind: ConfigMap
                metadata: { name: %s, namespace: %s }
                data: { principalId: 99999999-9999-4999-8999-999999999999 }
                """
                        .formatted(name, road.namespace));
        road.azure.control().clearExchanges();
        road.applyServed(team("a", ""));
        await().untilAsserted(
                        () ->
                                assertThat(Road.condition(object("Team", "a")).get("message"))
                                        .asString()
                                        .contains(name));
        assertThat(resources()).contains("userAssignedIdentities/mid-" + space);
        assertThat(sent()).noneMatch(each -> each.contains("roleAssignments"));
        var _ = road.kubectl("delete", "configmap/" + name);
        ready("Team", "a");
        assertThat(resources()).contains("roleAssignments");
    }
}
