package dev.dragoman.composition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.camel.Overlays;
import dev.dragoman.cli.validate.RightsPage;
import dev.dragoman.cli.validate.ValidateCommand;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** A composition with nine lines and no Azure, for scenarios: its kind, its rights, its files. */
public final class Bundles {
    public static final String API_VERSION = "bundles.example.org/v1";
    public static final String KIND = "Bundle";
    private static final Path FILES = Path.of("src/test/resources/compositions/bundles");

    private Bundles() {}

    /** What {@code dragoman validate --rights} prints. */
    public static String rights(Path overlays, String composition, String namespace) {
        var out = new StringWriter();
        var err = new StringWriter();
        // the command itself would turn off the log of all tests
        int code =
                RightsPage.print(
                        new Overlays(List.of(overlays)),
                        composition,
                        Map.of("POD_NAMESPACE", namespace),
                        new CommandLine(new ValidateCommand())
                                .setOut(new PrintWriter(out))
                                .setErr(new PrintWriter(err)));
        assertThat(code).as("%s", err).isZero();
        return out.toString().replaceFirst("^---\\n", "");
    }

    /** Settings of an operator that makes bundles. */
    public static Map<String, String> environment() {
        return Map.of("DRAGOMAN_OVERLAYS", FILES.toAbsolutePath().toString());
    }

    /**
     * Kind and rights.
     *
     * @param namespace of the operator
     */
    public static void install(ControlPlane plane, String namespace) {
        try {
            var definition = Files.readString(FILES.resolveSibling("bundles.definition.yaml"));
            var _ = new Install(plane).apply(definition, "bundles.yaml");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        objects(namespace)
                .forEach(each -> plane.client().resource(each).forceConflicts().serverSideApply());
    }

    /** Takes the rights back, which would hide which ones the operator needs itself. */
    public static void revoke(ControlPlane plane, String namespace) {
        objects(namespace).forEach(each -> plane.client().resource(each).delete());
    }

    private static List<GenericKubernetesResource> objects(String namespace) {
        return List.of(rights(FILES, "bundles", namespace).split("(?m)^---\\s*$", -1)).stream()
                .map(each -> Serialization.unmarshal(each, GenericKubernetesResource.class))
                .toList();
    }

    /** A bundle of these ports, which is named shop. */
    public static HasMetadata object(String namespace, String value, int pods, Integer... ports) {
        return object(namespace, "shop", value, pods, ports);
    }

    public static HasMetadata object(
            String namespace, String name, String value, int pods, Integer... ports) {
        var text =
                "apiVersion: %s\nkind: %s\nmetadata: {name: %s, namespace: %s}\nspec: {value: %s, pods: %d, ports: [%s]}\n"
                        .formatted(
                                API_VERSION,
                                KIND,
                                name,
                                namespace,
                                value,
                                pods,
                                List.of(ports).stream()
                                        .map(String::valueOf)
                                        .collect(Collectors.joining(", ")));
        return Serialization.unmarshal(text, GenericKubernetesResource.class);
    }

    public static Optional<GenericKubernetesResource> read(
            KubernetesClient client, String namespace) {
        return Optional.ofNullable(
                client.genericKubernetesResources(API_VERSION, KIND)
                        .inNamespace(namespace)
                        .withName("shop")
                        .get());
    }

    /** Status of Ready, and its generation, such as {@code True 2}. */
    public static String ready(KubernetesClient client, String namespace) {
        return read(client, namespace)
                .map(
                        each ->
                                "%s %s"
                                        .formatted(
                                                each.<String>get(
                                                        "status", "conditions", 0, "status"),
                                                each.<Object>get(
                                                        "status",
                                                        "conditions",
                                                        0,
                                                        "observedGeneration")))
                .orElse("");
    }
}
