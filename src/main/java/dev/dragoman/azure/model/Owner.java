package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.AzureKind;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code spec.owner} names: an object of the same namespace, or a resource in Azure by its ARM
 * id.
 *
 * @param group API group of the owning object; empty with an ARM id
 * @param kind kind of the owning object; empty with an ARM id
 * @param name name of the owning object; empty with an ARM id
 * @param armId ARM id; empty with a name
 */
public record Owner(String group, String kind, String name, String armId) {
    /**
     * The owner of a spec; empty when the kind has none, or when neither name nor ARM id is set.
     */
    public static Optional<Owner> of(AzureKind kind, Map<String, Object> spec) {
        Map<String, Object> owner = Values.object(spec.get("owner"));
        Optional<String> armId = Values.text(owner.get("armId"));
        if (armId.isPresent()) {
            return Optional.of(new Owner("", "", "", armId.get()));
        }
        Optional<String> usualGroup = kind.owner().map(AzureKind.Owner::group);
        Optional<String> usualKind = kind.owner().map(AzureKind.Owner::kind);
        var group = usualGroup.or(() -> Values.text(owner.get("group"))).orElse("");
        var of = usualKind.or(() -> Values.text(owner.get("kind"))).orElse("");
        return Values.text(owner.get("name")).map(name -> new Owner(group, of, name, ""));
    }

    public boolean byArmId() {
        return !armId.isEmpty();
    }
}
