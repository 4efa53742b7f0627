package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import dev.dragoman.Operator;
import dev.dragoman.Patience;
import dev.dragoman.camel.Overlays;
import dev.dragoman.cli.validate.ValidateCommand;
import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ConditionTimeoutException;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/**
 * Two compositions whose templates let whoever writes an object choose much, in an operator; a
 * namespace in which these objects are, and one of somebody else.
 */
final class Tricks implements AutoCloseable {
    static final String VERSION = "tricks.example.org/v1";
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Path TEMPLATES = Path.of("src/test/resources/tricks");

    final Road road;
    final String victim;
    private final Path directory;

    Tricks(Path directory) throws IOException {
        this.directory = directory;
        road = new Road("composition-attacks");
        victim = road.namespace + "-victim";
        road.client()
                .resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(victim)
                                .endMetadata()
                                .build())
                .create();
        try (var files = Files.list(TEMPLATES)) {
            for (var each : files.toList()) {
                Files.writeString(
                        directory.resolve(each.getFileName()),
                        Files.readString(each).replace("SHARED", victim));
            }
        }
        for (var name : List.of("tricks", "rivals")) {
            Files.writeString(directory.resolve(name + ".camel.yaml"), routes(name));
            road.apply(definition(name));
            road.client()
                    .apiextensions()
                    .v1()
                    .customResourceDefinitions()
                    .withName(name + ".tricks.example.org")
                    .waitUntilCondition(
                            crd ->
                                    crd.getStatus() != null
                                            && crd.getStatus().getConditions() != null
                                            && crd.getStatus().getConditions().stream()
                                                    .anyMatch(
                                                            each ->
                                                                    each.getType()
                                                                                    .equals(
                                                                                            "Established")
                                                                            && each.getStatus()
                                                                                    .equals(
                                                                                            "True")),
                            30,
                            TimeUnit.SECONDS);
        }
        road.environment.put("DRAGOMAN_OVERLAYS", directory.toString());
        road.environment.put("AZURE_TARGET_NAMESPACES", road.namespace + "," + victim);
        for (var name : List.of("tricks", "rivals")) {
            road.grant(validate("--rights", name).replaceFirst("^---\\n", ""));
        }
        road.start();
    }

    private static String kind(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1, name.length() - 1);
    }

    private static String definition(String name) {
        return """
               apiVersion: apiextensions.k8s.io/v1
               kind: CustomResourceDefinition
               metadata: { name: %1$s.tricks.example.org }
               spec:
                 group: tricks.example.org
                 scope: Namespaced
                 names: { kind: %2$s, plural: %1$s, singular: %3$s }
                 versions:
                 - name: v1
                   served: true
                   storage: true
                   subresources: { status: {} }
                   schema:
                     openAPIV3Schema:
                       type: object
                       properties:
                         spec: { type: object, x-kubernetes-preserve-unknown-fields: true }
                         status: { type: object, x-kubernetes-preserve-unknown-fields: true }
               """
                .formatted(name, kind(name), name.substring(0, name.length() - 1));
    }

    /** The routes of the page, with a line for each template. */
    private static String routes(String name) throws IOException {
        var lines = new TreeSet<String>();
        try (var files = Files.list(TEMPLATES)) {
            files.map(each -> each.getFileName().toString())
                    .filter(each -> each.startsWith(name) && each.endsWith(".object.yaml"))
                    .forEach(each -> lines.add(each.split("\\.", -1)[1]));
        }
        // what is read stands above
        var order = new java.util.ArrayList<>(lines);
        for (var reader : List.of("copy", "told")) {
            if (order.remove(reader)) {
                order.add(reader);
            }
        }
        var makers = new StringBuilder();
        order.forEach(
                each ->
                        makers.append(
                                "        - to: { uri: \"kubernetes-object:%s.%s\" }\n"
                                        .formatted(name, each)));
        return WebApplications.block("webapplications.camel.yaml")
                .replaceAll("(?m)^.*kubernetes-object:.*\\n", "")
                .replaceFirst("(?m)^(.*method=observe.*\\n)", "$1" + makers)
                .replace("platform.example.org/WebApplication", "tricks.example.org/" + kind(name))
                .replace("webapplications", name);
    }

    /** What {@code dragoman validate} says of the overlays, which are right. */
    String validate(String... options) {
        var out = new StringWriter();
        var command = new CommandLine(new ValidateCommand(road.environment));
        var arguments = new java.util.ArrayList<>(List.of(directory.toString()));
        arguments.addAll(List.of(options));
        var err = new StringWriter();
        // the command turns off the log of all tests
        var root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        var level = root.getLevel();
        int code =
                command.setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(arguments.toArray(String[]::new));
        root.setLevel(level);
        assertThat(code).as("%s%s", out, err).isZero();
        return out.toString();
    }

    /** The same with another file, which is wrong. */
    String invalid(String file, String content) {
        var path = directory.resolve(file);
        try {
            Files.writeString(path, content);
            var problems =
                    Operator.fileProblems(road.environment, new Overlays(List.of(directory)));
            Files.delete(path);
            assertThat(problems).isNotEmpty();
            return String.join("\n", problems);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A name that no object had. */
    static String name() {
        return "trick" + NUMBER.incrementAndGet();
    }

    /** Applies an object of the first composition. */
    void apply(String where, String name, String spec) {
        // the API server learns the fields of a new kind a moment after it serves it
        await().ignoreExceptionsInstanceOf(ControlPlaneException.class)
                .untilAsserted(
                        () ->
                                road.apply(
                                        where,
                                        "apiVersion: %s\nkind: Trick\nmetadata: { name: %s, namespace: %s }\nspec: %s\n"
                                                .formatted(VERSION, name, where, spec)));
    }

    /** The same in the usual namespace, with another name each time, which it returns. */
    String trick(String spec) {
        var name = name();
        apply(road.namespace, name, spec);
        return name;
    }

    /** Waits for the reason, and gives the message. */
    String told(String where, String kind, String name, String reason) {
        try {
            await(Duration.ofSeconds(15))
                    .untilAsserted(
                            () ->
                                    assertThat(condition(where, kind, name))
                                            .containsEntry("reason", reason));
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    "%s%n%s".formatted(e.getMessage(), road.find(VERSION, kind, where, name)), e);
        }
        var message = String.valueOf(condition(where, kind, name).get("message"));
        return message;
    }

    private Map<String, Object> condition(String where, String kind, String name) {
        return Road.condition(road.find(VERSION, kind, where, name), "Ready");
    }

    String told(String name, String reason) {
        return told(road.namespace, "Trick", name, reason);
    }

    /** What a ConfigMap has under a key; empty without it. */
    String value(String where, String name, String key) {
        var map = map(where, name);
        return map == null || map.getData() == null ? "" : map.getData().getOrDefault(key, "");
    }

    ConfigMap map(String where, String name) {
        return road.client().configMaps().inNamespace(where).withName(name).get();
    }

    /** Makes a ConfigMap as somebody else. */
    void own(String where, String name, String metadata) {
        road.apply(
                where,
                "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: \"%s\", namespace: %s%s }\ndata: { value: own }\n"
                        .formatted(name, where, metadata.isEmpty() ? "" : ", " + metadata));
    }

    void delete(String name) {
        var _ = road.kubectl("delete", "trick/" + name, "--ignore-not-found", Patience.timeout());
    }

    @Override
    public void close() {
        road.revoke();
        road.close();
        road.client().namespaces().withName(victim).delete();
    }
}
