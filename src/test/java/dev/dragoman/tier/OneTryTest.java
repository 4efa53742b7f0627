package dev.dragoman.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** A second try in the same JVM, as failsafe makes it. */
class OneTryTest {
    /** Fails once. */
    static class Usual {
        private static final AtomicInteger RUNS = new AtomicInteger();

        @Test
        void once() {
            assertThat(RUNS.incrementAndGet()).isEqualTo(2);
        }
    }

    /** Fails once. */
    @OneTry
    static class Method {
        private static final AtomicInteger RUNS = new AtomicInteger();

        @Test
        void once() {
            assertThat(RUNS.incrementAndGet()).isEqualTo(2);
        }

        @Test
        void never() {}
    }

    /** Is set up at the second try. */
    @OneTry
    static class SetUp {
        private static final AtomicInteger RUNS = new AtomicInteger();

        @BeforeAll
        static void once() {
            assertThat(RUNS.incrementAndGet()).isEqualTo(2);
        }

        @Test
        void never() {}
    }

    /** Is taken down at the second try. */
    @OneTry
    static class TakeDown {
        private static final AtomicInteger RUNS = new AtomicInteger();

        @AfterAll
        static void once() {
            assertThat(RUNS.incrementAndGet()).isEqualTo(2);
        }

        @Test
        void never() {}
    }

    @Test
    void othersHaveASecondTry() {
        assertThat(run(Usual.class).getTotalFailureCount()).isEqualTo(1);
        assertThat(run(Usual.class).getTotalFailureCount()).isZero();
    }

    @Test
    void aMethodHasNone() {
        assertThat(run(Method.class).getTestsFailedCount()).isEqualTo(1);
        var again = run(Method.class);
        assertThat(again.getTestsSucceededCount()).as("the other one").isEqualTo(1);
        refused(again);
    }

    @Test
    void aClassThatIsNotSetUpHasNone() {
        assertThat(run(SetUp.class).getContainersFailedCount()).isEqualTo(1);
        refused(run(SetUp.class));
    }

    @Test
    void aClassThatIsNotTakenDownHasNone() {
        assertThat(run(TakeDown.class).getContainersFailedCount()).isEqualTo(1);
        refused(run(TakeDown.class));
    }

    private static void refused(TestExecutionSummary again) {
        assertThat(again.getTotalFailureCount()).isEqualTo(1);
        var said = new StringWriter();
        again.printFailuresTo(new PrintWriter(said));
        assertThat(said.toString()).contains("has no second one");
    }

    private static TestExecutionSummary run(Class<?> type) {
        // the listeners of this build are told of real runs alone
        var launcher =
                LauncherFactory.create(
                        LauncherConfig.builder()
                                .enableLauncherSessionListenerAutoRegistration(false)
                                .enableTestExecutionListenerAutoRegistration(false)
                                .enablePostDiscoveryFilterAutoRegistration(false)
                                .build());
        var summary = new SummaryGeneratingListener();
        launcher.execute(
                LauncherDiscoveryRequestBuilder.request().selectors(selectClass(type)).build(),
                summary);
        return summary.getSummary();
    }
}
