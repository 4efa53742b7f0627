package dev.dragoman.cli.test;

import java.time.Duration;
import java.util.List;

/**
 * How a case ended.
 *
 * @param faults what differs from what is expected, in words; none where the case is met
 * @param warnings what the check of the files warns of
 * @param record what was done, as YAML; empty where nothing ran
 */
record CaseResult(
        String name, List<String> faults, List<String> warnings, String record, Duration time) {
    boolean isMet() {
        return faults.isEmpty();
    }
}
