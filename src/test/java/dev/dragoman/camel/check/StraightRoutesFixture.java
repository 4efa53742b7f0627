package dev.dragoman.camel.check;

import dev.dragoman.Operator;
import dev.dragoman.camel.Overlays;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** What {@link StraightRoutesTest} and {@link WholeLinesTest} have in common. */
abstract class StraightRoutesFixture {
    static final String CONTRACT = "# dragoman.dev/contract: v2\n";
    static final OverlayCheck CHECK =
            Operator.overlayCheck(
                    Map.of("AZURE_SUBSCRIPTION_ID", "s", "AZURE_TENANT_ID", "t"),
                    new Overlays(List.of()));

    @TempDir Path directory;

    static String shipped(String capability) throws IOException {
        return Files.readString(
                Path.of("src/main/resources/routes/%s.camel.yaml".formatted(capability)));
    }

    List<String> problems(String capability, String text) throws IOException {
        Files.writeString(directory.resolve(capability + ".camel.yaml"), text);
        return CHECK.check(new Overlays(List.of(directory))).stream()
                .filter(each -> !each.warning())
                .map(each -> each.toString().replace(directory + "/", ""))
                .toList();
    }

    /** The line of an address in its route, 1 for the first. */
    static String line(String text, String address, int number) {
        return text.lines()
                .filter(each -> each.contains('"' + address + '"'))
                .skip(number - 1)
                .findFirst()
                .orElseThrow();
    }
}
