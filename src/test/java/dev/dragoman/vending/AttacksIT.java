package dev.dragoman.vending;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cluster.Account;
import dev.dragoman.tier.Landing;
import dev.dragoman.tier.OneTry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What somebody who has taken over the operator could do with its rights on namespaces. Each attack
 * is refused in what is not vended, and succeeds without the admission policy: RBAC alone allows
 * it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Landing
@OneTry
class AttacksIT {
    private static final String NAMESPACES = "dragoman-namespaces";
    private static final String SECRETS = "dragoman-secrets";
    private static final String ACCOUNT =
            "--serviceaccount=" + Account.VENDING_WITHOUT_POLICY.namespace() + ":dragoman";

    private final Vending vending = new Vending(Account.VENDING_WITHOUT_POLICY);
    private String vended;

    @BeforeAll
    void start() {
        vending.start();
        vended = vending.name("vended");
        vending.request(vended);
        vending.ready(vended);
        vending.stop();
    }

    @AfterAll
    void stop() {
        vending.close();
    }

    @Test
    void theOperatorCannotBindAnybodyElsewhere() {
        attack("create", "rolebinding", "evil", "--clusterrole=admin", ACCOUNT);
    }

    @Test
    void theOperatorCannotMakeRolesElsewhere() {
        attack("create", "role", "evil", "--verb=delete", "--resource=namespaces");
    }

    @Test
    void theOperatorCannotTakeTokensElsewhere() {
        attack("create", "token", "admin");
    }

    @Test
    void theOperatorCannotCallANamespaceItsOwn() {
        var mine = List.of("label", "namespace", vended, "color=blue");
        assertThat(operator(mine).code()).as("its own").isZero();
        // not one that other tests have in common: the label exempts it from policies
        var other = vending.name("unvended");
        var _ = vending.install.kubectl(List.of("create", "namespace", other));
        var attack = List.of("label", "namespace", other, "dragoman.dev/vended=true");
        refused(attack);
        without(() -> assertThat(operator(attack).code()).isZero());
    }

    @Test
    void theOperatorCannotDeleteWhatItDidNotMake() {
        var _ = vending.install.kubectl(List.of("create", "namespace", vending.name("theirs")));
        var attack = List.of("delete", "namespace", vending.name("theirs"), "--wait=false");
        refused(attack);
        without(() -> assertThat(operator(attack).code()).isZero());
    }

    @Test
    void theOperatorCannotHaveATokenMadeForAnotherAccount() throws IOException {
        // where it may write Secrets of this name, so that this policy alone keeps it from that
        var victim = vending.name("boss");
        var _ = vending.install.kubectl(List.of("create", "namespace", victim));
        var _ =
                vending.install.kubectl(
                        List.of("label", "namespace", victim, "dragoman.dev/vended=true"));
        var _ = vending.install.kubectl(List.of("create", "sa", "boss", "-n", victim));
        var file = Files.createTempFile("secret", ".yaml");
        Files.writeString(
                file,
                """
                apiVersion: v1
                kind: Secret
                type: kubernetes.io/service-account-token
                metadata:
                  name: dragoman-token
                  namespace: %s
                  annotations: {kubernetes.io/service-account.name: boss}
                """
                        .formatted(victim));
        var attack = List.of("apply", "--server-side", "-f", file.toString());
        var answer = operator(attack);
        assertThat(answer.forbidden()).as(answer.said()).isTrue();
        assertThat(answer.said()).contains("makes no Secrets that are filled with tokens");
        without(SECRETS, attack);
        Files.delete(file);
    }

    /** By its name alone RBAC lets it be written anywhere, with whatever is in it. */
    @Test
    void theOperatorCannotWriteTheSecretOfItsTokensElsewhere() throws IOException {
        var victim = vending.name("exported");
        var _ = vending.install.kubectl(List.of("create", "namespace", victim));
        // nor where its administrator lets it write Secrets
        var _ =
                vending.install.kubectl(
                        List.of(
                                "create",
                                "rolebinding",
                                "dragoman-secrets",
                                "-n",
                                victim,
                                "--clusterrole=dragoman-secrets",
                                ACCOUNT));
        var file = Files.createTempFile("secret", ".yaml");
        Files.writeString(
                file,
                """
                apiVersion: v1
                kind: Secret
                metadata: {name: dragoman-token}
                stringData: {key: of-somebody}
                """);
        var attack = List.of("apply", "--server-side", "-n", victim, "-f", file.toString());
        refused(attack);
        // in an own one it may, and another Secret it may where it was let
        assertThat(
                        operator(
                                        List.of(
                                                "apply",
                                                "--server-side",
                                                "-n",
                                                vended,
                                                "-f",
                                                file.toString()))
                                .code())
                .isZero();
        Files.writeString(file, Files.readString(file).replace("dragoman-token", "another"));
        assertThat(operator(attack).code()).isZero();
        Files.writeString(file, Files.readString(file).replace("another", "dragoman-token"));
        without(() -> assertThat(operator(attack).code()).isZero());
        Files.delete(file);
    }

    @Test
    void theOperatorCannotBindMoreThanAdmin() {
        var attack =
                List.of(
                        "create",
                        "rolebinding",
                        "evil",
                        "-n",
                        vended,
                        "--clusterrole=cluster-admin",
                        ACCOUNT);
        assertThat(operator(attack).forbidden()).isTrue();
        // RBAC itself: not a matter of the policy
        without(() -> assertThat(operator(attack).forbidden()).isTrue());
    }

    /**
     * In its own namespaces it may, in another it may not, and there only for the policy's sake.
     */
    private void attack(String... arguments) {
        var here = new ArrayList<>(List.of(arguments));
        here.addAll(List.of("-n", vended));
        assertThat(operator(here).code()).as("its own").isZero();
        var elsewhere = vending.name("victim" + Math.abs(List.of(arguments).hashCode() % 1000));
        var _ = vending.install.kubectl(List.of("create", "namespace", elsewhere));
        var _ = vending.install.kubectl(List.of("create", "sa", "admin", "-n", elsewhere));
        var there = new ArrayList<>(List.of(arguments));
        there.addAll(List.of("-n", elsewhere));
        refused(there);
        without(() -> assertThat(operator(there).code()).isZero());
    }

    private void refused(List<String> arguments) {
        var answer = operator(arguments);
        assertThat(answer.forbidden()).as(answer.said()).isTrue();
        assertThat(answer.said()).contains("only in namespaces that it made");
    }

    private void without(Runnable attack) {
        var probe = List.of("label", "ns", "kube-node-lease", "dragoman.dev/vended=true");
        without(NAMESPACES, probe, attack);
    }

    private void without(String policy, List<String> attack) {
        without(policy, attack, () -> assertThat(operator(attack).code()).isZero());
    }

    /**
     * @param refused what it refuses, by which its return is seen
     */
    private void without(String policy, List<String> refused, Runnable attack) {
        var _ =
                vending.install.kubectl(
                        List.of(
                                "delete",
                                "validatingadmissionpolicybinding",
                                vending.account.policy(policy)));
        try {
            // admission learns of it a moment later
            await().ignoreExceptions().untilAsserted(attack::run);
        } finally {
            vending.account.restore(vending.plane);
            var probe = new ArrayList<>(refused);
            probe.add("--dry-run=server");
            await().until(() -> operator(probe).forbidden());
        }
    }

    /** kubectl as the operator's account. */
    private Vending.Answer operator(List<String> arguments) {
        try {
            var command = new ArrayList<>(List.of(vending.plane.kubectl().toString()));
            command.add("--kubeconfig=" + vending.kubeconfig());
            command.addAll(arguments);
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Vending.Answer(process.waitFor(), said);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted");
        }
    }

    @Test
    void theAttacksWereMadeWithTheOperatorsOwnRights() throws IOException {
        assertThat(Files.readString(vending.kubeconfig())).contains("token");
        var _ = operator(List.of("auth", "whoami"));
        assertThat(operator(List.of("auth", "whoami")).said()).contains(vending.account.user());
    }
}
