package dev.dragoman.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Gives the level of the log back after a command that turns it off. */
public final class RestoredLog implements BeforeEachCallback, AfterEachCallback {
    private static final Logger ROOT = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);

    private Level level;

    @Override
    public void beforeEach(ExtensionContext context) {
        level = ROOT.getLevel();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        ROOT.setLevel(level);
    }
}
