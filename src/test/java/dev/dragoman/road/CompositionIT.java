package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.composition.Bundles;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A kind that is made of objects: the page docs/compositions.md, in the operator. */
@Full
@ResourceLock("webapplications")
class CompositionIT {
    private static final String GROUP = "resources.azure.com/v1api20200601";

    @TempDir private Path directory;
    private Road road;
    private WebApplications applications;

    @BeforeEach
    void prepare() throws IOException {
        road = new Road("composition");
        applications = new WebApplications(road, directory);
    }

    @AfterEach
    void stop() {
        applications.close();
    }

    private String shop(String accounts) {
        return WebApplications.block("shop.yaml")
                .replace("[web, worker]", accounts)
                .replace("name: shop", "name: shop, namespace: " + road.namespace);
    }

    @Test
    void oneApplyMakesAllObjectsInTheirOrder() {
        applications.start();
        var before = road.plane.audit().mark();
        road.apply(shop("[web, worker]"));
        applications.ready("shop");
        assertThat(applications.objects("shop"))
                .containsExactlyInAnyOrder(
                        "ResourceGroup/shop",
                        "StorageAccount/shop",
                        "UserAssignedIdentity/shop",
                        "RoleAssignment/shop",
                        "FederatedIdentityCredential/shop-web",
                        "FederatedIdentityCredential/shop-worker",
                        "ConfigMap/shop");
        var map = road.client().configMaps().inNamespace(road.namespace).withName("shop").get();
        assertThat(map.getData().get("AZURE_CLIENT_ID")).matches("[0-9a-f-]{36}");
        assertThat(map.getData().get("STORAGE")).startsWith("https://");
        // every write on what was made is the account's
        assertThat(made(before))
                .isNotEmpty()
                .allSatisfy(
                        each ->
                                assertThat(
                                                each.json()
                                                        .path("impersonatedUser")
                                                        .path("username")
                                                        .asText())
                                        .endsWith(":dragoman-webapplications"));

        road.apply(shop("[web]"));
        await().until(() -> worker().isEmpty());
        applications.ready("shop");
        assertThat(applications.objects("shop")).hasSize(6);

        var _ = road.kubectl("delete", "webapplication/shop", Patience.timeout());
        var group = road.get(GROUP, "ResourceGroup", "shop");
        assertThat(group).isNotNull();
        assertThat(group.getMetadata().getOwnerReferences()).isEmpty();
        assertThat(group.getMetadata().getDeletionTimestamp()).isNull();
        assertThat(
                        road.find(
                                "managedidentity.azure.com/v1api20230131",
                                "UserAssignedIdentity",
                                road.namespace,
                                "shop"))
                .isEmpty();
    }

    /** Lines of a route for these templates of workspaces. */
    private static String lines(String... templates) {
        return Stream.of(templates)
                .map("        - to: { uri: \"kubernetes-object:workspaces.%s\" }"::formatted)
                .collect(Collectors.joining("\n"));
    }

    /** What each change costs: writes of the composition, and changes in Azure. */
    @Test
    void eachChangeCostsWhatItChanges() {
        applications.start();
        assertThat(cost(() -> made(shop("[web, worker]"), 7)))
                .as("creation: seven objects, the finalizer, the record, and what is shown")
                .satisfies(
                        each -> {
                            assertThat(each.objects()).isEqualTo(7);
                            assertThat(each.status()).isLessThanOrEqualTo(14);
                            assertThat(each.azure()).isEqualTo(6);
                        });
        assertThat(
                        cost(
                                () -> {
                                    made(shop("[web]"), 6);
                                    await().until(() -> worker().isEmpty());
                                }))
                .as("an element less: one DELETE")
                .satisfies(each -> assertThat(each.objects()).isEqualTo(1))
                .satisfies(each -> assertThat(each.azure()).isEqualTo(1));
        assertThat(
                        cost(
                                () -> {
                                    road.client()
                                            .configMaps()
                                            .inNamespace(road.namespace)
                                            .withName("shop")
                                            .edit(
                                                    map -> {
                                                        map.getData().put("STORAGE", "elsewhere");
                                                        return map;
                                                    });
                                    await().untilAsserted(
                                                    () ->
                                                            assertThat(storage())
                                                                    .startsWith("https://"));
                                }))
                .as("drift of a ConfigMap: one apply")
                .satisfies(each -> assertThat(each.objects()).isEqualTo(1))
                .satisfies(each -> assertThat(each.azure()).isZero());
        for (var each : applications.objects("shop")) {
            assertThat(cost(() -> unlabel(each)))
                    .as("drift of %s: one apply", each)
                    .satisfies(one -> assertThat(one.objects()).isEqualTo(1))
                    .satisfies(one -> assertThat(one.azure()).isZero());
        }
        assertThat(
                        cost(
                                () -> {
                                    var _ =
                                            road.kubectl(
                                                    "delete",
                                                    "webapplication/shop",
                                                    Patience.timeout());
                                }))
                .as("deletion: five objects, of which four are in Azure; the group is kept")
                .satisfies(each -> assertThat(each.objects()).isEqualTo(5))
                .satisfies(each -> assertThat(each.azure()).isEqualTo(4));
    }

    /** Somebody else changes what the operator finds the object by. */
    private void unlabel(String object) {
        var of = "--output=jsonpath={.metadata.labels.dragoman\\.dev/composition}";
        var _ = road.kubectl("label", "--overwrite", object, "dragoman.dev/composition=other");
        await().untilAsserted(
                        () ->
                                assertThat(road.kubectl("get", object, of))
                                        .isEqualTo("webapplications"));
    }

    private Optional<GenericKubernetesResource> worker() {
        return road.find(
                "managedidentity.azure.com/v1api20230131",
                "FederatedIdentityCredential",
                road.namespace,
                "shop-worker");
    }

    private record Cost(int objects, int status, int azure) {}

    private Cost cost(Runnable change) {
        var before = road.plane.audit().mark();
        road.azure.control().clearExchanges();
        change.run();
        var status =
                road.requests(before).stream()
                        .filter(AuditLog.Event::write)
                        .filter(each -> each.resource().equals("webapplications"))
                        .filter(each -> each.subresource().equals("status"))
                        .count();
        int azure =
                (int)
                        road.azure.control().exchanges().stream()
                                .filter(each -> List.of("PUT", "DELETE").contains(each.method()))
                                .filter(each -> each.status() < 400)
                                .map(each -> each.method() + " " + each.path())
                                .distinct()
                                .count();
        int objects =
                (int)
                        road.requests(before).stream()
                                .filter(AuditLog.Event::write)
                                .filter(each -> each.json().has("impersonatedUser"))
                                .count();
        return new Cost(objects, (int) status, azure);
    }

    private void made(String yaml, int objects) {
        road.apply(yaml);
        await().untilAsserted(() -> assertThat(applications.objects("shop")).hasSize(objects));
        applications.ready("shop");
    }

    private String storage() {
        return road.client()
                .configMaps()
                .inNamespace(road.namespace)
                .withName("shop")
                .get()
                .getData()
                .get("STORAGE");
    }

    @Test
    void aMissingRightIsNamedWithTheCommandThatPrintsIt() {
        applications.define();
        var all = applications.rights();
        // all but the right of the account to make ConfigMaps
        assertThat(all).contains("\"configmaps\"");
        road.grant(all.replace("\"configmaps\"", "\"others\""));
        road.install.kindsAndRightsOnce(WebApplications.KINDS);
        road.start();
        road.apply(shop("[web]"));
        var shown = road.reason(WebApplications.VERSION, WebApplications.KIND, "shop", "Forbidden");
        assertThat(String.valueOf(shown.get("message")))
                .contains(
                        "configmaps",
                        "dragoman validate DIR --rights webapplications",
                        ":dragoman-webapplications");
        road.grant(all);
        road.apply(shop("[web, worker]"));
        applications.ready("shop");
    }

    @Test
    void aNamespaceWithQuotaIsMadeByAKindOfOnesOwn() throws IOException {
        for (var each : List.of("namespace", "quota")) {
            var file = "workspaces.%s.object.yaml".formatted(each);
            Files.writeString(directory.resolve(file), WebApplications.block(file));
        }
        Files.writeString(
                directory.resolve("workspaces.camel.yaml"),
                WebApplications.block("webapplications.camel.yaml")
                        .replaceAll("(?m)^.*kubernetes-object:.*\\n", "")
                        .replace(
                                "        - to: { uri: \"dragoman-point:webapplications-objects\" }",
                                lines("namespace", "quota"))
                        .replace("webapplications", "workspaces")
                        .replace("WebApplication", "Workspace"));
        road.apply(
                WebApplications.block("webapplications.definition.yaml")
                        .replace("webapplication", "workspace")
                        .replace("WebApplication", "Workspace")
                        .replace("Namespaced", "Cluster")
                        .replace(
                                "required: [location]",
                                "x-kubernetes-preserve-unknown-fields: true"));
        road.grant(Bundles.rights(directory, "workspaces", road.account.namespace()));
        applications.start();
        var name = road.namespace + "-space";
        road.applyServed(
                """
                apiVersion: platform.example.org/v1
                kind: Workspace
                metadata: {name: %s}
                spec: {team: blue, pods: 3}
                """
                        .formatted(name));
        // other kinds are called Workspace too
        var workspace = "workspaces.platform.example.org/" + name;
        road.ready(workspace);
        // neither account has what the other one has, nor has the operator what both have
        var own = road.account.namespace();
        assertThat(may(own, "dragoman-workspaces", "", "resourcequotas")).isTrue();
        assertThat(may(own, "dragoman-webapplications", "", "resourcequotas")).isFalse();
        var storage = "storage.azure.com";
        assertThat(may(own, "dragoman-webapplications", storage, "storageaccounts")).isTrue();
        assertThat(may(own, "dragoman-workspaces", storage, "storageaccounts")).isFalse();
        assertThat(may(own, "dragoman", storage, "storageaccounts")).isFalse();
        var quota = road.client().resourceQuotas().inNamespace(name).withName("workspace").get();
        assertThat(quota.getSpec().getHard().get("pods").getAmount()).isEqualTo("3");
        var _ = road.kubectl("delete", workspace, Patience.timeout());
        assertThat(road.client().resourceQuotas().inNamespace(name).list().getItems()).isEmpty();
        var kept = road.client().namespaces().withName(name).get();
        assertThat(kept.getMetadata().getDeletionTimestamp()).isNull();
        var _ = road.client().namespaces().withName(name).delete();
    }

    /** Whether a ServiceAccount may make objects anywhere, as the API server says. */
    private boolean may(String namespace, String account, String group, String resource) {
        var review =
                new SubjectAccessReviewBuilder()
                        .withNewSpec()
                        .withUser("system:serviceaccount:%s:%s".formatted(namespace, account))
                        .withNewResourceAttributes()
                        .withGroup(group)
                        .withResource(resource)
                        .withVerb("create")
                        .endResourceAttributes()
                        .endSpec()
                        .build();
        return road.client()
                .authorization()
                .v1()
                .subjectAccessReview()
                .create(review)
                .getStatus()
                .getAllowed();
    }

    @Test
    void whatATeamAddsTakesNothingOfOthers() throws IOException {
        var file = "webapplications-objects.greeting.steps.yaml";
        Files.writeString(directory.resolve(file), WebApplications.block(file));
        road.apply(
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: greeting, namespace: %s}, data: {hello: others}}"
                        .formatted(road.namespace));
        applications.start();
        road.apply(shop("[web]"));
        var _ = road.reason(WebApplications.VERSION, WebApplications.KIND, "shop", "NotOurs");
        var map = road.client().configMaps().inNamespace(road.namespace).withName("greeting").get();
        assertThat(map.getData()).containsExactly(Map.entry("hello", "others"));
        assertThat(map.getMetadata().getOwnerReferences()).isEmpty();
    }

    @Test
    void aTeamAddsAnObjectWithoutTouchingTheComposition() throws IOException {
        var file = "webapplications-objects.greeting.steps.yaml";
        Files.writeString(directory.resolve(file), WebApplications.block(file));
        applications.start();
        road.apply(shop("[web]"));
        await().untilAsserted(
                        () ->
                                assertThat(
                                                road.client()
                                                        .configMaps()
                                                        .inNamespace(road.namespace)
                                                        .withName("greeting")
                                                        .get())
                                        .isNotNull());
        applications.ready("shop");
    }

    @Test
    void aBrokenRuleMakesNothing() throws IOException {
        var file = "webapplications.rules.yaml";
        Files.writeString(directory.resolve(file), WebApplications.block(file));
        applications.start();
        road.apply(shop("[a, b, c, d, e, f]").replace("name: shop", "name: ruled"));
        var shown =
                road.reason(
                        WebApplications.VERSION, WebApplications.KIND, "ruled", "TooManyAccounts");
        assertThat(shown)
                .containsEntry("message", "at most five service accounts; split the application");
        assertThat(road.find(GROUP, "ResourceGroup", road.namespace, "ruled")).isEmpty();
        road.apply(shop("[a]").replace("name: shop", "name: ruled"));
        applications.ready("ruled");
    }

    /** Writes on objects that templates name, and not on those that others write. */
    private List<AuditLog.Event> made(AuditLog.Mark since) {
        return road.requests(since).stream()
                .filter(AuditLog.Event::write)
                .filter(each -> road.namespace.equals(each.namespace()))
                .filter(each -> each.subresource().isEmpty())
                .filter(
                        each ->
                                each.json()
                                        .path("requestURI")
                                        .asText()
                                        .contains("fieldManager=dragoman-webapplications"))
                .toList();
    }
}
