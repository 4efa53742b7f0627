package dev.dragoman.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowedFileTest {
    @TempDir private Path directory;
    private long nanos;

    private FollowedFile<String> follow(Path file) {
        return new FollowedFile<>(file, FollowedFileTest::parse, () -> nanos);
    }

    private static String parse(byte[] content) {
        var text = new String(content, StandardCharsets.UTF_8);
        if (!text.startsWith("good")) {
            throw new IllegalArgumentException("it is not good");
        }
        return text;
    }

    private void later() {
        nanos += FollowedFile.LOOK.toNanos();
    }

    @Test
    void aFileThatIsReplacedCounts() throws IOException {
        var file = Files.writeString(directory.resolve("ca.crt"), "good one");
        var followed = follow(file);
        assertThat(followed.now()).isEqualTo("good one");
        Files.writeString(file, "good two");
        assertThat(followed.now()).as("before the next look").isEqualTo("good one");
        later();
        assertThat(followed.now()).isEqualTo("good two");
    }

    @Test
    void aFileOfAMountedSecretIsALink() throws IOException {
        var one = Files.writeString(directory.resolve("one"), "good one");
        var two = Files.writeString(directory.resolve("two"), "good two");
        var link = Files.createSymbolicLink(directory.resolve("link"), one);
        var followed = follow(link);
        Files.delete(link);
        var _ = Files.createSymbolicLink(link, two);
        later();
        assertThat(followed.now()).isEqualTo("good two");
    }

    @Test
    void whatCannotBeUsedChangesNothing() throws IOException {
        var file = Files.writeString(directory.resolve("ca.crt"), "good one");
        var followed = follow(file);
        for (var content : new String[] {"", "bad"}) {
            Files.writeString(file, content);
            later();
            assertThat(followed.now()).isEqualTo("good one");
        }
        Files.delete(file);
        later();
        assertThat(followed.now()).isEqualTo("good one");
        Files.writeString(file, "good two");
        later();
        assertThat(followed.now()).isEqualTo("good two");
    }

    @Test
    void atFirstItMustBeGood() throws IOException {
        assertThatThrownBy(() -> follow(directory.resolve("none")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot read");
        var file = Files.writeString(directory.resolve("ca.crt"), "bad");
        assertThatThrownBy(() -> follow(file)).hasMessage("it is not good");
    }
}
