package dev.dragoman.discovery.sidecar;

import static dev.dragoman.settings.SettingValues.flag;
import static dev.dragoman.settings.SettingValues.optional;

import dev.dragoman.discovery.decision.sidecar.WantedWebhook;
import dev.dragoman.settings.Setting;
import dev.dragoman.settings.Setting.Use;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Settings of the webhook for sidecars.
 *
 * @param port port of its server
 * @param url address under which the API server calls it; empty for its Service
 * @param ignoring whether pods are made without sidecar while no replica answers
 * @param lenient whether annotations that cannot be read count as MARIN3R's defaults
 */
public record WebhookSettings(int port, Optional<URI> url, boolean ignoring, boolean lenient) {
    private static final String PORT = "DRAGOMAN_WEBHOOK_PORT";
    private static final String URL = "DRAGOMAN_WEBHOOK_URL";
    private static final String POLICY = "DRAGOMAN_WEBHOOK_FAILURE_POLICY";
    private static final String ANNOTATIONS = "DRAGOMAN_WEBHOOK_ANNOTATIONS";
    private static final int MOST_PORT = 65_535;

    /** All settings of the webhook, in the order of the documentation. */
    public static final List<Setting> ALL =
            Stream.of(Setting.of(Use.PLACE, PORT, URL), Setting.of(Use.START, POLICY, ANNOTATIONS))
                    .flatMap(List::stream)
                    .toList();

    /**
     * Reads the settings from environment variables; empty where the webhook is off.
     *
     * @param discovery whether discovery services are on, whose certificates the webhook needs
     * @throws IllegalArgumentException when a value is invalid; the message names the variable, the
     *     fault and a valid value
     */
    public static Optional<WebhookSettings> from(Map<String, String> env, boolean discovery) {
        var port = optional(env, PORT, WebhookSettings::port);
        var url = optional(env, URL, WebhookSettings::url);
        boolean ignoring = flag(env, POLICY, "Fail", "Ignore", "Fail");
        boolean lenient = flag(env, ANNOTATIONS, "strict", "lenient", "strict");
        if (port.isPresent() && !discovery) {
            throw new IllegalArgumentException(
                    PORT + ": sidecars need discovery services; set DRAGOMAN_DISCOVERY to on too");
        }
        if (url.isPresent() && port.isEmpty()) {
            throw new IllegalArgumentException(
                    URL + ": the webhook is off; set %s too".formatted(PORT));
        }
        return port.map(each -> new WebhookSettings(each, url, ignoring, lenient));
    }

    private static int port(String text) {
        if (text.matches("\\d{1,5}")) {
            int port = Integer.parseInt(text);
            if (port > 0 && port <= MOST_PORT) {
                return port;
            }
        }
        throw new IllegalArgumentException(
                "'%s' is not a port; use 1 to %d".formatted(text, MOST_PORT));
    }

    private static URI url(String text) {
        if (!text.matches("https://[^/?#@\\s]+" + WantedWebhook.PATH)
                || URI.create(text).getHost() == null) {
            throw new IllegalArgumentException(
                    "'%s' cannot be used; write https://HOST:PORT%s"
                            .formatted(text, WantedWebhook.PATH));
        }
        return URI.create(text);
    }
}
