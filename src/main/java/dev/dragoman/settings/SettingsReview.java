package dev.dragoman.settings;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds settings that have no effect. Findings show names and never values, because a value under a
 * wrong name may be a secret. Pure.
 */
public final class SettingsReview {
    private static final List<String> PREFIXES = List.of("AZURE_", "DRAGOMAN_");

    /** Prefixes of variables that the sandbox reads, or sets for people and tests. */
    private static final List<String> SANDBOX =
            List.of("DRAGOMAN_SANDBOX_", "DRAGOMAN_CONTROL_PLANE_");

    /** Variables that Kubernetes puts into every pod for each Service of the namespace. */
    private static final Pattern OF_A_SERVICE =
            Pattern.compile("(.+?)_(SERVICE_HOST|SERVICE_PORT.*|PORT|PORT_\\d+_.*)");

    /** Most edits between a wrong name and the setting that was probably meant. */
    private static final int TYPO = 3;

    /**
     * A list whose default is not empty. Whoever sets an empty list may mean that, and gets the
     * default.
     */
    private static final String RESERVED = "DRAGOMAN_NAMESPACES_RESERVED";

    private SettingsReview() {}

    /**
     * One sentence about a setting.
     *
     * @param refused whether it must not be ignored, because nothing else does what it asks for
     */
    public record Finding(String name, boolean refused, String text) {}

    /**
     * Settings of the environment that are not used, by name. Variables without a prefix of
     * settings belong to others and are left out.
     */
    public static List<Finding> environment(Map<String, String> env) {
        return Stream.concat(
                        set(env).flatMap(
                                        each ->
                                                KnownSettings.find(each.getKey())
                                                        .map(known -> judge(known, each.getValue()))
                                                        .orElseGet(
                                                                () -> unlisted(each.getKey(), env))
                                                        .stream()),
                        empty(env).stream())
                .toList();
    }

    /**
     * Keys of the settings Secret that have no effect on this process, by name.
     *
     * @param env the environment of the process
     */
    public static List<Finding> secret(Map<String, String> secret, Map<String, String> env) {
        return set(secret)
                .flatMap(
                        each ->
                                KnownSettings.find(each.getKey())
                                        .map(known -> judgeKey(known, each.getValue(), env))
                                        .orElseGet(() -> Optional.of(unknown(each.getKey())))
                                        .stream())
                .toList();
    }

    /** The refused settings among the values, as one sentence; empty where none is refused. */
    public static Optional<String> refused(Map<String, String> values) {
        return set(values)
                .flatMap(
                        each ->
                                KnownSettings.find(each.getKey())
                                        .flatMap(known -> judge(known, each.getValue()))
                                        .stream())
                .filter(Finding::refused)
                .map(Finding::text)
                .reduce((one, other) -> one + "; " + other);
    }

    private static Stream<Map.Entry<String, String>> set(Map<String, String> values) {
        return new TreeMap<>(values).entrySet().stream().filter(each -> !each.getValue().isBlank());
    }

    private static Optional<Finding> judge(Setting known, String value) {
        return switch (known.use()) {
            case CREDENTIAL, START, PLACE -> Optional.empty();
            case INSTEAD -> notUsed(known);
            case REFUSED ->
                    known.harmless().contains(value.strip().toLowerCase(Locale.ROOT))
                            ? notUsed(known)
                            : Optional.of(
                                    new Finding(
                                            known.name(),
                                            true,
                                            "%s is not supported: %s; remove it"
                                                    .formatted(known.name(), known.instead())));
        };
    }

    private static Optional<Finding> judgeKey(
            Setting known, String value, Map<String, String> env) {
        return switch (known.use()) {
            case START ->
                    value.equals(env.get(known.name()))
                            ? Optional.empty()
                            : note(
                                    known.name(),
                                    "is read when the operator starts, from its environment: restart it (kubectl rollout restart deployment/dragoman, in its namespace)");
            case PLACE ->
                    note(
                            known.name(),
                            "is read from the operator's environment alone: set it in the Deployment, by an overlay of kubernetes/base");
            case CREDENTIAL, INSTEAD, REFUSED -> judge(known, value);
        };
    }

    private static Optional<Finding> empty(Map<String, String> env) {
        var value = env.get(RESERVED);
        return value != null && value.isBlank()
                ? note(RESERVED, "is empty, so its default is used; write ^$ to reserve no name")
                : Optional.empty();
    }

    private static Optional<Finding> notUsed(Setting known) {
        return note(known.name(), "is not used: " + known.instead());
    }

    private static Optional<Finding> note(String name, String text) {
        return Optional.of(new Finding(name, false, name + " " + text));
    }

    private static Optional<Finding> unlisted(String name, Map<String, String> env) {
        boolean ours =
                PREFIXES.stream().anyMatch(name::startsWith)
                        && SANDBOX.stream().noneMatch(name::startsWith);
        return ours && !ofAService(name, env) ? Optional.of(unknown(name)) : Optional.empty();
    }

    private static boolean ofAService(String name, Map<String, String> env) {
        var matcher = OF_A_SERVICE.matcher(name);
        return matcher.matches() && env.containsKey(matcher.group(1) + "_SERVICE_HOST");
    }

    private static Finding unknown(String name) {
        var meant =
                KnownSettings.list().stream()
                        .map(Setting::name)
                        .filter(
                                known ->
                                        name.endsWith("_" + known)
                                                || Nearest.distance(known, name) <= TYPO)
                        .min(Comparator.comparingInt(known -> Nearest.distance(known, name)));
        return new Finding(
                name,
                false,
                "%s is no setting%s"
                        .formatted(
                                name,
                                meant.map(known -> "; did you mean %s?".formatted(known))
                                        .orElse(" of Dragoman")));
    }
}
