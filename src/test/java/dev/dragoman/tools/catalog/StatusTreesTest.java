package dev.dragoman.tools.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which tree of the payload is a kind's answer. */
class StatusTreesTest {
    private static final Map<String, TypeNode> ARM =
            trees(
                    """
                    Cache_STATUS: Object (2 properties)
                    ├── Id: *string
                    └── Properties: *Object (1 property)
                        └── Port: *int
                    Linked_Cache_STATUS: Object (2 properties)
                    ├── Id: *string
                    └── Properties: *Object (1 property)
                        └── Role: *string
                    Twin_STATUS: Object (1 property)
                    └── Kind: *string
                    Twin2_STATUS: Object (1 property)
                    └── Kind: *string
                    Linked_Spec: Object (2 properties)
                    ├── Id: *string
                    └── Role: *string
                    """);

    private static Map<String, TypeNode> trees(String text) {
        return TypeNode.parse("\n\n\n" + text);
    }

    private static TypeNode status(String fields) {
        return trees("Status: *Object\n" + fields).get("Status");
    }

    @Test
    void theOneOfTheKindsNameInAnyCase() {
        assertThat(StatusTrees.of("Cache", ARM, status("└── Other: *string\n")).name)
                .isEqualTo("Cache_STATUS");
        assertThat(StatusTrees.of("CACHE", ARM, status("└── Other: *string\n")).name)
                .isEqualTo("Cache_STATUS");
    }

    @Test
    void theOnlyOneWithTheFieldsOfTheStatus() {
        var seen = status("├── Conditions: Object[]\n├── Id: *string\n└── Role: *string\n");
        assertThat(StatusTrees.of("LinkedServer", ARM, seen).name).isEqualTo("Linked_Cache_STATUS");
    }

    @Test
    void aStatusThatShowsPropertiesAsTheyAreIsComparedSo() {
        var seen = status("├── Id: *string\n└── Properties: *Object\n    └── Any: *string\n");
        assertThatThrownBy(() -> StatusTrees.of("LinkedServer", ARM, seen))
                .hasMessageContaining("[Cache_STATUS, Linked_Cache_STATUS]");
    }

    @Test
    void noneOrSeveralEndTheRun() {
        assertThatThrownBy(() -> StatusTrees.of("Any", ARM, status("└── Gone: *string\n")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "Any: no tree of the payload has the fields of its status; its answer must be"
                                + " named Any_STATUS, or be the only tree with the fields [gone]");
        assertThatThrownBy(() -> StatusTrees.of("Any", ARM, status("└── Kind: *string\n")))
                .hasMessageContaining("more than one")
                .hasMessageContaining("[Twin_STATUS, Twin2_STATUS]");
    }
}
