package dev.dragoman.azure.vault;

import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.identity.VaultAddress;
import java.util.Optional;

/** Reads values in Key Vaults for specs, steps, credentials and overlays. Thread-safe. */
@FunctionalInterface
public interface VaultReader {
    /** Condition reason: a dry run has no credential to read the value with. */
    String NOT_READ = "KeyVaultNotRead";

    /**
     * A value, or why there is none.
     *
     * @param value the value; empty if there is a problem
     * @param problem why there is no value
     * @param unread the failed answer that led to the problem; empty for other problems
     */
    record Read(Optional<String> value, Optional<Problem> problem, Optional<Answer> unread) {
        /** A value that was read. */
        public static Read of(String value) {
            return new Read(Optional.of(value), Optional.empty(), Optional.empty());
        }

        /** A problem other than a failed answer of a vault. */
        public static Read failed(Problem why) {
            return new Read(Optional.empty(), Optional.of(why), Optional.empty());
        }

        /** Without the value. */
        @Override
        public String toString() {
            return "Read[%s]".formatted(problem.map(Problem::reason).orElse("value"));
        }
    }

    /** Reads nothing: without an identity it is not known whether a value has changed. */
    static Read unread(ArmClient client, VaultAddress vault, VaultSource source) {
        return Read.failed(
                Problem.waiting(
                        NOT_READ,
                        "entry %s of Key Vault %s is not read, because there is no credential for Azure"
                                .formatted(source.name(), vault)));
    }

    /**
     * Reads a value.
     *
     * @param client sends as the object's identity
     * @param vault the vault that {@code source} names
     */
    Read read(ArmClient client, VaultAddress vault, VaultSource source);
}
