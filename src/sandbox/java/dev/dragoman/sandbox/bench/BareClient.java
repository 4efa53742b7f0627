package dev.dragoman.sandbox.bench;

import dev.dragoman.certificates.pki.CertificateSpec;
import dev.dragoman.certificates.pki.Usage;
import dev.dragoman.certificates.pki.Issuance;
import dev.dragoman.certificates.pki.KeySpec;
import dev.dragoman.certificates.pki.Signer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * The program of the baseline: a JVM with a Kubernetes client that runs the commands on its input
 * and nothing else. It ends at the end of its input.
 */
final class BareClient {
    private final KubernetesClient client;

    private BareClient(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Runs commands, one in each line of input, and prints one number for each.
     *
     * @param args a kubeconfig
     */
    public static void main(String[] args) throws IOException {
        var config = Config.fromKubeconfig(Path.of(args[0]).toFile());
        try (var client = new KubernetesClientBuilder().withConfig(config).build();
                var in =
                        new BufferedReader(
                                new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            var bare = new BareClient(client);
            for (var line = in.readLine(); line != null; line = in.readLine()) {
                System.out.println(bare.answer(line.split(" ", -1)));
            }
        }
    }

    private long answer(String... command) {
        var groups = client.genericKubernetesResources(Objects.Type.GROUP.context());
        return switch (command[0]) {
            case "list" -> groups.inAnyNamespace().list().getItems().size();
            case "inform" -> groups.inAnyNamespace().inform().getStore().list().size();
            case "create", "update", "get" -> timed(command);
            case "issue" -> issued(KeySpec.valueOf(command[1]), Integer.parseInt(command[2]));
            default -> throw new IllegalArgumentException(command[0]);
        };
    }

    /**
     * Issues this number of certificates with new keys, signed by a new CA. Returns the number
     * issued.
     */
    private static long issued(KeySpec key, int count) {
        var random = new SecureRandom();
        var now = Instant.now(Clock.systemUTC());
        var life = Duration.ofDays(1);
        var ca = Issuance.selfSigned(new CertificateSpec("ca", List.of(), Set.of(Usage.CA), 0, life, key)).issue(now, random);
        var signer =
                ca.then(each -> Signer.read(each.secret())).toOptional().orElseThrow();
        var spec = new CertificateSpec("leaf", List.of("leaf.example.com"), Set.of(Usage.SERVER), 0, life, key);
        long issued = 0;
        for (int i = 0; i < count; i++) {
            issued += Issuance.by(signer, spec).issue(now, random).toOptional().stream().count();
        }
        return issued;
    }

    /**
     * Sends the requests of a command for objects of generated names. Returns the time in ns.
     *
     * @param command create, update or get; namespace; prefix of the names; number of objects
     */
    private long timed(String... command) {
        var names = Objects.names(command[2], Integer.parseInt(command[3]));
        var writes = new MinimalWrites(client, command[1]);
        long began = System.nanoTime();
        Objects.each(
                names.size(),
                i -> {
                    var name = names.get(i);
                    switch (command[0]) {
                        case "create" -> writes.create(name);
                        case "update" -> writes.status(name, 1);
                        default -> {
                            var _ =
                                    client.genericKubernetesResources(
                                                    Objects.Type.GROUP.context())
                                            .inNamespace(command[1])
                                            .withName(name)
                                            .get();
                        }
                    }
                });
        return System.nanoTime() - began;
    }
}
