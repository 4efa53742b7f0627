package dev.dragoman.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.cli.Install;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What may be in no installation, whoever uses it. */
class RightsTest {
    private static final Set<String> READING = Set.of("get", "list", "watch");

    /** Bound by who administers a namespace, for that namespace; the manifests bind it nowhere. */
    private static final String BOUND_BY_USERS = "ClusterRole/dragoman-secrets";

    /** Held so that it may be granted: RBAC lets nobody grant pods more than he has. */
    private static final String GRANTED_ON = "ClusterRole/dragoman-discovery-granted";

    @Test
    void nothingIsGrantedByAWildcard() {
        assertThat(InstalledRights.all())
                .filteredOn(right -> !right.role().equals(GRANTED_ON))
                .isNotEmpty()
                .allSatisfy(right -> assertThat(right.toString()).doesNotContain("*"));
    }

    @Test
    void secretsOfAllNamespacesAreReadByNameOnly() {
        assertThat(InstalledRights.all())
                .filteredOn(right -> right.group().isEmpty() && right.resource().equals("secrets"))
                .filteredOn(right -> READING.contains(right.verb()))
                .filteredOn(right -> right.role().startsWith("ClusterRole/"))
                .filteredOn(right -> !right.role().equals(BOUND_BY_USERS))
                .isNotEmpty()
                .allSatisfy(right -> assertThat(right.name()).isNotEmpty());
        assertThat(Install.manifest("base/rbac.yaml") + Install.manifest(Install.VENDING))
                .as("bound for no namespace, let alone for all")
                .doesNotContainPattern("roleRef:\\s+(\\S+: \\S+\\s+)*name: dragoman-secrets");
    }

    /** The admission plugin OwnerReferencesPermissionEnforcement, as in OpenShift. */
    @Test
    void whoTakesRequestsOverMayDeleteTheirSecretsAndConfigMaps() {
        var all = InstalledRights.all();
        for (var resource : Set.of("secrets", "configmaps")) {
            assertThat(all)
                    .filteredOn(right -> right.role().equals("Role/dragoman-namespaces"))
                    .filteredOn(right -> right.resource().equals(resource))
                    .extracting(GrantedRight::verb)
                    .contains("patch", "delete");
        }
    }
}
