package dev.dragoman.road;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.tier.Full;
import dev.dragoman.tools.catalog.ReplayFolder;
import dev.dragoman.tools.catalog.TestArchives;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Recordings of single behaviours that export or import values: objects that are written from what
 * was sent make the operator send it, and what they export is what Azure holds.
 */
@Tag(TestArchives.TAG)
@Full
class BehaviourIT {
    static List<ReplayFolder> folders() throws IOException {
        return ReplayFolder.behaviours(Catalog.load(), Path.of("src/test/resources/behaviour"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("folders")
    void whatWasRecordedIsSentAndExported(ReplayFolder folder) throws Exception {
        Replay.run(folder);
    }
}
