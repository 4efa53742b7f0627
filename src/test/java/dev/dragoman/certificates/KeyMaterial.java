package dev.dragoman.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * All keys that Secrets of a namespace have had while this is open, and whether any of them is
 * elsewhere: in the log of this JVM with its exceptions, in Events, in objects with their status.
 * Thread-safe.
 */
public final class KeyMaterial implements AutoCloseable {
    private static final List<String> KEYS = List.of("tls.key", "next.key");
    private static final String GROUP = "operator.marin3r.3scale.net/v1alpha1";

    /** Characters of a key that are looked for; no other text has the same by chance. */
    private static final int PIECE = 32;

    private final KubernetesClient client;
    private final String namespace;
    private final List<String> kinds;
    private final Set<String> pieces = ConcurrentHashMap.newKeySet();
    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
    private final Watch watch;

    /**
     * Begins to look.
     *
     * @param namespace that exists
     * @param kinds of discovery services that are installed
     */
    public KeyMaterial(KubernetesClient client, String namespace, String... kinds) {
        this.kinds = List.of(kinds);
        this.client = client;
        this.namespace = namespace;
        appender.list = new CopyOnWriteArrayList<>();
        appender.start();
        root.addAppender(appender);
        watch =
                client.secrets()
                        .inNamespace(namespace)
                        .watch(
                                new Watcher<>() {
                                    @Override
                                    public void eventReceived(Action action, Secret secret) {
                                        remember(secret);
                                    }

                                    @Override
                                    public void onClose(WatcherException cause) {
                                        // what is there at the end is read again
                                    }
                                });
    }

    private void remember(Secret secret) {
        var data = secret.getData() == null ? Map.<String, String>of() : secret.getData();
        KEYS.stream().map(data::get).filter(each -> each != null).forEach(this::remember);
    }

    /** As it is in the Secret, and as it is in the PEM file. */
    private void remember(String encoded) {
        var pem = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
        var body = pem.replaceAll("-----[^-]*-----", "").replaceAll("\\s", "");
        // the first bytes of all keys of a kind are the same
        if (body.length() >= 2 * PIECE + 16) {
            pieces.add(body.substring(body.length() - PIECE - 16, body.length() - 16));
            int middle = encoded.length() / 2;
            pieces.add(encoded.substring(middle, middle + PIECE));
        }
    }

    /** How many keys it knows; each has two forms. */
    public int known() {
        return pieces.size() / 2;
    }

    /** Whether a text has any of the keys. */
    public boolean in(String text) {
        var joined = text.replaceAll("\\\\n|\\s", "");
        return pieces.stream().anyMatch(each -> text.contains(each) || joined.contains(each));
    }

    /** All that others can read of what the operator says, which must have no key. */
    public void check() {
        client.secrets().inNamespace(namespace).list().getItems().forEach(this::remember);
        var log =
                appender.list.stream()
                        .map(
                                each ->
                                        each.getFormattedMessage()
                                                + ThrowableProxyUtil.asString(
                                                        each.getThrowableProxy()));
        var events =
                client.v1().events().inNamespace(namespace).list().getItems().stream()
                        .map(Serialization::asJson);
        var configuration =
                client.configMaps().inNamespace(namespace).list().getItems().stream()
                        .map(Serialization::asJson);
        var objects =
                kinds.stream()
                        .map(kind -> client.genericKubernetesResources(GROUP, kind))
                        .map(all -> all.inNamespace(namespace).list())
                        .flatMap(all -> all.getItems().stream())
                        .map(Serialization::asJson);
        var found =
                Stream.of(log, events, configuration, objects)
                        .flatMap(each -> each)
                        .filter(this::in)
                        .count();
        // without the text: it would be in the log then
        assertThat(found).as("texts with a key").isZero();
    }

    @Override
    public void close() {
        watch.close();
        root.detachAppender(appender);
    }
}
