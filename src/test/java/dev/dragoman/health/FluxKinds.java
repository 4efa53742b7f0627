package dev.dragoman.health;

import dev.dragoman.Patience;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.GoSources;
import java.nio.file.Path;
import java.util.List;

/** Flux's definitions of sources and Kustomizations, from the modules of its controllers. */
final class FluxKinds {
    private FluxKinds() {}

    static void install(Install install) {
        for (var each : files()) {
            var _ = install.kubectl(List.of("apply", "--server-side", "-f", each));
            // not those of others, which may go meanwhile
            var established = "--for=condition=Established";
            var _ = install.kubectl(List.of("wait", established, "-f", each, Patience.timeout()));
        }
    }

    static void remove(Install install) {
        files().forEach(each -> install.kubectl(List.of("delete", "-f", each)));
    }

    private static List<String> files() {
        return List.of(
                definitions("flux-source", "source-controller"),
                definitions("flux", "kustomize-controller"));
    }

    private static String definitions(String tool, String controller) {
        Path module = GoSources.of(tool, "github.com/fluxcd/" + controller, _ -> {});
        return module.resolve("config/crd/bases").toString();
    }
}
