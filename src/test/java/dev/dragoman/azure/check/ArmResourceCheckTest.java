package dev.dragoman.azure.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.KnownObjects;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.check.Allowance.Limit;
import dev.dragoman.azure.claim.ClaimMetadata;
import dev.dragoman.azure.claim.ClaimSeal;
import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.BodyComparison;
import dev.dragoman.azure.model.KeptChildren;
import dev.dragoman.azure.model.ReferencedValues;
import dev.dragoman.azure.model.SentFields;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The id that an ArmResource means, and why it means none. */
class ArmResourceCheckTest {
    private static final ClaimSeal SEAL = new ClaimSeal(() -> new byte[32]);
    private static final String GROUP = "owner: {armId: /subscriptions/s/resourceGroups/g}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "type: Microsoft.Maps/accounts, owner: {armId: /subscriptions/s/resourceGroups/g} | /subscriptions/s/resourceGroups/g/providers/Microsoft.Maps/accounts/obj",
                "type: Microsoft.Maps/accounts, azureName: A_b.c, owner: {armId: /subscriptions/s/resourceGroups/g/} | /subscriptions/s/resourceGroups/g/providers/Microsoft.Maps/accounts/A_b.c",
                "type: Microsoft.Maps/accounts | /subscriptions/s/providers/Microsoft.Maps/accounts/obj",
                "type: Microsoft.Maps/accounts, scope: Subscription | /subscriptions/s/providers/Microsoft.Maps/accounts/obj",
                "type: Microsoft.Maps/accounts, owner: {armId: /subscriptions/S} | /subscriptions/S/providers/Microsoft.Maps/accounts/obj",
                "type: Microsoft.Maps/accounts, scope: Tenant | /providers/Microsoft.Maps/accounts/obj",
                "type: Microsoft.Maps/accounts, owner: {armId: /providers/Microsoft.Management/managementGroups/m} | /providers/Microsoft.Management/managementGroups/m/providers/Microsoft.Maps/accounts/obj",
                "type: Microsoft.Maps/accounts/creators, owner: {armId: /subscriptions/s/resourceGroups/g/providers/microsoft.maps/ACCOUNTS/a} | /subscriptions/s/resourceGroups/g/providers/microsoft.maps/ACCOUNTS/a/creators/obj",
                "type: Microsoft.X/a/b/c, owner: {armId: /subscriptions/s/resourceGroups/g/providers/Microsoft.X/a/1/b/2} | /subscriptions/s/resourceGroups/g/providers/Microsoft.X/a/1/b/2/c/obj",
                "type: Microsoft.Authorization/locks, owner: {armId: /subscriptions/s/resourceGroups/g/providers/Microsoft.X/a/1} | /subscriptions/s/resourceGroups/g/providers/Microsoft.X/a/1/providers/Microsoft.Authorization/locks/obj",
                "type: Microsoft.Resources/resourceGroups, evenIfServed: true | /subscriptions/s/resourceGroups/obj",
                "type: Microsoft.Authorization/policyDefinitions/versions, owner: {armId: /subscriptions/s/providers/Microsoft.Authorization/policyDefinitions/p} | /subscriptions/s/providers/Microsoft.Authorization/policyDefinitions/p/versions/obj",
            })
    void theIdIsThatOfTheTypeBelowItsOwner(String spec, String id) {
        assertThat(id(object(spec))).contains(id);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // what is no type, or means another resource
                "type: '' | spec.type: '' is no ARM type",
                "type: Microsoft.Maps | is no ARM type",
                "type: Maps/accounts | is no ARM type",
                "type: Microsoft.Maps/accounts/ | is no ARM type",
                "type: Microsoft.Maps/../Microsoft.Storage/storageAccounts | is no ARM type",
                "type: Microsoft.Maps/%2e%2e/x | is no ARM type",
                "type: Microsoft.Maps/accounts%2fx | is no ARM type",
                "type: \"Microsoft.Maps/accounts?api-version=2001-01-01\" | is no ARM type",
                "type: \"Microsoft.Maps/accounts#\" | is no ARM type",
                "type: \"Microsoft.Maps/accounts\\n\" | is no ARM type",
                "type: //evil.example.com/Microsoft.Maps/accounts | is no ARM type",
                "type: Microsoft.Maps/providers | ids of another form",
                "type: Microsoft.Resources/subscriptions | ids of another form",
                "type: Microsoft.Resources/subscriptions/resourceGroups | ids of another form",
                "type: microsoft.resources/RESOURCEGROUPS/providers | ids of another form",
                "type: Microsoft.Storage/storageAccounts | kind StorageAccount of group storage.azure.com",
                "type: microsoft.storage/STORAGEACCOUNTS | kind StorageAccount of group storage.azure.com",
                "type: Microsoft.Resources/resourceGroups | kind ResourceGroup of group resources.azure.com",
                "type: Microsoft.Maps/accounts, apiVersion: \"2023-01-01&x=y\" | is no api-version",
                "type: Microsoft.Maps/accounts, apiVersion: latest | is no api-version",
                // where it cannot lie
                "type: Microsoft.Maps/accounts/creators | name the Microsoft.Maps/accounts",
                "type: Microsoft.Maps/accounts/creators, owner: {armId: /subscriptions/s/resourceGroups/g} | no id of a Microsoft.Maps/accounts",
                "type: Microsoft.Maps/accounts/creators, owner: {armId: /subscriptions/s/resourceGroups/g/providers/Microsoft.Maps/accounts2/a} | no id of a Microsoft.Maps/accounts",
                "type: Microsoft.Maps/accounts, owner: {armId: /subscriptions/s/resourceGroups/g/providers/Microsoft.Maps/accounts/a} | is of the same provider",
                "type: Microsoft.Maps/accounts, scope: Tenant, owner: {armId: /subscriptions/s} | has no owner; remove it",
                "type: Microsoft.Resources/resourceGroups, evenIfServed: true, owner: {armId: /subscriptions/s} | has no owner; remove it",
                "type: Microsoft.Maps/accounts, owner: {armId: /subscriptions/other} | another subscription than the credential's, s",
                "type: Microsoft.Maps/accounts, owner: {armId: /subscriptions/s/resourceGroups/../x} | not an ARM id",
                "type: Microsoft.Maps/accounts, owner: {armId: /subscriptions/s/resourceGroups/%2e%2e} | not an ARM id",
                "type: Microsoft.Maps/accounts, owner: {armId: /subscriptions/s//g} | not an ARM id",
                "type: Microsoft.Maps/accounts, owner: {armId: \"/subscriptions/s?x=y\"} | not an ARM id",
                "type: Microsoft.Maps/accounts, owner: {name: g} | spec.owner.group and spec.owner.kind are missing",
                "type: Microsoft.Maps/accounts, azureName: Providers | an id of two meanings",
                // what the URL says is not in the body
                "type: Microsoft.Maps/accounts, body: {Name: x} | spec.body.Name",
                "type: Microsoft.Maps/accounts, body: {id: x} | spec.body.id",
                "type: Microsoft.Maps/accounts, body: {type: x} | spec.body.type",
                "type: Microsoft.Maps/accounts, body: {properties: {a: 1, A: 2}} | the field is there twice",
                // paths
                "type: Microsoft.Maps/accounts, body: {a: 1}, references: {a: {armId: /x}} | spec.references.a: spec.body has no free place",
                "type: Microsoft.Maps/accounts, body: {a: 1}, references: {A: {armId: /x}} | has no free place",
                "type: Microsoft.Maps/accounts, body: {a: 1}, references: {a.b: {armId: /x}} | has no free place",
                "type: Microsoft.Maps/accounts, body: {a: [1]}, references: {'a[2]': {armId: /x}} | has no free place",
                "type: Microsoft.Maps/accounts, references: {'a..b': {armId: /x}} | has no free place",
                "type: Microsoft.Maps/accounts, references: {a: {armId: /x}}, secrets: {a: {name: s}} | spec.secrets.a",
                "type: Microsoft.Maps/accounts, secrets: {'a.{k}': {name: s}} | spec.secrets.a.{k}",
                "type: Microsoft.Maps/accounts, ignore: ['.a'] | spec.ignore: .a is no path",
                "type: Microsoft.Maps/accounts, ignore: ['a[0].b'] | is no path",
                "type: Microsoft.Maps/accounts, secrets: {properties.x: {name: s}}, ignore: [properties] | or that of a secret",
                "type: Microsoft.Maps/accounts, secrets: {'properties.l[0].x': {name: s}}, ignore: ['properties.l[].x'] | or that of a secret",
                "type: Microsoft.Maps/accounts, body: {adminPassword: x}, ignore: [adminPassword] | or that of a secret",
                // exports
                "type: Microsoft.Maps/accounts, secrets: {location: {name: s}} | shown in messages",
                "type: Microsoft.Maps/accounts, secrets: {properties.roleDefinitionId: {name: s}} | shown in messages",
                "type: Microsoft.Maps/accounts, references: {id: {armId: /x}} | spec.references: id is made",
                "type: Microsoft.Maps/accounts, operatorSpec: {secrets: {k: {path: a, name: n}}} | spec.operatorSpec.secrets.k",
                "type: Microsoft.Maps/accounts, operatorSpec: {secrets: {k: {path: a, action: '../x'}}} | spec.operatorSpec.secrets.k",
                "type: Microsoft.Maps/accounts, operatorSpec: {secrets: {k: {path: a, action: 'listKeys?x=y'}}} | spec.operatorSpec.secrets.k",
                "type: Microsoft.Maps/accounts, operatorSpec: {secrets: {k: {path: a, action: regenerateKey}}} | spec.operatorSpec.secrets.k",
                "type: Microsoft.Maps/accounts, operatorSpec: {secrets: {k: {path: a, action: list/delete}}} | spec.operatorSpec.secrets.k",
                "type: Microsoft.Maps/accounts, operatorSpec: {secrets: {k: {path: ''}}} | spec.operatorSpec.secrets.k",
                "type: Microsoft.Maps/accounts, operatorSpec: {secrets: {k: {path: a, action: creators/first/listKeys}}} | has no slash",
                "type: Microsoft.Maps/accounts, operatorSpec: {secrets: {k: {path: a, action: '../other/listKeys'}}} | has no slash",
                "type: Microsoft.Maps/accounts, secrets: {properties.pass: {name: s}}, operatorSpec: {configMaps: {k: {path: properties.Pass}}} | goes into no ConfigMap",
                "type: Microsoft.Maps/accounts, secrets: {properties.a.pass: {name: s}}, operatorSpec: {configMaps: {k: {path: properties.a}}} | goes into no ConfigMap",
                "type: Microsoft.Maps/accounts, secrets: {'properties.l[0].pass': {name: s}}, operatorSpec: {configMaps: {k: {path: properties.l.1.pass}}} | goes into no ConfigMap",
                "type: Microsoft.Maps/accounts, secrets: {'properties.l[0].pass': {name: s}}, operatorSpec: {configMaps: {k: {path: 'properties.l[name=x].pass'}}} | goes into no ConfigMap",
                // owners that are none
                "type: Microsoft.Maps/accounts, owner: {group: storage.azure.com, kind: storageaccount, name: a} | write StorageAccount of group storage.azure.com, or the armId",
                "type: Microsoft.Maps/accounts, owner: {group: storage.azure.com, kind: StorageAccounts, name: a} | StorageAccounts of group 'storage.azure.com' is no kind",
                "type: Microsoft.Maps/accounts, owner: {group: x, kind: Nothing, name: a} | write one that \"dragoman crds\" prints, or the armId",
                "type: Microsoft.Maps/accounts, owner: {armId: '/subscriptions/s/resourceGroups/orders.'} | ends with a dot",
                "type: Microsoft.Maps/accounts, operatorSpec: {secrets: {a-b: {path: x}}} | spec.operatorSpec.secrets.a-b",
                "type: Microsoft.Maps/accounts, operatorSpec: {configMaps: {k: {path: x, action: listKeys}}} | spec.operatorSpec.configMaps.k",
            })
    void whatIsWrongIsToldAndHasNoId(String spec, String said) {
        var object = object(spec);
        assertThat(lookup(object).problem())
                .map(Problem::message)
                .hasValueSatisfying(text -> assertThat(text).contains(said));
        assertThat(id(object)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"a/b", "..", ".", "a.", "a\u200b", "a?b", "a#b", "a%2fb", "'a\\b'", "' a'", "'a '"})
    void aNameIsOneSegment(String name) {
        var object =
                Json.with(
                        object("type: Microsoft.Maps/accounts"),
                        "spec",
                        Map.of(
                                "type", "Microsoft.Maps/accounts",
                                "apiVersion", "2023-06-01",
                                "azureName", name));
        assertThat(id(object)).isEmpty();
        assertThat(resource(object).badName()).isPresent();
    }

    /** The name of the object counts, where azureName is not set. */
    @ParameterizedTest
    @CsvSource({"providers", "Providers"})
    void anObjectOfTheNameProvidersIsToldAndHasNoId(String name) {
        var object =
                Json.with(
                        object("type: Microsoft.Maps/accounts"),
                        "metadata",
                        Map.of("name", name, "namespace", "team"));
        assertThat(lookup(object).problem())
                .map(Problem::message)
                .hasValueSatisfying(text -> assertThat(text).contains("an id of two meanings"));
        assertThat(id(object)).isEmpty();
        assertThat(lookup(object("type: Microsoft.Maps/accounts, azureName: other")).problem())
                .isEmpty();
    }

    /** Azure deletes subnets that the PUT of their network leaves out. */
    @Test
    void childrenOfAServedTypeAreKept() {
        var version =
                kind(object("type: Microsoft.Network/virtualNetworks, evenIfServed: true"))
                        .newest();
        var ours =
                Json.literal(
                        "{\"Properties\": {\"Subnets\": [{\"name\": \"mine\", \"properties\": {\"addressPrefix\": \"10.0.0.0/24\"}}]}}");
        var shown =
                Json.literal(
                        """
                        {"properties": {"subnets": [
                            {"name": "MINE", "properties": {"addressPrefix": "10.0.0.0/24"}},
                            {"name": "other", "etag": "x", "properties": {"addressPrefix": "10.0.1.0/24", "provisioningState": "Succeeded"}}]}}
                        """);
        assertThat(KeptChildren.any(version.body())).isTrue();
        assertThat(KeptChildren.added(version.body(), ours, shown))
                .isEqualTo(
                        Json.literal(
                                """
                                {"Properties": {"Subnets": [
                                    {"name": "mine", "properties": {"addressPrefix": "10.0.0.0/24"}},
                                    {"name": "other", "properties": {"addressPrefix": "10.0.1.0/24"}}]}}
                                """));
        assertThat(BodyComparison.between(version, ours, shown, Set.of())).isEmpty();
        var sent = new SentFields(version.body(), new byte[32]);
        var mark = sent.of(ours, Set.of(), shown, "");
        assertThat(sent.left(Map.of(), shown, mark))
                .containsValue("MINE")
                .doesNotContainValue("other");
        assertThat(KeptChildren.any(kind(object("type: Microsoft.Maps/accounts")).newest().body()))
                .isFalse();
    }

    /** The id of the owner is right: its annotation is not to blame. */
    @Test
    void anOwnerOfAnotherTypeIsTold() {
        var group = "/subscriptions/s/resourceGroups/g";
        var ready = Map.<String, Object>of("type", "Ready", "status", "True");
        var owner =
                Map.<String, Object>of(
                        "apiVersion",
                        "resources.azure.com/v1api20200601",
                        "kind",
                        "ResourceGroup",
                        "metadata",
                        Map.of("name", "g", "namespace", "team"),
                        "status",
                        Map.of("id", group, "conditions", List.of(ready)));
        var child =
                object(
                        "type: Microsoft.Maps/accounts/creators, owner: {group: resources.azure.com, kind: ResourceGroup, name: g}");
        assertThat(told(child, owner))
                .contains(
                        "ResourceGroup g is not what a Microsoft.Maps/accounts/creators lies below; name another object",
                        "is no id of a Microsoft.Maps/accounts")
                .doesNotContain("annotation");
        var annotated =
                Json.with(
                        owner,
                        "metadata",
                        Map.of("name", "g", "annotations", Map.of(AsoNames.CHILD_ID, group)));
        assertThat(told(child, annotated)).contains("correct its annotation " + AsoNames.CHILD_ID);
    }

    private static String told(Map<String, Object> child, Map<String, Object> owner) {
        var around =
                new ReferenceResolver(
                        "team",
                        new KnownObjects(key -> Optional.of(owner)),
                        null,
                        Catalog.load(),
                        SEAL,
                        false);
        var found = OwnerLookup.of(kind(child), child, around, Optional.of("s"));
        return found.problem().orElseThrow().message();
    }

    @Test
    void theBodyIsTheUsersWithIdsAndSecretsInTheirPlaces() {
        var object =
                object(
                        "type: Microsoft.Maps/accounts, body: {properties: {rules: [{n: 1}, {n: 2}], nothing: null}, tags: {a.b: c}},"
                                + " references: {'properties.rules[1].id': {armId: /one}, 'properties.ids[1]': {armId: /b}, 'properties.ids[0]': {armId: /a},"
                                + " 'identity.userAssignedIdentities.{x}': {armId: /i1}, 'identity.userAssignedIdentities.{y}': {armId: /i2}},"
                                + " secrets: {'properties.rules[0].secret': {name: s, key: k}}");
        var result = body(object);
        assertThat(result.body())
                .isEqualTo(
                        Json.literal(
                                """
                                {"properties": {"rules": [{"n": 1, "secret": "value of s k"}, {"n": 2, "id": "/one"}], "ids": ["/a", "/b"]},
                                 "tags": {"a.b": "c"},
                                 "identity": {"userAssignedIdentities": {"/i1": {}, "/i2": {}}}}
                                """));
        assertThat(result.secretPaths()).containsExactly("properties.rules[0].secret");
        assertThat(result.secrets().hidden(Map.of("m", "is value of s k")))
                .containsEntry("m", "is ***");
        assertThat(result.missing()).isEmpty();
        assertThat(Fields.map(object, "spec", "body").toString()).doesNotContain("value of s k");
    }

    @Test
    void aMissingReferenceIsNamedByItsPath() {
        var object =
                object(
                        "type: Microsoft.Maps/accounts, references: {properties.id: {group: g, kind: K, name: n}}");
        assertThat(body(object).missing())
                .singleElement()
                .hasToString("references.properties.id (K n)");
    }

    @Test
    void theRowOfAServedTypeHasItsRules() {
        var row = kind(object("type: microsoft.keyvault/vaults, evenIfServed: true"));
        var served = Catalog.load().find("keyvault.azure.com", "Vault").orElseThrow();
        assertThat(row.rules().deletion()).isEqualTo(served.rules().deletion());
        assertThat(row.rules().errors()).isEqualTo(served.rules().errors());
        assertThat(row.newest().apiVersion()).isEqualTo("2023-06-01");
    }

    @Test
    void aRowOfAPlatformNamesTheType() {
        var object =
                object(
                        "type: Microsoft.Authorization/roleAssignments, evenIfServed: true, scope: Tenant, azureName: n,"
                                + " body: {Location: West Europe, Properties: {ROLEDefinitionId: /r/1}}");
        var facts = new Gathered(object, kind(object), kind(object).newest(), "d");
        facts.owner = lookup(object);
        facts.body = Optional.of(body(object));
        assertThat(Allowance.wish(facts))
                .containsEntry(Limit.KINDS, "ArmResource:Microsoft.Authorization/roleAssignments")
                .containsEntry(Limit.OWNERS, "tenant")
                .containsEntry(Limit.ROLES, "/r/1")
                .containsEntry(Limit.REGIONS, "West Europe");
    }

    /** Whoever edits the type must not make the operator forget what it has claimed. */
    @Test
    void aClaimHoldsWhateverTheTypeIsNow() {
        var id = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Maps/accounts/obj";
        var mine =
                Json.with(
                        object("type: Microsoft.Other/things, " + GROUP),
                        "metadata",
                        Map.of("name", "obj", "uid", "u", "generation", 1));
        var annotations = new HashMap<String, Object>();
        new ClaimMetadata(SEAL, "d", Catalog.load())
                .of(mine, id, Optional.empty())
                .annotations()
                .forEach((key, value) -> annotations.put(key, value.orElseThrow()));
        var claimed =
                Json.with(
                        mine,
                        "metadata",
                        Map.of("name", "obj", "uid", "u", "annotations", annotations));
        assertThat(RecordedResource.of(claimed, kind(claimed), SEAL).claimed()).contains(id);
        assertThat(resource(claimed).renamed())
                .map(Problem::message)
                .hasValueSatisfying(
                        text -> assertThat(text).startsWith("type, azureName or owner"));
    }

    static Map<String, Object> object(String spec) {
        var text = spec.contains("apiVersion") ? spec : "apiVersion: 2023-06-01, " + spec;
        var settings = LoadSettings.builder().build();
        var read = new Load(settings).loadFromString("{" + text + "}");
        try {
            return Map.of(
                    "apiVersion",
                    "dragoman.dev/v1alpha1",
                    "kind",
                    "ArmResource",
                    "metadata",
                    Map.of("name", "obj", "namespace", "team"),
                    "spec",
                    Json.read(Json.write(read).getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new IllegalArgumentException(spec, e);
        }
    }

    private static AzureKind kind(Map<String, Object> object) {
        return Catalog.load().row("dragoman.dev", "ArmResource", object).orElseThrow();
    }

    private static OwnerLookup lookup(Map<String, Object> object) {
        var around =
                new ReferenceResolver(
                        "team", KnownObjects.none(), null, Catalog.load(), SEAL, false);
        return OwnerLookup.of(kind(object), object, around, Optional.of("s"));
    }

    private static NamedResource resource(Map<String, Object> object) {
        var name =
                Fields.spec(object).get("azureName") instanceof String text
                        ? text
                        : Fields.metadata(object, "name");
        var standing = RecordedResource.of(object, kind(object), SEAL);
        return new NamedResource(kind(object), object, standing, lookup(object), name);
    }

    private static Optional<String> id(Map<String, Object> object) {
        return resource(object).named();
    }

    private static ArmBody.Result body(Map<String, Object> object) {
        var values =
                new ReferencedValues() {
                    @Override
                    public Optional<String> armId(dev.dragoman.azure.model.Reference reference) {
                        return Optional.empty();
                    }

                    @Override
                    public Optional<String> secret(String name, String key) {
                        return Optional.of("value of %s %s".formatted(name, key));
                    }

                    @Override
                    public Optional<Map<String, String>> secretMap(String name) {
                        return Optional.empty();
                    }

                    @Override
                    public Optional<String> config(String name, String key) {
                        return Optional.empty();
                    }
                };
        return ArmBody.of(kind(object).newest(), Fields.spec(object), "obj", values);
    }

    @Test
    void listsOfIgnoredPathsWithoutEffectAreTold() {
        var object = object("type: Microsoft.Maps/accounts, body: {a: 1}, ignore: [a, b.c]");
        assertThat(Unused.of(kind(object), kind(object).newest(), object, false).fields())
                .isEqualTo(
                        List.of(
                                "spec.ignore: b.c does nothing, because spec.body has no such field"));
    }

    /** The POST would act on a subscription that the body names. */
    @Test
    void nothingIsSentBeforeADeletion() {
        var alias = Catalog.load().find("subscription.azure.com", "Alias").orElseThrow();
        assertThat(alias.rules().deletion().before()).isPresent();
        var spec = Map.<String, Object>of("type", alias.armType(), "evenIfServed", true);
        var open =
                Catalog.load()
                        .row("dragoman.dev", "ArmResource", Map.of("spec", spec))
                        .orElseThrow();
        assertThat(open.armType()).isEqualTo(alias.armType());
        assertThat(open.rules().deletion().before()).isEmpty();
    }
}
