package dev.dragoman.health;

import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.GoSources;
import java.nio.file.Path;
import java.util.List;

/** Flux's definitions of GitRepository and Kustomization, from the modules of its controllers. */
final class FluxKinds {
    private static final List<String> KINDS =
            List.of(
                    "gitrepositories.source.toolkit.fluxcd.io",
                    "kustomizations.kustomize.toolkit.fluxcd.io");

    private FluxKinds() {}

    static void install(Install install) {
        for (var each : files()) {
            var _ = install.kubectl(List.of("apply", "--server-side", "-f", each));
        }
        for (var each : KINDS) {
            var _ =
                    install.kubectl(
                            List.of(
                                    "wait",
                                    "--for=condition=Established",
                                    "crd/" + each,
                                    "--timeout=60s"));
        }
    }

    static void remove(Install install) {
        files().forEach(each -> install.kubectl(List.of("delete", "-f", each)));
    }

    private static List<String> files() {
        return List.of(
                file(
                        "flux-source",
                        "source-controller",
                        "source.toolkit.fluxcd.io_gitrepositories"),
                file("flux", "kustomize-controller", "kustomize.toolkit.fluxcd.io_kustomizations"));
    }

    private static String file(String tool, String controller, String name) {
        Path module = GoSources.of(tool, "github.com/fluxcd/" + controller, _ -> {});
        return module.resolve("config/crd/bases").resolve(name + ".yaml").toString();
    }
}
