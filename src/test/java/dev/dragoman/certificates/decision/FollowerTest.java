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
        return of(ready, reason, more, true, true, Map.of());
    }

    private static Follower of(
            String ready,
            String reason,
            Map<String, Object> more,
            boolean signed,
            boolean allowed,
            Map<String, Object> metadata) {
        var status = new LinkedHashMap<String, Object>(more);
        status.put(
                "conditions", List.of(Map.of("type", "Ready", "status", ready, "reason", reason)));
        var all = new LinkedHashMap<String, Object>(metadata);
        all.put("name", "leaf");
        all.put("namespace", "team");
        return Follower.of(
                Map.of("metadata", all, "spec", Map.of("commonName", "leaf"), "status", status),
                signed,
                allowed);
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

    private static final Map<String, Object> BEHIND =
            Map.of("certificateHash", "h", "trustBundleHash", "old");

    /** Else whoever names a CA could hold up its replacement. */
    @Test
    void isNotWaitedForWhereTheCaDoesNotAllowIt() {
        assertThat(of("True", "Issued", BEHIND, true, true, Map.of()).lacks("new")).isTrue();
        assertThat(of("True", "Issued", BEHIND, true, false, Map.of()).lacks("new")).isFalse();
    }

    /** Nothing is done for it any more. */
    @Test
    void isNotWaitedForOnceItsDeletionWasAskedFor() {
        var deleting = Map.<String, Object>of("deletionTimestamp", "2026-01-01T00:00:00Z");
        assertThat(of("True", "Issued", BEHIND, true, true, deleting).lacks("new")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "ca, true, true, true",
        "ca, true, false, false",
        "ca, false, true, true",
        "other, true, true, false",
        "'', true, true, true",
        // below a CA of this one, which is counted itself
        "'', false, true, false",
        "'', true, false, false"
    })
    void whoseCertificateItHas(String issuer, boolean signed, boolean allowed, boolean may) {
        var more = Map.<String, Object>of("certificateHash", "h", "issuer", issuer);
        assertThat(of("True", "Issued", more, signed, allowed, Map.of()).mayBeOf("ca"))
                .isEqualTo(may);
        assertThat(of("True", "Issued", Map.of("issuer", issuer)).mayBeOf("ca"))
                .as("without a certificate")
                .isFalse();
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
