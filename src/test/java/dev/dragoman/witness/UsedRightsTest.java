package dev.dragoman.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.controlplane.AuditLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which requests show that the operator needs a right. */
class UsedRightsTest {
    private static final String OPERATOR = "dragoman/0.1.0 (dragoman-7f9)";
    private static final String ACCOUNT = "system:serviceaccount:dragoman-system:dragoman";

    @TempDir private Path directory;

    @Test
    void aRequestOfTheOperatorDoes() throws Exception {
        assertThat(used(ACCOUNT, OPERATOR, "/api/v1/secrets"))
                .containsExactly("ClusterRole/dragoman: get secrets orders");
        assertThat(used(ACCOUNT, "dragoman/tests (orders-1)", "/api/v1/secrets")).hasSize(1);
    }

    @Test
    void noneOfWhoeverElseHasItsTokenDoes() throws Exception {
        assertThat(used(ACCOUNT, "kubectl/v1.36.3 (linux/amd64)", "/api/v1/secrets")).isEmpty();
        assertThat(used(ACCOUNT, "fabric8-kubernetes-client/7.8.0", "/api/v1/secrets")).isEmpty();
        assertThat(used(ACCOUNT, "dragoman/0.1.0 (plan)", "/api/v1/secrets")).isEmpty();
    }

    @Test
    void noneOfAnotherAccountDoes() throws Exception {
        assertThat(used("admin", OPERATOR, "/api/v1/secrets")).isEmpty();
    }

    @Test
    void noDryRunDoes() throws Exception {
        assertThat(used(ACCOUNT, OPERATOR, "/api/v1/secrets?dryRun=All&force=true")).isEmpty();
    }

    private List<String> used(String user, String agent, String uri) throws Exception {
        var log = directory.resolve("audit.log");
        Files.writeString(
                log,
                """
                {"stage": "ResponseComplete", "verb": "get", "userAgent": "%s", \
                "user": {"username": "%s"}, "requestURI": "%s", \
                "objectRef": {"resource": "secrets", "name": "orders"}, \
                "annotations": {"authorization.k8s.io/reason": "RBAC: allowed by \
                ClusterRoleBinding \\"dragoman\\" of ClusterRole \\"dragoman\\" to \
                ServiceAccount \\"dragoman/dragoman-system\\""}, \
                "note": ":dragoman\\""}
                """
                        .formatted(agent, user, uri));
        return UsedRights.in(List.of(new AuditLog(log))).stream()
                .map(GrantedRight::toString)
                .toList();
    }
}
