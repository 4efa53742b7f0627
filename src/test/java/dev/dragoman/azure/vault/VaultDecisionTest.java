package dev.dragoman.azure.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.vault.VaultDecision.Next;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is done with an entry, by what the vault says of it. */
class VaultDecisionTest {
    private static final VaultOwner OWNER = new VaultOwner("c", "K.g", "ns", "n");
    private static final Optional<Instant> TIME = Optional.of(Instant.EPOCH);
    private static final VaultEntry WANTED =
            new VaultEntry("e", "v", "text/plain", OWNER.tags(), Optional.empty(), TIME);

    private static final Found ABSENT = new Found.Absent();
    private static final Found DISABLED = new Found.Disabled();
    private static final Found FAILED =
            new Found.Failed(Answer.failure("ForbiddenByRbac", "no", true));

    private static Map<String, String> tags(String name, String value) {
        var tags = new HashMap<>(OWNER.tags());
        tags.put(name, value);
        return tags;
    }

    private static Found found(Map<String, String> tags) {
        return new Found.Present("v", tags, "text/plain", true, Optional.empty(), TIME);
    }

    private static final Found SAME = found(OWNER.tags());
    private static final Found FOREIGN = found(tags("dragoman-namespace", "other"));
    private static final Found ELSEWHERE = found(tags("dragoman-cluster", "d"));
    private static final Found BARE = found(Map.of("owner", "n"));

    static Stream<Arguments> wanted() {
        return Stream.of(
                Arguments.of("nothing there", ABSENT, false, "Write"),
                Arguments.of("as it is wanted", SAME, false, "Nothing"),
                Arguments.of(
                        "another value",
                        new Found.Present(
                                "v", OWNER.tags(), "text/plain", false, Optional.empty(), TIME),
                        false,
                        "Write"),
                Arguments.of("one tag more", found(tags("x", "y")), false, "Nothing"),
                Arguments.of(
                        "another type",
                        new Found.Present("v", OWNER.tags(), "", true, Optional.empty(), TIME),
                        false,
                        "Write"),
                Arguments.of(
                        "no expiry",
                        new Found.Present(
                                "v",
                                OWNER.tags(),
                                "text/plain",
                                true,
                                Optional.empty(),
                                Optional.empty()),
                        false,
                        "Write"),
                Arguments.of(
                        "a time before which it is not to be used",
                        new Found.Present("v", OWNER.tags(), "text/plain", true, TIME, TIME),
                        false,
                        "Write"),
                Arguments.of("of another namespace", FOREIGN, false, "KeyVaultEntryTaken"),
                Arguments.of("of another namespace", FOREIGN, true, "KeyVaultEntryTaken"),
                Arguments.of("without tags", BARE, true, "KeyVaultEntryTaken"),
                Arguments.of("of another cluster", ELSEWHERE, false, "KeyVaultEntryTaken"),
                Arguments.of("of another cluster, taken over", ELSEWHERE, true, "Write"),
                Arguments.of("disabled", DISABLED, false, "KeyVaultEntryDisabled"),
                Arguments.of("not readable", FAILED, false, "ForbiddenByRbac"));
    }

    @ParameterizedTest(name = "{0}, takes over {2}")
    @MethodSource
    void wanted(String what, Found found, boolean takesOver, String expected) {
        assertThat(
                        text(
                                VaultDecision.wanted(
                                        WANTED,
                                        OWNER,
                                        new VaultDecision.Terms(takesOver, false, "rename it"),
                                        found,
                                        "entry e")))
                .isEqualTo(expected);
    }

    static Stream<Arguments> deleted() {
        return Stream.of(
                Arguments.of("not shown yet", ABSENT, "KeyVaultEntryRecovering"),
                Arguments.of("ours", SAME, "Recover"),
                Arguments.of("of another namespace", FOREIGN, "KeyVaultEntryTaken"),
                Arguments.of("of another cluster", ELSEWHERE, "KeyVaultEntryTaken"),
                Arguments.of("without tags", BARE, "KeyVaultEntryTaken"),
                Arguments.of("not readable", FAILED, "ForbiddenByRbac"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void deleted(String what, Found found, String expected) {
        assertThat(
                        text(
                                VaultDecision.deleted(
                                        OWNER,
                                        new VaultDecision.Terms(false, false, "rename it"),
                                        found,
                                        "entry e")))
                .isEqualTo(expected);
    }

    /** Whoever sets a value by hand writes a version without tags. */
    @Test
    void anEntryOfOursThatHasLostItsTagsIsPutRight() {
        var ours = new VaultDecision.Terms(false, true, "rename it");
        assertThat(text(VaultDecision.wanted(WANTED, OWNER, ours, BARE, "e"))).isEqualTo("Write");
        assertThat(text(VaultDecision.deleted(OWNER, ours, BARE, "e"))).isEqualTo("Recover");
        assertThat(text(VaultDecision.wanted(WANTED, OWNER, ours, FOREIGN, "e")))
                .isEqualTo("KeyVaultEntryTaken");
    }

    static Stream<Arguments> unwanted() {
        return Stream.of(
                Arguments.of("gone", ABSENT, "Nothing"),
                Arguments.of("ours", SAME, "Delete"),
                Arguments.of("of another namespace", FOREIGN, "Nothing"),
                Arguments.of("of another cluster", ELSEWHERE, "Nothing"),
                Arguments.of("without tags", BARE, "Nothing"),
                Arguments.of("disabled by somebody", DISABLED, "Nothing"),
                Arguments.of("not readable", FAILED, "ForbiddenByRbac"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void unwanted(String what, Found found, String expected) {
        assertThat(text(VaultDecision.unwanted(OWNER, found, "entry e"))).isEqualTo(expected);
    }

    private static String text(Next next) {
        return switch (next) {
            case Next.Refuse(var problem) -> problem.reason();
            case Next.Unread(var problem, var _) -> problem.reason();
            default -> next.getClass().getSimpleName();
        };
    }
}
