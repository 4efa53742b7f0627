package dev.dragoman.vending;

import dev.dragoman.DocumentedCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What nsplease leaves behind: its installation, and what the commands that it gives for a
 * ConfigMap make. They are given here by the administrator, who has the rights that nsplease has.
 */
final class Nsplease {
    /** Its own namespace has this name where it is installed as its author does. */
    final String system;

    private final Vending vending;
    private final Path directory;

    private static final String INSTALLED =
            """
            apiVersion: v1
            kind: Namespace
            metadata: { name: SYSTEM }
            ---
            apiVersion: v1
            kind: ServiceAccount
            metadata: { name: nsplease, namespace: SYSTEM }
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: { name: nsplease }
            roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin }
            subjects: [ { kind: ServiceAccount, namespace: SYSTEM, name: nsplease } ]
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: { name: nsplease, namespace: SYSTEM, labels: { app: nsplease } }
            spec:
              replicas: REPLICAS
              selector: { matchLabels: { app: nsplease } }
              template:
                metadata: { labels: { app: nsplease } }
                spec:
                  serviceAccountName: nsplease
                  containers:
                  - name: nsplease
                    image: ghcr.io/jpetazzo/nsplease
                    env:
                    - { name: REQUESTS_NAMESPACE, value: REQUESTS }
                    - { name: VALID_REGEXES, value: "^nsp-[a-z0-9-]+$ ^ours-" }
                    - { name: TOKEN_POLICY_DEFAULT, value: multiple-times }
                    - { name: HTTPS_PROXY, value: "http://proxy.example.com:3128" }
                    - { name: IGNORE_SILENTLY, valueFrom: { fieldRef: { fieldPath: metadata.name } } }
            """;

    private static final String TEMPLATE =
            """
            apiVersion: v1
            kind: Namespace
            metadata:
              name: $NAMESPACE
              labels: { nsplease.container.training/thank-you: "" }
            ---
            apiVersion: v1
            kind: ServiceAccount
            metadata: { namespace: $NAMESPACE, name: admin }
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: { namespace: $NAMESPACE, name: admin-clusterrole }
            roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: admin }
            subjects: [ { kind: ServiceAccount, namespace: $NAMESPACE, name: admin } ]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: { namespace: $NAMESPACE, name: admin }
            rules: [ { apiGroups: [ "" ], resources: [ namespaces ], resourceNames: [ $NAMESPACE ], verbs: [ delete ] } ]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: { namespace: $NAMESPACE, name: admin-role }
            roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: admin }
            subjects: [ { kind: ServiceAccount, namespace: $NAMESPACE, name: admin } ]
            """;

    /** Up to where it notes the policy that counts, which is the default where there is none. */
    private static final String FURNISH =
            """
            kubectl apply -f template.yaml
            policy=$(kubectl get serviceaccount admin -n NAMESPACE \
              -o jsonpath='{.metadata.annotations.nsplease\\.container\\.training/issue-token}')
            test "$policy" || kubectl annotate serviceaccount admin -n NAMESPACE \
              nsplease.container.training/issue-token=POLICY
            test "$policy" = only-once && exit 0
            """;

    private static final String TOKEN =
            """
            token=$(kubectl create token admin -n NAMESPACE)
            """;

    private static final String SECRET =
            """
            kubectl create secret generic NAMESPACE --from-literal=token="$token" --dry-run=client -o yaml |
              kubectl apply -n REQUESTS -f -
            """;

    private static final String OWNER =
            """
            uid=$(kubectl get namespace NAMESPACE -o jsonpath='{.metadata.uid}')
            for kind in configmap secret; do
              kubectl patch "$kind" NAMESPACE -n REQUESTS --patch="metadata: {ownerReferences: [
                {apiVersion: v1, kind: Namespace, name: NAMESPACE, uid: $uid}]}"
            done
            """;

    Nsplease(Vending vending, Path directory) {
        this.vending = vending;
        this.directory = directory;
        system = "nsplease-system-" + vending.requests;
    }

    void install(int replicas) {
        var _ =
                vending.install.apply(
                        INSTALLED
                                .replace("SYSTEM", system)
                                .replace("value: REQUESTS", "value: " + vending.requests)
                                .replace("REPLICAS", Integer.toString(replicas)),
                        "nsplease.yaml");
    }

    int replicas() {
        return vending.client()
                .apps()
                .deployments()
                .inNamespace(system)
                .withName("nsplease")
                .get()
                .getSpec()
                .getReplicas();
    }

    /** Serves a ConfigMap that appears, or that is there when it starts. */
    void serve(String name) throws Exception {
        serve(name, "multiple-times");
    }

    /** The same with this default of the policy. */
    void serve(String name, String policy) throws Exception {
        run(name, policy, FURNISH + TOKEN + SECRET + OWNER);
    }

    /** It ends before it writes whose the Secret is. */
    void serveWithoutOwner(String name) throws Exception {
        run(name, "multiple-times", FURNISH + TOKEN + SECRET);
    }

    /** It got no token, and does not notice. */
    void serveWithoutToken(String name) throws Exception {
        run(name, "multiple-times", FURNISH + "token=\n" + SECRET + OWNER);
    }

    private void run(String name, String policy, String commands)
            throws IOException, InterruptedException {
        Files.writeString(directory.resolve("template.yaml"), TEMPLATE.replace("$NAMESPACE", name));
        DocumentedCommands.run(
                vending.plane,
                directory,
                commands.replace("NAMESPACE", name)
                        .replace("REQUESTS", vending.requests)
                        .replace("POLICY", policy));
    }

    void remove() {
        var _ = vending.client().namespaces().withName(system).delete();
        var _ = vending.client().rbac().clusterRoleBindings().withName("nsplease").delete();
    }
}
