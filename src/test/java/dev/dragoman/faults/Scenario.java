package dev.dragoman.faults;

import dev.dragoman.cluster.Account;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a user does, and what must have come of it. Played once undisturbed and then once for each
 * fault, each time under another name.
 */
interface Scenario {
    /** For reports. */
    String name();

    /** Settings of the operator for this scenario. */
    Map<String, String> environment();

    /** Who the operator is. */
    default Account account() {
        return Account.AZURE;
    }

    /** The operator that it is about. */
    default Replica.Maker operator() {
        return Replica::shipped;
    }

    /** How long what must come true may take. */
    default Duration patience() {
        return Duration.ofSeconds(25);
    }

    /** Namespaces whose objects are compared. */
    List<String> namespaces(String run);

    /** Those of them that are there before the user does anything. */
    default List<String> given(String run) {
        return namespaces(run);
    }

    /** Kinds that are compared besides those that every namespace may have. */
    default List<Kind> kinds() {
        return List.of();
    }

    /**
     * Names of the Key Vaults that are compared. The operator reaches vaults only if it is asked.
     */
    default List<String> vaults(String run) {
        return List.of();
    }

    /**
     * Does what the user does, waits each time until it has come true, and calls {@link
     * Stage#checkpoint} where the state is to be compared.
     */
    void play(Stage stage);

    /** Deletes all that the user made, and does not wait. */
    void withdraw(Stage stage);

    /** Whether the user's objects have gone. */
    boolean withdrawn(Stage stage);

    /** A kind to list. */
    record Kind(String apiVersion, String kind) {}
}
