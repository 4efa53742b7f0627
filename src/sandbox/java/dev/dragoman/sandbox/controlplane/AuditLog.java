package dev.dragoman.sandbox.controlplane;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The audit log of an API server: which user sent which request. Tests use it to prove that nothing
 * was written, and which rights a program uses. The server writes an event before it ends its
 * answer, so a test may read the log right after a call. There is one exception: the client may get
 * the beginning of an answer above 4 KB before the event is written.
 */
public final class AuditLog {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> WRITES =
            Set.of("create", "update", "patch", "delete", "deletecollection");

    private final Path file;

    /** Reads the audit log in this file. The server may have ended. */
    public AuditLog(Path file) {
        this.file = file;
    }

    /** One answered request; {@code json} is the whole audit event. */
    public record Event(
            String verb,
            String user,
            String group,
            String resource,
            String subresource,
            String namespace,
            String name,
            int code,
            String userAgent,
            JsonNode json) {
        static Event of(JsonNode json) {
            var object = json.path("objectRef");
            return new Event(
                    json.path("verb").asText(),
                    json.path("user").path("username").asText(),
                    object.path("apiGroup").asText(),
                    object.path("resource").asText(),
                    object.path("subresource").asText(),
                    object.path("namespace").asText(),
                    object.path("name").asText(),
                    json.path("responseStatus").path("code").asInt(),
                    json.path("userAgent").asText(),
                    json);
        }

        /** Whether the request asked for a change, even if it was refused. */
        public boolean write() {
            return WRITES.contains(verb);
        }
    }

    /** A position in the log, in bytes. */
    public record Mark(long position) {}

    public Path file() {
        return file;
    }

    /** The current end of the log. */
    public Mark mark() {
        try {
            return new Mark(Files.exists(file) ? Files.size(file) : 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public List<Event> events() {
        return since(new Mark(0), event -> true);
    }

    public List<Event> events(Predicate<Event> filter) {
        return since(new Mark(0), filter);
    }

    /**
     * All requests of the user for a change. For a service account pass {@link #serviceAccount}.
     */
    public List<Event> writesBy(String user) {
        return events(event -> event.write() && event.user().equals(user));
    }

    public List<Event> writesBy(String user, Mark since) {
        return since(since, event -> event.write() && event.user().equals(user));
    }

    public static String serviceAccount(String namespace, String name) {
        return "system:serviceaccount:" + namespace + ":" + name;
    }

    /**
     * Passes all events to a consumer one by one, without keeping them in memory.
     *
     * @param lines selects the lines of the log to parse
     */
    public void each(Predicate<String> lines, Consumer<Event> consumer) {
        try (var reader = Files.newBufferedReader(file)) {
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                if (lines.test(line)) {
                    parse(line).ifPresent(consumer);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The events after the mark that pass the filter, oldest first. */
    public List<Event> since(Mark mark, Predicate<Event> filter) {
        var events = new ArrayList<Event>();
        try (var channel = FileChannel.open(file).position(mark.position());
                var reader =
                        new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8))) {
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                parse(line).filter(filter).ifPresent(events::add);
            }
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return events;
    }

    /**
     * The event of a line. Empty for a line that is not complete yet, and for other stages of a
     * request.
     */
    private static Optional<Event> parse(String line) {
        try {
            var json = JSON.readTree(line);
            return "ResponseComplete".equals(json.path("stage").asText())
                    ? Optional.of(Event.of(json))
                    : Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
