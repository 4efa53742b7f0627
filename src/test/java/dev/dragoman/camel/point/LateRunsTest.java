package dev.dragoman.camel.point;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Steps that never end do not take the whole process. */
class LateRunsTest {
    @Test
    void aFifthIsNotBegunUntilOneHasEnded() throws InterruptedException {
        var late = new LateRuns();
        var three = new CountDownLatch(1);
        var fourth = new CountDownLatch(1);
        for (int i = 0; i < 3; i++) {
            late.add(waiting(three));
        }
        assertThat(late.isFull()).isFalse();
        var last = waiting(fourth);
        late.add(last);
        assertThat(late.isFull()).isTrue();
        fourth.countDown();
        last.join();
        assertThat(late.isFull()).isFalse();
        three.countDown();
    }

    private static Thread waiting(CountDownLatch end) {
        return Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try {
                                end.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
    }
}
