package dev.dragoman.agents;

import dev.dragoman.agents.decision.Block;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks for addresses of host names, as the operator's own pod does. A resolver that does not answer
 * holds up nobody for long. Thread-safe.
 */
final class Lookups implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Lookups.class);

    /** Of all names of a target: a worker waits for it. */
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private static final int THREADS = 8;
    private static final int WAITING = 1_000;

    private final Resolver resolver;
    private final ExecutorService threads;

    /** Answers for a name. */
    interface Resolver {
        /**
         * All addresses of a host.
         *
         * @param name with the dot at its end, so that no other domain is searched
         * @throws UnknownHostException when it has none, or nobody answers
         */
        InetAddress[] ask(String name) throws UnknownHostException;
    }

    Lookups(Resolver resolver) {
        this.resolver = resolver;
        var pool =
                new ThreadPoolExecutor(
                        THREADS,
                        THREADS,
                        10,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(WAITING),
                        Thread.ofPlatform().daemon().name("lookup-", 0).factory());
        pool.allowCoreThreadTimeOut(true);
        this.threads = pool;
    }

    /** As the machine does it. */
    static Lookups ofMachine() {
        return new Lookups(InetAddress::getAllByName);
    }

    /** Nobody is asked. */
    static Lookups none() {
        return new Lookups(
                name -> {
                    throw new UnknownHostException(name);
                });
    }

    /** The answers by name, in the order of the names; empty where there was none. */
    Map<String, Optional<List<Block>>> ask(List<String> names) {
        var answers = new LinkedHashMap<String, Optional<List<Block>>>();
        names.forEach(each -> answers.put(each, Optional.empty()));
        try {
            var asked =
                    threads.invokeAll(
                            names.stream()
                                    .<Callable<List<Block>>>map(each -> () -> of(each))
                                    .toList(),
                            LIMIT.toSeconds(),
                            TimeUnit.SECONDS);
            for (int i = 0; i < asked.size(); i++) {
                try {
                    answers.put(names.get(i), Optional.of(asked.get(i).get()));
                } catch (ExecutionException | CancellationException e) {
                    LOG.debug("no answer for {}", names.get(i), e);
                }
            }
        } catch (RejectedExecutionException e) {
            LOG.debug("too many names wait for an answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return answers;
    }

    private List<Block> of(String name) throws UnknownHostException {
        return Arrays.stream(resolver.ask(name + "."))
                .map(InetAddress::getHostAddress)
                .map(Block::parse)
                .toList();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
