package dev.dragoman.road;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/uninstall.md: what {@code kubectl delete -k} takes with components, and without. */
@Full
class DeletedOverlayIT {
    private static final String[] COMPONENTS = {"vending", "cdtargets", "discovery"};
    private static final String REQUESTS = "nsplease-requests";
    private static final List<String> DEFINITIONS =
            List.of(
                    "cdtargets.cnad.gofound.nl",
                    "discoveryservices.operator.marin3r.3scale.net",
                    "discoveryservicecertificates.operator.marin3r.3scale.net");

    @TempDir private Path directory;

    @Test
    void withTheComponentsTakenOutTheirObjectsStay() throws Exception {
        try (var plane = ControlPlane.start(Options.defaults())) {
            var install = new Install(plane);
            overlay(install, List.of("apply"), COMPONENTS);
            var _ = install.kubectl(List.of("create", "configmap", "kept", "-n", REQUESTS));

            overlay(install, List.of("delete"));
            assertThat(namespaces(plane)).doesNotContain("dragoman-system").contains(REQUESTS);
            assertThat(install.kubectl(List.of("get", "configmaps", "-n", REQUESTS)))
                    .contains("kept");
            assertThat(definitions(plane)).containsAll(DEFINITIONS);

            // the base is gone already
            overlay(install, List.of("delete", "--ignore-not-found"), COMPONENTS);
            assertThat(namespaces(plane)).doesNotContain(REQUESTS, "cdtarget-operator");
            assertThat(definitions(plane)).doesNotContainAnyElementsOf(DEFINITIONS);
            assertThat(left(install)).isBlank();
        }
    }

    private void overlay(Install install, List<String> verb, String... components)
            throws IOException {
        var command = new ArrayList<>(verb);
        command.addAll(List.of("-k", ComponentOverlay.write(directory, components).toString()));
        var _ = install.kubectl(command);
    }

    private static String left(Install install) {
        return install.kubectl(
                List.of(
                        "get",
                        "clusterroles,clusterrolebindings,roles,rolebindings,"
                                + "validatingadmissionpolicies,validatingadmissionpolicybindings",
                        "-A",
                        "-o=name",
                        "-l=app.kubernetes.io/name=dragoman"));
    }

    private static List<String> namespaces(ControlPlane plane) {
        return plane.client().namespaces().list().getItems().stream()
                .map(each -> each.getMetadata().getName())
                .toList();
    }

    private static List<String> definitions(ControlPlane plane) {
        return plane
                .client()
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .list()
                .getItems()
                .stream()
                .map(each -> each.getMetadata().getName())
                .toList();
    }
}
