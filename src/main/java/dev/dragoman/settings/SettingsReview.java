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
public record SettingsReview(KnownSettings known) {
    private static final List<String> PREFIXES = List.of("AZURE_", "DRAGOMAN_");

    /**
     * Prefixes of variables that belong to the sandbox: it reads them, or sets them for people and
     * tests.
     */
    private static final List<String> SANDBOX =
            List.of("DRAGOMAN_SANDBOX_", "DRAGOMAN_CONTROL_PLANE_");

    /** Variables that Kubernetes puts into every pod for each Service of the namespace. */
    private static final Pattern OF_A_SERVICE =
            Pattern.compile("(.+?)_(SERVICE_HOST|SERVICE_PORT.*|PORT|PORT_\\d+_.*)");

    /** Largest number of edits between a wrong name and the setting that was probably meant. */
    private static final int TYPO = 3;

    /**
     * One sentence about a setting.
     *
     * @param refused whether the setting must not be ignored, because the operator has no
     *     replacement for it
     */
    public record Finding(String name, boolean refused, String text) {}

    /**
     * Settings of the environment that are not used, by name. Leaves out variables whose names do
     * not begin like a setting, because they belong to other programs.
     */
    public List<Finding> environment(Map<String, String> env) {
        return Stream.concat(
                        set(env).flatMap(
                                        each ->
                                                known
                                                        .find(each.getKey())
                                                        .map(it -> judge(it, each.getValue()))
                                                        .orElseGet(
                                                                () -> unlisted(each.getKey(), env))
                                                        .stream()),
                        blank(env))
                .toList();
    }

    /**
     * Keys of the settings Secret that have no effect on this process, by name.
     *
     * @param env the environment of the process
     */
    public List<Finding> secret(Map<String, String> secret, Map<String, String> env) {
        return set(secret)
                .flatMap(
                        each ->
                                known
                                        .find(each.getKey())
                                        .map(it -> judgeKey(it, each.getValue(), env))
                                        .orElseGet(() -> Optional.of(unknown(each.getKey())))
                                        .stream())
                .toList();
    }

    /** The refused settings among the values, as one text; empty when no setting is refused. */
    public Optional<String> refused(Map<String, String> values) {
        return set(values)
                .flatMap(
                        each ->
                                known
                                        .find(each.getKey())
                                        .flatMap(it -> judge(it, each.getValue()))
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
                                            "%s is not supported: %s; remove the setting"
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
                                    "is read only when the operator starts, from its environment: restart the operator (kubectl rollout restart deployment/dragoman, in its namespace)");
            case PLACE ->
                    note(
                            known.name(),
                            "is read only from the operator's environment: set it in the Deployment, by an overlay of kubernetes/base");
            case CREDENTIAL, INSTEAD, REFUSED -> judge(known, value);
        };
    }

    private Stream<Finding> blank(Map<String, String> env) {
        return known.list().stream()
                .filter(each -> !each.whenBlank().isEmpty())
                .filter(each -> env.containsKey(each.name()) && env.get(each.name()).isBlank())
                .map(each -> new Finding(each.name(), false, each.name() + " " + each.whenBlank()));
    }

    private static Optional<Finding> notUsed(Setting known) {
        return note(known.name(), "is not used: " + known.instead());
    }

    private static Optional<Finding> note(String name, String text) {
        return Optional.of(new Finding(name, false, name + " " + text));
    }

    private Optional<Finding> unlisted(String name, Map<String, String> env) {
        boolean ours =
                PREFIXES.stream().anyMatch(name::startsWith)
                        && SANDBOX.stream().noneMatch(name::startsWith);
        return ours && !ofAService(name, env) ? Optional.of(unknown(name)) : Optional.empty();
    }

    private static boolean ofAService(String name, Map<String, String> env) {
        var matcher = OF_A_SERVICE.matcher(name);
        return matcher.matches() && env.containsKey(matcher.group(1) + "_SERVICE_HOST");
    }

    private Finding unknown(String name) {
        var meant =
                known.list().stream()
                        .map(Setting::name)
                        .filter(
                                other ->
                                        name.endsWith("_" + other)
                                                || Nearest.distance(other, name) <= TYPO)
                        .min(Comparator.comparingInt(other -> Nearest.distance(other, name)));
        return new Finding(
                name,
                false,
                "%s is no setting%s"
                        .formatted(
                                name,
                                meant.map("; did you mean %s?"::formatted).orElse(" of Dragoman")));
    }
}
