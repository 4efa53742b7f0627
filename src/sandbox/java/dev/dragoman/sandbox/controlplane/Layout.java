package dev.dragoman.sandbox.controlplane;

import dev.dragoman.sandbox.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Files, ports, users and flags of one control plane. */
record Layout(
        Path directory,
        int apiPort,
        int etcdPort,
        int etcdPeerPort,
        int kwokPort,
        String adminToken,
        Optional<KedaLayout> keda) {
    static final String ADMIN = "admin";
    private static final SecureRandom RANDOM = new SecureRandom();

    static final String NODE =
            """
            {"apiVersion":"v1","kind":"Node","metadata":{"name":"kwok",
            "labels":{"kubernetes.io/hostname":"kwok","kubernetes.io/os":"linux","kubernetes.io/arch":"amd64"}}}""";

    static final String NODE_PATH = "/api/v1/nodes/kwok";

    static final String ISSUER_IS_PUBLIC =
            """
            {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding",
            "metadata":{"name":"sandbox-issuer-is-public"},
            "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole",
            "name":"system:service-account-issuer-discovery"},
            "subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"Group",
            "name":"system:unauthenticated"}]}""";

    /**
     * Logs metadata of reads, and also the request of writes, except for kinds whose content is
     * secret or large.
     */
    private static final String AUDIT_POLICY =
            """
            apiVersion: audit.k8s.io/v1
            kind: Policy
            omitStages: [RequestReceived, ResponseStarted]
            rules:
            - level: None
              nonResourceURLs: ["*"]
            - level: None
              users: ["system:apiserver", "system:kube-controller-manager", "system:kube-scheduler"]
            - level: Metadata
              resources:
              - group: ""
                resources: [secrets, configmaps, serviceaccounts/token]
              - group: authentication.k8s.io
              - group: apiextensions.k8s.io
            - level: Metadata
              verbs: [get, list, watch]
            - level: Request
            """;

    /** Chooses free ports and writes keys, users and the audit policy. */
    static Layout create(Options options) {
        try {
            var directory =
                    options.directory().isPresent()
                            ? options.directory().get().toAbsolutePath()
                            : Files.createTempDirectory("dragoman-control-plane-");
            new StateDirectory(directory).create();
            var layout =
                    new Layout(
                            directory,
                            FreePort.find(),
                            FreePort.find(),
                            FreePort.find(),
                            FreePort.find(),
                            password(),
                            options.keda()
                                    ? Optional.of(KedaLayout.create(directory.resolve("keda")))
                                    : Optional.empty());
            layout.writeUsers();
            layout.writeSecret("sa.key", signingKey());
            Files.writeString(layout.file("audit-policy.yaml"), AUDIT_POLICY);
            return layout;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String password() {
        var bytes = new byte[24];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static String signingKey() {
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            var pem = Base64.getMimeEncoder(64, new byte[] {'\n'});
            var key = generator.generateKeyPair().getPrivate().getEncoded();
            return "-----BEGIN PRIVATE KEY-----\n"
                    + pem.encodeToString(key)
                    + "\n-----END PRIVATE KEY-----\n";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Writes a token for each program. Each program is a separate user, so that the audit log tells
     * them apart.
     */
    private void writeUsers() {
        var users = new StringBuilder();
        users.append(adminToken).append(",").append(ADMIN).append(",1,\"system:masters\"\n");
        var number = 2;
        for (var user : List.of("system:kube-controller-manager", "system:kube-scheduler")) {
            var token = password();
            users.append(token).append(",").append(user).append(",").append(number++).append("\n");
            writeSecret(user.substring(7) + ".token", token);
        }
        var token = password();
        users.append(token).append(",kwok,").append(number).append(",\"system:masters\"\n");
        writeSecret("kwok.token", token);
        writeSecret("tokens.csv", users.toString());
    }

    URI server() {
        return URI.create("https://127.0.0.1:" + apiPort);
    }

    Path caFile() {
        return file("certs").resolve("apiserver.crt");
    }

    Path adminKubeconfig() {
        return file("kubeconfig");
    }

    Path auditLog() {
        return file("audit.log");
    }

    Path log(String program) {
        return file(program + ".log");
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    /** Copies what etcd has stored into a new directory. */
    Path copyStorage() {
        try {
            var copy = Files.createTempDirectory(directory, "snapshot-").resolve("etcd");
            copy(file("etcd"), copy);
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts a copy in place of what etcd has stored. */
    void replaceStorage(Path copy) {
        StateDirectory.delete(file("etcd"));
        try {
            copy(copy, file("etcd"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (var each : files.toList()) {
                Files.copy(
                        each,
                        to.resolve(from.relativize(each)),
                        StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    List<String> etcd() {
        var client = "http://127.0.0.1:" + etcdPort;
        var peer = "http://127.0.0.1:" + etcdPeerPort;
        return List.of(
                "--data-dir=" + file("etcd"),
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=default=" + peer,
                "--log-level=warn",
                // the data need not survive a crash of the machine, so etcd need not wait for the
                // disk
                "--unsafe-no-fsync");
    }

    List<String> apiServer(Options options) {
        var flags =
                new ArrayList<>(
                        List.of(
                                "--cert-dir=" + file("certs"),
                                "--secure-port=" + apiPort,
                                "--bind-address=127.0.0.1",
                                "--etcd-servers=http://127.0.0.1:" + etcdPort,
                                "--authorization-mode=RBAC",
                                "--service-account-issuer=" + server(),
                                "--service-account-signing-key-file=" + file("sa.key"),
                                "--service-account-key-file=" + file("sa.key"),
                                "--service-cluster-ip-range=10.0.0.0/24",
                                "--token-auth-file=" + file("tokens.csv"),
                                "--allow-privileged",
                                "--audit-policy-file=" + file("audit-policy.yaml"),
                                "--audit-log-path=" + auditLog(),
                                "--audit-log-mode=blocking",
                                "--audit-log-maxsize=10240"));
        keda.ifPresent(one -> flags.addAll(one.apiServer()));
        flags.addAll(options.apiServerFlags());
        return flags;
    }

    List<String> controllerManager() {
        var flags =
                new ArrayList<>(
                        List.of(
                                "--kubeconfig=" + componentKubeconfig("kube-controller-manager"),
                                "--service-account-private-key-file=" + file("sa.key"),
                                "--root-ca-file=" + caFile(),
                                "--use-service-account-credentials",
                                "--leader-elect=false",
                                "--controllers=*,-nodeipam,-cloud-node-lifecycle",
                                // no port, because a second control plane on this machine could not
                                // open the default one
                                "--secure-port=0"));
        keda.ifPresent(one -> flags.addAll(one.controllerManager()));
        return flags;
    }

    List<String> scheduler() {
        return List.of(
                "--kubeconfig=" + componentKubeconfig("kube-scheduler"),
                "--leader-elect=false",
                "--secure-port=0");
    }

    List<String> kwok() {
        return List.of(
                "--kubeconfig=" + componentKubeconfig("kwok"),
                "--config=" + kwokStages(),
                "--manage-all-nodes=true",
                "--node-lease-duration-seconds=40",
                "--server-address=127.0.0.1:" + kwokPort);
    }

    private Path kwokStages() {
        try (var in = Layout.class.getResourceAsStream("/sandbox/kwok/stages.yaml")) {
            return Files.write(file("kwok-stages.yaml"), in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path componentKubeconfig(String user) {
        try {
            return writeKubeconfig(user, "default", Files.readString(file(user + ".token")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes the administrator's kubeconfig. It is written last, so that a process that sees the
     * file can use it.
     */
    void writeAdminKubeconfig() {
        writeSecret(adminKubeconfig().getFileName().toString(), kubeconfig("default", adminToken));
    }

    Path writeKubeconfig(String name, String namespace, String token) {
        return writeSecret(name + ".kubeconfig", kubeconfig(namespace, token));
    }

    private String kubeconfig(String namespace, String token) {
        try {
            var ca = Base64.getEncoder().encodeToString(Files.readAllBytes(caFile()));
            return """
                    apiVersion: v1
                    kind: Config
                    current-context: sandbox
                    contexts:
                    - name: sandbox
                      context: {cluster: sandbox, user: sandbox, namespace: "%s"}
                    clusters:
                    - name: sandbox
                      cluster: {server: "%s", certificate-authority-data: "%s"}
                    users:
                    - name: sandbox
                      user: {token: "%s"}
                    """
                    .formatted(namespace, server(), ca, token);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path writeSecret(String name, String content) {
        return writeSecret(file(name), content);
    }

    /**
     * Writes a file that only its owner may read. The file is replaced atomically, so that other
     * threads and processes may read or write it meanwhile.
     */
    static Path writeSecret(Path file, String content) {
        var ownerOnly =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try {
            var written =
                    Files.createTempFile(
                            file.getParent(), file.getFileName().toString(), ".new", ownerOnly);
            Files.write(written, content.getBytes(StandardCharsets.UTF_8));
            return Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
