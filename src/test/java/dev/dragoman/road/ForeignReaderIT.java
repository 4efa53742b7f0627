package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.azure.resourcemanager.containerservice.fluent.models.AgentPoolInner;
import com.azure.resourcemanager.containerservice.models.AgentPoolMode;
import com.azure.resourcemanager.containerservice.models.ContainerServiceVMSizeTypes;
import com.azure.resourcemanager.postgresqlflexibleserver.models.Backup;
import com.azure.resourcemanager.postgresqlflexibleserver.models.Database;
import com.azure.resourcemanager.postgresqlflexibleserver.models.Server;
import com.azure.resourcemanager.resources.fluentcore.arm.models.HasName;
import com.azure.resourcemanager.servicebus.models.SBNamespaceUpdateParameters;
import com.azure.resourcemanager.storage.models.AccessTier;
import com.azure.resourcemanager.storage.models.MinimumTlsVersion;
import dev.dragoman.tier.Full;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Microsoft's own management library reads, lists, changes and deletes what the operator made; the
 * operator puts back what it wrote, once, and leaves what is the library's.
 */
@Full
class ForeignReaderIT {
    /** Where Azure names no time, the library would ask every 30 seconds. */
    private static final Duration POLL = Duration.ofMillis(500);

    private Road road;
    private ForeignClient foreign;

    @BeforeEach
    void start() {
        road = new Road("foreign");
        road.environment.put("AZURE_SYNC_PERIOD", "2s");
        road.install.kindsAndRightsOnce(
                List.of(
                        "network.azure.com/VirtualNetwork",
                        "network.azure.com/VirtualNetworksSubnet",
                        "dbforpostgresql.azure.com/FlexibleServer",
                        "dbforpostgresql.azure.com/FlexibleServersDatabase",
                        "containerservice.azure.com/ManagedCluster",
                        "containerservice.azure.com/ManagedClustersAgentPool"));
        foreign = new ForeignClient(road.azure);
        road.azure.control().pageSize(1);
        // or the operator may look in the middle of one, and wait
        road.azure.control().operationDuration("DELETE .*", Duration.ZERO);
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void aGroup() {
        var groups = foreign.resources().resourceGroups();
        var group = groups.getByName("orders");
        assertThat(group.regionName()).isEqualTo("westeurope");
        assertThat(group.provisioningState()).isEqualTo("Succeeded");
        assertThat(group.tags()).isEqualTo(Map.of("team", "orders"));
        road.apply(Samples.group("bills", "bills"));
        road.ready("resourcegroup/bills");
        assertThat(groups.list()).extracting(HasName::name).containsExactly("orders", "bills");
        assertThat(groups.listByTag("team", "orders")).hasSize(1);

        repaired(
                road.group("orders"),
                () -> group.update().withTag("team", "others").apply(),
                "/tags/team",
                "orders");

        groups.deleteByName("orders");
        madeAgain(road.group("orders"), "resourcegroup/orders");
        assertThat(groups.contain("orders")).isTrue();
    }

    @Test
    void aStorageAccount() {
        road.apply(
                """
                apiVersion: storage.azure.com/v1api20230101
                kind: StorageAccount
                metadata: {name: foreignreader}
                spec:
                  owner: {name: orders}
                  location: westeurope
                  kind: StorageV2
                  sku: {name: Standard_LRS}
                  accessTier: Cool
                  minimumTlsVersion: TLS1_2
                  tags: {team: orders}
                  operatorSpec: {secrets: {key1: {name: storage, key: key}}}
                """);
        road.ready("storageaccount/foreignreader");
        var accounts = foreign.storage().storageAccounts();
        var account = accounts.getByResourceGroup("orders", "foreignreader");
        assertThat(account.regionName()).isEqualTo("westeurope");
        assertThat(account.kind()).hasToString("StorageV2");
        assertThat(account.skuType().name()).hasToString("Standard_LRS");
        assertThat(account.accessTier()).isEqualTo(AccessTier.COOL);
        assertThat(account.minimumTlsVersion()).isEqualTo(MinimumTlsVersion.TLS1_2);
        assertThat(account.tags()).isEqualTo(Map.of("team", "orders"));
        assertThat(account.endPoints().primary().blob()).contains("foreignreader.blob.");
        assertThat(account.accountStatuses().primary()).hasToString("available");
        assertThat(account.getKeys().getFirst().value()).isEqualTo(secret("storage", "key"));
        assertThat(accounts.list()).extracting(HasName::name).containsExactly("foreignreader");
        assertThat(accounts.listByResourceGroup("orders")).hasSize(1);

        repaired(
                account.id(),
                () ->
                        account.update()
                                .withTag("team", "others")
                                .withMinimumTlsVersion(MinimumTlsVersion.TLS1_0)
                                .apply(),
                "/properties/minimumTlsVersion",
                "TLS1_2");
        assertThat(account.refresh().tags()).containsEntry("team", "orders");

        accounts.deleteById(account.id());
        madeAgain(account.id(), "storageaccount/foreignreader");
        assertThat(accounts.getById(account.id()).accessTier()).isEqualTo(AccessTier.COOL);
    }

    @Test
    void aNetworkAndASubnetOfTheLibrarys() {
        road.applyServed(
                """
                apiVersion: network.azure.com/v1api20240301
                kind: VirtualNetwork
                metadata: {name: network}
                spec:
                  owner: {name: orders}
                  location: westeurope
                  addressSpace: {addressPrefixes: ["10.0.0.0/8"]}
                  tags: {team: orders}
                ---
                apiVersion: network.azure.com/v1api20240301
                kind: VirtualNetworksSubnet
                metadata: {name: front}
                spec: {owner: {name: network}, addressPrefix: 10.0.1.0/24}
                """);
        road.ready("virtualnetwork/network");
        road.ready("virtualnetworkssubnet/front");
        var networks = foreign.networks().networks();
        var network = networks.getByResourceGroup("orders", "network");
        assertThat(network.regionName()).isEqualTo("westeurope");
        assertThat(network.addressSpaces()).containsExactly("10.0.0.0/8");
        assertThat(network.tags()).isEqualTo(Map.of("team", "orders"));
        assertThat(network.subnets().get("front").addressPrefix()).isEqualTo("10.0.1.0/24");
        assertThat(networks.list()).extracting(HasName::name).containsExactly("network");
        assertThat(networks.listByResourceGroup("orders")).hasSize(1);

        long before = foreign.own("PUT", network.id());
        var _ = network.update().withSubnet("theirs", "10.0.2.0/24").apply();
        looked(network.id());
        assertThat(foreign.own("PUT", network.id())).isEqualTo(before);

        repaired(
                network.id(),
                () -> network.update().withTag("team", "others").apply(),
                "/tags/team",
                "orders");
        assertThat(network.refresh().subnets()).containsOnlyKeys("front", "theirs");
        repaired(
                network.id() + "/subnets/front",
                () ->
                        network.update()
                                .updateSubnet("front")
                                .withAddressPrefix("10.0.3.0/24")
                                .parent()
                                .apply(),
                "/properties/addressPrefix",
                "10.0.1.0/24");
        assertThat(network.refresh().subnets().get("theirs").addressPrefix())
                .isEqualTo("10.0.2.0/24");

        networks.deleteById(network.id());
        madeAgain(network.id(), "virtualnetwork/network");
        madeAgain(network.id() + "/subnets/front", "virtualnetworkssubnet/front");
        assertThat(networks.getById(network.id()).subnets()).containsOnlyKeys("front");
    }

    @Test
    void aServiceBusAndItsQueue() {
        road.apply(
                """
                apiVersion: servicebus.azure.com/v1api20211101
                kind: Namespace
                metadata: {name: foreignreader}
                spec:
                  owner: {name: orders}
                  location: westeurope
                  sku: {name: Standard}
                  tags: {team: orders}
                ---
                apiVersion: servicebus.azure.com/v1api20211101
                kind: NamespacesQueue
                metadata: {name: queue}
                spec:
                  owner: {name: foreignreader}
                  lockDuration: PT45S
                  maxDeliveryCount: 7
                """);
        road.ready("namespaces.servicebus.azure.com/foreignreader");
        road.ready("namespacesqueue/queue");
        var buses = foreign.serviceBus().namespaces();
        var bus = buses.getByResourceGroup("orders", "foreignreader");
        assertThat(bus.region().name()).isEqualTo("westeurope");
        assertThat(bus.sku().name()).hasToString("Standard");
        assertThat(bus.tags()).isEqualTo(Map.of("team", "orders"));
        assertThat(bus.fqdn()).contains("foreignreader.servicebus.windows.net");
        assertThat(bus.createdAt()).isNotNull();
        assertThat(buses.list()).extracting(HasName::name).containsExactly("foreignreader");
        var queue = bus.queues().getByName("queue");
        assertThat(queue.lockDurationInSeconds()).isEqualTo(45);
        assertThat(queue.maxDeliveryCountBeforeDeadLetteringMessage()).isEqualTo(7);
        assertThat(bus.queues().list()).extracting(HasName::name).containsExactly("queue");
        assertThat(bus.authorizationRules().list())
                .extracting(HasName::name)
                .containsExactly("RootManageSharedAccessKey");

        repaired(
                bus.id(),
                () ->
                        foreign.serviceBus()
                                .serviceClient()
                                .getNamespaces()
                                .update(
                                        "orders",
                                        "foreignreader",
                                        new SBNamespaceUpdateParameters()
                                                .withTags(Map.of("team", "others"))),
                "/tags/team",
                "orders");
        repaired(
                queue.id(),
                () -> queue.update().withMessageLockDurationInSeconds(30).apply(),
                "/properties/lockDuration",
                "PT45S");

        bus.queues().deleteByName("queue");
        madeAgain(queue.id(), "namespacesqueue/queue");
        foreign.serviceBus()
                .serviceClient()
                .getNamespaces()
                .beginDelete("orders", "foreignreader")
                .setPollInterval(POLL)
                .waitForCompletion();
        madeAgain(bus.id(), "namespaces.servicebus.azure.com/foreignreader");
        madeAgain(queue.id(), "namespacesqueue/queue");
    }

    @Test
    void aPostgresServerAndItsDatabase() {
        road.applyServed(
                """
                apiVersion: dbforpostgresql.azure.com/v1api20221201
                kind: FlexibleServer
                metadata: {name: foreignreader}
                spec:
                  owner: {name: orders}
                  location: westeurope
                  version: "14"
                  sku: {name: Standard_D4s_v3, tier: GeneralPurpose}
                  administratorLogin: boss
                  storage: {storageSizeGB: 128}
                  backup: {backupRetentionDays: 10}
                  tags: {team: orders}
                ---
                apiVersion: dbforpostgresql.azure.com/v1api20221201
                kind: FlexibleServersDatabase
                metadata: {name: sales}
                spec: {owner: {name: foreignreader}, charset: utf8}
                """);
        road.ready("flexibleserver/foreignreader");
        road.ready("flexibleserversdatabase/sales");
        var servers = foreign.postgres().servers();
        var server = servers.getByResourceGroup("orders", "foreignreader");
        assertThat(server.region().name()).isEqualTo("westeurope");
        assertThat(server.version()).hasToString("14");
        assertThat(server.sku().name()).isEqualTo("Standard_D4s_v3");
        assertThat(server.storage().storageSizeGB()).isEqualTo(128);
        assertThat(server.backup().backupRetentionDays()).isEqualTo(10);
        assertThat(server.state()).hasToString("Ready");
        assertThat(server.tags()).isEqualTo(Map.of("team", "orders"));
        assertThat(servers.list()).extracting(Server::name).containsExactly("foreignreader");
        assertThat(servers.listByResourceGroup("orders")).hasSize(1);
        assertThat(foreign.postgres().databases().listByServer("orders", "foreignreader"))
                .extracting(Database::name, Database::charset)
                .contains(tuple("sales", "utf8"));

        repaired(
                server.id(),
                () ->
                        server.update()
                                .withTags(Map.of("team", "others"))
                                .withBackup(new Backup().withBackupRetentionDays(20))
                                .apply(),
                "/properties/backup/backupRetentionDays",
                "10");
        assertThat(server.refresh().tags()).containsEntry("team", "orders");

        servers.deleteById(server.id());
        madeAgain(server.id(), "flexibleserver/foreignreader");
        madeAgain(server.id() + "/databases/sales", "flexibleserversdatabase/sales");
    }

    @Test
    void aManagedClusterAndItsPools() {
        road.applyServed(
                """
                apiVersion: containerservice.azure.com/v1api20240901
                kind: ManagedCluster
                metadata: {name: cluster}
                spec:
                  owner: {name: orders}
                  location: westeurope
                  dnsPrefix: foreign
                  kubernetesVersion: "1.32.4"
                  identity: {type: SystemAssigned}
                  agentPoolProfiles:
                    - {name: system, mode: System, count: 1, vmSize: Standard_DS2_v2, osType: Linux}
                  tags: {team: orders}
                ---
                apiVersion: containerservice.azure.com/v1api20240901
                kind: ManagedClustersAgentPool
                metadata: {name: work}
                spec:
                  owner: {name: cluster}
                  mode: User
                  count: 2
                  vmSize: Standard_DS2_v2
                  osType: Linux
                  type: VirtualMachineScaleSets
                """);
        road.ready("managedcluster/cluster");
        road.ready("managedclustersagentpool/work");
        var clusters = foreign.clusters().kubernetesClusters();
        var cluster = clusters.getByResourceGroup("orders", "cluster");
        assertThat(cluster.regionName()).isEqualTo("westeurope");
        assertThat(cluster.version()).isEqualTo("1.32.4");
        assertThat(cluster.dnsPrefix()).isEqualTo("foreign");
        assertThat(cluster.provisioningState()).isEqualTo("Succeeded");
        assertThat(cluster.powerState().code()).hasToString("Running");
        assertThat(cluster.nodeResourceGroup()).isEqualTo("MC_orders_cluster_westeurope");
        assertThat(cluster.innerModel().identity().principalId()).isNotBlank();
        assertThat(cluster.systemAssignedManagedServiceIdentityPrincipalId()).isNotBlank();
        assertThat(cluster.tags()).isEqualTo(Map.of("team", "orders"));
        assertThat(clusters.list()).extracting(HasName::name).containsExactly("cluster");
        assertThat(cluster.agentPools()).containsKey("system");
        assertThat(cluster.agentPools().get("system").mode()).isEqualTo(AgentPoolMode.SYSTEM);
        assertThat(cluster.agentPools().get("system").count()).isEqualTo(1);
        assertThat(cluster.agentPools().get("system").vmSize())
                .isEqualTo(ContainerServiceVMSizeTypes.STANDARD_DS2_V2);
        var pools = foreign.clusters().serviceClient().getAgentPools();
        assertThat(pools.list("orders", "cluster"))
                .extracting(AgentPoolInner::name)
                .contains("work");
        var work = pools.get("orders", "cluster", "work");
        assertThat(work.mode()).isEqualTo(AgentPoolMode.USER);
        assertThat(work.count()).isEqualTo(2);
        assertThat(work.vmSize()).isEqualTo("Standard_DS2_v2");
        assertThat(work.powerState().code()).hasToString("Running");
        repaired(
                work.id(),
                () -> pools.createOrUpdate("orders", "cluster", "work", work.withCount(5)),
                "/properties/count",
                "2");
        repaired(
                cluster.id(),
                () -> cluster.update().withTag("team", "others").apply(),
                "/tags/team",
                "orders");
        assertThat(pools.get("orders", "cluster", "work").count()).isEqualTo(2);

        pools.beginDelete("orders", "cluster", "work").setPollInterval(POLL).waitForCompletion();
        madeAgain(work.id(), "managedclustersagentpool/work");
        foreign.clusters()
                .serviceClient()
                .getManagedClusters()
                .beginDelete("orders", "cluster")
                .setPollInterval(POLL)
                .waitForCompletion();
        madeAgain(cluster.id(), "managedcluster/cluster");
        madeAgain(work.id(), "managedclustersagentpool/work");
    }

    /** The change is undone by one PUT of the operator, and the looks after it find nothing. */
    private void repaired(String id, Runnable change, String pointer, String value) {
        looked(id);
        long before = foreign.own("PUT", id);
        change.run();
        await().untilAsserted(() -> assertThat(foreign.own("PUT", id)).isGreaterThan(before));
        await().untilAsserted(() -> assertThat(road.azure(id, pointer)).isEqualTo(value));
        looked(id);
        assertThat(road.azure(id, pointer)).isEqualTo(value);
        assertThat(foreign.own("PUT", id)).isEqualTo(before + 1);
    }

    /** The operator has looked twice more, so what it found at first is done. */
    private void looked(String id) {
        long before = foreign.own("GET", id);
        await().untilAsserted(() -> assertThat(foreign.own("GET", id)).isGreaterThan(before + 1));
    }

    private void madeAgain(String id, String object) {
        await().untilAsserted(() -> assertThat(road.azure.control().get(id)).isPresent());
        road.ready(object);
    }

    private String secret(String name, String key) {
        var found = road.client().secrets().inNamespace(road.namespace).withName(name).get();
        return new String(
                Base64.getDecoder().decode(found.getData().get(key)), StandardCharsets.UTF_8);
    }
}
