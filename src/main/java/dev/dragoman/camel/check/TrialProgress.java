package dev.dragoman.camel.check;

import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.StepsRoute;
import dev.dragoman.camel.point.StepLine;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.processor.DelegateAsyncProcessor;

/**
 * Tells another process, through a shared file, which step runs. The texts are prepared when the
 * routes are built. So writing them needs no memory, and works even when a step has used up the
 * heap.
 */
public final class TrialProgress implements InterceptStrategy {
    /** System property with the path of the file. */
    public static final String FILE = "dragoman.trial.progress";

    private static final int SIZE = 1024;

    private final Overlays overlays;
    private final MappedByteBuffer shared;

    private TrialProgress(Overlays overlays, MappedByteBuffer shared) {
        this.overlays = overlays;
        this.shared = shared;
    }

    /**
     * Makes steps of the context write their place to the file of the system property. Does nothing
     * when the property is not set.
     */
    public static void install(CamelContext context, Overlays overlays) {
        var name = System.getProperty(FILE);
        if (name != null) {
            try (var file = new RandomAccessFile(name, "rw")) {
                var shared = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, SIZE);
                context.getCamelContextExtension()
                        .addInterceptStrategy(new TrialProgress(overlays, shared));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The file and line of the step that began last; an empty text before the first step. */
    public static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                .replace("\0", "")
                .strip();
    }

    @Override
    public Processor wrapProcessorInInterceptors(
            CamelContext context, NamedNode definition, Processor target, Processor next) {
        var location = String.valueOf(definition.getLocation());
        if (location.startsWith("classpath:")) {
            // the operator's own
            return target;
        }
        var place =
                Arrays.copyOf(place(definition, location).getBytes(StandardCharsets.UTF_8), SIZE);
        return new DelegateAsyncProcessor(target) {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                shared.put(0, place);
                return super.process(exchange, callback);
            }
        };
    }

    private String place(NamedNode node, String location) {
        return overlays.steps().stream()
                .filter(each -> location.equals(StepsRoute.location(each)))
                .map(each -> each.path() + ":" + StepLine.of(each.path(), node, StepsRoute.LINES))
                .findFirst()
                .orElseGet(() -> place(Path.of(location.replaceFirst("^file:", "")), node));
    }

    private static String place(Path file, NamedNode node) {
        return file + ":" + StepLine.of(file, node, 0);
    }
}
