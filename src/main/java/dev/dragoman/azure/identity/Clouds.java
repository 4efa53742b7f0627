package dev.dragoman.azure.identity;

import static dev.dragoman.azure.identity.AzureIdentity.text;

import dev.dragoman.settings.SettingValues;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Which clouds the credential Secrets of namespaces and objects may name. Whoever writes such a
 * Secret chooses where tokens are sent, so only known clouds are allowed. Immutable.
 *
 * @param own the operator's cloud
 * @param others further clouds that may be named; empty if the operator serves only its own cloud
 */
public record Clouds(Cloud own, List<Cloud> others) {
    static final String SEVERAL = "ALLOW_MULTI_ENV_MANAGEMENT";
    static final String MORE = "DRAGOMAN_CLOUDS";

    public Clouds {
        others = List.copyOf(others);
    }

    /**
     * Reads the environment.
     *
     * @throws IllegalArgumentException naming the variable, what is wrong and what to write
     */
    static Clouds from(Map<String, String> env) {
        var own = Cloud.from(env);
        var more = text(env, MORE);
        if (!AzureIdentity.truth(env, SEVERAL).orElse(false)) {
            if (!more.isEmpty()) {
                throw new IllegalArgumentException(
                        "%1$s is used only with %2$s=true; remove %1$s, or set %2$s=true"
                                .formatted(MORE, SEVERAL));
            }
            return new Clouds(own, List.of());
        }
        var named = SettingValues.entries(more).stream().map(Clouds::entry);
        return new Clouds(own, Stream.concat(named, Cloud.OF_AZURE.stream()).toList());
    }

    private static Cloud entry(String text) {
        var parts = text.split("\\s+", -1);
        if (parts.length != Cloud.KEYS.size()) {
            throw new IllegalArgumentException(
                    "%s: '%s' is no cloud. Write for each cloud its Resource Manager endpoint, audience and authority host, separated by spaces, and write a comma between clouds"
                            .formatted(MORE, text));
        }
        return new Cloud(Cloud.https(MORE, parts[0]), parts[1], Cloud.https(MORE, parts[2]));
    }

    /**
     * The cloud that the keys of a Secret name; the operator's cloud if they name no cloud.
     *
     * @param place the Secret, for messages
     * @throws IllegalArgumentException naming the key that is missing, or whose value belongs to no
     *     known cloud
     */
    Cloud of(Map<String, String> values, String place) {
        var differing =
                Cloud.KEYS.stream()
                        .filter(key -> !text(values, key).isEmpty())
                        .filter(key -> !own.has(key, text(values, key)))
                        .findFirst();
        if (differing.isEmpty()) {
            return own;
        }
        if (others.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s in %s differs from the operator's value, and the operator serves only its own cloud unless %s=true; remove the key"
                            .formatted(differing.get(), place, SEVERAL));
        }
        for (var key : Cloud.KEYS) {
            if (text(values, key).isEmpty()) {
                throw new IllegalArgumentException(
                        "%s is not set, and %s is set; set all of %s in %s, or none of them"
                                .formatted(
                                        key,
                                        differing.get(),
                                        String.join(", ", Cloud.KEYS),
                                        place));
            }
        }
        return others.stream()
                .filter(
                        each ->
                                Cloud.KEYS.stream()
                                        .allMatch(key -> each.has(key, text(values, key))))
                .findFirst()
                .map(each -> each.withAudience(text(values, Cloud.AUDIENCE)))
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "%s, %s and %s of %s name no cloud that is allowed, so nothing is sent there. Correct these keys, or add the cloud to the operator's setting %s"
                                                .formatted(
                                                        Cloud.ARM,
                                                        Cloud.AUDIENCE,
                                                        Cloud.AUTHORITY,
                                                        place,
                                                        MORE)));
    }
}
