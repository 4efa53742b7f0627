package dev.dragoman.discovery;

import static dev.dragoman.settings.SettingValues.flag;

import dev.dragoman.discovery.decision.Allowed;
import dev.dragoman.kube.object.Names;
import dev.dragoman.settings.Setting;
import dev.dragoman.settings.Setting.Use;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Settings of discovery services. The capability is off by default.
 *
 * @param enabled whether the operator reconciles DiscoveryServices and their certificates
 * @param image image for DiscoveryServices whose spec has none; empty for no default
 * @param allowed namespaces that every DiscoveryService may serve
 */
public record DiscoverySettings(boolean enabled, String image, Allowed allowed) {
    private static final String OWN = "DRAGOMAN_DISCOVERY";
    private static final String NAMESPACES = OWN + "_NAMESPACES";

    /** All settings of discovery services, in the order of the documentation. */
    static final List<Setting> ALL =
            Stream.concat(
                            Setting.of(Use.PLACE, OWN).stream(),
                            Setting.of(Use.START, NAMESPACES, "MARIN3R_IMAGE").stream())
                    .toList();

    /**
     * Reads the settings from environment variables.
     *
     * @throws IllegalArgumentException when a value is invalid; the message names the variable, the
     *     fault and a valid value
     */
    public static DiscoverySettings from(Map<String, String> env) {
        return new DiscoverySettings(
                flag(env, OWN, "off", "on", "off"),
                env.getOrDefault("MARIN3R_IMAGE", "").strip(),
                allowed(env.getOrDefault(NAMESPACES, "")));
    }

    private static Allowed allowed(String value) {
        var names =
                Arrays.stream(value.split(","))
                        .map(String::strip)
                        .filter(each -> !each.isEmpty())
                        .collect(Collectors.toSet());
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
