package dev.dragoman.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Recipe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dry run asks nobody and reads nothing but its directory; the JDK's own recorder says so. */
class NothingLeavesTest extends TestCommandFixture {
    private static final List<String> SOCKETS = List.of("jdk.SocketRead", "jdk.SocketWrite");

    @Test
    void noSocketIsUsedAndNoFileElsewhereIsRead(@TempDir Path records) throws IOException {
        for (var recipe : List.of("policy-service", "message-when-not-ready")) {
            copied("recipes/" + recipe, recipe);
            var overlays = Files.createDirectory(root.resolve(recipe).resolve("overlays"));
            var _ = Recipe.of(recipe).into(overlays, _ -> {});
        }
        copied("tasks/diagnostics", "diagnostics");
        var file = records.resolve("run.jfr");
        try (var recording = new Recording()) {
            SOCKETS.forEach(each -> recording.enable(each).withThreshold(Duration.ZERO));
            recording.enable("jdk.FileRead").withThreshold(Duration.ZERO);
            recording.start();
            assertThat(test()).as("%s%s", out, err).isZero();
            recording.dump(file);
        }
        var events = RecordingFile.readAllEvents(file);
        assertThat(events.stream().filter(each -> SOCKETS.contains(each.getEventType().getName())))
                .isEmpty();
        assertThat(
                        events.stream()
                                .filter(
                                        each ->
                                                each.getEventType()
                                                        .getName()
                                                        .equals("jdk.FileRead"))
                                .map(NothingLeavesTest::path)
                                .filter(each -> !isOurs(each))
                                .distinct())
                .isEmpty();
    }

    private static String path(RecordedEvent event) {
        return String.valueOf(event.getString("path"));
    }

    /** The directory of the cases, the program itself, and the JDK. */
    private boolean isOurs(String path) {
        return path.startsWith(root.toString())
                || path.contains("/target/classes/")
                || path.endsWith(".jar")
                || path.startsWith(System.getProperty("java.home"))
                || path.equals("/dev/urandom")
                || path.startsWith("/proc/")
                || path.startsWith("/sys/");
    }
}
