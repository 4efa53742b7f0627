package dev.dragoman.namespaces;

import dev.dragoman.capability.ConfiguredCapabilities;
import dev.dragoman.capability.Platform;
import dev.dragoman.capability.status.AnnotationStatus;
import dev.dragoman.kube.HashKey;
import dev.dragoman.kube.Tokens;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Seal;
import dev.dragoman.namespaces.decision.Keys;
import dev.dragoman.namespaces.decision.NameRules;
import dev.dragoman.namespaces.template.Template;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Watches;
import dev.dragoman.reconcile.watch.SharedWatch;
import dev.dragoman.settings.FollowedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Installs the capabilities that serve requests for namespaces and delete namespaces at their end.
 *
 * @param template template of the objects that are made for a request
 * @param operatorNamespace namespace of the Secret with the operator's key
 */
record NamespaceCapabilities(
        NamespaceSettings settings, Template template, String operatorNamespace)
        implements ConfiguredCapabilities {
    /** Kinds that are watched by name: other users' objects with these names may lack the label. */
    private static final Set<String> NAMED = Set.of("Secret", "ConfigMap");

    /** Names for a sample request; the first that the rules grant is used. */
    private static final List<String> NAMES_TO_TRY =
            List.of("sample", "nsp-sample", "ci-branch-sample", "team-sample");

    /**
     * Reads the template.
     *
     * @param overlay file that replaces the built-in template; empty for the built-in one
     * @throws dev.dragoman.namespaces.template.TemplateBroken with file, line and reason
     */
    static Template template(Optional<Path> overlay, NamespaceSettings settings) {
        try {
            if (overlay.isPresent()) {
                return Template.parse(
                        overlay.get().toString(),
                        Files.readString(overlay.get()),
                        settings.kinds(),
                        settings.extras());
            }
            try (var in =
                    NamespaceCapabilities.class.getResourceAsStream(
                            "/namespaces/" + Template.FILE)) {
                if (in == null) {
                    throw new IllegalStateException("built without " + Template.FILE);
                }
                return Template.parse(
                        Template.FILE,
                        new String(in.readAllBytes(), StandardCharsets.UTF_8),
                        settings.kinds(),
                        settings.extras());
            }
        } catch (CharacterCodingException notText) {
            throw Template.broken(overlay.orElseThrow() + ":1: not UTF-8", notText);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Map<String, String> placeholders() {
        return Map.of(
                "namespaces.enabled", Boolean.toString(settings.enabled()),
                "namespaces.requests", settings.requestsNamespace());
    }

    @Override
    public Optional<String> notice() {
        return ConfiguredCapabilities.off(
                settings.enabled(), "gives out no namespaces", "DRAGOMAN_NAMESPACES", "vending");
    }

    @Override
    public Installed install(Platform platform) {
        watch(platform.engine());
        var cluster = platform.cluster();
        var writers = platform.writers();
        var requests = settings.requestsNamespace();
        var tokens = new Tokens(platform.client(), cluster, platform.clients());
        var key = new HashKey(platform.client(), operatorNamespace);
        var authority = ClusterAuthority.of(settings, cluster);
        var credentials =
                new CredentialSecret(
                        settings.server().map(Object::toString).orElse(cluster.getMasterUrl()),
                        authority);
        var steps =
                new NamespaceSteps(
                        settings,
                        new NamespaceSteps.Cluster(
                                writers.reader(),
                                writers.applier(),
                                writers.remover(),
                                writers.metadata(),
                                tokens,
                                each -> platform.engine().enqueue(each, Cause.OBSERVED)));
        return new Installed(
                List.of(
                        new NamespaceRequests(
                                settings,
                                template,
                                credentials,
                                writers.reader(),
                                new AnnotationStatus(
                                        writers.metadata(), Keys.PREFIX, new Seal(key::get)),
                                platform.clock()),
                        new NamespaceLifetimes(requests, writers.reader(), platform.clock())),
                Map.of(NamespaceProvider.STEPS, steps),
                closing(
                        tokens,
                        authority.follow(
                                () -> wakeRequests(platform, requests), FollowedFile.LOOK)));
    }

    private static AutoCloseable closing(Tokens tokens, ClusterAuthority authority) {
        return () -> {
            authority.close();
            tokens.close();
        };
    }

    /** Reconciles all requests, so that their published Secrets are corrected. */
    private static void wakeRequests(Platform platform, String requests) {
        platform.writers()
                .reader()
                .metadata(
                        "v1",
                        "ConfigMap",
                        requests,
                        "",
                        each ->
                                new ObjectKey(
                                        "", "ConfigMap", requests, Fields.metadata(each, "name")))
                .forEach(each -> platform.engine().wake(NamespaceRequests.NAME, each));
    }

    @Override
    public List<Map<String, Object>> samples(String texts) {
        return Stream.concat(
                        NAMES_TO_TRY.stream()
                                .filter(
                                        name ->
                                                settings.rules().judge(name)
                                                        instanceof NameRules.Verdict.Accepted)
                                .limit(1)
                                .map(this::request),
                        Stream.of(outlived()))
                .toList();
    }

    private Map<String, Object> request(String name) {
        return Map.of(
                "apiVersion", "v1",
                "kind", "ConfigMap",
                "metadata", Map.of("name", name, "namespace", settings.requestsNamespace()));
    }

    private static Map<String, Object> outlived() {
        return Map.of(
                "apiVersion", "v1",
                "kind", "Namespace",
                "metadata",
                        Map.of(
                                "name", "outlived",
                                "labels", Map.of(Keys.VENDED, "true"),
                                "annotations", Map.of(Keys.EXPIRES_AT, "2020-01-01T00:00:00Z")));
    }

    private void watch(Watches engine) {
        var requests = settings.requestsNamespace();
        engine.share(SharedWatch.within(requests, "", "Secret"));
        engine.share(SharedWatch.named("", "Secret", Keys.HANDLE));
        template.configMaps()
                .forEach(name -> engine.share(SharedWatch.named("", "ConfigMap", name)));
        for (var kind : template.kinds()) {
            if (!NAMED.contains(kind.getValue())) {
                engine.share(
                        SharedWatch.labelled(
                                Fields.group(kind.getKey()),
                                kind.getValue(),
                                Keys.VENDED + "=true",
                                key -> isRequest(key, requests)));
            }
        }
    }

    /**
     * Whether the key is that of a request. Only requests use the watches by label, as objects that
     * other capabilities need lack the label.
     */
    private static boolean isRequest(ObjectKey key, String requests) {
        return key.kind().equals("ConfigMap") && key.namespace().equals(requests);
    }
}
