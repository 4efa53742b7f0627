package dev.dragoman.discovery;

import static dev.dragoman.settings.SettingValues.flag;

import dev.dragoman.discovery.decision.Allowed;
import dev.dragoman.discovery.sidecar.WebhookSettings;
import dev.dragoman.kube.object.Names;
import dev.dragoman.settings.Setting;
import dev.dragoman.settings.Setting.Use;
import dev.dragoman.settings.SettingValues;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Settings of discovery services. The capability is off by default.
 *
 * @param enabled whether the operator reconciles DiscoveryServices and their certificates
 * @param image image for DiscoveryServices whose spec has none; empty for no default
 * @param allowed namespaces that every DiscoveryService may serve
 * @param webhook settings of the webhook for sidecars; empty where it is off
 */
public record DiscoverySettings(
        boolean enabled, String image, Allowed allowed, Optional<WebhookSettings> webhook) {
    private static final String OWN = "DRAGOMAN_DISCOVERY";
    private static final String NAMESPACES = OWN + "_NAMESPACES";

    /** All settings of discovery services, in the order of the documentation. */
    static final List<Setting> ALL =
            Stream.of(
                            Setting.of(Use.PLACE, OWN),
                            Setting.of(Use.START, NAMESPACES, "MARIN3R_IMAGE"),
                            WebhookSettings.ALL)
                    .flatMap(List::stream)
                    .toList();

    /**
     * Reads the settings from environment variables.
     *
     * @throws IllegalArgumentException when a value is invalid; the message names the variable, the
     *     fault and a valid value
     */
    public static DiscoverySettings from(Map<String, String> env) {
        boolean enabled = flag(env, OWN, "off", "on", "off");
        return new DiscoverySettings(
                enabled,
                env.getOrDefault("MARIN3R_IMAGE", "").strip(),
                allowed(env.getOrDefault(NAMESPACES, "")),
                WebhookSettings.from(env, enabled));
    }

    private static Allowed allowed(String value) {
        var names = new LinkedHashSet<>(SettingValues.entries(value));
        if (names.equals(Set.of("*"))) {
            return new Allowed(true, Set.of());
        }
        for (var each : names) {
            if (!Names.isLabel(each)) {
                throw new IllegalArgumentException(
                        "%s: '%s' is no name of a namespace; write names separated by commas, or only * for all namespaces"
                                .formatted(NAMESPACES, each));
            }
        }
        return new Allowed(false, names);
    }
}
