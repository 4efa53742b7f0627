package dev.dragoman.camel.point;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.ObjectKey;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Steps that never end do not take the whole process, nor the turn of other objects. */
class LateRunsTest {
    @ParameterizedTest(name = "{0}, then {1}: {2}")
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    ''                 ; a/1 ; ''
                    a/1                ; a/1 ; for this object
                    a/1                ; a/2 ; ''
                    a/1 a/2            ; a/3 ; for objects of namespace a
                    a/1 a/2            ; b/1 ; ''
                    a/1 a/2 b/1        ; b/2 ; ''
                    a/1 a/2 b/1 b/2    ; c/1 ; has 4 earlier runs that still compute
                    /1 /2 /3           ; /4  ; ''
                    /1 /2 /3           ; /1  ; for this object
                    """)
    void oneObjectDoesNotKeepOthersFromTheirTurn(String computing, String next, String why) {
        var late = new LateRuns();
        var end = new CountDownLatch(1);
        Arrays.stream(computing.split(" ", -1))
                .filter(each -> !each.isEmpty())
                .forEach(each -> late.add(waiting(end), key(each)));
        assertThat(late.refusal(key(next)).orElse("")).contains(why);
        assertThat(late.refusal(key(next)).isEmpty()).isEqualTo(why.isEmpty());
        end.countDown();
    }

    @Test
    void whatHasEndedDoesNotCount() throws InterruptedException {
        var late = new LateRuns();
        var end = new CountDownLatch(1);
        var run = waiting(end);
        late.add(run, key("a/1"));
        assertThat(late.refusal(key("a/1"))).isPresent();
        end.countDown();
        run.join();
        assertThat(late.refusal(key("a/1"))).isEmpty();
    }

    private static ObjectKey key(String name) {
        int slash = name.indexOf('/');
        return new ObjectKey("g", "K", name.substring(0, slash), name.substring(slash + 1));
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
