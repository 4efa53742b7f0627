package dev.dragoman.tools.olm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Builds the bundle for the Operator Lifecycle Manager from {@code kubernetes/}, and a file with
 * the objects that a bundle cannot have. Each object goes to one place only. The same inputs give
 * the same bytes.
 */
@Command(name = "build-bundle", description = "Builds a bundle for OLM in TARGET/olm")
public final class BuildBundle implements Callable<Integer> {
    /** What each version of OLM takes beside the ClusterServiceVersion. */
    private static final Set<String> KINDS =
            Set.of(
                    "ClusterRole",
                    "ClusterRoleBinding",
                    "CustomResourceDefinition",
                    "PodDisruptionBudget",
                    "Role",
                    "RoleBinding",
                    "Service");

    @Option(names = "--kubernetes", required = true, description = "The manifests")
    private Path kubernetes;

    @Option(names = "--files", required = true, description = "Words, icon and fixed files")
    private Path files;

    @Option(names = "--kinds", required = true, description = "What crds --rbac has printed")
    private Path kinds;

    @Option(names = "--image", required = true, description = "Image of the operator")
    private String image;

    @Option(names = "--output", required = true, description = "Directory of the results")
    private Path output;

    private final List<ObjectNode> beside = new ArrayList<>();
    private ServiceVersion version;

    /** Builds the bundle and ends the JVM, with exit code 0 on success. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new BuildBundle()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        version =
                new ServiceVersion(
                        Manifests.file(files.resolve("clusterserviceversion.yaml")).getFirst(),
                        image,
                        Files.readAllBytes(files.resolve("icon.svg")));
        fixedFiles();
        var base = Manifests.directory(kubernetes.resolve("base"));
        var all = new ArrayList<>(withoutPermissions(base));
        all.addAll(Manifests.file(kinds));
        var examples = examples();
        for (var each : all) {
            place(each, examples);
        }
        version.examplesAsText();
        write(
                output.resolve("bundle/manifests/dragoman.clusterserviceversion.yaml"),
                version.object());
        Files.writeString(
                output.resolve("beside.yaml"),
                beside.stream().map(Serialization::asYaml).collect(Collectors.joining()));
        System.out.println("bundle: " + output.resolve("bundle"));
        return 0;
    }

    private void fixedFiles() throws IOException {
        var from = files.resolve("files");
        try (var found = Files.walk(from)) {
            for (var each : found.filter(Files::isRegularFile).toList()) {
                var to = output.resolve(from.relativize(each));
                Files.createDirectories(to.getParent());
                Files.copy(each, to, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.createDirectories(output.resolve("bundle/manifests"));
    }

    private List<ObjectNode> examples() throws IOException {
        var all = Manifests.directory(kubernetes.resolve("samples"));
        all.addAll(Manifests.file(kubernetes.resolve("samples/arm-resource.yaml")));
        return all;
    }

    /**
     * The objects without roles that the ClusterServiceVersion has. It cannot have those that are
     * gathered by labels. Roles of a namespace stay objects too: OLM makes ClusterRoles of them
     * where the operator looks after all namespaces, which are more rights.
     */
    private List<ObjectNode> withoutPermissions(List<ObjectNode> base) {
        var left = new ArrayList<>(base);
        for (var binding : base) {
            for (var role : base) {
                if (Manifests.kind(binding).equals("ClusterRoleBinding")
                        && Manifests.kind(role).equals("ClusterRole")
                        && Manifests.name(role).equals(binding.at("/roleRef/name").asText())
                        && !role.has("aggregationRule")) {
                    version.clusterPermissions(
                            binding.at("/subjects/0/name").asText(), role.path("rules"));
                    left.remove(binding);
                    left.remove(role);
                }
            }
        }
        return left;
    }

    private void place(ObjectNode object, List<ObjectNode> examples) throws IOException {
        var kind = Manifests.kind(object);
        switch (kind) {
            case "Namespace" -> version.namespace(object);
            case "Deployment" -> version.deployment(object);
            case "ServiceAccount" -> {
                // made by OLM for the permissions
            }
            default -> {
                if (kind.equals("CustomResourceDefinition")) {
                    version.owned(object, examples);
                }
                if (KINDS.contains(kind)) {
                    // OLM puts them where the operator is
                    Manifests.metadata(object).remove("namespace");
                    var name = Manifests.name(object).replace(':', '-');
                    var file = "%s.%s.yaml".formatted(name, kind.toLowerCase(Locale.ROOT));
                    write(output.resolve("bundle/manifests").resolve(file), object);
                } else {
                    beside.add(object);
                }
            }
        }
    }

    private static void write(Path file, ObjectNode object) throws IOException {
        Files.writeString(file, Serialization.asYaml(object));
    }
}
