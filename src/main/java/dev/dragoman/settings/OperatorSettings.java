package dev.dragoman.settings;

import dev.dragoman.settings.Setting.Use;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Settings of the operator itself, which its capabilities may need too.
 *
 * @param namespace namespace in which the operator runs and has its own Secrets
 * @param caFile PEM with certificates to trust besides the JDK's, for proxies and private clouds
 */
public record OperatorSettings(String namespace, Optional<Path> caFile) {
    /** All settings that belong to no capability. */
    public static final List<Setting> ALL =
            Stream.of(
                            Setting.of(Use.PLACE, "POD_NAMESPACE", "POD_NAME"),
                            Setting.of(
                                    Use.START,
                                    "DRAGOMAN_CA_FILE",
                                    "DRAGOMAN_HTTPS_HOSTS",
                                    "DRAGOMAN_READY_WAIT",
                                    "DRAGOMAN_RESYNC",
                                    "DRAGOMAN_RETRY",
                                    "DRAGOMAN_WATCH_PROBE_PERIOD",
                                    "DRAGOMAN_LEADER_ELECTION",
                                    "DRAGOMAN_LOG",
                                    "DRAGOMAN_MANAGEMENT_PORT",
                                    "DRAGOMAN_OVERLAYS"),
                            List.of(
                                    Setting.instead(
                                            "MAX_CONCURRENT_RECONCILES",
                                            "the option maxConcurrent of route dispatch limits how many reconciliations run at a time; an overlay may set it")))
                    .flatMap(List::stream)
                    .toList();

    /**
     * Reads the environment.
     *
     * @throws IllegalArgumentException naming the variable, what is wrong and what to write
     */
    public static OperatorSettings from(Map<String, String> env) {
        var namespace = env.getOrDefault("POD_NAMESPACE", "").strip();
        return new OperatorSettings(
                namespace.isEmpty() ? "dragoman-system" : namespace, readCaFile(env));
    }

    private static Optional<Path> readCaFile(Map<String, String> env) {
        var value = env.getOrDefault("DRAGOMAN_CA_FILE", "").strip();
        if (value.isEmpty()) {
            return Optional.empty();
        }
        var file = Path.of(value);
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException(
                    "DRAGOMAN_CA_FILE: cannot read %s; mount a PEM file there, or remove the setting"
                            .formatted(file));
        }
        return Optional.of(file);
    }
}
