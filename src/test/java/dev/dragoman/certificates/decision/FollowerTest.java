package dev.dragoman.certificates.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whom a rotation waits for. */
class FollowerTest {
    private static Follower of(String ready, String reason, Map<String, Object> more) {
        var status = new LinkedHashMap<String, Object>(more);
        status.put(
                "conditions", List.of(Map.of("type", "Ready", "status", ready, "reason", reason)));
        return Follower.of(
                Map.of(
                        "metadata",
                        Map.of("name", "leaf", "namespace", "team"),
                        "spec",
                        Map.of("commonName", "leaf"),
                        "status",
                        status));
    }

    @ParameterizedTest
    @CsvSource({
        "True, Issued, true",
        "False, IssueRefused, true",
        "False, CaMissing, true",
        "False, InvalidSpec, false",
        "False, SecretConflict, false",
        "False, CaNotAllowed, false",
        "False, ReadRefused, false",
        "False, Forbidden, false",
        "False, Invalid, false",
        // it was so, and is mended
        "True, Forbidden, true"
    })
    void isWaitedForUnlessSomebodyHasToMendItFirst(String ready, String reason, boolean waits) {
        var follower = of(ready, reason, Map.of("certificateHash", "h", "trustBundleHash", "old"));
        assertThat(follower.name()).isEqualTo("team/leaf");
        assertThat(follower.lacks("new")).isEqualTo(waits);
        assertThat(follower.lacks("old")).isFalse();
    }

    @Test
    void isNotWaitedForBeforeItHasACertificate() {
        assertThat(of("True", "Issued", Map.of()).lacks("new")).isFalse();
    }

    @Test
    void hasNoEndWhereItsEndIsNotKnown() {
        assertThat(of("True", "Issued", Map.of()).ends()).isEqualTo(Instant.MAX);
        assertThat(of("True", "Issued", Map.of("notAfter", "soon")).ends()).isEqualTo(Instant.MAX);
        assertThat(of("True", "Issued", Map.of("notAfter", "2026-01-02T03:04:05Z")).ends())
                .isEqualTo(Instant.parse("2026-01-02T03:04:05Z"));
    }
}
