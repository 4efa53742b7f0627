package dev.dragoman.reconcile.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.reconcile.Acting;
import dev.dragoman.reconcile.OutcomeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AnswersTest {
    private static final int MOST = 1 << 20;

    private final Answers answers = new Answers(MOST);

    private byte[] read(int bytes) throws IOException {
        return answers.read(new ByteArrayInputStream(new byte[bytes]), MOST);
    }

    private byte[] read(String text) throws IOException {
        return answers.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), MOST);
    }

    @Test
    void readsWhatItsKindCanHave() throws IOException {
        for (int bytes : new int[] {0, 1, Answers.FREE, Answers.FREE + 1, 300_000, MOST}) {
            assertThat(read(bytes)).hasSize(bytes);
        }
        assertThatThrownBy(() -> read(MOST + 1)).isInstanceOf(Answers.TooLarge.class);
        assertThat(read(MOST)).as("the bytes of one that was too large are free").hasSize(MOST);
    }

    @Test
    void refusesPartsThatTakeMoreMemoryThanTheirBytes() throws IOException {
        var small = "[" + "{},".repeat(100_000) + "{}]";
        for (var before : new String[] {"", " \n\t", "\uFEFF"}) {
            assertThatThrownBy(() -> read(before + small)).isInstanceOf(Answers.TooLarge.class);
        }
        var usual = "[" + "{\"name\":\"a name of a resource\"},".repeat(10_000) + "{}]";
        assertThat(read(usual)).hasSize(usual.length());
        var text = "-" + ",".repeat(300_000);
        assertThat(read(text)).as("no JSON").hasSize(text.length());
    }

    @Test
    void holdsItsBytesUntilTheReconciliationEnds() throws Exception {
        Acting.as(
                "azure",
                "a",
                () -> {
                    read(600_000);
                    return assertThatThrownBy(() -> Acting.as("azure", "b", () -> read(600_000)))
                            .isInstanceOf(OutcomeException.class);
                });
        Acting.as("azure", "b", () -> assertThat(read(600_000)).hasSize(600_000));
        assertThat(read(Answers.FREE)).hasSize(Answers.FREE);
    }

    @Test
    void aThreadThatWorksForAReconciliationHoldsItsBytesToo() throws Exception {
        Acting.as(
                "azure",
                "a",
                () -> {
                    var work = Acting.carrying(() -> read(600_000));
                    var thread = new java.util.concurrent.FutureTask<>(work);
                    Thread.startVirtualThread(thread);
                    assertThat(thread.get()).hasSize(600_000);
                    return assertThatThrownBy(() -> read(MOST))
                            .isInstanceOf(OutcomeException.class);
                });
    }

    /** Steps of teams may run on after their reconciliation has given up on them. */
    @Test
    void aThreadThatOutlivesItsReconciliationHoldsNothing() throws Exception {
        var late = Acting.as("azure", "a", () -> Acting.carrying(() -> read(600_000)));
        assertThat(late.call()).hasSize(600_000);
        assertThat(read(MOST)).hasSize(MOST);
    }

    @Test
    void twoLargeAnswersOfOneReconciliationFit() throws Exception {
        Acting.as(
                "azure",
                "a",
                () -> {
                    read(300_000);
                    return assertThat(read(300_000)).hasSize(300_000);
                });
    }
}
