package dev.dragoman.azure.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.Catalog;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BodyComparisonTest {
    private static final AzureVersion ACCOUNT =
            Catalog.load().find("storage.azure.com", "StorageAccount").orElseThrow().newest();

    @SuppressWarnings("unchecked") // JSON objects have text keys
    private static Map<String, Object> json(String text) throws Exception {
        return new ObjectMapper().readValue(text.replace('\'', '"'), Map.class);
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {'location':'westus2'} | {'location':'West US 2'} | | locations have two spellings
                    {'location':'westus2'} | {'location':'westus3'} | location | another location
                    {'sku':{'name':'Standard_LRS'}} | {'sku':{'name':'standard_lrs','tier':'Standard'}} | | enums ignore case, read-only fields are not ours
                    {'properties':{'accessTier':'Hot'}} | {'properties':{'accessTier':'Cool'}} | properties.accessTier | drift of a value
                    {'properties':{'accessTier':'Hot'}} | {'properties':{}} | properties.accessTier | a value that Azure does not have
                    {'tags':null,'zones':null} | {'tags':{}} | | null, absent and empty are equal
                    {'tags':{'a':'1'}} | {'tags':{'a':'1','b':'2'}} | | a tag that someone added is not ours
                    {'tags':{'a':'1'}} | {'tags':{}} | tags.a | a tag that someone removed
                    {'tags':{'a':'1'}} | {'tags':{'a':'2'}} | tags.a | a tag that someone changed
                    {'tags':{'a':'1C793267-c310-d4ae-7BD5-5Af5BEF875D3'}} | {'tags':{'a':'1c793267-c310-d4ae-7bd5-5af5bef875d3'}} | tags.a | a tag's case counts
                    {'zones':['1','2']} | {'zones':['2','1']} | | order of scalars says nothing
                    {'zones':['1','2']} | {'zones':['1','3']} | zones | another member
                    {'name':'a'} | {'name':'b'} | | the name is the id
                    {'properties':{'keyPolicy':{'keyExpirationPeriodInDays':20}}} | {'properties':{'keyPolicy':{'keyExpirationPeriodInDays':20.0}}} | | numbers by value
                    {'properties':{'supportsHttpsTrafficOnly':false}} | {'properties':{}} | properties.supportsHttpsTrafficOnly | false is not absent
                    {'identity':{'userAssignedIdentities':{'/subscriptions/S/x':{}}}} | {'identity':{'userAssignedIdentities':{'/subscriptions/s/X':{'clientId':'c'}}}} | | ARM ids ignore case, also as keys
                    {'identity':{'userAssignedIdentities':{'/subscriptions/s/x':{}}}} | {'identity':{'userAssignedIdentities':{}}} | identity.userAssignedIdentities./subscriptions/s/x | an identity that someone removed
                    {'properties':{'networkAcls':{'ipRules':[{'value':'1.1.1.1'}]}}} | {'properties':{'networkAcls':{'ipRules':[]}}} | properties.networkAcls.ipRules | a rule that someone removed
                    {'properties':{'minimumTlsVersion':'TLS1_2'}} | {'Properties':{'MinimumTlsVersion':'TLS1_2'}} | | Azure spells keys as it likes
                    """)
    void differences(String desired, String actual, String expected, String why) throws Exception {
        var found = Differences.paths(ACCOUNT, json(desired), json(actual), Set.of());
        assertThat(String.join(",", found)).as(why).isEqualTo(expected == null ? "" : expected);
    }

    @ParameterizedTest(name = "{4}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    keyvault.azure.com/Vault | {'properties':{'tenantId':'1C793267-c310-d4ae-7BD5-5Af5BEF875D3'}} | {'properties':{'tenantId':'1c793267-c310-d4ae-7bd5-5af5bef875d3'}} | | UUIDs ignore case
                    storage.azure.com/StorageAccount | {'properties':{'networkAcls':{'ipRules':[{'value':'1.1.1.1'},{'value':'2.2.2.2'}]}}} | {'properties':{'networkAcls':{'ipRules':[{'value':'2.2.2.2','action':'Allow'},{'value':'1.1.1.1','action':'Allow'}]}}} | | neither name nor id: a set
                    storage.azure.com/StorageAccount | {'properties':{'networkAcls':{'ipRules':[{'value':'1.1.1.1'},{'value':'2.2.2.2'}]}}} | {'properties':{'networkAcls':{'ipRules':[{'value':'2.2.2.2'},{'value':'3.3.3.3'}]}}} | properties.networkAcls.ipRules[0].value | of a set the one that differs
                    storage.azure.com/StorageAccount | {'properties':{'networkAcls':{'ipRules':[{'value':'1.1.1.1'},{'value':'1.1.1.1'}]}}} | {'properties':{'networkAcls':{'ipRules':[{'value':'1.1.1.1'},{'value':'2.2.2.2'}]}}} | properties.networkAcls.ipRules[1].value | each counts once
                    storage.azure.com/StorageAccount | {'properties':{'networkAcls':{'ipRules':[{'value':'1.1.1.1'},{'value':'1.1.1.1'},{'value':'3.3.3.3'},{'value':'4.4.4.4'}]}}} | {'properties':{'networkAcls':{'ipRules':[{'value':'3.3.3.3'},{'value':'4.4.4.4'},{'value':'1.1.1.1'},{'value':'2.2.2.2'}]}}} | properties.networkAcls.ipRules[1].value | each counts once, wherever it is
                    storage.azure.com/StorageAccount | {'properties':{'networkAcls':{'ipRules':[{'value':'1.1.1.1'},{'value':'1.1.1.1','action':'Allow'}]}}} | {'properties':{'networkAcls':{'ipRules':[{'value':'2.2.2.2'},{'value':'1.1.1.1','action':'Allow'}]}}} | properties.networkAcls.ipRules[0].value | what is equal in its place stays there
                    documentdb.azure.com/DatabaseAccount | {'properties':{'locations':[{'locationName':'West Europe','isZoneRedundant':true},{'locationName':'northeurope','isZoneRedundant':false}]}} | {'properties':{'locations':[{'locationName':'North Europe','isZoneRedundant':false},{'locationName':'West Europe','isZoneRedundant':false}]}} | properties.locations[0].isZoneRedundant | known by their location
                    containerservice.azure.com/ManagedCluster | {'properties':{'agentPoolProfiles':[{'name':'a','count':1}]}} | {'properties':{'agentPoolProfiles':[{'name':'b','count':3},{'name':'A','count':1}]}} | | a pool that is an object of its own
                    containerservice.azure.com/ManagedCluster | {'properties':{'agentPoolProfiles':[{'name':'a','count':1}]}} | {'properties':{'agentPoolProfiles':[{'name':'b','count':3},{'name':'a','count':2}]}} | properties.agentPoolProfiles[0].count | and a pool of the cluster's
                    """)
    void listsAreComparedInAnyOrder(
            String kind, String desired, String actual, String expected, String why)
            throws Exception {
        var id = kind.split("/", -1);
        var version = Catalog.load().find(id[0], id[1]).orElseThrow().newest();
        var found = Differences.paths(version, json(desired), json(actual), Set.of());
        assertThat(String.join(",", found)).as(why).isEqualTo(expected == null ? "" : expected);
    }

    /** Whoever writes the spec chooses how long a list is, and how deep. */
    @Test
    void listsMadeLongOnPurposeEndSoon() {
        var inner = java.util.Collections.nCopies(900, (Object) Map.of("a", 1));
        var ours = java.util.Collections.nCopies(300, (Object) Map.of("list", inner));
        var other = new java.util.ArrayList<Object>(inner);
        other.set(899, Map.of("a", 2));
        var theirs = java.util.Collections.nCopies(300, (Object) Map.of("list", other));
        assertThat(
                        Differences.paths(
                                ACCOUNT,
                                Map.of("properties", Map.of("unknown", ours)),
                                Map.of("properties", Map.of("unknown", theirs)),
                                Set.of()))
                .hasSize(300);
    }

    @Test
    void aDifferenceHasTheValuesOfBothSides() throws Exception {
        assertThat(
                        BodyComparison.between(
                                ACCOUNT,
                                json(
                                        "{'tags':{'a':'1'},'zones':['1'],'properties':{'accessTier':'Hot'}}"),
                                json(
                                        "{'tags':{},'zones':['2','3'],'properties':{'accessTier':'Cool'}}"),
                                Set.of()))
                .containsExactly(
                        new BodyComparison.Difference("tags.a", "1", null),
                        new BodyComparison.Difference("zones", List.of("1"), List.of("2", "3")),
                        new BodyComparison.Difference("properties.accessTier", "Hot", "Cool"));
    }

    @ParameterizedTest
    @CsvSource({"P14D,P14DT0S,true", "PT5M,PT300S,true", "P14D,P15D,false", "P1D,x,false"})
    void durationsAreComparedByLength(String ours, String theirs, boolean equal) {
        var queue = Catalog.load().find("servicebus.azure.com", "NamespacesQueue").orElseThrow();
        var found =
                Differences.paths(
                        queue.newest(),
                        Map.of("properties", Map.of("autoDeleteOnIdle", ours)),
                        Map.of("properties", Map.of("autoDeleteOnIdle", theirs)),
                        Set.of());
        assertThat(found.isEmpty()).isEqualTo(equal);
    }

    /** To make a number of a million digits takes minutes, and whoever writes the spec chooses. */
    @Test
    void aDurationOfThousandsOfDigitsIsNone() {
        var queue = Catalog.load().find("servicebus.azure.com", "NamespacesQueue").orElseThrow();
        var found =
                Differences.paths(
                        queue.newest(),
                        Map.of(
                                "properties",
                                Map.of("autoDeleteOnIdle", "P" + "0".repeat(2_000) + "14D")),
                        Map.of("properties", Map.of("autoDeleteOnIdle", "P14D")),
                        Set.of());
        assertThat(found).containsExactly("properties.autoDeleteOnIdle");
    }

    @Test
    void secretsAreNeverCompared() throws Exception {
        assertThat(
                        Differences.paths(
                                ACCOUNT,
                                json("{'properties':{'accessTier':'Hot'}}"),
                                json("{}"),
                                Set.of("properties")))
                .isEmpty();
    }
}
