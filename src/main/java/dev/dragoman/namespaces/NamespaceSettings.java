package dev.dragoman.namespaces;

import static dev.dragoman.settings.SettingValues.optional;
import static dev.dragoman.settings.SettingValues.parse;
import static dev.dragoman.settings.SettingValues.text;

import dev.dragoman.kube.object.Names;
import dev.dragoman.kube.object.ReservedSecrets;
import dev.dragoman.namespaces.decision.Lifetime;
import dev.dragoman.namespaces.decision.NameRules;
import dev.dragoman.namespaces.decision.TokenPolicy;
import dev.dragoman.namespaces.template.Extras;
import dev.dragoman.reconcile.KindSelector;
import dev.dragoman.settings.GoDuration;
import dev.dragoman.settings.Setting;
import dev.dragoman.settings.Setting.Use;
import dev.dragoman.settings.SettingValues;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * Settings of vended namespaces. The capability is off by default. Settings without {@code
 * DRAGOMAN_} have the names and defaults of nsplease, the predecessor.
 *
 * @param enabled whether the operator serves requests
 * @param requestsNamespace namespace of the ConfigMaps
 * @param rules which names are granted
 * @param policyAnnotation key of an annotation of a ServiceAccount; its value is the token policy
 *     of the account
 * @param defaultPolicy policy of accounts without that annotation
 * @param tokenLifetime lifetime of requested tokens, at least ten minutes; the API server may
 *     shorten it
 * @param server address of the API server in kubeconfigs; empty for the address that the operator
 *     uses
 * @param caFile file with PEM certificates for that address; empty for the certificates that the
 *     operator trusts
 * @param kinds kinds that templates may contain in addition to the Namespace
 * @param lifetime when namespaces are deleted
 * @param extras objects and labels that every namespace gets in addition to the template
 */
public record NamespaceSettings(
        boolean enabled,
        String requestsNamespace,
        NameRules rules,
        String policyAnnotation,
        TokenPolicy defaultPolicy,
        Duration tokenLifetime,
        Optional<URI> server,
        Optional<Path> caFile,
        List<KindSelector> kinds,
        Lifetime lifetime,
        Extras extras) {
    private static final String OWN = "DRAGOMAN_NAMESPACES";

    /** All settings of vended namespaces, in the order of the documentation. */
    static final List<Setting> ALL =
            Stream.of(
                            Setting.of(Use.PLACE, OWN),
                            Setting.of(
                                    Use.START,
                                    "REQUESTS_NAMESPACE",
                                    "VALID_REGEXES",
                                    "IGNORE_SILENTLY",
                                    "TOKEN_POLICY_ANNOTATION",
                                    "TOKEN_POLICY_DEFAULT"),
                            List.of(
                                    Setting.of(
                                            OWN + "_RESERVED",
                                            "is empty, so its default is used; write ^$ to reserve no name")),
                            Setting.of(
                                    Use.START,
                                    OWN + "_TOKEN_LIFETIME",
                                    OWN + "_SERVER",
                                    OWN + "_CA_FILE",
                                    OWN + "_DELETE_WITH_REQUEST",
                                    OWN + "_TIME_TO_LIVE",
                                    OWN + "_POD_SECURITY",
                                    OWN + "_QUOTA",
                                    OWN + "_LIMITS",
                                    OWN + "_DEFAULT_DENY",
                                    OWN + "_KINDS"))
                    .flatMap(List::stream)
                    .toList();

    private static final Duration SHORTEST = Duration.ofMinutes(10);

    /** Default of the kinds that templates may contain in addition to the Namespace. */
    private static final String KINDS =
            "core/ServiceAccount,core/ResourceQuota,core/LimitRange,"
                    + "rbac.authorization.k8s.io/Role,rbac.authorization.k8s.io/RoleBinding,"
                    + "networking.k8s.io/NetworkPolicy";

    /**
     * Reads the settings from environment variables.
     *
     * @param operatorNamespace namespace of the operator; its name is never granted
     * @throws IllegalArgumentException when a value is invalid; the message names the variable, the
     *     fault and a valid value
     */
    public static NamespaceSettings from(Map<String, String> env, String operatorNamespace) {
        var requests =
                parse(env, "REQUESTS_NAMESPACE", "nsplease-requests", SettingValues::namespace);
        return new NamespaceSettings(
                one(env, OWN, "off", List.of("on", "off")).equals("on"),
                requests,
                new NameRules(
                        Set.copyOf(words(text(env, "IGNORE_SILENTLY", "kube-root-ca.crt"))),
                        patterns(
                                env,
                                "VALID_REGEXES",
                                "^ci-commit-[0-9a-f]+$ ^ci-branch-[a-z0-9-]+$ ^nsp-[a-z0-9-]+$"),
                        reserved(env, List.of(requests, operatorNamespace))),
                parse(
                        env,
                        "TOKEN_POLICY_ANNOTATION",
                        "nsplease.container.training/issue-token",
                        NamespaceSettings::annotationKey),
                parse(
                        env,
                        "TOKEN_POLICY_DEFAULT",
                        "multiple-times",
                        value ->
                                TokenPolicy.of(value)
                                        .orElseThrow(
                                                () ->
                                                        new IllegalArgumentException(
                                                                "'%s' is neither multiple-times nor only-once"
                                                                        .formatted(value)))),
                parse(env, OWN + "_TOKEN_LIFETIME", "1h", NamespaceSettings::lifetime),
                optional(env, OWN + "_SERVER", NamespaceSettings::https),
                optional(env, OWN + "_CA_FILE", NamespaceSettings::readable),
                parse(
                        env,
                        OWN + "_KINDS",
                        KINDS,
                        value ->
                                Arrays.stream(value.split(","))
                                        .map(String::strip)
                                        .map(KindSelector::parse)
                                        .toList()),
                new Lifetime(
                        Lifetime.WithRequest.valueOf(
                                one(
                                                env,
                                                OWN + "_DELETE_WITH_REQUEST",
                                                "asked",
                                                List.of("never", "asked", "always"))
                                        .toUpperCase(Locale.ROOT)),
                        optional(env, OWN + "_TIME_TO_LIVE", NamespaceSettings::timeToLive)),
                new Extras(
                        optional(env, OWN + "_POD_SECURITY", NamespaceSettings::podSecurity),
                        pairs(env, OWN + "_QUOTA"),
                        pairs(env, OWN + "_LIMITS"),
                        one(env, OWN + "_DEFAULT_DENY", "false", List.of("true", "false"))
                                .equals("true")));
    }

    private static List<Pattern> reserved(Map<String, String> env, List<String> own) {
        var all = new ArrayList<>(patterns(env, OWN + "_RESERVED", "^default$ ^kube-"));
        Stream.concat(own.stream(), ReservedSecrets.ALL.stream())
                .forEach(name -> all.add(Pattern.compile("^" + Pattern.quote(name) + "$")));
        return all;
    }

    private static Duration lifetime(String value) {
        var lifetime = GoDuration.parse(value);
        if (lifetime.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException(
                    "'%s' is less than 10m, the shortest lifetime that the API server allows"
                            .formatted(value));
        }
        return lifetime;
    }

    private static String podSecurity(String value) {
        if (!List.of("privileged", "baseline", "restricted").contains(value)) {
            throw new IllegalArgumentException(
                    "'%s' is none of privileged, baseline, restricted".formatted(value));
        }
        return value;
    }

    private static String annotationKey(String value) {
        if (!value.matches("([a-z0-9.-]+/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?")) {
            throw new IllegalArgumentException("'%s' is no key of an annotation".formatted(value));
        }
        return value;
    }

    private static Duration timeToLive(String value) {
        var time = GoDuration.parse(value);
        if (time.compareTo(Lifetime.SHORTEST) < 0) {
            throw new IllegalArgumentException("'%s' is less than 5s".formatted(value));
        }
        return time;
    }

    private static URI https(String value) {
        var uri = URI.create(value);
        if (!"https".equals(uri.getScheme())
                || uri.getHost() == null
                || uri.getUserInfo() != null
                || uri.getQuery() != null) {
            throw new IllegalArgumentException("'%s' is no https address".formatted(value));
        }
        return uri;
    }

    private static Path readable(String value) {
        var file = Path.of(value);
        try {
            if (!Files.readString(file).contains("-----BEGIN CERTIFICATE-----")) {
                throw new IllegalArgumentException("%s holds no PEM certificate".formatted(file));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read %s".formatted(file), e);
        }
        return file;
    }

    private static List<Pattern> patterns(Map<String, String> env, String name, String fallback) {
        return parse(
                env,
                name,
                fallback,
                value -> words(value).stream().map(NamespaceSettings::pattern).toList());
    }

    private static Pattern pattern(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "'%s' is no regular expression: %s".formatted(text, e.getDescription()), e);
        }
    }

    private static Map<String, String> pairs(Map<String, String> env, String name) {
        var pairs = new LinkedHashMap<String, String>();
        for (var word : words(text(env, name, ""))) {
            int equals = word.indexOf('=');
            if (equals < 1 || equals == word.length() - 1) {
                throw new IllegalArgumentException(
                        "%s: '%s' is not NAME=VALUE".formatted(name, word));
            }
            var value = word.substring(equals + 1);
            if (!Names.isQuantity(value)) {
                throw new IllegalArgumentException(
                        "%s: '%s' is no quantity; write one such as 20, 500m or 2Gi"
                                .formatted(name, word));
            }
            pairs.put(word.substring(0, equals), value);
        }
        return pairs;
    }

    private static String one(
            Map<String, String> env, String name, String fallback, List<String> known) {
        var value = text(env, name, fallback);
        if (!known.contains(value)) {
            throw new IllegalArgumentException(
                    "%s: '%s' is none of %s".formatted(name, value, String.join(", ", known)));
        }
        return value;
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.strip().split("\\s+")).filter(w -> !w.isEmpty()).toList();
    }
}
