package dev.dragoman.azure;

import dev.dragoman.azure.model.StoredEntries;
import dev.dragoman.capability.status.Condition;
import java.util.List;
import java.util.stream.Collectors;

/** Makes the condition that lists the Key Vault entries of an object. Pure. */
final class VaultCondition {
    static final String TYPE = "InKeyVault";

    /** Maximum number of entries that the message lists; further entries are only counted. */
    private static final int NAMED = 20;

    /** What the object's entries are. */
    enum Entries {
        /** The vault has all values that the object asks for. */
        WRITTEN("Written", ""),
        /** A value is not written, or not as the object asks now, or a former entry remains. */
        INCOMPLETE("Incomplete", "the entries are not yet as the object asks; it has "),
        /** The object asks for no entries any more, and its former entries stay. */
        KEPT("Kept", ""),
        /** The object is being deleted. */
        DELETING("Deleting", "the object is being deleted; it has ");

        private final String reason;
        private final String words;

        Entries(String reason, String words) {
            this.reason = reason;
            this.words = words;
        }

        /** Whether nothing more is to be written. */
        boolean whole() {
            return this == WRITTEN || this == KEPT;
        }

        /**
         * Compares what is written with what is asked for.
         *
         * @param stored the entries that the object has
         * @param asked the mark of the entries that the object asks for now
         */
        static Entries compared(StoredEntries stored, String asked) {
            boolean all =
                    !stored.mark().isEmpty()
                            && stored.mark().equals(asked)
                            && stored.intended().isEmpty();
            return all ? WRITTEN : INCOMPLETE;
        }
    }

    private VaultCondition() {}

    /** The condition; empty if the object has no entries. */
    static List<Condition> of(StoredEntries stored, Entries what, long generation) {
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
        return List.of(
                new Condition(
                        TYPE,
                        what.whole(),
                        Condition.Severity.INFO,
                        what.reason,
                        what.words + named + more,
                        generation));
    }
}
