package dev.dragoman.road;

import dev.dragoman.tier.Full;
import dev.dragoman.tools.catalog.ReplayFolder;
import dev.dragoman.tools.catalog.TestArchives;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The recordings that need each of the ways in which kinds differ; the others are the campaign's.
 */
@Tag(TestArchives.TAG)
@Full
class ReplayIT {
    static final Set<String> PART =
            Set.of(
                    "storage/v20250601",
                    "servicebus/v1api20240101",
                    "managedidentity/v1api20230131",
                    // many kinds, each in its own version
                    "compute/v20220301",
                    // collections that are sent empty or null
                    "containerservice/v20251002preview",
                    // Secrets, and types that Azure does not delete
                    "dbforpostgresql/v1api20221201");

    /** None at all is a failure: the archives are there. */
    static List<ReplayFolder> folders() {
        return ReplayFolder.named(PART);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("folders")
    void samplesSendWhatWasRecorded(ReplayFolder folder) throws Exception {
        Replay.run(folder);
    }
}
