package dev.dragoman.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** A group, and in it a resource of a type without a kind: made, edited and deleted. */
final class ArmResourceScenario extends AzureScenario {
    static final String TYPE = "Microsoft.Maps/accounts";
    static final String VERSION = "2023-06-01";
    private static final Kind RESOURCE = new Kind("dragoman.dev/v1alpha1", "ArmResource");

    @Override
    public String name() {
        return "arm-resource";
    }

    @Override
    public List<Kind> kinds() {
        return List.of(GROUP, RESOURCE);
    }

    @Override
    public void play(Stage stage) {
        stage.azure().serve(TYPE, VERSION);
        group(stage, "orders");
        stage.apply(stage.run, resource(stage.run, "a"));
        ready(stage, RESOURCE);
        stage.checkpoint("created");
        stage.apply(stage.run, resource(stage.run, "b"));
        ready(stage, RESOURCE);
        stage.checkpoint("edited");
        deleteAll(stage);
        stage.checkpoint("deleted");
        // a lost answer to the first PUT must not make the resource a stranger's, which would stay
        assertThat(stage.azure().resources()).noneMatch(id -> id.contains(stage.run));
    }

    /** The id of the run is in a list: the mark of sent fields must be the same for each run. */
    private static String resource(String run, String tier) {
        return """
        apiVersion: %s
        kind: ArmResource
        metadata: {name: %s}
        spec:
          type: %s
          apiVersion: "%s"
          owner: {group: resources.azure.com, kind: ResourceGroup, name: %s}
          body: {location: westeurope, tags: {tier: %s}}
          references:
            "properties.groups[0]": {group: resources.azure.com, kind: ResourceGroup, name: %s}
          operatorSpec:
            configMaps:
              id: {path: id, name: %s, key: id}
        """
                .formatted(RESOURCE.apiVersion(), run, TYPE, VERSION, run, tier, run, run);
    }
}
