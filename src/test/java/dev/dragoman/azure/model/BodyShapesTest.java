package dev.dragoman.azure.model;

import static dev.dragoman.azure.model.Fields.flattened;
import static dev.dragoman.azure.model.Fields.list;
import static dev.dragoman.azure.model.Fields.map;
import static dev.dragoman.azure.model.Fields.object;
import static dev.dragoman.azure.model.Fields.oneOf;
import static dev.dragoman.azure.model.Fields.required;
import static dev.dragoman.azure.model.Fields.union;
import static dev.dragoman.azure.model.Fields.unset;
import static dev.dragoman.azure.model.Fields.value;
import static dev.dragoman.azure.model.Fields.version;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureKind.Scope;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.BodyField;
import dev.dragoman.azure.catalog.BodyField.Shape;
import dev.dragoman.azure.catalog.BodyField.Source;
import dev.dragoman.azure.catalog.BodyField.WhenUnset;
import dev.dragoman.azure.catalog.KindRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every shape that a row of the catalog can have, from the spec to the body of the PUT. */
class BodyShapesTest {
    private static final ReferencedValues KNOWN = new Known();
    private static final Map<String, Object> SECRET = Map.of("name", "s", "key", "k");

    /**
     * Secret {@code s} has key {@code k}; ConfigMap {@code c} has it too; nothing else is there.
     */
    private record Known() implements ReferencedValues {
        @Override
        public Optional<String> armId(Reference reference) {
            return Optional.of("/id/" + reference.name()).filter(id -> !id.endsWith("missing"));
        }

        @Override
        public Optional<String> secret(String name, String key) {
            return Optional.of(name + key).filter("sk"::equals);
        }

        @Override
        public Optional<Map<String, String>> secretMap(String name) {
            return Optional.of(Map.of("k", "sk")).filter(_ -> name.equals("s"));
        }

        @Override
        public Optional<String> config(String name, String key) {
            return Optional.of(name + key).filter("ck"::equals);
        }
    }

    private static ArmBody.Result body(AzureVersion version, Map<String, Object> spec) {
        return ArmBody.of(version, spec, "name", KNOWN);
    }

    private static BodyField from(String name, Source source, Shape shape) {
        return Fields.of(name, source, shape);
    }

    @Test
    void aMapKeepsItsKeysAndMapsItsValues() {
        var version = version(map("parts", value("size")));
        var spec = Map.<String, Object>of("parts", Map.of("size", Map.of("size", 1, "other", 2)));
        assertThat(body(version, spec).body())
                .isEqualTo(Map.of("parts", Map.of("size", Map.of("size", 1))));
        assertThat(body(version, spec).unsupportedFields()).containsExactly("parts.size.other");
    }

    @Test
    void aMapOfListsMapsTheElements() {
        var version = version(map("parts", value("size")));
        var spec = Map.<String, Object>of("parts", Map.of("a", List.of(Map.of("size", 1))));
        assertThat(body(version, spec).body()).isEqualTo(spec);
    }

    @Test
    void whatHasNoFieldsIsPassedOnAsItIs() {
        var spec = Map.<String, Object>of("free", Map.of("any", Map.of("thing", List.of(1))));
        assertThat(body(version(object("free")), spec).body()).isEqualTo(spec);
        assertThat(body(version(object("free")), spec).unsupportedFields()).isEmpty();
    }

    @Test
    void ofAOneOfTheVariantThatIsSetIsSentWithoutItsWrapper() {
        var version =
                version(list("rules", union("http", value("port")), union("tcp", value("on"))));
        var spec = Map.<String, Object>of("rules", List.of(Map.of("tcp", Map.of("on", true))));
        assertThat(body(version, spec).body())
                .isEqualTo(Map.of("rules", List.of(Map.of("on", true))));
    }

    @Test
    void whatIsNotSetIsLeftOutOrNullOrEmptyAsTheRowSays() {
        var version =
                version(
                        value("a"),
                        unset(value("b"), WhenUnset.NULL),
                        unset(list("c"), WhenUnset.EMPTY),
                        unset(map("d"), WhenUnset.EMPTY));
        var expected = new HashMap<String, Object>();
        expected.put("b", null);
        expected.put("c", List.of());
        expected.put("d", Map.of());
        assertThat(body(version, Map.of()).body()).isEqualTo(expected);
    }

    @Test
    void propertiesAreLeftOutWhenNothingInThemIsSet() {
        var version = version(flattened(unset(value("a"), WhenUnset.NULL), value("b")));
        assertThat(body(version, Map.of()).body()).isEmpty();
        var withB = body(version, Map.of("b", 1)).body();
        assertThat(Values.at(withB, "properties", "b")).isEqualTo(1);
    }

    @Test
    void valuesOfSecretsAreSentAndTheirPathsRemembered() {
        var version =
                version(
                        object(
                                "login",
                                from("password", Source.SECRET, Shape.SCALAR),
                                from("all", Source.SECRET_MAP, Shape.MAP),
                                from("user", Source.CONFIG, Shape.SCALAR)),
                        from("tokens", Source.SECRET, Shape.LIST));
        var login =
                Map.of(
                        "password", SECRET,
                        "all", Map.of("name", "s"),
                        "user", Map.of("name", "c", "key", "k"));
        var result = body(version, Map.of("login", login, "tokens", List.of(SECRET, SECRET)));
        assertThat(result.body())
                .isEqualTo(
                        Map.of(
                                "login",
                                Map.of("password", "sk", "all", Map.of("k", "sk"), "user", "ck"),
                                "tokens",
                                List.of("sk", "sk")));
        assertThat(result.secretPaths())
                .containsExactlyInAnyOrder("login.password", "login.all", "tokens[0]", "tokens[1]");
        assertThat(result.missing()).isEmpty();
    }

    @Test
    void whatIsNotThereIsNamedWithItsPlace() {
        var version =
                version(
                        from("password", Source.SECRET, Shape.SCALAR),
                        from("all", Source.SECRET_MAP, Shape.MAP),
                        from("user", Source.CONFIG, Shape.SCALAR),
                        from("subnets", Source.REFERENCE, Shape.LIST));
        var missing = Map.of("name", "x", "key", "k");
        var subnet = Map.of("name", "missing", "kind", "Subnet", "group", "network");
        var result =
                body(
                        version,
                        Map.of(
                                "password", missing,
                                "all", missing,
                                "user", missing,
                                "subnets", List.of(subnet, Map.of("armId", "/id/given"))));
        assertThat(result.missing())
                .extracting(Reference::toString)
                .containsExactly(
                        "password (Secret x, key k)",
                        "all (Secret x)",
                        "user (ConfigMap x, key k)",
                        "subnets[0] (Subnet missing)");
        assertThat(result.body()).isEqualTo(Map.of("subnets", List.of("/id/given")));
    }

    @Test
    void aBuiltInRoleIsSentByTheIdThatAzureHasForIt() {
        var version =
                version(
                        flattened(
                                from("role", Source.ROLE_REFERENCE, Shape.SCALAR),
                                from("alias", Source.REFERENCE, Shape.SCALAR)));
        var result =
                ArmBody.of(
                        version,
                        Map.of(
                                "role",
                                Map.of("wellKnownName", "Reader"),
                                "alias",
                                Map.of("wellKnownName", "system")),
                        "name",
                        KNOWN);
        assertThat(result.missing()).isEmpty();
        assertThat(result.lookUps())
                .containsExactly(
                        new LookUp("properties.role", LookUp.Subject.BUILT_IN_ROLE, "Reader"));
        assertThat(result.body())
                .isEqualTo(Map.of("properties", Map.of("role", "Reader", "alias", "system")));
    }

    @ParameterizedTest
    @CsvSource({"createOrRecover, 1", "purgeThenCreate, 1", "default, 0", "recover, 0"})
    void howAVaultIsCreatedMayDependOnADeletedOne(String mode, int lookUps) {
        var version = version(from("createMode", Source.VAULT_MODE, Shape.SCALAR));
        var result = ArmBody.of(version, Map.of("createMode", mode), "name", KNOWN);
        assertThat(result.lookUps()).hasSize(lookUps);
        assertThat(result.body()).isEqualTo(Map.of("createMode", mode));
    }

    @Test
    void fieldsThatTheVersionDoesNotHaveAreNamedAtEveryDepth() {
        var version =
                version(
                        flattened(object("net", value("port"))),
                        list("rules", value("name")),
                        map("parts", list("sizes", value("size"))),
                        from("ref", Source.REFERENCE, Shape.SCALAR),
                        object("free"));
        Map<String, Object> spec = new HashMap<>();
        spec.put("net", Map.of("port", 1, "proto", "tcp"));
        spec.put("rules", List.of(Map.of("name", "a"), Map.of("nome", "b")));
        spec.put("parts", Map.of("x", Map.of("sizes", List.of(Map.of("size", 1, "unit", "m")))));
        spec.put("ref", Map.of("name", "x", "kind", "K"));
        spec.put("free", Map.of("any", "thing"));
        spec.put("gone", null);
        spec.put("operatorSpec", Map.of("secrets", Map.of()));
        assertThat(SpecFields.unsupported(version, spec))
                .containsExactlyInAnyOrder("net.proto", "rules[1].nome", "parts.x.sizes[0].unit");
    }

    @Test
    void whatAzureWouldRefuseIsNamedAtEveryDepth() {
        var mode = oneOf(value("mode"), "On", "Off");
        var version =
                version(
                        flattened(object("net", required(value("port")), mode)),
                        list("rules", required(value("name"))),
                        map("parts", mode),
                        required(from("ref", Source.REFERENCE, Shape.SCALAR)),
                        union("tcp", mode));
        var kind =
                new AzureKind(
                        "g",
                        "K",
                        "ks",
                        "P/k",
                        Scope.EXTENSION,
                        Optional.empty(),
                        Optional.empty(),
                        AzureKind.Naming.OBJECT,
                        Set.of(),
                        List.of(),
                        KindRules.NONE,
                        List.of(version));
        Map<String, Object> spec =
                Map.of(
                        "net", Map.of("mode", "Maybe"),
                        "rules", List.of(Map.of("name", "a"), Map.of()),
                        "parts", Map.of("mode", Map.of("mode", "Never")),
                        "tcp", Map.of("mode", "on"));
        assertThat(SpecCheck.of(kind, version, spec).obstacles())
                .containsExactlyInAnyOrder(
                        "spec.owner is missing: set owner.name or owner.armId",
                        "spec.net.port is missing: version v1 requires this field; set it",
                        "spec.net.mode is \"Maybe\", but version v1 allows only On, Off; choose one of them",
                        "spec.rules[1].name is missing: version v1 requires this field; set it",
                        "spec.parts.mode.mode is \"Never\", but version v1 allows only On, Off; choose one"
                                + " of them",
                        "spec.ref is missing: version v1 requires this field; set it");
        var owned = new HashMap<>(spec);
        owned.put("owner", Map.of("name", "o"));
        assertThat(SpecCheck.of(kind, version, owned).obstacles())
                .noneMatch(text -> text.contains("owner"));
    }

    @Test
    void whatBelongsToNothingNeedsNoOwner() {
        var kind =
                new AzureKind(
                        "g",
                        "K",
                        "ks",
                        "P/k",
                        Scope.TENANT,
                        Optional.empty(),
                        Optional.empty(),
                        AzureKind.Naming.OBJECT,
                        Set.of(),
                        List.of(),
                        KindRules.NONE,
                        List.of(version()));
        assertThat(SpecCheck.of(kind, version(), Map.of()).all()).isEmpty();
    }
}
