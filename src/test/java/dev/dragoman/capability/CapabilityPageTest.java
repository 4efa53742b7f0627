package dev.dragoman.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** What docs/writing-a-capability.md has is a capability, whose table holds. */
class CapabilityPageTest {
    private final CapabilityPage page = CapabilityPage.get();

    @Test
    void bringsOneCapability() {
        assertThat(page.providers())
                .flatExtracting(CapabilityProvider::lines)
                .extracting(CapabilityLines::capability)
                .containsExactly("copied-config");
    }

    @Test
    void itsTableHolds() throws Exception {
        var test = page.type("dev.dragoman.copies.CopyDecisionTest");
        var rows = test.getDeclaredMethod("rows");
        rows.setAccessible(true);
        var decides =
                Stream.of(test.getDeclaredMethods())
                        .filter(each -> each.getName().equals("decides"))
                        .findFirst()
                        .orElseThrow();
        decides.setAccessible(true);
        var constructor = test.getDeclaredConstructor();
        constructor.setAccessible(true);
        var all = ((Stream<?>) rows.invoke(null)).toList();
        assertThat(all).hasSizeGreaterThan(3);
        for (var each : all) {
            decides.invoke(constructor.newInstance(), ((Arguments) each).get());
        }
    }
}
