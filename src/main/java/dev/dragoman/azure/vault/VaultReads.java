package dev.dragoman.azure.vault;

import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.identity.VaultAddress;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Reads values in Key Vaults. Keeps none of them. Thread-safe. */
public final class VaultReads implements VaultReader {
    @Override
    public Read read(ArmClient client, VaultAddress vault, VaultSource source) {
        var sender = new VaultClient(client, vault);
        var place = sender.place(source.name());
        var value = new AtomicReference<String>();
        return switch (sender.fetch(source.name(), source.version(), value::set)) {
            case Found.Present _ -> Read.of(Optional.ofNullable(value.get()).orElseThrow());
            case Found.Absent _ ->
                    Read.failed(
                            Problem.waiting(
                                    "KeyVaultEntryNotFound",
                                    "%s does not exist, or not in this version; write it, or correct the name"
                                            .formatted(place)));
            case Found.Disabled _ -> Read.failed(VaultDecision.disabled(place));
            case Found.Failed(Answer answer) ->
                    new Read(
                            Optional.empty(),
                            Optional.of(Problem.passing(answer, "read " + place)),
                            Optional.of(answer));
        };
    }
}
