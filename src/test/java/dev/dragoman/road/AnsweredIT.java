package dev.dragoman.road;

import dev.dragoman.tier.Full;
import dev.dragoman.tools.catalog.ReplayFolder;
import dev.dragoman.tools.catalog.TestArchives;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recordings in which Azure is slow to settle; the others are the campaign's. */
@Tag(TestArchives.TAG)
@Full
class AnsweredIT {
    static final Set<String> PART =
            Set.of(
                    // a PUT that is answered as if it was done, and is not
                    "keyvault/v1api20230701",
                    "containerservice/v1api20250801",
                    "operationalinsights/v1api",
                    // a value that only the answer to a PUT shows
                    "insights/v1api20230601",
                    "network/v1api20240601");

    static List<ReplayFolder> folders() {
        return ReplayFolder.named(PART);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("folders")
    void samplesAreReadyByRecordedAnswers(ReplayFolder folder) throws Exception {
        Answered.run(folder);
    }
}
