package dev.dragoman.road;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.CompositionsPage;
import dev.dragoman.composition.Bundles;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The composition of docs/compositions.md, made from that page alone, on a road. */
final class WebApplications implements AutoCloseable {
    static final String GROUP = "platform.example.org";
    static final String VERSION = GROUP + "/v1";
    static final String KIND = "WebApplication";
    static final List<String> KINDS =
            List.of(
                    "authorization.azure.com/RoleAssignment",
                    "managedidentity.azure.com/FederatedIdentityCredential");

    final Road road;
    final Path directory;

    /**
     * @param directory gets the overlays
     */
    WebApplications(Road road, Path directory) throws IOException {
        this.road = road;
        this.directory = directory;
        CompositionsPage.write(directory);
        Files.delete(directory.resolve("webapplications.rules.yaml"));
        // other operators of the same API server have this kind too
        change(
                "webapplications.camel.yaml",
                "kinds: \"platform.example.org/WebApplication\"",
                "kinds: \"platform.example.org/WebApplication\", namespace: " + road.namespace);
        road.environment.put("DRAGOMAN_OVERLAYS", directory.toString());
    }

    /** The block of the page that begins with this file's name. */
    static String block(String name) {
        return Objects.requireNonNull(CompositionsPage.files().get(name), name);
    }

    /** Changes an overlay, before the operator starts. */
    void change(String file, String from, String to) throws IOException {
        var path = directory.resolve(file);
        var text = Files.readString(path);
        assertThat(text).contains(from);
        Files.writeString(path, text.replace(from, to));
    }

    /** What {@code dragoman validate --rights} prints for these overlays. */
    String rights() {
        return Bundles.rights(directory, "webapplications", road.account.namespace());
    }

    /** Installs definition and rights, and starts the operator. */
    WebApplications start() {
        define();
        road.install.kindsAndRightsOnce(KINDS);
        road.grant(rights());
        road.start();
        return this;
    }

    void define() {
        road.apply(block("webapplications.definition.yaml"));
        road.client()
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("webapplications." + GROUP)
                .waitUntilCondition(
                        crd ->
                                crd != null
                                        && crd.getStatus() != null
                                        && crd.getStatus().getConditions() != null
                                        && crd.getStatus().getConditions().stream()
                                                .anyMatch(
                                                        each ->
                                                                each.getType().equals("Established")
                                                                        && each.getStatus()
                                                                                .equals("True")),
                        30,
                        java.util.concurrent.TimeUnit.SECONDS);
    }

    GenericKubernetesResource get(String name) {
        return road.get(VERSION, KIND, name);
    }

    void ready(String name) {
        road.ready("webapplication/" + name);
    }

    /** Kind and name of each object in its status. */
    @SuppressWarnings("unchecked")
    List<String> objects(String name) {
        var status = get(name).getAdditionalProperties().get("status");
        var all = status == null ? Map.of() : (Map<String, Object>) status;
        return ((List<Map<String, Object>>) all.getOrDefault("objects", List.of()))
                .stream().map(each -> each.get("kind") + "/" + each.get("name")).toList();
    }

    @Override
    public void close() {
        road.revoke();
        road.close();
    }
}
