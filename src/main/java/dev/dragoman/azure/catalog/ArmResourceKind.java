package dev.dragoman.azure.catalog;

import dev.dragoman.azure.catalog.AzureKind.Verb;
import dev.dragoman.azure.catalog.BodyField.From;
import dev.dragoman.azure.catalog.BodyField.Shape;
import dev.dragoman.azure.catalog.BodyField.Source;
import dev.dragoman.azure.catalog.BodyField.WhenUnset;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The kind for resources of any ARM type. The object itself says which type and api-version it
 * means, and its row is made of that. Pure.
 */
public final class ArmResourceKind {
    /** The kind as the index of the catalog has it. */
    public static final KindName NAME =
            new KindName("dragoman.dev", "ArmResource", "armresources", "", Optional.empty());

    /** Value of {@code spec.scope}: the id begins with the provider. */
    public static final String TENANT = "Tenant";

    /** The ARM type of resource groups, whose ids have no provider. */
    public static final String GROUPS = "Microsoft.Resources/resourceGroups";

    /** A path of {@code spec.ignore}, through one list at most. */
    public static final Pattern IGNORED =
            Pattern.compile(
                    "NAME(\\.NAME){0,40}(\\[](\\.NAME){1,40})?"
                            .replace("NAME", "[^.\\[\\]{}\\s]{1,200}"));

    private static final List<BodyField> BODY =
            List.of(
                    part("body", Source.BODY),
                    part("references", Source.REFERENCE_AT),
                    part("secrets", Source.SECRET_AT));

    /** The row of the kind without an object: it has no type. */
    static final AzureKind ANY = of(Map.of(), type -> Optional.empty());

    private ArmResourceKind() {}

    /** Whether an object is of this kind. */
    public static boolean is(Map<String, Object> object) {
        return NAME.kind().equals(object.get("kind"))
                && NAME.group().equals(Fields.group(String.valueOf(object.get("apiVersion"))));
    }

    /** Whether an object is of this kind, and says that it takes no resource that exists. */
    public static boolean isOnlyNew(Map<String, Object> object) {
        return is(object) && !Boolean.TRUE.equals(Fields.spec(object).get("adopt"));
    }

    /** Whether the spec names an owner. */
    public static boolean hasOwner(Map<String, Object> spec) {
        var owner = Fields.map(spec, "owner");
        return !Json.text(owner, "armId").isEmpty() || !Json.text(owner, "name").isEmpty();
    }

    /**
     * The row of an object. It is made of any spec, also of a wrong one, with which nothing may be
     * sent.
     *
     * @param served the kind that the catalog has for an ARM type. What Azure does differently for
     *     that type holds for this row too
     */
    static AzureKind of(Map<String, Object> spec, Function<String, Optional<AzureKind>> served) {
        var type = Json.text(spec, "type");
        var like = served.apply(type);
        var rules = like.map(AzureKind::rules).orElse(KindRules.NONE);
        var apiVersion = Json.text(spec, "apiVersion");
        return new AzureKind(
                NAME.group(),
                NAME.kind(),
                NAME.plural(),
                type,
                scope(type, spec),
                Optional.empty(),
                Optional.empty(),
                like.map(AzureKind::naming).orElse(AzureKind.Naming.OBJECT),
                like.map(AzureKind::verbs).orElse(Set.of(Verb.GET, Verb.PUT, Verb.DELETE)),
                exports(Fields.map(spec, "operatorSpec"), apiVersion),
                new KindRules(
                        rules.errors(),
                        rules.checks(),
                        // a POST before it would act on what the body names
                        new DeletionRule(
                                rules.deletion().query(),
                                rules.deletion().headers(),
                                Optional.empty()),
                        Stream.concat(rules.moved().stream(), moved(spec)).toList(),
                        rules.fixed(),
                        rules.creation()),
                List.of(
                        new AzureVersion(
                                List.of("v1alpha1"),
                                apiVersion,
                                apiVersion.contains("preview"),
                                Stream.concat(
                                                BODY.stream(),
                                                like.stream()
                                                        .map(each -> each.newest().body())
                                                        .flatMap(BodyField::keeping))
                                        .toList(),
                                List.of(),
                                false)));
    }

    /** What a field of the spec gives to the body as a whole. */
    private static BodyField part(String field, Source source) {
        var from = List.of(new From(field, source));
        return new BodyField("", from, Shape.OBJECT, false, WhenUnset.OMIT, List.of());
    }

    private static AzureKind.Scope scope(String type, Map<String, Object> spec) {
        if (type.equalsIgnoreCase(GROUPS)) {
            return AzureKind.Scope.LOCATION;
        }
        if (type.indexOf('/') != type.lastIndexOf('/')) {
            return AzureKind.Scope.RESOURCE_GROUP;
        }
        if (hasOwner(spec) || type.isEmpty()) {
            return AzureKind.Scope.EXTENSION;
        }
        return TENANT.equals(spec.get("scope"))
                ? AzureKind.Scope.TENANT
                : AzureKind.Scope.SUBSCRIPTION;
    }

    private static Stream<MovedField> moved(Map<String, Object> spec) {
        return Json.texts(spec.get("ignore")).stream()
                .filter(path -> IGNORED.matcher(path).matches())
                .map(
                        path ->
                                new MovedField(
                                        List.of("." + path),
                                        Optional.empty(),
                                        MovedField.Relation.ANY,
                                        "",
                                        "",
                                        "spec.ignore",
                                        ""));
    }

    private static List<Export> exports(Map<String, Object> operator, String apiVersion) {
        var all = new ArrayList<Export>();
        for (var target : List.of("secrets", "configMaps")) {
            var values = Fields.map(operator, target);
            for (var key : values.keySet()) {
                all.add(export(target, key, Fields.map(values, key), apiVersion));
            }
        }
        return List.copyOf(all);
    }

    private static Export export(
            String target, String key, Map<String, Object> value, String apiVersion) {
        var path = Json.text(value, "path");
        var action = Json.text(value, "action");
        return action.isEmpty()
                ? new Export(target, key, Optional.of(path), Optional.empty())
                : new Export(
                        target,
                        key,
                        Optional.empty(),
                        Optional.of(new Export.Action(action, apiVersion, path)));
    }
}
