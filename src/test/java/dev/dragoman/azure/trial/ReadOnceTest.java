package dev.dragoman.azure.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.reconcile.ObjectKey;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadOnceTest {
    private static final String ID = "/subscriptions/s/resourceGroups/Orders";

    private static ObjectKey azure(String name) {
        return new ObjectKey("resources.azure.com", "ResourceGroup", "team", name);
    }

    @Test
    void objectsAreFoundByTheIdThatTheyShow() {
        var read = new ReadOnce();
        read.put(azure("a"), Map.of("status", Map.of("id", ID)));
        read.put(
                azure("b"),
                Map.of(
                        "metadata",
                        Map.of("annotations", Map.of(AsoNames.RESOURCE_ID, ID + "/providers/x"))));
        read.put(azure("c"), Map.of());
        var id = ResourceId.key(ID);
        assertThat(read.byIndex(RecordedResource.INDEX, id)).containsExactly(azure("a"));
        assertThat(read.byIndexBelow(RecordedResource.INDEX, id + "/")).containsExactly(azure("b"));
        assertThat(read.byIndexBelow(RecordedResource.INDEX, id))
                .containsExactlyInAnyOrder(azure("a"), azure("b"));
        assertThat(read.byIndexBelow(RecordedResource.INDEX, "/t")).isEmpty();
        assertThatThrownBy(() -> read.byIndex("other", id)).hasMessageContaining("no index other");
    }

    @Test
    void whatWasNotReadIsSaidToBeUnknown() {
        var read = new ReadOnce();
        assertThat(read.covers(azure("none"))).isTrue();
        assertThat(read.whole(azure("none"))).isTrue();
        var credential = new ObjectKey("", "Secret", "team", "aso-credential");
        assertThat(read.covers(credential)).isTrue();
        assertThat(read.whole(credential)).isFalse();
        assertThat(read.covers(new ObjectKey("", "Namespace", "", "team"))).isTrue();
        assertThat(read.covers(new ObjectKey("", "Secret", "team", "other"))).isFalse();
        assertThat(read.covers(new ObjectKey("", "ConfigMap", "team", "aso-credential"))).isFalse();
    }
}
