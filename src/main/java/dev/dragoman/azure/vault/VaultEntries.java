package dev.dragoman.azure.vault;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.kube.object.Fields;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Makes the entries of a Key Vault from the Secrets that an object exports. Pure. */
public final class VaultEntries {
    /** Largest value of an entry in bytes; the service refuses larger ones. */
    static final int LARGEST = 25 * 1024;

    private static final ObjectMapper JSON = new ObjectMapper();

    private VaultEntries() {}

    /**
     * What comes of Secrets.
     *
     * @param entries the entries that are possible, in the order of the Secrets and of their keys
     * @param problem why another entry is impossible; empty if all are possible
     */
    public record Made(List<VaultEntry> entries, Optional<String> problem) {}

    /** Collects entries, and the first reason why one is impossible. */
    private static final class Making {
        private final Map<String, VaultEntry> byName = new LinkedHashMap<>();
        private final Set<String> clashing = new HashSet<>();
        private Optional<String> problem = Optional.empty();

        /** Whether the work was possible. */
        boolean done(Runnable work) {
            try {
                work.run();
                return true;
            } catch (IllegalArgumentException impossible) {
                problem = problem.or(() -> Optional.of(impossible.getMessage()));
                return false;
            }
        }

        void add(VaultEntry entry) {
            var name = entry.name().toLowerCase(Locale.ROOT);
            // which of two values is meant is not known, so neither is written
            if (clashing.contains(name) || byName.remove(name) != null) {
                clashing.add(name);
                throw twice(entry.name());
            }
            byName.put(name, entry);
        }

        Made made() {
            return new Made(List.copyOf(byName.values()), problem);
        }
    }

    /**
     * The entries for these Secrets. What is wrong with one does not keep the others from being
     * made: its name or value is impossible, or another value has the name already.
     *
     * @param secrets Secrets as they would be written, with values in Base64
     */
    public static Made of(List<Map<String, Object>> secrets, VaultChoice choice, VaultOwner owner) {
        return choice.form() == VaultChoice.Form.ENTRIES
                ? each(secrets, choice, owner)
                : whole(secrets, choice, owner);
    }

    /**
     * The name of the entry for one key of a Secret; empty if no name is possible.
     *
     * @param key the key; empty if it is not known
     */
    public static Optional<String> name(
            VaultChoice choice, VaultOwner owner, String secret, String key) {
        boolean each = choice.form() == VaultChoice.Form.ENTRIES;
        if (each && key.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(VaultNames.of(choice.pattern(), owner, secret, each ? key : ""));
        } catch (IllegalArgumentException impossible) {
            return Optional.empty();
        }
    }

    /**
     * One entry that is not made of a Secret. It has no times.
     *
     * @throws IllegalArgumentException when the name or the value is impossible
     */
    public static VaultEntry single(
            String name, String value, String contentType, VaultOwner owner) {
        return fitting(
                new VaultEntry(
                        VaultNames.checked(name),
                        value,
                        contentType,
                        owner.tags(),
                        Optional.empty(),
                        Optional.empty()));
    }

    private static Made each(
            List<Map<String, Object>> secrets, VaultChoice choice, VaultOwner owner) {
        var making = new Making();
        for (var secret : secrets) {
            var name = Fields.metadata(secret, "name");
            for (var key : data(secret).entrySet()) {
                making.done(
                        () -> {
                            var entry = VaultNames.of(choice.pattern(), owner, name, key.getKey());
                            var value = decoded(name, key.getKey(), key.getValue());
                            making.add(entry(entry, value, choice, owner));
                        });
            }
        }
        return making.made();
    }

    private static Made whole(
            List<Map<String, Object>> secrets, VaultChoice choice, VaultOwner owner) {
        var making = new Making();
        var values = new LinkedHashMap<String, Map<String, String>>();
        var broken = new HashSet<String>();
        for (var secret : secrets) {
            var name = Fields.metadata(secret, "name");
            making.done(
                    () -> {
                        var entry = VaultNames.of(choice.pattern(), owner, name, "");
                        var all = values.computeIfAbsent(entry, any -> new TreeMap<>());
                        // without data: values are not known now, so the entry stays as it is
                        if (!secret.containsKey("data")
                                || !making.done(() -> put(all, entry, secret, choice))) {
                            broken.add(entry);
                        }
                    });
        }
        values.keySet().removeAll(broken);
        values.forEach(
                (name, all) ->
                        making.done(() -> making.add(entry(name, json(all), choice, owner))));
        return making.made();
    }

    private static void put(
            Map<String, String> all, String entry, Map<String, Object> secret, VaultChoice choice) {
        boolean encoded = choice.form() == VaultChoice.Form.JSON_BASE64;
        var name = Fields.metadata(secret, "name");
        for (var key : data(secret).entrySet()) {
            var value = encoded ? key.getValue() : decoded(name, key.getKey(), key.getValue());
            if (all.put(key.getKey(), value) != null) {
                // an expression may have made the key from a secret
                throw twice(entry);
            }
        }
    }

    private static VaultEntry entry(
            String name, String value, VaultChoice choice, VaultOwner owner) {
        return fitting(
                new VaultEntry(
                        name,
                        value,
                        choice.form().contentType(),
                        owner.tags(),
                        choice.notBefore(),
                        choice.expires()));
    }

    private static VaultEntry fitting(VaultEntry entry) {
        if (entry.value().getBytes(UTF_8).length > LARGEST) {
            throw new IllegalArgumentException(
                    "the value of %s is larger than 25 kB, which Key Vault refuses; shorten it, or export fewer keys to this entry"
                            .formatted(entry.name()));
        }
        return entry;
    }

    private static Map<String, String> data(Map<String, Object> secret) {
        var all = new TreeMap<String, String>();
        Fields.map(secret, "data").forEach((key, value) -> all.put(key, String.valueOf(value)));
        return all;
    }

    private static String decoded(String secret, String key, String base64) {
        try {
            return UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(Base64.getDecoder().decode(base64)))
                    .toString();
        } catch (CharacterCodingException binary) {
            throw new IllegalArgumentException(
                    "key %s of Secret %s has a value that is no text in UTF-8; write json-base64 to the annotation %s"
                            .formatted(key, secret, AsoNames.KEY_VAULT_FORM),
                    binary);
        }
    }

    private static String json(Map<String, String> values) {
        try {
            return JSON.writeValueAsString(values);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("texts cannot be written as JSON", impossible);
        }
    }

    private static IllegalArgumentException twice(String name) {
        return new IllegalArgumentException(
                "two values would be written to the entry %s; name it by a pattern with {secret} and {key}, or with {hash}"
                        .formatted(name));
    }
}
