package dev.dragoman.azure.vault;

import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.identity.VaultSettings;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.kube.object.Excerpt;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How the values of an object are exported to a Key Vault. Each annotation is read from the object,
 * else from its Namespace. Without both, a setting of the operator counts. Immutable.
 *
 * @param vault the vault
 * @param only whether the values are kept out of the cluster
 * @param form how values become entries
 * @param pattern pattern of the names of entries
 * @param ownPattern whether an annotation names the pattern
 * @param takesOver whether entries of the same object in another cluster are taken over
 * @param notBefore time before which the values are not to be used, or empty
 * @param expires time after which the values are not to be used, or empty
 */
public record VaultChoice(
        VaultAddress vault,
        boolean only,
        Form form,
        String pattern,
        boolean ownPattern,
        boolean takesOver,
        Optional<Instant> notBefore,
        Optional<Instant> expires) {
    /** How the values of a Secret become entries. */
    public enum Form {
        /** One entry for each key. */
        ENTRIES("entries", "text/plain", "{namespace}-{secret}-{key}-{hash}"),
        /** One JSON object for all keys. */
        JSON("json", "application/json", "{namespace}-{secret}-{hash}"),
        /** One JSON object with Base64 values, as version 1 of Azure Service Operator wrote it. */
        JSON_BASE64("json-base64", "application/json", "{namespace}-{secret}-{hash}");

        private final String text;
        private final String contentType;
        private final String pattern;

        Form(String text, String contentType, String pattern) {
            this.text = text;
            this.contentType = contentType;
            this.pattern = pattern;
        }

        String contentType() {
            return contentType;
        }
    }

    /** Annotations that say how values are exported; they need a vault. */
    private static final List<String> HOW =
            List.of(
                    AsoNames.KEY_VAULT_ONLY,
                    AsoNames.KEY_VAULT_FORM,
                    AsoNames.KEY_VAULT_ENTRY,
                    AsoNames.KEY_VAULT_DELETION,
                    AsoNames.KEY_VAULT_TAKE_OVER,
                    AsoNames.KEY_VAULT_NOT_BEFORE,
                    AsoNames.KEY_VAULT_EXPIRES);

    /**
     * Reads the choice. Empty if no vault is named, or the annotation that counts is empty.
     *
     * @param object annotations of the object
     * @param namespace annotations of its Namespace
     * @param address finds the vault that a text of a user names
     * @throws IllegalArgumentException naming the annotation or setting, what is wrong and what to
     *     write
     */
    public static Optional<VaultChoice> of(
            Map<String, Object> object,
            Map<String, Object> namespace,
            VaultSettings settings,
            Function<String, VaultAddress> address) {
        var read = new Annotations(object, namespace);
        var named = read.text(AsoNames.KEY_VAULT).orElse(settings.everywhere());
        if (named.isEmpty()) {
            for (var each : HOW) {
                if (object.containsKey(each) || only(each, namespace)) {
                    throw new IllegalArgumentException(
                            "the annotation %1$s is set, but no Key Vault is named; set %2$s on the object or its Namespace, or remove %1$s"
                                    .formatted(each, AsoNames.KEY_VAULT));
                }
            }
            return Optional.empty();
        }
        var _ = read.flag(AsoNames.KEY_VAULT_DELETION, "keep", "delete");
        var form = read.form(settings);
        var pattern = read.text(AsoNames.KEY_VAULT_ENTRY).filter(each -> !each.isEmpty());
        if (form != Form.ENTRIES && pattern.filter(each -> each.contains("{key}")).isPresent()) {
            throw new IllegalArgumentException(
                    "the annotation %s is '%s', and with the form %s one entry has all keys; leave out {key}"
                            .formatted(
                                    AsoNames.KEY_VAULT_ENTRY,
                                    Excerpt.value(pattern.get()),
                                    form.text));
        }
        return Optional.of(
                new VaultChoice(
                        address(named, read, address),
                        only(object, namespace),
                        form,
                        pattern.orElseGet(() -> pattern(form, settings)),
                        pattern.isPresent(),
                        read.flag(AsoNames.KEY_VAULT_TAKE_OVER, "true", "false"),
                        read.time(AsoNames.KEY_VAULT_NOT_BEFORE),
                        read.time(AsoNames.KEY_VAULT_EXPIRES)));
    }

    /**
     * A copy for a vault that all namespaces share. There a user could take over what the same
     * object of another cluster writes, so only the Namespace can ask for it.
     *
     * @param namespace annotations of the Namespace
     */
    public VaultChoice inCommon(Map<String, Object> namespace) {
        return new VaultChoice(
                vault,
                only,
                form,
                pattern,
                ownPattern,
                takesOver && takesOver(Map.of(), namespace),
                notBefore,
                expires);
    }

    /**
     * Whether entries stay, because the annotation has another value than {@code delete}. Does not
     * need a choice, which may be empty or invalid.
     */
    public static boolean keeps(Map<String, Object> object, Map<String, Object> namespace) {
        return new Annotations(object, namespace)
                .text(AsoNames.KEY_VAULT_DELETION)
                .filter(each -> !each.equals("delete"))
                .isPresent();
    }

    /**
     * Whether entries of the same object in another cluster are taken over.
     *
     * @throws IllegalArgumentException when the annotation says neither true nor false
     */
    public static boolean takesOver(Map<String, Object> object, Map<String, Object> namespace) {
        return new Annotations(object, namespace)
                .flag(AsoNames.KEY_VAULT_TAKE_OVER, "true", "false");
    }

    /** Whether the object or its Namespace keeps values out of the cluster. */
    private static boolean only(Map<String, Object> object, Map<String, Object> namespace) {
        boolean ofAll = new Annotations(namespace, Map.of()).only();
        return new Annotations(object, Map.of()).only() || ofAll;
    }

    /**
     * Whether the annotation of a Namespace is an error if no vault is named. This is so only for
     * the annotation that keeps values out of the cluster: it must not be ignored.
     */
    private static boolean only(String annotation, Map<String, Object> namespace) {
        return annotation.equals(AsoNames.KEY_VAULT_ONLY)
                && new Annotations(namespace, Map.of()).only();
    }

    private static VaultAddress address(
            String named, Annotations read, Function<String, VaultAddress> address) {
        try {
            return address.apply(named);
        } catch (IllegalArgumentException unfit) {
            var place =
                    read.text(AsoNames.KEY_VAULT).isPresent()
                            ? "the annotation " + AsoNames.KEY_VAULT
                            : "the operator's setting " + VaultSettings.VAULT;
            throw new IllegalArgumentException(place + ": " + unfit.getMessage(), unfit);
        }
    }

    private static String pattern(Form form, VaultSettings settings) {
        var whole =
                switch (settings.naming()) {
                    case 1 -> "{namespace}-{name}";
                    case 2 -> "{kind}-{namespace}-{name}";
                    default -> form.pattern;
                };
        return form == Form.ENTRIES && settings.naming() > 0 ? whole + "-{key}" : whole;
    }

    /**
     * All that determines the written entries, as one text, to detect changes.
     *
     * @param cluster name of the cluster in tags
     * @param values what the object asks to export
     */
    public String mark(String cluster, String values) {
        return Stream.of(
                        vault.host(),
                        only ? "only" : "",
                        form.text,
                        pattern,
                        notBefore.map(Instant::toString).orElse(""),
                        expires.map(Instant::toString).orElse(""),
                        cluster,
                        VaultNames.hash(values))
                .collect(Collectors.joining("|"));
    }

    /** Reads each annotation from the object, else from its Namespace. */
    private record Annotations(Map<String, Object> object, Map<String, Object> namespace) {
        Optional<String> text(String name) {
            var written = object.containsKey(name) ? object.get(name) : namespace.get(name);
            return Optional.ofNullable(written).map(each -> String.valueOf(each).strip());
        }

        /** Whether the annotation has the first of its two values; false if it is not set. */
        boolean flag(String name, String yes, String no) {
            var value = text(name).orElse(no);
            if (!value.equals(yes) && !value.equals(no)) {
                throw unfit(name, value, "%s or %s".formatted(yes, no));
            }
            return value.equals(yes);
        }

        boolean only() {
            return flag(AsoNames.KEY_VAULT_ONLY, "true", "false");
        }

        Form form(VaultSettings settings) {
            var name = AsoNames.KEY_VAULT_FORM;
            var usual = settings.naming() > 0 ? Form.JSON_BASE64 : Form.ENTRIES;
            var value = text(name);
            for (var form : Form.values()) {
                if (form.text.equals(value.orElse(usual.text))) {
                    return form;
                }
            }
            throw unfit(name, value.orElse(""), "entries, json or json-base64");
        }

        Optional<Instant> time(String name) {
            var value = text(name);
            try {
                return value.map(each -> OffsetDateTime.parse(each.toUpperCase(Locale.ROOT)))
                        .map(each -> each.toInstant().truncatedTo(ChronoUnit.SECONDS));
            } catch (DateTimeException noTime) {
                throw unfit(name, value.orElse(""), "a time such as 2027-01-31T00:00:00Z");
            }
        }

        private static IllegalArgumentException unfit(String name, String value, String allowed) {
            return new IllegalArgumentException(
                    "the annotation %s is '%s'; write %s, or remove it"
                            .formatted(name, Excerpt.value(value), allowed));
        }
    }
}
