package dev.dragoman.sandbox.cli;

import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Shows an application that reads a key from a Key Vault as its own identity. The application waits
 * until the operator has made the vault, the right to read it, and the entry. No Secret has the
 * key.
 */
final class VaultDemo {
    /** The kinds of the sample that other samples do not have. */
    static final List<String> KINDS =
            List.of(
                    "keyvault.azure.com/Vault",
                    "authorization.azure.com/RoleAssignment",
                    "managedidentity.azure.com/FederatedIdentityCredential");

    private static final String SAMPLE = "key-vault.yaml";
    private static final String AUDIENCE = "api://AzureADTokenExchange";

    /** Service account of the application, which the sample names. */
    private static final String ACCOUNT = "orders";

    /** The vault and the entry of the sample. */
    private static final String VAULT = "orders-vault";

    private static final String ENTRY = "orders-archive-key";

    /** ConfigMap with the identity of the samples. */
    private static final String IDENTITY = "orders-identity";

    private final ControlPlane plane;
    private final Install install;
    private final AzureSandbox azure;
    private final String namespace;
    private final NamespaceDemo.Patience patience;
    private final Consumer<String> say;
    private int told;

    VaultDemo(
            ControlPlane plane,
            Install install,
            AzureSandbox azure,
            String namespace,
            NamespaceDemo.Patience patience,
            Consumer<String> say) {
        this.plane = plane;
        this.install = install;
        this.azure = azure;
        this.namespace = namespace;
        this.patience = patience;
        this.say = say;
    }

    /**
     * Starts the application, checks that it waits, applies the objects, and checks that it ends.
     *
     * @throws DemoFailed when the application does not get the value, or the namespace has a new
     *     Secret
     */
    void run() {
        var account = List.of("create", "serviceaccount", ACCOUNT, "-n", namespace);
        say.accept("kubectl " + String.join(" ", account));
        var _ = install.kubectl(account);
        var token = plane.serviceAccountTokenFile(namespace, ACCOUNT, AUDIENCE);
        var before = secrets();
        var began = System.nanoTime();
        try (var application =
                VaultApplicationProcess.start(azure, clientId(), token, VAULT, ENTRY)) {
            say.accept(
                    "An application, process %d, asks Key Vault %s for %s as its own identity:"
                            .formatted(application.pid(), VAULT, ENTRY));
            waits(application, began);
            applyTo(application);
        }
        var added = new TreeSet<>(secrets());
        added.removeAll(before);
        if (!added.isEmpty()) {
            throw new DemoFailed("the key must be in the vault only, but there are new Secrets: " + added);
        }
        say.accept("No Secret was added in namespace " + namespace + ".");
    }

    private void waits(VaultApplicationProcess application, long began) {
        patience.until(
                () -> tell(application) > 0 || application.ended().isPresent(),
                () -> "the application says nothing");
        boolean waits =
                application.ended().isEmpty()
                        && application.said().stream()
                                .allMatch(line -> line.startsWith(VaultApplication.WAITS));
        if (!waits) {
            throw new DemoFailed("the application does not wait: " + application.said());
        }
        say.accept(Demo.step("Application", ACCOUNT, "waits", began));
    }

    private void applyTo(VaultApplicationProcess application) {
        say.accept(
                "kubectl apply -n %s -f %s     # a vault, the right to read it, and a key for this vault only"
                        .formatted(namespace, SAMPLE));
        var applied = AppliedObjects.apply(plane, install, namespace, yaml(), SAMPLE, say);
        patience.until(
                () -> {
                    var ready = applied.allReady();
                    var ended = application.ended().isPresent();
                    tell(application);
                    return ready && ended;
                },
                () ->
                        "%s; the application says %s"
                                .formatted(applied.why(), application.said()));
        int code = application.ended().orElseThrow();
        var last = application.said().getLast();
        if (code != 0 || !last.startsWith(VaultApplication.HAS + ENTRY)) {
            throw new DemoFailed("the application ended with code %d: %s".formatted(code, last));
        }
        say.accept(Demo.step("Application", ACCOUNT, "ended (0)", applied.began()));
    }

    /** Prints the application's new lines, and returns the number of all its lines. */
    private int tell(VaultApplicationProcess application) {
        var said = application.said();
        said.subList(told, said.size()).forEach(line -> say.accept("  | " + line));
        told = said.size();
        return told;
    }

    /** The sample with the values of this sandbox. */
    private String yaml() {
        return Install.manifest("samples/" + SAMPLE)
                .replace("OPERATOR_PRINCIPAL_ID", AzurePart.PRINCIPAL)
                .replace("TENANT_ID", azure.tenantId())
                .replace("ISSUER", plane.issuer())
                .replace("NAMESPACE", namespace);
    }

    private String clientId() {
        return plane.client()
                .configMaps()
                .inNamespace(namespace)
                .withName(IDENTITY)
                .get()
                .getData()
                .get("clientId");
    }

    private Set<String> secrets() {
        return plane.client().secrets().inNamespace(namespace).list().getItems().stream()
                .map(each -> each.getMetadata().getName())
                .collect(Collectors.toSet());
    }
}
