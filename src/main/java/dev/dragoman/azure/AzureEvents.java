package dev.dragoman.azure;

import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.event.ChangeEvent;
import dev.dragoman.azure.event.ChangeMessage;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.ObjectCache;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of the route {@code events}: whom a message wakes, and when it is done. An event is a
 * hint, so nothing is taken from it but whom to look at. Thread-safe.
 */
public final class AzureEvents {
    /** Name of the bean. */
    public static final String BEAN = "azureEvents";

    private static final Logger LOG = LoggerFactory.getLogger(AzureEvents.class);

    /** Longest time that a message waits for the looks that it asked for. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Largest number of characters of a failure that is told. */
    private static final int LONGEST = 500;

    private final ObjectCache cache;
    private final Memory memory;
    private final InstantSource clock;
    private final Consumer<ObjectKey> wake;
    private final BiConsumer<Runnable, Duration> later;
    private final BooleanSupplier leads;
    private final MeterRegistry meters;

    /** Faults of messages that the log has. */
    private final Set<String> faults = ConcurrentHashMap.newKeySet();

    /** The last failure of the broker; empty once it has answered after that. */
    private volatile Optional<String> failure = Optional.empty();

    /**
     * @param wake asks for a reconciliation that compares the object with Azure
     * @param later runs something after a while
     * @param leads whether this replica may act
     */
    AzureEvents(
            ObjectCache cache,
            Memory memory,
            InstantSource clock,
            Consumer<ObjectKey> wake,
            BiConsumer<Runnable, Duration> later,
            BooleanSupplier leads,
            MeterRegistry meters) {
        this.cache = cache;
        this.memory = memory;
        this.clock = clock;
        this.wake = wake;
        this.later = later;
        this.leads = leads;
        this.meters = meters;
        Gauge.builder("dragoman_events_connected", this, each -> each.problem().isEmpty() ? 1 : 0)
                .description("Whether the queue of change events answers; 0 while it fails")
                .register(meters);
    }

    /**
     * Wakes the objects that hold an id of the message, or the nearest id above, and that were not
     * looked at since. Returns when they were, so that a message that is completed after that comes
     * again when this replica ends before. Does not wait long for objects that have to wait
     * themselves; they are looked at later. What cannot be read is counted, and told once.
     *
     * @throws IllegalStateException when this replica does not lead any more, so that the message
     *     is for another one
     */
    public void look(byte[] message) throws InterruptedException {
        var woken = news(message);
        woken.removeIf(memory::isRefused);
        long news = memory.lastNews();
        woken.forEach(wake);
        memory.await(woken, news, PATIENCE);
        if (!leads.getAsBoolean()) {
            throw new IllegalStateException("this replica does not lead any more");
        }
    }

    /** The objects of which the message tells something new. */
    private Set<ObjectKey> news(byte[] message) {
        var now = clock.instant();
        answered();
        var read = ChangeMessage.read(message);
        read.unread().ifPresent(why -> tell(why, message.length));
        count("dragoman_events_messages", "result", read.unread().isEmpty() ? "read" : "unread", 1);
        count("dragoman_events", "result", "other", read.others());
        var woken = new HashSet<ObjectKey>();
        for (var event : read.events()) {
            var holders = holders(event);
            var news = holders.stream().filter(key -> memory.news(key, event, now)).toList();
            if (event.what() != ChangeEvent.What.CHANGED) {
                news.forEach(this::keys);
            }
            woken.addAll(news);
            count("dragoman_events", "result", result(event, holders, !news.isEmpty()), 1);
        }
        return woken;
    }

    /** Keys are asked for at the next look; later, if events asked for them a moment ago. */
    private void keys(ObjectKey key) {
        Runnable again =
                () -> {
                    memory.keysHaveChanged(key);
                    if (!memory.isRefused(key)) {
                        wake.accept(key);
                    }
                };
        memory.keysMayHaveChanged(key).ifPresent(pause -> later.accept(again, pause));
    }

    private static String result(ChangeEvent event, Set<ObjectKey> holders, boolean news) {
        return holders.isEmpty()
                ? "unknown"
                : news ? event.what().name().toLowerCase(Locale.ROOT) : "known";
    }

    /**
     * The objects that hold the id, or the nearest id above that any object holds. Keys of a
     * resource may be exported by objects of every id above.
     */
    private Set<ObjectKey> holders(ChangeEvent event) {
        var holders = new HashSet<ObjectKey>();
        boolean keys = event.what() == ChangeEvent.What.KEYS;
        for (var id = event.id();
                !id.isEmpty() && (keys || holders.isEmpty());
                id = id.substring(0, Math.max(0, id.lastIndexOf('/')))) {
            cache.byIndex(RecordedResource.INDEX, id).stream()
                    .filter(this::isSent)
                    .forEach(holders::add);
        }
        return holders;
    }

    /** Whether Azure has had the object's resource; an annotation may name that of another. */
    private boolean isSent(ObjectKey key) {
        return cache.shown(key).filter(RecordedResource::hasBeenSent).isPresent();
    }

    /** The broker has failed; it is asked again. */
    public void failed(Throwable why) {
        var text = Excerpt.message(why.toString(), LONGEST);
        if (problem().isEmpty()) {
            LOG.warn("the queue of change events fails, and is asked again: {}", text);
        }
        failure = Optional.of(text);
        count("dragoman_events_failures", "reason", why.getClass().getSimpleName(), 1);
    }

    /** The broker has answered. */
    public void answered() {
        if (failure.isPresent()) {
            LOG.info("the queue of change events answers again");
            failure = Optional.empty();
        }
    }

    /** Why no events come; empty when the broker has answered. */
    public Optional<String> problem() {
        return failure;
    }

    private void tell(String why, int bytes) {
        if (faults.add(why)) {
            LOG.warn(
                    "a message of {} bytes cannot be read: {}. It is completed and wakes nobody; further ones are counted only (dragoman_events_messages)",
                    bytes,
                    why);
        }
    }

    private void count(String name, String tag, String value, int times) {
        if (times > 0) {
            meters.counter(name, tag, value).increment(times);
        }
    }
}
