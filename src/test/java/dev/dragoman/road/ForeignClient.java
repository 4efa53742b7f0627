package dev.dragoman.road;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.policy.AddHeadersPolicy;
import com.azure.core.http.policy.HttpLogOptions;
import com.azure.core.http.policy.RetryPolicy;
import com.azure.core.management.AzureEnvironment;
import com.azure.core.management.AzureEnvironment.Endpoint;
import com.azure.core.management.profile.AzureProfile;
import com.azure.resourcemanager.containerservice.ContainerServiceManager;
import com.azure.resourcemanager.network.NetworkManager;
import com.azure.resourcemanager.postgresqlflexibleserver.PostgreSqlManager;
import com.azure.resourcemanager.resources.ResourceManager;
import com.azure.resourcemanager.resources.fluentcore.utils.HttpPipelineProvider;
import com.azure.resourcemanager.servicebus.ServiceBusManager;
import com.azure.resourcemanager.storage.StorageManager;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.sandbox.azure.entra.Client;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Microsoft's own management library on a local Azure, as an application of its own. Its requests
 * carry a mark, so that those of the operator can be told from them.
 */
final class ForeignClient {
    private static final String MARK = "x-foreign-reader";
    private static final String APPLICATION = "foreign-reader";
    private static final String SECRET = "pa55word!";

    private final AzureSandbox azure;
    private final AzureProfile profile;
    private final HttpPipeline pipeline;

    ForeignClient(AzureSandbox azure) {
        this.azure = azure;
        azure.control().client(Client.secret(APPLICATION, SECRET));
        profile = new AzureProfile(azure.tenantId(), azure.subscriptionId(), environment(azure));
        pipeline =
                HttpPipelineProvider.buildHttpPipeline(
                        SdkClient.secret(azure, APPLICATION, SECRET),
                        profile,
                        new String[] {azure.audience() + "/.default"},
                        new HttpLogOptions(),
                        null,
                        new RetryPolicy(),
                        List.of(
                                new AddHeadersPolicy(
                                        new HttpHeaders()
                                                .set(HttpHeaderName.fromString(MARK), "yes"))),
                        SdkClient.http(azure));
    }

    /** A cloud whose hosts are those of the sandbox. */
    private static AzureEnvironment environment(AzureSandbox azure) {
        var hosts =
                Map.of(
                        Endpoint.RESOURCE_MANAGER, azure.armEndpoint() + "/",
                        Endpoint.MANAGEMENT, azure.audience(),
                        Endpoint.ACTIVE_DIRECTORY, azure.authorityHost());
        // what is not here has a host that no test asks
        return new AzureEnvironment(
                Stream.of(Endpoint.values())
                        .collect(
                                Collectors.toMap(
                                        Endpoint::identifier,
                                        each ->
                                                hosts.getOrDefault(
                                                        each, "https://nowhere.invalid/"))));
    }

    ResourceManager resources() {
        return ResourceManager.authenticate(pipeline, profile)
                .withSubscription(azure.subscriptionId());
    }

    StorageManager storage() {
        return StorageManager.authenticate(pipeline, profile);
    }

    NetworkManager networks() {
        return NetworkManager.authenticate(pipeline, profile);
    }

    ServiceBusManager serviceBus() {
        return ServiceBusManager.authenticate(pipeline, profile);
    }

    PostgreSqlManager postgres() {
        return PostgreSqlManager.authenticate(pipeline, profile);
    }

    ContainerServiceManager clusters() {
        return ContainerServiceManager.authenticate(pipeline, profile);
    }

    /** How often the operator sent such a request for the id. */
    long own(String method, String id) {
        return azure.control().exchanges().stream()
                .filter(each -> each.method().equals(method))
                .filter(each -> each.path().equalsIgnoreCase(id))
                .filter(each -> !foreign(each))
                .count();
    }

    private static boolean foreign(Exchange exchange) {
        return exchange.requestHeaders().containsKey(MARK);
    }
}
