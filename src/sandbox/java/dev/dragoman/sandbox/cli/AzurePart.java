package dev.dragoman.sandbox.cli;

import com.nimbusds.jose.jwk.JWKSet;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.entra.Directory;
import dev.dragoman.sandbox.azure.entra.JwksSource;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The local Azure of a sandbox. The operator can sign in with a client secret or with its service
 * account.
 */
public final class AzurePart implements SandboxPart {
    /** Application that signs in with a secret. */
    public static final String CLIENT = "11111111-1111-4111-8111-111111111111";

    /** The secret of {@link #CLIENT}. It is public, and valid for this sandbox only. */
    public static final String SECRET = "sandbox-only-secret";

    /** Object id of the service principal of {@link #CLIENT}, to which roles can be assigned. */
    public static final String PRINCIPAL = Directory.objectId(CLIENT);

    /** Application that trusts tokens of the operator's service account. */
    public static final String FEDERATED_CLIENT = "22222222-2222-4222-8222-222222222222";

    private static final String AUDIENCE = "api://AzureADTokenExchange";

    @Override
    public RunningAzure start(ControlPlane plane) {
        return start(plane, "system:serviceaccount:dragoman-system:dragoman");
    }

    /**
     * Like {@link #start(ControlPlane)}, for an operator with another service account.
     *
     * @param operator the user name of the service account,
     *     {@code system:serviceaccount:NAMESPACE:NAME}
     */
    public RunningAzure start(ControlPlane plane, String operator) {
        return new RunningAzure(
                AzureSandbox.start(
                        Options.of(Catalog.load())
                                .client(Client.secret(CLIENT, SECRET))
                                .client(
                                        Client.federated(
                                                FEDERATED_CLIENT,
                                                plane.issuer(),
                                                operator,
                                                AUDIENCE,
                                                keys(plane)))));
    }

    private static Supplier<JWKSet> keys(ControlPlane plane) {
        return JwksSource.http(
                plane.server().resolve("/openid/v1/jwks"), plane.caFile(), () -> "");
    }

    /**
     * The local Azure while it runs.
     *
     * @param azure the local Azure, for tests that cause failures in it
     */
    public record RunningAzure(AzureSandbox azure) implements Running {
        @Override
        public Map<String, String> environment() {
            return Map.ofEntries(
                    Map.entry("AZURE_SUBSCRIPTION_ID", azure.subscriptionId()),
                    Map.entry("AZURE_TENANT_ID", azure.tenantId()),
                    Map.entry("AZURE_CLIENT_ID", CLIENT),
                    Map.entry("AZURE_CLIENT_SECRET", SECRET),
                    Map.entry("AZURE_RESOURCE_MANAGER_ENDPOINT", azure.armEndpoint()),
                    Map.entry("AZURE_RESOURCE_MANAGER_AUDIENCE", azure.audience()),
                    Map.entry("AZURE_AUTHORITY_HOST", azure.authorityHost()),
                    Map.entry("AZURE_POD_IDENTITY_AUTHORITY_HOST", azure.nodeMetadata().toString()),
                    Map.entry("DRAGOMAN_CA_FILE", azure.caPem().toString()),
                    Map.entry("DRAGOMAN_SANDBOX_CONTROL", azure.controlEndpoint().toString()),
                    Map.entry("DRAGOMAN_SANDBOX_VAULT_PROXY", azure.vaultProxy()));
        }

        @Override
        public void close() {
            azure.close();
        }
    }
}
