package dev.dragoman.vending;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.DocumentedRun;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/migrate/nsplease.md, one after the other. */
@Full
class NspleaseIT {
    private static final Path PAGE = Path.of("docs/migrate/nsplease.md");
    private static final String APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
    private static final List<String> SETTINGS =
            List.of("REQUESTS_NAMESPACE", "VALID_REGEXES", "TOKEN_POLICY_DEFAULT");

    @TempDir private Path directory;
    private Vending vending;
    private Nsplease nsplease;
    private DocumentedRun page;
    private String settings;
    private String first;
    private String second;
    private String empty;
    private String unowned;
    private String foreign;
    private String once;

    @BeforeEach
    void whatNspleaseLeaves() throws Exception {
        vending = new Vending();
        nsplease = new Nsplease(vending, directory);
        nsplease.install(1);
        settings = "settings-" + vending.requests;
        vending.client().resource(namespaced(settings)).create();
        first = served("first");
        second = served("second");
        empty = requested("empty");
        nsplease.serveWithoutToken(empty);
        unowned = requested("unowned");
        nsplease.serveWithoutOwner(unowned);
        once = requested("once");
        nsplease.serve(once, "only-once");
        foreign = vending.name("foreign");
        vending.client()
                .secrets()
                .resource(
                        vending.secret(unowned)
                                .edit()
                                .editMetadata()
                                .withName(foreign)
                                .withResourceVersion(null)
                                .withUid(null)
                                .endMetadata()
                                .withData(Map.of("token", "dGhlaXJz"))
                                .build())
                .create();
        page =
                new DocumentedRun(PAGE, vending.plane, directory, Map.of())
                        .where("nsplease-requests", vending.requests)
                        .where("nsplease-system", nsplease.system)
                        .where("dragoman-system", settings);
    }

    @AfterEach
    void stop() {
        vending.close();
        nsplease.remove();
        vending.client().namespaces().withName(settings).delete();
    }

    private static HasMetadata namespaced(String name) {
        return new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build();
    }

    private String requested(String part) {
        var name = vending.name(part);
        var _ = vending.request(name);
        return name;
    }

    private String served(String part) throws Exception {
        var name = requested(part);
        nsplease.serve(name);
        return name;
    }

    /** uids of what nsplease has made for a ConfigMap. */
    private List<String> uids(String name) {
        var client = vending.client();
        return Stream.of(
                        vending.namespace(name),
                        client.serviceAccounts().inNamespace(name).withName("admin").get(),
                        client.rbac().roles().inNamespace(name).withName("admin").get(),
                        binding(name, "admin-clusterrole"),
                        binding(name, "admin-role"),
                        vending.current(name),
                        vending.secret(name))
                .map(each -> each.getMetadata().getUid())
                .toList();
    }

    private HasMetadata binding(String namespace, String name) {
        return vending.client().rbac().roleBindings().inNamespace(namespace).withName(name).get();
    }

    /** Whether a token may still be used. */
    private boolean good(String token, String namespace) {
        return vending.bearer(token, "get", "configmaps", "-n", namespace).code() == 0;
    }

    private void carriedOver() {
        var data =
                vending.client()
                        .secrets()
                        .inNamespace(settings)
                        .withName("aso-controller-settings")
                        .get()
                        .getData();
        assertThat(data).containsOnlyKeys(SETTINGS);
        for (var name : SETTINGS) {
            vending.environment.put(
                    name,
                    new String(Base64.getDecoder().decode(data.get(name)), StandardCharsets.UTF_8));
        }
        assertThat(vending.environment)
                .containsEntry("REQUESTS_NAMESPACE", vending.requests)
                .containsEntry("VALID_REGEXES", "^nsp-[a-z0-9-]+$ ^ours-");
    }

    @Test
    void theWholePage() throws Exception {
        assertThat(page.run("1. **", "2. **")).contains(first, second, empty, unowned, once);
        page.run("2. **", "3. **");
        assertThat(nsplease.replicas()).isZero();
        page.run("3. **", "4. **");
        carriedOver();
        var before = uids(first);
        var token = vending.value(first, "token");
        assertThat(good(token, first)).isTrue();

        vending.start();
        for (var name : List.of(first, second, empty, unowned, once)) {
            var _ = vending.reason(name, "NamespaceExists");
        }
        assertThat(vending.value(first, "token")).isEqualTo(token);
        var later = vending.name("later");
        var _ = vending.request(later);
        vending.ready(later);

        page.where("NAME", first).run("5. **", "6. **");
        assertThat(uids(first)).as("nothing is made anew").isEqualTo(before);
        assertThat(vending.value(first, "token")).isNotEqualTo(token);
        assertThat(good(vending.value(first, "token"), first)).isTrue();
        assertThat(vending.as(first, "get", "pods").code()).isZero();
        assertThat(vending.secret(first).getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(o -> assertThat(o.getUid()).isEqualTo(before.getFirst()));
        assertThat(vending.reason(second, "NamespaceExists")).contains("not made by");
        allAreGivenOver();
        formerTokens(token);
        removed();
        theWayBack(later);
        page.nothingIsLeft();
    }

    private void allAreGivenOver() throws Exception {
        var issued = vending.secret(once).getData();
        var left = vending.secret(unowned).getData();
        page.run("6. **", "7. **");
        for (var name : List.of(second, empty)) {
            vending.ready(name);
            assertThat(vending.as(name, "get", "pods").code()).isZero();
        }
        var _ = vending.reason(once, "OnlyTokenGone");
        assertThat(vending.secret(once).getData()).as("no second token").isEqualTo(issued);
        var _ = vending.reason(unowned, "SecretExists");
        assertThat(vending.secret(unowned).getData()).as("not overwritten").isEqualTo(left);
        // a ConfigMap of the name of somebody's Secret
        var _ = vending.request(foreign);
        var _ = vending.reason(foreign, "SecretExists");
        assertThat(vending.value(foreign, "token")).isEqualTo("theirs");

        assertThat(page.run("7. **", "   After `SecretExists`"))
                .containsPattern(second + " +Ready +CredentialsReady")
                .containsPattern(unowned + " +Failed +SecretExists")
                .containsPattern(once + " +Spent +OnlyTokenGone");
        page.where("NAME", unowned).run("   After `SecretExists`", "   After `OnlyTokenGone`");
        vending.ready(unowned);
        page.where("NAME", once).run("   After `OnlyTokenGone`", "## Former");
        vending.ready(once);
        assertThat(vending.secret(once).getData()).isNotEqualTo(issued);
    }

    private void formerTokens(String former) throws Exception {
        assertThat(good(former, first)).as("until its end").isTrue();
        var published = vending.value(first, "token");
        page.where("NAME", first).run("## Former", "`kubectl apply` has");
        await().until(() -> !good(former, first));
        await().until(() -> !vending.value(first, "token").equals(published));
        assertThat(vending.as(first, "get", "pods").code()).isZero();
        await().until(() -> !good(published, first));

        assertThat(vending.secret(second).getMetadata().getAnnotations()).containsKey(APPLIED);
        // not of a given one any more: it was made anew
        page.run("`kubectl apply` has", "## Removing");
        assertThat(vending.secret(second).getMetadata().getAnnotations())
                .doesNotContainKey(APPLIED);
    }

    private void removed() throws Exception {
        page.run("## Removing", "## The way");
        assertThat(vending.client().rbac().clusterRoleBindings().withName("nsplease").get())
                .isNull();
        await().until(() -> vending.namespace(nsplease.system) == null);
        assertThat(vending.as(second, "get", "pods").code()).isZero();
        // as in nsplease's own example
        assertThat(vending.as(second, "delete", "namespace", second, "--wait=false").code())
                .isZero();
        await().until(() -> vending.current(second) == null && vending.secret(second) == null);
    }

    private void theWayBack(String later) throws Exception {
        nsplease.install(0);
        vending.stop();
        var token = vending.value(later, "token");
        page.run("2. Delete", "3. Tokens");
        assertThat(nsplease.replicas()).isOne();
        for (var name : List.of(first, later)) {
            nsplease.serve(name);
            assertThat(vending.secret(name).getData()).containsOnlyKeys("token");
            assertThat(good(vending.value(name, "token"), name)).isTrue();
        }
        assertThat(good(token, later)).isTrue();
        page.where("NAME", later).run("3. Tokens", "");
        await().until(() -> !good(token, later));
        // and it may come again
        vending.start();
        vending.ready(later);
        await().until(() -> vending.secret(later).getData().containsKey("kubeconfig"));
        assertThat(vending.as(later, "get", "pods").code()).isZero();
    }
}
