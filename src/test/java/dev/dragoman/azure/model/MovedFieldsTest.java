package dev.dragoman.azure.model;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which value counts where somebody else moves it in Azure, by the rules of the catalog. */
class MovedFieldsTest {
    private static final String POOL = "containerservice.azure.com/ManagedClustersAgentPool";
    private static final String CLUSTER = "containerservice.azure.com/ManagedCluster";
    private static final String POSTGRES = "dbforpostgresql.azure.com/FlexibleServer";
    private static final String COSMOS = "documentdb.azure.com/DatabaseAccount";
    private static final Map<String, String> KINDS =
            Map.ofEntries(
                    entry("pool", POOL),
                    entry("cluster", CLUSTER),
                    entry("postgres", POSTGRES),
                    entry("cosmos", COSMOS),
                    entry("hubs", "eventhub.azure.com/Namespace"),
                    entry("plan", "web.azure.com/ServerFarm"),
                    entry("extension", "compute.azure.com/VirtualMachinesExtension"),
                    entry("scaleset", "compute.azure.com/VirtualMachineScaleSet"),
                    entry("keys", "compute.azure.com/DiskEncryptionSet"),
                    entry("gateway", "network.azure.com/ApplicationGateway"),
                    entry("group", "resources.azure.com/ResourceGroup"),
                    entry("deployment", "cognitiveservices.azure.com/Deployment"));

    @SuppressWarnings("unchecked") // JSON objects have text keys
    private static <T> Map<String, T> json(String text) throws Exception {
        return text == null
                ? Map.of()
                : new ObjectMapper().readValue(text.replace('\'', '"'), Map.class);
    }

    private static AzureKind kind(String name) {
        var id = KINDS.get(name).split("/", -1);
        return Catalog.load().find(id[0], id[1]).orElseThrow();
    }

    /**
     * Columns: what the spec asks for, what Azure shows, what was asked for before, what counts.
     */
    @ParameterizedTest(name = "{5}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    pool | {'enableAutoScaling':true,'minCount':2,'maxCount':10,'count':2} | {'count':7} | | count=7 (2) | scaled within its bounds
                    pool | {'enableAutoScaling':true,'minCount':2,'maxCount':10,'count':2} | {'count':7} | {'properties.count':'2'} | count=7 (2) | and known to be so
                    pool | {'enableAutoScaling':true,'minCount':2,'maxCount':10,'count':5} | {'count':7} | {'properties.count':'2'} | count=5 (5) | the user's new value
                    pool | {'enableAutoScaling':true,'minCount':2,'maxCount':5,'count':2} | {'count':7} | {'properties.count':'2'} | count=5 (2) | an edit of the bounds takes the count with it
                    pool | {'enableAutoScaling':true,'minCount':3,'maxCount':5,'count':3} | {'count':1} | | count=3 (3) | and from below
                    pool | {'enableAutoScaling':true,'minCount':2,'count':2} | {'count':7,'maxCount':5} | | count=5 (2) | a bound that only Azure shows
                    pool | {'enableAutoScaling':false,'count':2} | {'count':7} | {'properties.count':'2'} | count=2 | nobody scales it any more
                    pool | {'count':2} | {'count':7} | | count=2 | nobody ever did
                    pool | {'enableAutoScaling':true,'minCount':2,'maxCount':10,'count':2} | {} | | count=2 (2) | Azure shows none
                    pool | {'enableAutoScaling':true,'minCount':2,'maxCount':10,'count':2} | {'count':'many'} | | count=2 (2) | Azure shows no number
                    gateway | {'sku':{'capacity':2},'autoscaleConfiguration':{'minCapacity':1,'maxCapacity':9}} | {'sku':{'capacity':5}} | | sku={capacity=5}, autoscaleConfiguration={minCapacity=1, maxCapacity=9} (2) | scaled by a setting of any value
                    gateway | {'sku':{'capacity':2}} | {'sku':{'capacity':5}} | | sku={capacity=2} | without that setting
                    group | {'a':1} | {'a':2} | | a=1 | a kind of which nobody moves anything
                    pool | {'enableAutoScaling':true,'minCount':2,'maxCount':10} | {'count':7} | | | the spec has none
                    pool | {'orchestratorVersion':'1.32.1'} | {'orchestratorVersion':'1.32.6'} | | orchestratorVersion=1.32.6 (1.32.1) | never made older
                    pool | {'orchestratorVersion':'1.33'} | {'orchestratorVersion':'1.32.6'} | | orchestratorVersion=1.33 (1.33) | an upgrade
                    cluster | {'kubernetesVersion':'1.32','autoUpgradeProfile':{'upgradeChannel':'patch'}} | {'kubernetesVersion':'1.32.6'} | | kubernetesVersion=1.32.6 (1.32) | upgraded by the channel
                    cluster | {'kubernetesVersion':'1.32.9','autoUpgradeProfile':{'upgradeChannel':'patch'}} | {'kubernetesVersion':'1.32.10'} | | kubernetesVersion=1.32.10 (1.32.9) | numbers, not texts
                    cluster | {'kubernetesVersion':'1.32'} | {'kubernetesVersion':'1.32.6'} | | kubernetesVersion=1.32.6 (1.32) | raised without a channel, by a fleet or by az
                    cluster | {'kubernetesVersion':'1.32','autoUpgradeProfile':{'upgradeChannel':'none'}} | {'kubernetesVersion':'1.33.1'} | {'properties.kubernetesVersion':'1.32'} | kubernetesVersion=1.33.1 (1.32) | a channel that ended makes nothing older
                    cluster | {'agentPoolProfiles':[{'name':'a','count':1,'enableAutoScaling':true,'minCount':1,'maxCount':9}]} | {'agentPoolProfiles':[{'name':'b','count':3},{'name':'A','count':4}]} | | agentPoolProfiles=[{name=a, count=4, enableAutoScaling=true, minCount=1, maxCount=9}] (1) | a pool in the cluster, found by its name
                    cluster | {'agentPoolProfiles':[{'name':'a','count':1,'enableAutoScaling':true,'minCount':1,'maxCount':9}]} | {'agentPoolProfiles':[{'name':'b','count':3}]} | | agentPoolProfiles=[{name=a, count=1, enableAutoScaling=true, minCount=1, maxCount=9}] (1) | another pool says nothing of it
                    postgres | {'storage':{'storageSizeGB':128,'autoGrow':'Enabled'}} | {'storage':{'storageSizeGB':256}} | | storage={storageSizeGB=256, autoGrow=Enabled} (128) | grown
                    postgres | {'storage':{'storageSizeGB':512,'autoGrow':'Enabled'}} | {'storage':{'storageSizeGB':256}} | {'properties.storage.storageSizeGB':'128'} | storage={storageSizeGB=512, autoGrow=Enabled} (512) | made larger by the user
                    postgres | {'storage':{'storageSizeGB':128,'autoGrow':'Disabled'}} | {'storage':{'storageSizeGB':256}} | {'properties.storage.storageSizeGB':'128'} | storage={storageSizeGB=256, autoGrow=Disabled} (128) | grows no more, and is not shrunk
                    postgres | {'storage':{'storageSizeGB':128,'autoGrow':'Disabled'}} | {'storage':{'storageSizeGB':128}} | {'properties.storage.storageSizeGB':'128'} | storage={storageSizeGB=128, autoGrow=Disabled} | grew never
                    postgres | {'storage':{'storageSizeGB':128,'autoGrow':'Disabled'}} | {'storage':{'storageSizeGB':256}} | | storage={storageSizeGB=128, autoGrow=Disabled} | somebody's change
                    postgres | {'storage':{'tier':'P10','autoGrow':'Enabled'}} | {'storage':{'tier':'P15'}} | | storage={tier=P15, autoGrow=Enabled} (P10) | the tier follows
                    postgres | {'availabilityZone':'1','highAvailability':{'mode':'ZoneRedundant','standbyAvailabilityZone':'2'}} | {'availabilityZone':'2','highAvailability':{'standbyAvailabilityZone':'1'}} | | availabilityZone=2, highAvailability={mode=ZoneRedundant, standbyAvailabilityZone=1} (1 2) | a failover
                    postgres | {'availabilityZone':'1','highAvailability':{'mode':'ZoneRedundant','standbyAvailabilityZone':'2'}} | {'availabilityZone':'3','highAvailability':{'standbyAvailabilityZone':'1'}} | | availabilityZone=1, highAvailability={mode=ZoneRedundant, standbyAvailabilityZone=2} (1 2) | another zone
                    postgres | {'availabilityZone':'1','highAvailability':{'mode':'ZoneRedundant','standbyAvailabilityZone':'3'}} | {'availabilityZone':'2','highAvailability':{'standbyAvailabilityZone':'1'}} | {'properties.availabilityZone':'1','properties.highAvailability.standbyAvailabilityZone':'2'} | availabilityZone=1, highAvailability={mode=ZoneRedundant, standbyAvailabilityZone=3} (1 3) | the user's own zones
                    postgres | {'availabilityZone':'1','highAvailability':{'mode':'ZoneRedundant','standbyAvailabilityZone':'2'}} | {'availabilityZone':'2','highAvailability':{'standbyAvailabilityZone':'1'}} | {'properties.availabilityZone':'2','properties.highAvailability.standbyAvailabilityZone':'1'} | availabilityZone=1, highAvailability={mode=ZoneRedundant, standbyAvailabilityZone=2} (1 2) | the user's own exchange of the two
                    postgres | {'availabilityZone':'1'} | {'availabilityZone':'2','highAvailability':{'mode':'ZoneRedundant','standbyAvailabilityZone':'1'}} | | availabilityZone=2 (1) | a failover, of which the spec has one zone
                    postgres | {'availabilityZone':'1'} | {'availabilityZone':'3','highAvailability':{'mode':'ZoneRedundant','standbyAvailabilityZone':'2'}} | | availabilityZone=1 (1) | another zone, of which the spec has one
                    postgres | {'availabilityZone':'2'} | {'availabilityZone':'1','highAvailability':{'mode':'ZoneRedundant','standbyAvailabilityZone':'2'}} | {'properties.availabilityZone':'1'} | availabilityZone=2 (2) | moved by the user
                    postgres | {'availabilityZone':'1'} | {'availabilityZone':'2','highAvailability':{'mode':'Disabled'}} | | availabilityZone=1 | no failover
                    cosmos | {'enableAutomaticFailover':true,'locations':[{'locationName':'West Europe','failoverPriority':0},{'locationName':'northeurope','failoverPriority':1}]} | {'locations':[{'locationName':'North Europe','failoverPriority':0},{'locationName':'West Europe','failoverPriority':1}]} | | enableAutomaticFailover=true, locations=[{locationName=West Europe, failoverPriority=1}, {locationName=northeurope, failoverPriority=0}] (1 0) | failed over
                    cosmos | {'locations':[{'locationName':'West Europe','failoverPriority':0},{'locationName':'northeurope','failoverPriority':1}]} | {'locations':[{'locationName':'North Europe','failoverPriority':0},{'locationName':'West Europe','failoverPriority':1}]} | | locations=[{locationName=West Europe, failoverPriority=0}, {locationName=northeurope, failoverPriority=1}] | a failover that nobody asked for
                    cosmos | {'enableAutomaticFailover':true,'locations':[{'locationName':'westeurope','failoverPriority':0},{'locationName':'northeurope','failoverPriority':1},{'locationName':'uksouth','failoverPriority':2}]} | {'locations':[{'locationName':'North Europe','failoverPriority':0},{'locationName':'West Europe','failoverPriority':1}]} | {'properties.locations[westeurope].failoverPriority':'0','properties.locations[northeurope].failoverPriority':'1'} | enableAutomaticFailover=true, locations=[{locationName=westeurope, failoverPriority=1}, {locationName=northeurope, failoverPriority=0}, {locationName=uksouth, failoverPriority=2}] (1 2 0) | a place more is no failover back
                    deployment | {'model':{'version':'1106'}} | {'model':{'version':'0125'}} | | model={version=0125} (1106) | names of versions have no order
                    deployment | {'model':{'version':'0125-Preview'}} | {'model':{'version':'turbo-2024-04-09'}} | | model={version=turbo-2024-04-09} (0125-Preview) | nor have words
                    deployment | {'model':{'version':'1106'},'versionUpgradeOption':'NoAutoUpgrade'} | {'model':{'version':'0125'}} | {'properties.model.version':'1106'} | model={version=0125}, versionUpgradeOption=NoAutoUpgrade (1106) | no more upgrades make nothing older
                    deployment | {'model':{'version':'0613'}} | {'model':{'version':'1106'}} | | model={version=1106} (0613) | upgraded as is usual
                    deployment | {'model':{'version':'0613'},'versionUpgradeOption':'NoAutoUpgrade'} | {'model':{'version':'1106'}} | | model={version=0613}, versionUpgradeOption=NoAutoUpgrade | not to be upgraded
                    keys | {'rotationToLatestKeyVersionEnabled':true,'activeKey':{'keyUrl':'https://v/keys/k/1'}} | {'activeKey':{'keyUrl':'https://v/keys/k/2'}} | | activeKey={keyUrl=https://v/keys/k/2} (https://v/keys/k/1) | a new version of the key
                    keys | {'rotationToLatestKeyVersionEnabled':true,'activeKey':{'keyUrl':'https://v/keys/k/1'}} | {'activeKey':{'keyUrl':'https://v/keys/j/1'}} | | activeKey={keyUrl=https://v/keys/k/1} (https://v/keys/k/1) | another key of a like name
                    keys | {'rotationToLatestKeyVersionEnabled':true,'activeKey':{'keyUrl':'https://v/keys/k/1'}} | {'activeKey':{'keyUrl':'https://v/keys/other/2'}} | | activeKey={keyUrl=https://v/keys/k/1} (https://v/keys/k/1) | another key
                    extension | {'typeHandlerVersion':'1.0','autoUpgradeMinorVersion':true} | {'typeHandlerVersion':'1.5'} | | typeHandlerVersion=1.5 (1.0) | a minor version
                    extension | {'typeHandlerVersion':'1.0-preview','autoUpgradeMinorVersion':true} | {'typeHandlerVersion':'1.0'} | | typeHandlerVersion=1.0 (1.0-preview) | a release is newer than its preview
                    extension | {'typeHandlerVersion':'1.0','autoUpgradeMinorVersion':true} | {'typeHandlerVersion':'1.0-preview'} | | typeHandlerVersion=1.0 (1.0) | and a preview is older
                    extension | {'typeHandlerVersion':'1.5','autoUpgradeMinorVersion':true} | {'typeHandlerVersion':'1.05'} | | typeHandlerVersion=1.05 (1.5) | the same in another spelling
                    extension | {'typeHandlerVersion':'1.a','autoUpgradeMinorVersion':true} | {'typeHandlerVersion':'1.b'} | | typeHandlerVersion=1.a (1.a) | words have no order
                    extension | {'typeHandlerVersion':'1.0','enableAutomaticUpgrade':true} | {'typeHandlerVersion':'1.5'} | | typeHandlerVersion=1.5 (1.0) | by the other of two flags
                    """)
    void whatCounts(
            String name, String spec, String shown, String before, String expected, String why)
            throws Exception {
        var kind = kind(name);
        var result =
                MovedFields.of(
                        kind.rules().moved(),
                        kind.newest().body(),
                        Map.of("properties", json(spec)),
                        Map.of("properties", json(shown)),
                        json(before));
        assertThat(told(json(spec), result)).as(why).isEqualTo(expected == null ? "" : expected);
    }

    /** The fields besides those that only say who may, and in brackets what is remembered. */
    private static String told(Map<String, Object> spec, MovedFields result) {
        var fields = Values.object(result.body().get("properties"));
        var hidden =
                java.util.Set.of(
                        "enableAutoScaling",
                        "minCount",
                        "maxCount",
                        "autoUpgradeProfile",
                        "rotationToLatestKeyVersionEnabled",
                        "autoUpgradeMinorVersion",
                        "enableAutomaticUpgrade");
        var body =
                spec.keySet().stream()
                        .filter(field -> !hidden.contains(field))
                        .map(field -> field + "=" + fields.get(field))
                        .collect(Collectors.joining(", "));
        return result.asked().isEmpty()
                ? body
                : "%s (%s)"
                        .formatted(body, String.join(" ", new TreeMap<>(result.asked()).values()));
    }

    @ParameterizedTest(name = "{4}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    hubs | {'sku':{'capacity':1},'properties':{'isAutoInflateEnabled':true,'maximumThroughputUnits':20}} | {'sku':{'capacity':10}} | 10 | inflated
                    hubs | {'sku':{'capacity':1},'properties':{'isAutoInflateEnabled':true,'maximumThroughputUnits':5}} | {'sku':{'capacity':10}} | 5 | up to the maximum
                    hubs | {'sku':{'capacity':1},'properties':{'isAutoInflateEnabled':false}} | {'sku':{'capacity':10}} | 1 | not to be inflated
                    plan | {'sku':{'capacity':1,'tier':'ElasticPremium'},'properties':{'maximumElasticWorkerCount':20}} | {'sku':{'capacity':6}} | 6 | elastic
                    """)
    void capacities(String name, String body, String shown, int expected, String why)
            throws Exception {
        var kind = kind(name);
        var result =
                MovedFields.of(
                        kind.rules().moved(),
                        kind.newest().body(),
                        json(body),
                        json(shown),
                        Map.of());
        assertThat(Values.at(result.body(), "sku", "capacity"))
                .as(why)
                .isInstanceOfSatisfying(
                        Number.class,
                        capacity -> assertThat(capacity.intValue()).isEqualTo(expected));
    }

    /** A plan whose setting is gone is scaled by nobody: none of the other ways ever did. */
    @Test
    void whatASettingHasScaledIsTheUsersAgainWithoutIt() throws Exception {
        var plan = kind("plan");
        var body = json("{'sku':{'capacity':2,'tier':'Standard'}}");
        var shown = json("{'sku':{'capacity':6}}");
        var scaled =
                MovedFields.of(
                        plan.rules().scaledBetween(1, 10, "web-scale").moved(),
                        plan.newest().body(),
                        body,
                        shown,
                        Map.of());
        assertThat(Values.at(scaled.body(), "sku", "capacity")).isEqualTo(6);
        assertThat(scaled.kept())
                .extracting(MovedFields.Kept::by)
                .containsExactly("AutoscaleSetting web-scale");
        var alone =
                MovedFields.of(
                        plan.rules().moved(), plan.newest().body(), body, shown, scaled.asked());
        assertThat(Values.at(alone.body(), "sku", "capacity")).isEqualTo(2);
        assertThat(alone.kept()).isEmpty();
    }

    /** Of two ways in which a value may grow the one counts that is still there. */
    @Test
    void oneOfTwoWaysEnds() throws Exception {
        var extension = kind("extension");
        var result =
                MovedFields.of(
                        extension.rules().moved(),
                        extension.newest().body(),
                        json(
                                "{'properties':{'typeHandlerVersion':'1.0','autoUpgradeMinorVersion':false,'enableAutomaticUpgrade':true}}"),
                        json("{'properties':{'typeHandlerVersion':'1.5'}}"),
                        json("{'properties.typeHandlerVersion':'1.0'}"));
        assertThat(result.kept())
                .containsExactly(
                        new MovedFields.Kept(
                                "properties.typeHandlerVersion",
                                "1.0",
                                "1.5",
                                "the field properties.enableAutomaticUpgrade",
                                false));
    }

    /** By it the next reconciliation finds it again, and a user reads it. */
    @Test
    void aValueInAListIsRememberedByTheKeyOfItsElement() throws Exception {
        var kind = kind("cosmos");
        var result =
                MovedFields.of(
                        kind.rules().moved(),
                        kind.newest().body(),
                        json(
                                "{'properties':{'enableAutomaticFailover':true,'locations':[{'locationName':'West Europe','failoverPriority':0},{'locationName':'northeurope','failoverPriority':1},{'failoverPriority':2}]}}"),
                        json(
                                "{'properties':{'locations':[{'locationName':'North Europe','failoverPriority':0},{'locationName':'West Europe','failoverPriority':1},{'failoverPriority':7}]}}"),
                        Map.of());
        assertThat(result.asked())
                .containsKeys(
                        "properties.locations[westeurope].failoverPriority",
                        "properties.locations[northeurope].failoverPriority");
        assertThat(result.kept())
                .extracting(MovedFields.Kept::path)
                .containsExactly(
                        "properties.locations[westeurope].failoverPriority",
                        "properties.locations[northeurope].failoverPriority");
    }
}
