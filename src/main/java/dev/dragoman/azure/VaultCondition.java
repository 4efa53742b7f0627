package dev.dragoman.azure;

import dev.dragoman.azure.model.StoredEntries;
import dev.dragoman.capability.status.Condition;
import java.util.List;
import java.util.stream.Collectors;

/** Makes the condition that lists the Key Vault entries of an object. Pure. */
final class VaultCondition {
    private static final String TYPE = "InKeyVault";

    /** Maximum number of entries that the message lists; further entries are only counted. */
    private static final int NAMED = 20;

    private VaultCondition() {}

    /**
     * The condition; empty if the object has no entries.
     *
     * @param kept whether the object no longer asks for entries, and its present entries stay
     */
    static List<Condition> of(StoredEntries stored, boolean kept, long generation) {
        if (stored.entries().isEmpty()) {
            return List.of();
        }
        var all = stored.entries();
        var named =
                all.stream()
                        .limit(NAMED)
                        .map(each -> "https://" + each.replaceFirst("/", "/secrets/"))
                        .collect(Collectors.joining(", "));
        var more = all.size() > NAMED ? " and %d more".formatted(all.size() - NAMED) : "";
        boolean whole = kept || !stored.mark().isEmpty();
        return List.of(
                new Condition(
                        TYPE,
                        whole,
                        Condition.Severity.INFO,
                        reason(stored, kept),
                        (whole ? "" : "not every value is written yet; the object has ")
                                + named
                                + more,
                        generation));
    }

    private static String reason(StoredEntries stored, boolean kept) {
        if (kept) {
            return "Kept";
        }
        return stored.mark().isEmpty() ? "Incomplete" : "Written";
    }
}
