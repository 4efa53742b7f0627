package dev.dragoman.witness;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.cluster.Account;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Landing;
import dev.dragoman.tier.OneTry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What people may do with the kinds who have Kubernetes' own roles or {@code dragoman-edit} in one
 * namespace: impersonated users, on a real API server with the rights that are installed by
 * default.
 */
@Landing
@OneTry
class UsersIT {
    private static final String OURS = "users-ours";
    private static final String THEIRS = "users-theirs";

    /** Has all that somebody may have in a namespace: {@code admin} and {@code dragoman-edit}. */
    private static final String BOSS = "boss";

    private static final List<String> USERS =
            List.of("view", "edit", "admin", "dragoman-edit", BOSS);
    private static final List<String> KINDS =
            List.of(
                    "resourcegroups.resources.azure.com",
                    "storageaccounts.storage.azure.com",
                    "namespaces.servicebus.azure.com",
                    "userassignedidentities.managedidentity.azure.com");

    private static final ControlPlane PLANE = SharedControlPlane.shared();
    private static final Install INSTALL = Account.AZURE.on(PLANE);

    @BeforeAll
    static void people() {
        INSTALL.kindsAndRightsOnce(Install.sampleKinds());
        Account.VENDING.install(PLANE);
        for (var namespace : List.of(OURS, THEIRS)) {
            INSTALL.kubectl(List.of("create", "namespace", namespace));
        }
        for (var role : List.of("view", "edit", "admin", "dragoman-edit")) {
            bind(role, role);
        }
        bind("admin", BOSS);
        bind("dragoman-edit", BOSS);
        INSTALL.apply(
                """
                apiVersion: resources.azure.com/v1api20200601
                kind: ResourceGroup
                metadata: {name: orders}
                spec: {location: westeurope}
                """,
                "users.yaml",
                "--namespace=" + OURS);
        // Kubernetes' roles gain the rights a moment after they are installed
        await().until(
                        () ->
                                may(BOSS, "patch resourcegroups.resources.azure.com/orders", OURS)
                                        && KINDS.stream()
                                                .allMatch(
                                                        kind -> may("view", "get " + kind, OURS)));
    }

    private static void bind(String role, String user) {
        INSTALL.kubectl(
                List.of(
                        "create",
                        "rolebinding",
                        role + "-of-" + user,
                        "--clusterrole=" + role,
                        "--user=" + user,
                        "--namespace=" + OURS));
    }

    @AfterAll
    static void leave() {
        for (var namespace : List.of(OURS, THEIRS)) {
            INSTALL.kubectl(List.of("delete", "namespace", namespace, "--wait=false"));
        }
    }

    private static String as(String user, List<String> arguments) {
        var all = new ArrayList<>(List.of("--as=" + user));
        all.addAll(arguments);
        return INSTALL.kubectl(all);
    }

    private static boolean may(String user, String what, String namespace) {
        var arguments = new ArrayList<>(List.of("auth", "can-i", "--namespace=" + namespace));
        arguments.addAll(List.of(what.split(" ", -1)));
        try {
            return as(user, arguments).strip().equals("yes");
        } catch (ControlPlaneException no) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create resourcegroups.resources.azure.com",
                "update storageaccounts.storage.azure.com",
                "delete namespaces.servicebus.azure.com",
                "deletecollection userassignedidentities.managedidentity.azure.com"
            })
    void onlyWhoHasTheRoleForItChangesTheKindsOfTheNamespace(String what) {
        assertThat(USERS.stream().filter(user -> may(user, what, OURS)))
                .containsExactly("dragoman-edit", BOSS);
        assertThat(USERS.stream().filter(user -> may(user, what, THEIRS))).isEmpty();
    }

    /** Who administers a namespace could otherwise give it to himself. */
    @Test
    void administratorsBindNoRoleForTheKinds() {
        var attempt =
                List.of(
                        "create",
                        "rolebinding",
                        "lent",
                        "--clusterrole=dragoman-edit",
                        "--user=admin",
                        "--namespace=" + OURS,
                        "--dry-run=server");
        assertThatThrownBy(() -> as("admin", attempt)).hasMessageContaining("orbidden");
        assertThatCode(() -> as(BOSS, attempt)).doesNotThrowAnyException();
    }

    @Test
    void whoeverMayLookSeesTheKinds() {
        var get = List.of("get", "resourcegroup", "orders", "--namespace=" + OURS);
        assertThat(USERS).allSatisfy(user -> assertThat(as(user, get)).contains("orders"));
        assertThatThrownBy(() -> as("nobody", get)).hasMessageContaining("forbidden");
    }

    /**
     * Attempts of the administrator of one namespace to get further with what Dragoman installs.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                // to tell others that a resource is there, or the operator what to delete
                "patch resourcegroup orders --subresource=status --type=merge -p {\"status\":{\"id\":\"/x\"}}"
                        + " -n users-ours",
                // to lend the operator's rights
                "create rolebinding lent --clusterrole=dragoman-azure --user=admin -n users-ours",
                "create rolebinding lent --clusterrole=dragoman-namespaces --user=admin -n users-ours",
                "create rolebinding lent --clusterrole=dragoman --user=admin -n users-ours",
                "create clusterrolebinding lent --clusterrole=dragoman-secrets --user=admin",
                // to have Secrets of others copied, or to read the operator's own
                "create rolebinding lent --clusterrole=dragoman-secrets"
                        + " --serviceaccount=dragoman-system:dragoman -n users-theirs",
                "get secret aso-controller-settings -n dragoman-system",
                "create token dragoman -n dragoman-system",
                // to stop it, or to make it believe that another leads
                "scale deployment dragoman --replicas=0 -n dragoman-system",
                "patch lease dragoman --type=merge -p {\"spec\":{\"holderIdentity\":\"me\"}} -n dragoman-system",
                // to take kinds or their policy away
                "delete crd resourcegroups.resources.azure.com --dry-run=server",
                "delete mutatingadmissionpolicy applied-version.dragoman.dev --dry-run=server"
            })
    void administratorsGetNoFurther(String attempt) {
        assertThatThrownBy(() -> as(BOSS, List.of(attempt.split(" ", -1))))
                .hasMessageContaining("orbidden");
    }

    /** The check bites: the same attempts work with more rights. */
    @Test
    void withMoreRightsTheSameWorks() {
        INSTALL.kubectl(
                List.of(
                        "create",
                        "clusterrolebinding",
                        "users-root",
                        "--clusterrole=cluster-admin",
                        "--user=root"));
        try {
            for (var attempt :
                    List.of(
                            "create rolebinding lent --clusterrole=dragoman-azure --user=admin"
                                    + " -n users-ours --dry-run=server",
                            "create clusterrolebinding lent --clusterrole=dragoman-secrets"
                                    + " --user=admin --dry-run=server",
                            "create token dragoman -n dragoman-system",
                            "delete crd resourcegroups.resources.azure.com --dry-run=server")) {
                // the API server learns of more rights a moment later
                await().untilAsserted(
                                () ->
                                        assertThatCode(
                                                        () ->
                                                                as(
                                                                        "root",
                                                                        List.of(
                                                                                attempt.split(
                                                                                        " ", -1))))
                                                .doesNotThrowAnyException());
            }
        } finally {
            INSTALL.kubectl(List.of("delete", "clusterrolebinding", "users-root"));
        }
    }

    @Test
    void theAdministratorOfANamespaceLetsDragomanUseItsSecrets() {
        as("admin", Install.grantCommand(OURS));
        var operator = "system:serviceaccount:dragoman-system:dragoman";
        // the API server learns of more rights a moment later
        await().until(() -> may(operator, "get secrets", OURS));
        assertThat(may(operator, "get secrets", THEIRS)).isFalse();
        assertThat(may(operator, "list secrets", "kube-system")).isFalse();
    }
}
