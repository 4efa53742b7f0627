package dev.dragoman.azure.check;

import dev.dragoman.azure.decision.AzureDecision;
import dev.dragoman.azure.decision.AzureFacts.VaultValue;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.model.Reference;
import dev.dragoman.azure.model.ReferencedValues;
import dev.dragoman.azure.vault.JsonProperties;
import dev.dragoman.azure.vault.VaultExports;
import dev.dragoman.azure.vault.VaultReader;
import dev.dragoman.azure.vault.VaultReader.Read;
import dev.dragoman.azure.vault.VaultSource;
import dev.dragoman.kube.object.Excerpt;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The values that a spec refers to. They come from Kubernetes objects or, if the name of a Secret
 * is {@code keyvault://VAULT/NAME}, from Key Vaults. Each entry is read once, and no value is kept
 * longer than a reconciliation. Confined to one reconciliation.
 */
final class SpecValues implements ReferencedValues {
    private final ReferenceResolver around;
    private final VaultAccess access;
    private final Optional<BiFunction<VaultAddress, VaultSource, Read>> reader;
    private final Map<VaultAddress, Read> silent = new HashMap<>();
    private final Map<String, Read> read = new HashMap<>();
    private final Map<String, Problem> unfit = new HashMap<>();

    /**
     * @param around finds Kubernetes objects
     * @param access the vaults that the object may use
     * @param reader reads values in Key Vaults as the object's identity; empty if the object has no
     *     identity
     */
    SpecValues(
            ReferenceResolver around,
            VaultAccess access,
            Optional<BiFunction<VaultAddress, VaultSource, Read>> reader) {
        this.around = around;
        this.access = access;
        this.reader = reader;
    }

    /** The values for an object with this credential. */
    static SpecValues of(
            ReferenceResolver around,
            VaultAccess access,
            ObjectCredential.Resolved credential,
            VaultReader reader) {
        return new SpecValues(
                around,
                access,
                credential
                        .client()
                        .map(client -> (vault, source) -> reader.read(client, vault, source)));
    }

    @Override
    public Optional<String> armId(Reference reference) {
        return around.armId(reference);
    }

    @Override
    public Optional<String> config(String name, String key) {
        return around.config(name, key);
    }

    /**
     * {@inheritDoc}
     *
     * <p>In a Key Vault, an empty key means the whole entry. Otherwise the entry must be a JSON
     * object, and the key names one of its properties.
     */
    @Override
    public Optional<String> secret(String name, String key) {
        if (!VaultSource.named(name)) {
            return around.secret(name, key);
        }
        if (key.isEmpty()) {
            return entry(name).value();
        }
        var all = properties(name, key);
        if (all.isPresent() && !all.get().containsKey(key)) {
            unfit(
                    name,
                    key,
                    "has no property '%s' that is a string, an integer or a boolean"
                            .formatted(shown(key)));
        }
        return all.map(each -> each.get(key));
    }

    @Override
    public Optional<Map<String, String>> secretMap(String name) {
        if (!VaultSource.named(name)) {
            return around.secretMap(name);
        }
        return properties(name, "");
    }

    /** The problem of a reference that could not be resolved. */
    Problem missing(Reference reference) {
        var name = reference.name();
        var problem = Optional.ofNullable(unfit.get(place(name, reference.key())));
        return problem.or(() -> Optional.ofNullable(read.get(name)).flatMap(Read::problem))
                .map(why -> at(reference, why))
                .orElseGet(() -> around.missing(reference));
    }

    private static Problem at(Reference reference, Problem why) {
        return new Problem(
                why.reason(),
                why.severity(),
                "spec.%s: %s".formatted(reference.path(), why.message()),
                why.retry(),
                why.notBefore(),
                why.quoted());
    }

    private Optional<Map<String, String>> properties(String name, String key) {
        return entry(name)
                .value()
                .flatMap(
                        text -> {
                            var all = JsonProperties.of(text).filter(each -> !each.isEmpty());
                            if (all.isEmpty()) {
                                unfit(name, key, "is no JSON object with properties");
                            }
                            return all;
                        });
    }

    private void unfit(String name, String key, String what) {
        unfit.put(
                place(name, key),
                Problem.waiting(
                        "KeyVaultValueUnfit",
                        "the value of %s %s; correct the value, or leave the key empty to use the whole value"
                                .formatted(shown(name), what)));
    }

    private static String place(String name, String key) {
        return name + "\n" + key;
    }

    private static String shown(String text) {
        return Excerpt.value(text);
    }

    private Read entry(String name) {
        return read.computeIfAbsent(name, this::fetch);
    }

    private Read fetch(String name) {
        if (reader.isEmpty()) {
            return Read.failed(noCredential(name));
        }
        try {
            var source = VaultSource.of(name);
            var vault = access.address(source.vault());
            if (!access.mayRead(vault)) {
                return Read.failed(access.unreadable(vault));
            }
            if (silent.containsKey(vault)) {
                return silent.get(vault);
            }
            var found = reader.get().apply(vault, source);
            if (found.unread().filter(answer -> answer.status() == 0).isPresent()) {
                // the vault did not answer, and each further request would take long
                silent.put(vault, found);
            }
            return found;
        } catch (VaultAccess.NotReady unready) {
            return Read.failed(unready.problem());
        } catch (IllegalArgumentException wrong) {
            return Read.failed(Problem.error(VaultExports.INVALID, wrong.getMessage()));
        }
    }

    /** The operator checks the credential earlier and reports its problem in place of this one. */
    private static Problem noCredential(String name) {
        return Problem.waiting(
                VaultReader.NOT_READ,
                "%s is not read, because there is no credential for Azure".formatted(shown(name)));
    }

    /**
     * Whether the Key Vault values of the spec are known, judged by the first missing value.
     *
     * @param missing the first reference without a value
     */
    VaultValue state(Reference missing) {
        var name = missing.name();
        if (!VaultSource.named(name) || missing.type() == Reference.Type.CONFIG) {
            return VaultValue.THERE;
        }
        return Optional.ofNullable(read.get(name))
                        .flatMap(Read::unread)
                        .filter(AzureDecision::passes)
                        .isPresent()
                ? VaultValue.UNREAD
                : VaultValue.MISSING;
    }
}
