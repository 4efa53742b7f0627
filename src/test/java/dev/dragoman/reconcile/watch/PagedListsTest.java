package dev.dragoman.reconcile.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.reconcile.TestClock;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.dsl.internal.AbstractWatchManager;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.informers.impl.ListerWatcher;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PagedListsTest {
    private final TestClock clock = new TestClock();
    private final Server server = new Server();
    private final PageSize pages = PageSize.ofObjects();
    private final PagedLists lists =
            new PagedLists(
                    server, pages, new PagedLists.Turns(), new RequestTurns(Runnable::run), clock);

    /** Answers each request, or fails it. */
    private static final class Server
            implements ListerWatcher<GenericKubernetesResource, GenericKubernetesResourceList> {
        final List<String> asked = new ArrayList<>();
        CompletableFuture<GenericKubernetesResourceList> late;
        LongFunction<Throwable> failure = limit -> null;

        @Override
        public CompletableFuture<GenericKubernetesResourceList> submitList(ListOptions options) {
            asked.add(options.getContinue() + " " + options.getLimit());
            if (late != null) {
                return late;
            }
            var error = failure.apply(options.getLimit());
            return error == null
                    ? CompletableFuture.completedFuture(new GenericKubernetesResourceList())
                    : CompletableFuture.failedFuture(error);
        }

        @Override
        public CompletableFuture<AbstractWatchManager<GenericKubernetesResource>> submitWatch(
                ListOptions options, Watcher<GenericKubernetesResource> watcher) {
            throw new AssertionError("nobody watches");
        }

        @Override
        public Long getLimit() {
            throw new AssertionError("each request says it");
        }

        @Override
        public int getWatchReconnectInterval() {
            return 1;
        }

        @Override
        public String getApiEndpointPath() {
            return "/things";
        }

        @Override
        public Config getConfig() {
            throw new AssertionError("nobody asks");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"too large", "timeout", "413", "504"})
    void asksForFewerFromTheSamePlaceWhereAPageIsTooMuch(String why) {
        server.failure = limit -> limit > 10 ? error(why) : null;
        list("token");
        assertThat(server.asked).containsExactly("token 50", "token 25", "token 12", "token 6");
        server.asked.clear();
        list("next");
        assertThat(server.asked).as("it remembers, and tries one more").containsExactly("next 7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"403", "500"})
    void whatFewerWouldNotHealIsNotAskedForAgain(String why) {
        server.failure = limit -> error(why);
        assertThatThrownBy(() -> list("token")).hasCauseInstanceOf(KubernetesClientException.class);
        assertThat(server.asked).containsExactly("token 50");
        assertThat(pages.now()).isEqualTo(50);
    }

    @Test
    void aListThatTakesLongGoesOnAndOneThatIsStuckDoesNot() {
        assertThat(lists.goesOn()).as("nothing is asked").isFalse();
        server.late = new CompletableFuture<>();
        var page = lists.submitList(new ListOptionsBuilder().build());
        clock.advance(Duration.ofSeconds(50));
        assertThat(lists.goesOn()).isTrue();
        var _ = server.late.complete(new GenericKubernetesResourceList());
        assertThat(page).isCompleted();
        assertThat(lists.goesOn()).as("it has come").isFalse();

        server.late = new CompletableFuture<>();
        var next = lists.submitList(new ListOptionsBuilder().build());
        clock.advance(Duration.ofSeconds(50));
        assertThat(lists.goesOn()).as("each page has its time").isTrue();
        clock.advance(Duration.ofSeconds(20));
        assertThat(lists.goesOn()).isFalse();
        assertThat(next).isNotCompleted();
    }

    @Test
    void oneObjectThatDoesNotComeIsAFailure() {
        server.failure = limit -> new TimeoutException();
        assertThatThrownBy(() -> list("token")).isInstanceOf(CompletionException.class);
        assertThat(server.asked).hasSize(6).last().isEqualTo("token 1");
        // and holds nobody up
        server.failure = limit -> null;
        list("token");
        assertThat(server.asked).last().isEqualTo("token 1");
    }

    @ParameterizedTest(name = "{0} with {1} bytes is read: {2}")
    @CsvSource({
        "limit=50, 2097152, true",
        "limit=50, 2097153, false",
        "limit=50&continue=x, 2097153, false",
        "continue=x&limit=12, 2097153, false",
        "limit=1, 3000000, true",
        "limit=1&continue=x, 3000000, true",
        "watch=true, 3000000, true",
    })
    void readsNoMoreThanFits(String query, int bytes, boolean read) throws Exception {
        var request =
                new StandardHttpRequest.Builder().uri("https://server/things?" + query).build();
        var got = new int[1];
        AsyncBody.Consumer<List<ByteBuffer>> to =
                (value, body) -> value.forEach(each -> got[0] += each.remaining());
        var consumer = new PageBound().consumer(to, request);
        var body = new Body();
        consumer.consume(List.of(ByteBuffer.allocate(bytes - 10)), body);
        assertThat(got[0]).isEqualTo(bytes - 10);
        consumer.consume(List.of(ByteBuffer.allocate(10)), body);
        assertThat(body.cancelled).isNotEqualTo(read);
        if (read) {
            assertThat(got[0]).isEqualTo(bytes);
        } else {
            assertThatThrownBy(() -> body.done.join()).hasCauseInstanceOf(PageBound.TooLarge.class);
        }
    }

    /** As the client's: who cancels it hears nothing else of it. */
    private static final class Body implements AsyncBody {
        final CompletableFuture<Void> done = new CompletableFuture<>();
        boolean cancelled;

        @Override
        public void consume() {}

        @Override
        public CompletableFuture<Void> done() {
            return done;
        }

        @Override
        public void cancel() {
            cancelled = true;
            done.cancel(false);
        }
    }

    private void list(String token) {
        var _ =
                lists.submitList(new ListOptionsBuilder().withContinue(token).build())
                        .orTimeout(Duration.ofSeconds(10).toSeconds(), TimeUnit.SECONDS)
                        .join();
    }

    private static Throwable error(String why) {
        return switch (why) {
            case "too large" -> new CompletionException(new PageBound.TooLarge(1));
            case "timeout" -> new KubernetesClientException("list", new TimeoutException());
            default -> new KubernetesClientException("list", Integer.parseInt(why), null);
        };
    }
}
