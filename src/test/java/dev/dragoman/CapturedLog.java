package dev.dragoman;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.dragoman.cluster.OperatorCluster;
import dev.dragoman.cluster.OperatorThreads;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.slf4j.LoggerFactory;

/** What a logger writes while this is open. */
public final class CapturedLog implements AutoCloseable {
    private final Logger logger;
    private final ListAppender<ILoggingEvent> appender;

    /** What everybody logs under the name: for tests that run alone. */
    public CapturedLog(String name) {
        this(name, _ -> true);
    }

    /** What an operator logs under the name, in this JVM, on threads of its own. */
    public CapturedLog(OperatorCluster operator, String name) {
        this(name, current -> current.filter(operator::equals).isPresent());
    }

    private CapturedLog(String name, Predicate<Optional<Object>> whose) {
        appender =
                new ListAppender<>() {
                    @Override
                    protected void append(ILoggingEvent event) {
                        if (whose.test(OperatorThreads.current())) {
                            super.append(event);
                        }
                    }
                };
        logger = (Logger) LoggerFactory.getLogger(name);
        // it is read while others write to it
        appender.list = new CopyOnWriteArrayList<>();
        appender.start();
        logger.addAppender(appender);
    }

    /** Level and text of each line at INFO and above. */
    public List<String> lines() {
        return appender.list.stream()
                .filter(e -> e.getLevel().isGreaterOrEqual(Level.INFO))
                .map(e -> e.getLevel() + " " + e.getFormattedMessage())
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
    }
}
