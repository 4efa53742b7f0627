package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.sandbox.azure.http.Json;
import dev.dragoman.sandbox.azure.servicebus.Entities;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Finds Service Bus's entities, rules and rights among the resources of Resource Manager. */
final class ArmEntities implements Entities {
    private static final String NAMESPACES = "Microsoft.ServiceBus/namespaces";
    private static final String TOPICS = NAMESPACES + "/topics";
    private static final String SUBSCRIPTIONS = TOPICS + "/subscriptions";
    private static final String ASSIGNMENTS = "Microsoft.Authorization/roleAssignments";
    private static final int KEY_BYTES = 32;

    private final Resources resources;

    ArmEntities(Resources resources) {
        this.resources = resources;
    }

    @Override
    public Optional<Namespace> namespace(String name) {
        return resources.locked(
                () ->
                        of(NAMESPACES)
                                .filter(each -> each.id.name().equalsIgnoreCase(name))
                                .filter(each -> !each.creating() && !each.deleting())
                                .findFirst()
                                .map(ArmEntities::namespace));
    }

    private static Namespace namespace(Resource resource) {
        return new Namespace(
                resource.id.path(),
                resource.id.name(),
                !Json.at(resource.state, "properties.disableLocalAuth").asBoolean());
    }

    @Override
    public Optional<Entity> entity(Namespace namespace, String path) {
        return resources.locked(
                () ->
                        Stream.of("/queues/", "/topics/")
                                .flatMap(each -> resources.find(namespace.id() + each + path).stream())
                                .findFirst()
                                .map(ArmEntities::entity));
    }

    private static Entity entity(Resource resource) {
        var kind =
                switch (resource.type.name().toLowerCase(Locale.ROOT)) {
                    case "microsoft.servicebus/namespaces/queues" -> Kind.QUEUE;
                    case "microsoft.servicebus/namespaces/topics" -> Kind.TOPIC;
                    default -> Kind.SUBSCRIPTION;
                };
        JsonNode properties = resource.state.path("properties").deepCopy();
        return new Entity(resource.id.path(), kind, properties, resource);
    }

    @Override
    public List<Entity> subscriptions(Entity topic) {
        return resources.locked(
                () ->
                        resources.below(topic.id()).stream()
                                .filter(each -> is(each, SUBSCRIPTIONS))
                                .map(ArmEntities::entity)
                                .toList());
    }

    @Override
    public boolean unfiltered(Entity subscription) {
        return resources.locked(
                () ->
                        resources.below(subscription.id()).stream()
                                .filter(each -> is(each, SUBSCRIPTIONS + "/rules"))
                                .allMatch(ArmEntities::passesAll));
    }

    private static boolean passesAll(Resource rule) {
        return Json.at(rule.state, "properties.filterType").asText().equals("SqlFilter")
                && Json.at(rule.state, "properties.sqlFilter.sqlExpression").asText().equals("1=1")
                && Json.at(rule.state, "properties.action").isMissingNode();
    }

    @Override
    public Optional<Rule> rule(String id, String name) {
        return resources.locked(
                () ->
                        resources.find(id + "/AuthorizationRules/" + name).map(ArmEntities::rule));
    }

    private static Rule rule(Resource resource) {
        return new Rule(
                List.of(
                        resource.secret("primary", KEY_BYTES),
                        resource.secret("secondary", KEY_BYTES)),
                StreamSupport.stream(
                                Json.at(resource.state, "properties.rights").spliterator(), false)
                        .map(JsonNode::asText)
                        .collect(Collectors.toUnmodifiableSet()));
    }

    @Override
    public Set<String> roles(String principal, String id) {
        var target = ArmId.key(id);
        return resources.locked(
                () ->
                        of(ASSIGNMENTS)
                                .filter(
                                        each ->
                                                text(each, "principalId")
                                                        .equalsIgnoreCase(principal))
                                .filter(each -> covers(ArmId.key(each.id.scope()), target))
                                .map(each -> text(each, "roleDefinitionId"))
                                .map(each -> each.substring(each.lastIndexOf('/') + 1))
                                .map(each -> each.toLowerCase(Locale.ROOT))
                                .collect(Collectors.toUnmodifiableSet()));
    }

    private static boolean covers(String scope, String target) {
        return target.equals(scope) || target.startsWith(scope + "/");
    }

    private Stream<Resource> of(String type) {
        return resources.all().stream().filter(each -> is(each, type));
    }

    private static boolean is(Resource resource, String type) {
        return resource.type.name().equalsIgnoreCase(type);
    }

    private static String text(Resource resource, String property) {
        return Json.at(resource.state, "properties." + property).asText("");
    }
}
