package dev.dragoman.witness;

import dev.dragoman.cli.Commands;
import dev.dragoman.sandbox.cli.Install;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What an installation with vending grants the operator, as its manifests say. */
final class InstalledRights {
    private InstalledRights() {}

    static List<GrantedRight> all() {
        var objects = new ArrayList<HasMetadata>();
        objects.addAll(read(Install.manifest("base/rbac.yaml")));
        objects.addAll(read(Install.manifest(Install.VENDING)));
        objects.addAll(read(Install.manifest(Install.CDTARGETS)));
        objects.addAll(read(Install.manifest(Install.CERTIFICATES)));
        objects.addAll(read(Install.manifest(Install.DISCOVERY)));
        objects.addAll(read(Install.manifest(Install.SIDECARS)));
        objects.addAll(
                kinds().stream()
                        .filter(role -> role.getMetadata().getName().startsWith("dragoman-azure:"))
                        .toList());
        return GrantedRight.of(objects);
    }

    /** The ClusterRoles that are installed with the kinds, users' roles among them. */
    static List<ClusterRole> kinds() {
        var printed = new StringWriter();
        int code = Commands.line().setOut(new PrintWriter(printed)).execute("crds", "--rbac");
        if (code != 0) {
            throw new IllegalStateException("dragoman crds --rbac ended with " + code);
        }
        return read(printed.toString()).stream()
                .filter(ClusterRole.class::isInstance)
                .map(ClusterRole.class::cast)
                .toList();
    }

    private static List<HasMetadata> read(String manifests) {
        return Pattern.compile("(?m)^---\\s*$")
                .splitAsStream(manifests)
                .flatMap(part -> role(part).stream())
                .toList();
    }

    private static Optional<HasMetadata> role(String manifest) {
        if (manifest.matches("(?sm).*^kind: \"?ClusterRole\"?$.*")) {
            return Optional.of(Serialization.unmarshal(manifest, ClusterRole.class));
        }
        return manifest.matches("(?sm).*^kind: \"?Role\"?$.*")
                ? Optional.of(Serialization.unmarshal(manifest, Role.class))
                : Optional.empty();
    }
}
