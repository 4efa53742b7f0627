package dev.dragoman.cli;

import static dev.dragoman.Patience.await;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.takeover.TakeOverRun;
import dev.dragoman.kube.object.Json;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A group, an account below it and a Secret that it exported, as Azure Service Operator left them.
 */
public abstract class TakeOverScenario {
    public static final String NAMESPACE = "taken";
    public static final String ACCOUNT = NAMESPACE + "/sample";
    public static final AzureKind GROUPS = kind("resources.azure.com", "ResourceGroup");
    public static final AzureKind ACCOUNTS = kind("storage.azure.com", "StorageAccount");
    public static final List<AzureKind> KINDS = List.of(GROUPS, ACCOUNTS);
    public static ControlPlane plane;
    public static AsoCluster aso;

    public @TempDir Path backup;
    protected final List<String> said = new ArrayList<>();
    protected String uid;

    @BeforeAll
    public static void start() {
        plane = ControlPlane.start(Options.defaults());
        aso = new AsoCluster(plane);
        var _ =
                plane.client()
                        .resource(
                                new NamespaceBuilder()
                                        .withNewMetadata()
                                        .withName(NAMESPACE)
                                        .endMetadata()
                                        .build())
                        .create();
    }

    @AfterAll
    public static void stop() {
        plane.close();
    }

    @BeforeEach
    protected void asAzureServiceOperatorLeftIt() {
        // another uid each time: the garbage collector remembers owners that it found absent
        uid = UUID.randomUUID().toString();
        var _ = plane.client().secrets().inNamespace(NAMESPACE).withName("keys").delete();
        KINDS.forEach(aso::remove);
        KINDS.forEach(aso::install);
        var group = UUID.randomUUID().toString();
        aso.store(GROUPS, aso.asStored(GROUPS, object(GROUPS, "orders", group), "v1api20200601"));
        aso.store(ACCOUNTS, account(group));
        await().until(() -> !aso.requests().find(where("v20250601storage")).isEmpty());
        owned("keys", "v20250601storage");
    }

    /** What a storage account of the scenarios asks for. */
    public static void accountSpec(Map<String, Object> account) {
        at(account, "spec")
                .putAll(
                        Map.of(
                                "kind",
                                "StorageV2",
                                "accessTier",
                                "Hot",
                                "owner",
                                Map.of("name", "orders"),
                                "sku",
                                new LinkedHashMap<>(
                                        Map.of("name", "Standard_LRS", "tier", "Standard"))));
    }

    protected Map<String, Object> account(String group) {
        var account = object(ACCOUNTS, "sample", uid);
        accountSpec(account);
        at(account, "metadata")
                .put(
                        "ownerReferences",
                        List.of(
                                new LinkedHashMap<>(
                                        Map.of(
                                                "apiVersion",
                                                "resources.azure.com/v1api20200601",
                                                "kind",
                                                "ResourceGroup",
                                                "name",
                                                "orders",
                                                "uid",
                                                group))));
        at(account, "status").put("$propertyBag", Map.of("Old", "1"));
        return aso.asStored(ACCOUNTS, account, "v20230101");
    }

    public static Map<String, Object> object(AzureKind kind, String name, String uid) {
        var meta = new LinkedHashMap<String, Object>();
        meta.put("name", name);
        meta.put("namespace", NAMESPACE);
        meta.put("uid", uid);
        meta.put("generation", 2);
        meta.put("creationTimestamp", "2026-01-01T00:00:00Z");
        meta.put("finalizers", List.of("serviceoperator.azure.com/finalizer"));
        meta.put(
                "annotations",
                new LinkedHashMap<>(Map.of("serviceoperator.azure.com/resource-id", "/x")));
        var out = new LinkedHashMap<String, Object>();
        out.put("kind", kind.kind());
        out.put("metadata", meta);
        out.put("spec", new LinkedHashMap<>(Map.of("location", "westeurope")));
        out.put("status", new LinkedHashMap<>(Map.of("id", "/x")));
        return out;
    }

    public static AzureKind kind(String group, String name) {
        return Catalog.load().find(group, name).orElseThrow();
    }

    public static String where(String version) {
        return AsoCluster.path(ACCOUNTS, version, ACCOUNT);
    }

    public static Map<String, Object> read(String version) {
        return aso.requests().get(where(version));
    }

    public static Map<String, Object> at(Map<String, Object> object, String... path) {
        return Json.map(object, path);
    }

    protected void owned(String name, String version) {
        var owner =
                new OwnerReferenceBuilder()
                        .withApiVersion("storage.azure.com/" + version)
                        .withKind("StorageAccount")
                        .withName("sample")
                        .withUid(uid)
                        .build();
        var _ =
                plane.client()
                        .resource(
                                new SecretBuilder()
                                        .withNewMetadata()
                                        .withName(name)
                                        .withNamespace(NAMESPACE)
                                        .withOwnerReferences(owner)
                                        .endMetadata()
                                        .addToStringData("key", "value")
                                        .build())
                        .create();
    }

    public static boolean secret(String name) {
        return plane.client().secrets().inNamespace(NAMESPACE).withName(name).get() != null;
    }

    protected boolean run(ClusterRequests requests, boolean yes) throws IOException {
        return new TakeOverRun(requests, Clock.systemUTC(), backup, said::add).run(yes);
    }

    protected boolean takeOver() throws IOException {
        return run(aso.requests(), true);
    }

    /** What kubectl says to a server-side apply of what the user once applied. */
    protected String apply() throws Exception {
        var process =
                new ProcessBuilder(
                                plane.kubectl().toString(),
                                "--kubeconfig=" + plane.adminKubeconfig(),
                                "apply",
                                "--server-side",
                                "--force-conflicts",
                                "-n",
                                NAMESPACE,
                                "-f",
                                "-")
                        .redirectErrorStream(true)
                        .start();
        try (var in = process.getOutputStream()) {
            in.write(
                    """
                    apiVersion: storage.azure.com/v20230101
                    kind: StorageAccount
                    metadata: {name: sample}
                    spec:
                      location: westeurope
                      kind: StorageV2
                      accessTier: Hot
                      owner: {name: orders}
                      sku: {name: Standard_LRS}
                    """
                            .getBytes(UTF_8));
        }
        var text = new String(process.getInputStream().readAllBytes(), UTF_8);
        var _ = process.waitFor();
        return text;
    }
}
