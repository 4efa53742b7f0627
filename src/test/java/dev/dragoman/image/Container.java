package dev.dragoman.image;

import dev.dragoman.Patience;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.tools.image.ImageTar;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A process in the image's files as a pod's runtime starts it: its own mounts, a root that cannot
 * be written, the image's user, no capability and no way to gain one, and a service account's files
 * where a pod has them. It takes root to arrange that, and the tools of util-linux.
 */
final class Container implements AutoCloseable {
    private static final String ACCOUNT = "var/run/secrets/kubernetes.io/serviceaccount";

    /**
     * $1 is the root; then what becomes of this shell. In the end no process but the JVM is left.
     */
    private static final String MOUNTS =
            """
            set -e
            mount --bind "$1" "$1"
            mount --bind "$1/../account" "$1/var/run/secrets/kubernetes.io/serviceaccount"
            mount --bind /etc/hosts "$1/etc/hosts"
            mount --rbind /dev "$1/dev"
            mount --bind /proc "$1/proc"
            mount -t tmpfs -o mode=1777,size=64m tmpfs "$1/tmp"
            mount -o remount,bind,ro "$1"
            shift
            exec "$@"
            """;

    private final Process process;
    private final Path log;
    private final int port;

    private Container(Process process, Path log, int port) {
        this.process = process;
        this.log = log;
        this.port = port;
    }

    /**
     * Starts the image's entry point.
     *
     * @param root the unpacked image; directories that a runtime mounts on are made in it
     * @param settings the environment beside the image's, and nothing else is in it
     * @param flags for the JVM, where JDK_JAVA_OPTIONS puts them: before those of the entry point
     */
    static Container start(
            ImageTar image,
            Path root,
            ControlPlane plane,
            Map<String, String> settings,
            String flags)
            throws IOException {
        for (var each : List.of("proc", "dev", "tmp", ACCOUNT)) {
            Files.createDirectories(root.resolve(each));
        }
        if (Files.notExists(root.resolve("etc/hosts"))) {
            Files.createFile(root.resolve("etc/hosts"));
        }
        var account = Files.createDirectories(root.resolveSibling("account"));
        Files.writeString(account.resolve("namespace"), "dragoman-system");
        Files.writeString(
                account.resolve("token"),
                plane.serviceAccountToken("dragoman-system", "dragoman", plane.issuer()));
        Files.copy(plane.caFile(), account.resolve("ca.crt"), StandardCopyOption.REPLACE_EXISTING);

        int port = freePort();
        var log = Files.createTempFile(root.getParent(), "container-", ".log");
        var user = image.configuration().at("/config/User").asText().split(":", -1);
        var command = new ArrayList<String>();
        command.addAll(List.of("unshare", "--mount", "sh", "-c", MOUNTS, "sh", root.toString()));
        // what is inherited survives the empty bounding set, until unshare gives up being root
        command.addAll(List.of("setpriv", "--inh-caps=-all,+sys_chroot,+setuid,+setgid"));
        command.addAll(
                List.of("setpriv", "--clear-groups", "--no-new-privs", "--bounding-set=-all"));
        command.addAll(
                List.of(
                        "unshare",
                        "--root=" + root,
                        "--wd=" + image.configuration().at("/config/WorkingDir").asText(),
                        "--setgid=" + user[1],
                        "--setuid=" + user[0]));
        command.addAll(image.entryPoint());
        command.addAll(image.command());
        var builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        var environment = new HashMap<>(image.environment());
        environment.putAll(settings);
        environment.put("PATH", System.getenv("PATH"));
        environment.put("JDK_JAVA_OPTIONS", flags);
        environment.put("KUBERNETES_SERVICE_HOST", plane.server().getHost());
        environment.put("KUBERNETES_SERVICE_PORT", Integer.toString(plane.server().getPort()));
        environment.put("POD_NAMESPACE", "dragoman-system");
        environment.put("POD_NAME", "dragoman-image");
        environment.put("DRAGOMAN_MANAGEMENT_PORT", Integer.toString(port));
        builder.environment().clear();
        builder.environment().putAll(environment);
        return new Container(builder.start(), log, port);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** The answer of the readiness probe; false as long as nobody answers. */
    boolean ready() throws IOException, InterruptedException {
        if (!process.isAlive()) {
            throw new AssertionError("ended with " + process.exitValue() + ": " + log());
        }
        try (var http = HttpClient.newHttpClient()) {
            var probe = URI.create("http://127.0.0.1:" + port + "/observe/health/ready");
            var answer =
                    http.send(
                            HttpRequest.newBuilder(probe).build(),
                            HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == 200 && answer.body().contains("UP");
        } catch (ConnectException notYet) {
            return false;
        }
    }

    /** What the kernel says of the process, by name: Uid, CapEff, VmRSS and the like. */
    Map<String, String> status() throws IOException {
        var status = new HashMap<String, String>();
        for (var line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
            var colon = line.indexOf(':');
            status.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        return status;
    }

    /** CPU time since the start. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElseThrow();
    }

    /** Mount points of the process with their options. */
    List<String> mounts() throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.pid() + "/mounts"));
    }

    String log() throws IOException {
        return Files.readString(log);
    }

    /** Sends SIGTERM; returns the exit code. */
    int end() throws InterruptedException {
        process.destroy();
        if (!Patience.ends(process)) {
            throw new AssertionError("still there 30 s after SIGTERM, when a pod is killed");
        }
        return process.exitValue();
    }

    /** Waits for the end that the process itself chooses. */
    int awaitEnd() throws InterruptedException {
        if (!Patience.ends(process)) {
            throw new AssertionError("did not end");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
