package dev.dragoman.road;

import dev.dragoman.tier.Campaign;
import dev.dragoman.tools.catalog.ReplayFolder;
import dev.dragoman.tools.catalog.TestArchives;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every recording that {@link ReplayIT} leaves out; with {@code -Dreplay=REGEX} those alone whose
 * name matches.
 */
@Campaign
@Tag(TestArchives.TAG)
class ReplayCampaignIT {
    static List<ReplayFolder> folders() {
        return ReplayFolder.others(ReplayIT.PART);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("folders")
    void samplesSendWhatWasRecorded(ReplayFolder folder) throws Exception {
        Replay.run(folder);
    }
}
