package dev.dragoman.camel.confine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.camel.CamelRuntime;
import dev.dragoman.camel.https.HttpsAccess;
import dev.dragoman.camel.https.OverlaySecrets;
import dev.dragoman.camel.point.PointBeans;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What {@link ConfinedContextTest} and {@link ConfinedExpressionsTest} have in common. */
abstract class ConfinedContextFixture {
    static final String TRAP = Trap.class.getName();

    @TempDir Path directory;
    ConfinedContext camel;

    @BeforeEach
    void build() {
        Trap.SPRUNG.set(0);
        camel = new ConfinedContext(List.of(directory));
        camel.build();
        CamelRuntime.fence(
                camel, HttpsAccess.none(), new OverlaySecrets(HttpsAccess.none().secrets()));
        CamelRuntime.quietErrors(camel);
        PointBeans.ALL.forEach(camel.getRegistry()::bind);
        Processor nothing = exchange -> {};
        camel.getRegistry().bind("nothing", nothing);
        camel.getRegistry().bind("client", new Properties());
        camel.getRegistry().bind("sayer", new Sayer());
    }

    /** A bean for routes whose method returns something. */
    public static final class Sayer {
        public Object say(String what, Exchange exchange) {
            return exchange.getContext();
        }
    }

    @AfterEach
    void close() {
        camel.stop();
    }

    /** What steps leave, or why they end: text that is no YAML of Camel's fails too. */
    Exchange run(String steps, Object body) throws Exception {
        var text = "- route:\n    from:\n      uri: direct:it\n      steps:\n" + steps.indent(8);
        PluginHelper.getRoutesLoader(camel)
                .loadRoutes(ResourceHelper.fromString("it.camel.yaml", text));
        camel.start();
        try (var template = camel.createProducerTemplate()) {
            return template.send("direct:it", exchange -> exchange.getMessage().setBody(body));
        }
    }

    String refused(String steps, Object body) {
        try {
            var done = run(steps, body);
            assertThat(done.getException())
                    .as(steps + " left " + done.getMessage().getBody())
                    .isNotNull();
            return all(done.getException());
        } catch (Exception atBuild) {
            return all(atBuild);
        } finally {
            assertThat(Trap.SPRUNG).as(steps).hasValue(0);
        }
    }

    static String all(Throwable failure) {
        var text = new StringBuilder();
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            text.append(cause.getMessage()).append('\n');
        }
        return text.toString();
    }

    /** A bean for routes that counts its calls. */
    public static final class Teller {
        static final AtomicInteger TOLD = new AtomicInteger();

        public Object say(String what, Exchange exchange) {
            return what;
        }

        public Object told(String what, Exchange exchange) {
            return TOLD.incrementAndGet();
        }
    }

    /** As the result of a step that a route in place of ours has, whose text hides it. */
    public record Held(String token) {
        @Override
        public String toString() {
            return "Held[***]";
        }
    }
}
