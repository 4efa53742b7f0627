package dev.dragoman.health;

import static dev.dragoman.Patience.await;

import com.sun.net.httpserver.HttpServer;
import dev.dragoman.Patience;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.Binaries;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Program;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Flux's kustomize-controller as a process, on a control plane. The test plays the
 * source-controller: it serves directories as artifacts, and says so in the status of their
 * GitRepositories.
 */
final class FluxRun implements AutoCloseable {
    static final String NAMESPACE = "flux-system";
    private static final String API = "kustomize.toolkit.fluxcd.io/v1";

    private final Install install;
    private final ControlPlane plane;
    private final Path directory;
    private final HttpServer artifacts;
    private final Process controller;
    private int published;

    FluxRun(ControlPlane plane, Path directory) throws IOException {
        this.plane = plane;
        this.directory = Files.createDirectories(directory);
        install = new Install(plane);
        FluxKinds.install(install);
        var _ = install.kubectl(List.of("create", "namespace", NAMESPACE));
        artifacts =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        artifacts.createContext(
                "/",
                exchange -> {
                    var file =
                            Files.readAllBytes(
                                    directory.resolve(
                                            exchange.getRequestURI().getPath().substring(1)));
                    exchange.sendResponseHeaders(200, file.length);
                    try (var body = exchange.getResponseBody()) {
                        body.write(file);
                    }
                });
        artifacts.start();
        var builder =
                new ProcessBuilder(
                                new Binaries(System.err::println).path(Program.FLUX).toString(),
                                "--metrics-addr=0",
                                "--health-addr=0",
                                "--enable-leader-election=false",
                                "--requeue-dependency=1s",
                                "--log-level=info")
                        .redirectErrorStream(true)
                        .redirectOutput(log().toFile());
        builder.environment().put("KUBECONFIG", plane.adminKubeconfig().toString());
        builder.environment().put("RUNTIME_NAMESPACE", NAMESPACE);
        builder.environment()
                .put("TMPDIR", Files.createDirectories(directory.resolve("tmp")).toString());
        controller = builder.start();
    }

    private Path log() {
        return directory.resolve("kustomize-controller.log");
    }

    /** A new revision of a source: what the directory has now. */
    void publish(String source, Path content) throws Exception {
        var name = source + "-" + ++published + ".tar.gz";
        var archive = directory.resolve(name);
        var tar =
                new ProcessBuilder(
                                "tar", "-czhf", archive.toString(), "-C", content.toString(), ".")
                        .inheritIO()
                        .start();
        if (tar.waitFor() != 0) {
            throw new IOException("tar failed for " + content);
        }
        var digest =
                HexFormat.of()
                        .formatHex(
                                MessageDigest.getInstance("SHA-256")
                                        .digest(Files.readAllBytes(archive)));
        var now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        var status =
                """
                {"status": {"observedGeneration": 1,
                 "artifact": {"path": "%1$s", "url": "http://127.0.0.1:%2$d/%1$s", "revision": "main@sha1:%3$040d",
                  "digest": "sha256:%4$s", "lastUpdateTime": "%5$s"},
                 "conditions": [{"type": "Ready", "status": "True", "reason": "Succeeded", "message": "stored",
                  "observedGeneration": 1, "lastTransitionTime": "%5$s"}]}}
                """
                        .formatted(name, artifacts.getAddress().getPort(), published, digest, now);
        var _ =
                kubectl(
                        "patch",
                        "gitrepository",
                        source,
                        "--subresource=status",
                        "--type=merge",
                        "-p",
                        status);
    }

    /** In the namespace of Flux, as its administrator. */
    String kubectl(String... arguments) {
        var all = new ArrayList<>(List.of("-n", NAMESPACE));
        all.addAll(List.of(arguments));
        return install.kubectl(all);
    }

    /** Has it look again at once. */
    void look(String kustomization) {
        kubectl(
                "annotate",
                "kustomization",
                kustomization,
                "--overwrite",
                "reconcile.fluxcd.io/requestedAt=" + Instant.now());
    }

    Optional<GenericKubernetesResource> kustomization(String name) {
        return Optional.ofNullable(
                plane.client()
                        .genericKubernetesResources(API, "Kustomization")
                        .inNamespace(NAMESPACE)
                        .withName(name)
                        .get());
    }

    /** The condition Ready; empty while there is none. */
    Map<String, Object> ready(String name) {
        return kustomization(name)
                .map(each -> each.<List<Map<String, Object>>>get("status", "conditions"))
                .stream()
                .flatMap(List::stream)
                .filter(each -> "Ready".equals(each.get("type")))
                .findFirst()
                .orElse(Map.of());
    }

    /** Waits until Ready has this reason; its message. */
    String reason(String name, String reason) throws IOException {
        try {
            await(Duration.ofMinutes(3)).until(() -> reason.equals(ready(name).get("reason")));
            return String.valueOf(ready(name).get("message"));
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    "%s is %s, not %s%n%s"
                            .formatted(name, ready(name), reason, Files.readString(log())),
                    e);
        }
    }

    /** Waits until the latest revision of the source was applied and is healthy. */
    void applied(String name) throws IOException {
        var revision = "main@sha1:%040d".formatted(published);
        try {
            await(Duration.ofMinutes(3))
                    .until(
                            () ->
                                    "True".equals(ready(name).get("status"))
                                            && revision.equals(
                                                    kustomization(name)
                                                            .orElseThrow()
                                                            .get("status", "lastAppliedRevision")));
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    "%s is %s%n%s".formatted(name, ready(name), Files.readString(log())), e);
        }
    }

    /** Deletes one, and waits until the controller has done what that entails. */
    void delete(String kustomization) {
        kubectl("delete", "kustomization", kustomization, Patience.timeout());
    }

    @Override
    public void close() {
        controller.destroy();
        artifacts.stop(0);
    }
}
