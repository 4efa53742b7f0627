package dev.dragoman.tier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files count as changed, in repositories of git. */
class ChangedTest {
    private static final Path SCRIPT = Path.of("tools/checks/changed").toAbsolutePath();

    @TempDir private Path directory;
    private Path repository;

    @BeforeEach
    void aFileThatIsDaysOld() throws Exception {
        repository = Files.createDirectory(directory.resolve("repository"));
        git("init", "-q", "-b", "main");
        commit("old", 72);
    }

    @Test
    void whatWasMadeInTheLastDay() throws Exception {
        commit("new", 8);
        assertThat(changed("")).containsExactly("new");
    }

    @Test
    void whatIsNotInTheLastLanding() throws Exception {
        commit("landed", 5);
        git("update-ref", "refs/remotes/origin/main", "HEAD");
        commit("late", 30);
        assertThat(changed("")).containsExactly("late");
    }

    @Test
    void aRunThatIsRepeatedAfterTheLandingAddsTheSame() throws Exception {
        commit("landed", 5);
        git("update-ref", "refs/remotes/origin/main", "HEAD");
        assertThat(changed("")).containsExactly("landed");
    }

    @Test
    void whatAMergeBringsThoughItIsOld() throws Exception {
        git("checkout", "-q", "-b", "side");
        commit("side", 50);
        git("checkout", "-q", "main");
        commit("main", 60);
        git("merge", "-q", "--no-ff", "-m", "merge", "side");
        assertThat(changed("")).containsExactly("side");
    }

    @Test
    void theGivenBaseComesFirst() throws Exception {
        commit("one", 5);
        git("update-ref", "refs/remotes/origin/main", "HEAD");
        commit("two", 4);
        assertThat(changed("HEAD~2")).containsExactly("one", "two");
    }

    @Test
    void aBaseThatIsNoAncestorOrNotThereIsADoubt() throws Exception {
        git("checkout", "-q", "-b", "side");
        commit("side", 5);
        git("checkout", "-q", "main");
        commit("new", 4);
        assertThat(changed("side")).containsExactly("new", "old");
        assertThat(changed("nowhere")).containsExactly("new", "old");
    }

    @Test
    void aShallowCloneIsADoubt() throws Exception {
        commit("new", 4);
        var whole = repository;
        repository = directory.resolve("clone");
        git(directory, "clone", "-q", "--depth=1", "file://" + whole, repository.toString());
        git("update-ref", "-d", "refs/remotes/origin/main");
        assertThat(changed("")).containsExactly("new", "old");
    }

    private void commit(String file, int hoursAgo) throws Exception {
        Files.writeString(repository.resolve(file), file);
        git("add", file);
        var date = Instant.now().minus(Duration.ofHours(hoursAgo)).toString();
        run(repository, Map.of("GIT_COMMITTER_DATE", date), "git", "commit", "-q", "-m", file);
    }

    private void git(String... arguments) throws Exception {
        git(repository, arguments);
    }

    private static void git(Path where, String... arguments) throws Exception {
        var _ = run(where, Map.of(), Stream.concat(Stream.of("git"), Stream.of(arguments)));
    }

    private List<String> changed(String base) throws Exception {
        return run(repository, Map.of("CI_BASE", base), SCRIPT.toString())
                .lines()
                .filter(line -> Files.exists(repository.resolve(line)))
                .sorted()
                .toList();
    }

    private static String run(Path where, Map<String, String> more, String... command)
            throws IOException, InterruptedException {
        return run(where, more, Stream.of(command));
    }

    private static String run(Path where, Map<String, String> more, Stream<String> command)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command.toList()).directory(where.toFile());
        // of nobody's settings
        builder.environment().putAll(Map.of("GIT_CONFIG_GLOBAL", "/dev/null"));
        for (var who : List.of("AUTHOR", "COMMITTER")) {
            builder.environment().put("GIT_" + who + "_NAME", "test");
            builder.environment().put("GIT_" + who + "_EMAIL", "test@example.org");
        }
        // a hook of git may run this build
        List.of("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE")
                .forEach(builder.environment()::remove);
        builder.environment().putAll(more);
        var process = builder.redirectErrorStream(true).start();
        var said = Patience.said(process, Duration.ofMinutes(1));
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }
}
