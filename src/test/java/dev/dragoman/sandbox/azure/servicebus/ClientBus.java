package dev.dragoman.sandbox.azure.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.core.credential.TokenCredential;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.entra.Directory;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.UUID;
import javax.net.ssl.SSLContext;

/**
 * A sandbox with a namespace {@code events-bus}, in which are the queues {@code q} and {@code
 * short}, whose locks last two seconds, and the topic {@code t} with the subscriptions {@code one}
 * and {@code two}. The application {@code app} has no rights in Resource Manager, and is Data Owner
 * of the namespace; {@code nobody} has no rights at all.
 */
public final class ClientBus implements AutoCloseable {
    static final String RG = "/resourceGroups/rg";
    static final String NAME = "events-bus";
    static final String NAMESPACE = RG + "/providers/Microsoft.ServiceBus/namespaces/" + NAME;
    static final String OWNER = "090c5cfd-751d-490a-894a-3ce6f1109419";
    static final String RECEIVER = "4f6d3b9b-027b-4f4c-9142-0e5a2a2247e0";
    static final String SENDER = "69a216fc-b8fb-44d8-bc22-1f3c2cd27a39";
    static final String VERSION = "2021-11-01";

    public final AzureSandbox azure;
    final SdkClient arm;
    final ServiceBus bus;
    private final SSLContext before;

    public ClientBus() {
        azure =
                AzureSandbox.start(
                        Options.of(Catalog.load())
                                .client(Client.secret("admin", "s"))
                                .client(Client.secret("app", "s").within("/none"))
                                .client(Client.secret("nobody", "s").within("/none")));
        azure.control().operationDuration(".", Duration.ZERO);
        arm = new SdkClient(azure, SdkClient.secret(azure, "admin", "s"));
        bus = azure.serviceBus();
        put(RG, "2020-06-01", "{\"location\":\"westeurope\"}");
        put(NAMESPACE, VERSION, "{\"location\":\"westeurope\",\"sku\":{\"name\":\"Standard\"}}");
        put(NAMESPACE + "/queues/q", VERSION, "{\"properties\":{\"maxDeliveryCount\":3}}");
        put(NAMESPACE + "/queues/short", VERSION, "{\"properties\":{\"lockDuration\":\"PT2S\"}}");
        put(NAMESPACE + "/topics/t", VERSION, "{}");
        put(NAMESPACE + "/topics/t/subscriptions/one", VERSION, "{}");
        put(NAMESPACE + "/topics/t/subscriptions/two", VERSION, "{}");
        assign("app", OWNER, NAMESPACE);
        try {
            // the SDK's AMQP trusts whom the JVM trusts, and cannot be told otherwise
            before = SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        SSLContext.setDefault(SdkClient.trusting(azure));
    }

    void put(String path, String version, String body) {
        var reply = arm.send("PUT", path, version, body);
        assertThat(reply.status()).as("%s: %s", path, reply.body()).isIn(200, 201, 202);
    }

    /** Assigns a role; returns the path of the assignment. */
    String assign(String client, String role, String scope) {
        var path =
                scope + "/providers/Microsoft.Authorization/roleAssignments/" + UUID.randomUUID();
        put(
                path,
                "2022-04-01",
                """
                {"properties":{"principalId":"%s","principalType":"ServicePrincipal",
                 "roleDefinitionId":"/subscriptions/%s/providers/Microsoft.Authorization/roleDefinitions/%s"}}"""
                        .formatted(Directory.objectId(client), azure.subscriptionId(), role));
        return path;
    }

    /** A client of this application, over TLS with tokens of Entra. */
    ServiceBusClientBuilder as(String client) {
        return as(SdkClient.secret(azure, client, "s"));
    }

    ServiceBusClientBuilder as(TokenCredential credential) {
        return quick(
                new ServiceBusClientBuilder()
                        .credential(NAME + ".servicebus.windows.net", credential)
                        .customEndpointAddress(bus.endpoint()));
    }

    /** A client with a key, without TLS. */
    ServiceBusClientBuilder withKey(String connectionString) {
        return quick(new ServiceBusClientBuilder().connectionString(connectionString));
    }

    private static ServiceBusClientBuilder quick(ServiceBusClientBuilder builder) {
        return builder.retryOptions(
                new AmqpRetryOptions()
                        .setMaxRetries(2)
                        .setDelay(Duration.ofMillis(50))
                        .setTryTimeout(Duration.ofSeconds(10)));
    }

    @Override
    public void close() {
        SSLContext.setDefault(before);
        azure.close();
    }
}
