package dev.dragoman.namespaces;

import dev.dragoman.kube.Applier;
import dev.dragoman.kube.EventWriter;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.Kinds;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.Remover;
import dev.dragoman.kube.Tokens;
import dev.dragoman.namespaces.decision.Keys;
import dev.dragoman.namespaces.template.Template;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.Engine;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.SharedWatch;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/** Puts the capability together. */
public final class NamespaceLane implements AutoCloseable {
    /** Any object may be one of these by name: a watch of all that have a label would miss it. */
    private static final Set<String> NAMED = Set.of("Secret", "ConfigMap");

    private final Tokens tokens;
    private final NamespaceProcessors processors;

    private NamespaceLane(Tokens tokens, NamespaceProcessors processors) {
        this.tokens = tokens;
        this.processors = processors;
    }

    /**
     * Reads the template of a file.
     *
     * @param overlay replaces the built-in one
     * @throws dev.dragoman.namespaces.template.TemplateBroken naming file, line and reason
     */
    public static Template template(Optional<Path> overlay, NamespaceSettings settings) {
        try {
            if (overlay.isPresent()) {
                return Template.parse(
                        overlay.get().toString(),
                        Files.readString(overlay.get()),
                        settings.kinds(),
                        settings.extras());
            }
            try (var in = NamespaceLane.class.getResourceAsStream("/namespaces/" + Template.FILE)) {
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

    /**
     * @param cluster which API server; its address and authority go into kubeconfigs
     * @param events who tells people
     */
    public static NamespaceLane of(
            NamespaceSettings settings,
            Template template,
            Engine engine,
            KubernetesClient client,
            Config cluster,
            EventWriter events,
            Clock clock) {
        var kinds = new Kinds(client);
        var reader = new Reader(client, kinds);
        var metadata = new MetadataWriter(client, kinds, engine.ownWrites());
        var tokens = new Tokens(client, cluster);
        var remover = new Remover(client, kinds);
        var references = engine.references();
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
        var credentials =
                new Credentials(
                        settings.server().map(Object::toString).orElse(cluster.getMasterUrl()),
                        authority(settings, cluster));
        var processors =
                new NamespaceProcessors(
                        new NamespaceObserver(settings, template, reader, references, clock),
                        new NamespaceActor(
                                settings,
                                credentials,
                                new NamespaceActor.Cluster(
                                        reader,
                                        new Applier(client, kinds, engine.ownWrites()),
                                        remover,
                                        metadata,
                                        tokens,
                                        key -> engine.enqueue(key, Cause.OBSERVED))),
                        new NamespaceRecorder(metadata, events),
                        new Lifetimes(requests, reader, remover, references, clock));
        return new NamespaceLane(tokens, processors);
    }

    /** What others need of these kinds has not the label. */
    private static boolean isRequest(ObjectKey key, String requests) {
        return key.kind().equals("ConfigMap") && key.namespace().equals(requests);
    }

    /** The steps of the route. */
    public NamespaceProcessors processors() {
        return processors;
    }

    private static String authority(NamespaceSettings settings, Config cluster) {
        try {
            if (settings.caFile().isPresent()) {
                return Files.readString(settings.caFile().get());
            }
            if (cluster.getCaCertData() != null) {
                return new String(
                        Base64.getDecoder().decode(cluster.getCaCertData()),
                        StandardCharsets.UTF_8);
            }
            return cluster.getCaCertFile() == null
                    ? ""
                    : Files.readString(Path.of(cluster.getCaCertFile()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        tokens.close();
    }
}
