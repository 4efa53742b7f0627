package dev.dragoman.azure.arm;

import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Proof;
import dev.dragoman.azure.identity.Proofs;
import dev.dragoman.azure.identity.Sensitive;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** A client for tests that need one and send nothing with it. */
public final class ArmFixture {
    private static final String UUID = "00000000-0000-0000-0000-000000000000";

    private ArmFixture() {}

    /** A client of an identity that exists nowhere. */
    public static ArmClient client() {
        var settings = AzureSettings.from(Map.of());
        return new ArmClients(
                        settings,
                        InstantSource.system(),
                        new ArmMetrics(new SimpleMeterRegistry()),
                        Proofs.none(),
                        () -> true)
                .of(
                        new AzureIdentity(
                                UUID,
                                UUID,
                                UUID,
                                new Proof.ClientSecret(new Sensitive("s")),
                                List.of(),
                                settings.cloud()));
    }
}
