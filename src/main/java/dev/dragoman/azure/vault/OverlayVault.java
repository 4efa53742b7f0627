package dev.dragoman.azure.vault;

import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.identity.VaultSettings;
import dev.dragoman.capability.ValueSource;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Reads values of the platform's own Key Vault for {@code {{azure:NAME}}} in overlays. The syntax
 * is that of Camel's property function {@code azure}. The operator's identity reads the values.
 * Thread-safe.
 */
public final class OverlayVault implements ValueSource {
    /** Name of the function. */
    public static final String FUNCTION = "azure";

    /** Form of the text after the colon. */
    public static final Pattern FORM =
            Pattern.compile(
                    "^(?<name>[0-9a-zA-Z-]{1,127}+)(?:#(?<field>[A-Za-z0-9._-]{1,253}+))?(?:@(?<version>[0-9a-fA-F]{32}))?");

    /** How a placeholder is written, for messages. */
    public static final String WRITTEN =
            "{{azure:NAME}}, {{azure:NAME#FIELD}} or {{azure:NAME@VERSION}}";

    private final VaultSettings settings;
    private final Supplier<ArmClient> operator;
    private final VaultReader reader;

    /** Why the vault gave no answer. It is not asked again, as each try may take a minute. */
    private volatile Optional<String> silent = Optional.empty();

    /**
     * @param operator sends as the operator's identity; throws {@link IllegalArgumentException}
     *     while the operator has no credential
     */
    public OverlayVault(VaultSettings settings, Supplier<ArmClient> operator, VaultReader reader) {
        this.settings = settings;
        this.operator = operator;
        this.reader = reader;
    }

    @Override
    public String read(String text) {
        if (settings.ofOverlays().isEmpty()) {
            throw new IllegalArgumentException(
                    "no Key Vault is named; set %s of the operator to the name or URL of a vault"
                            .formatted(VaultSettings.OVERLAYS));
        }
        var form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("write " + WRITTEN);
        }
        var client = operator.get();
        var vault =
                VaultAddress.of(
                        settings.ofOverlays(),
                        settings.suffixes(client.identity().cloud().vaultSuffix()));
        var version = Optional.ofNullable(form.group("version")).orElse("");
        if (silent.isPresent()) {
            throw new IllegalArgumentException(silent.get());
        }
        var source = new VaultSource(vault.name(), form.group("name"), version);
        var read = reader.read(client, vault, source);
        if (read.unread().isPresent()) {
            throw unanswered(read.unread().get(), vault);
        }
        if (read.value().isEmpty()) {
            throw new IllegalArgumentException(
                    read.problem().map(Problem::message).orElse("it has no value"));
        }
        var value = read.value().get();
        return Optional.ofNullable(form.group("field"))
                .map(field -> field(value, field, vault))
                .orElse(value);
    }

    private IllegalArgumentException unanswered(Answer answer, VaultAddress vault) {
        var why =
                answer.error()
                        .map(each -> each.code() + ": " + each.message())
                        .orElse("HTTP " + answer.status());
        var told = "Key Vault %s cannot be read: %s".formatted(vault, why);
        if (answer.status() == 0) {
            silent = Optional.of(told);
        }
        return new IllegalArgumentException(told);
    }

    private static String field(String value, String field, VaultAddress vault) {
        var found = JsonProperties.of(value).map(all -> all.get(field));
        if (found.isEmpty()) {
            throw new IllegalArgumentException(
                    "the value in Key Vault %s is no JSON object with a property %s that is a string, an integer or a boolean"
                            .formatted(vault, field));
        }
        return found.get();
    }
}
