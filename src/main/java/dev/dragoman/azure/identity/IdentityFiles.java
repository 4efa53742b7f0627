package dev.dragoman.azure.identity;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files with the credentials of managed identities, which the platform puts into the operator's
 * pod. Each file is read again whenever its identity is needed, so a change takes effect at once.
 * While a file is invalid, for example half written, its last valid content is used. Thread-safe.
 */
final class IdentityFiles {
    private static final Logger LOG = LoggerFactory.getLogger(IdentityFiles.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Largest size of a file in bytes; Azure's files have a few thousand. */
    private static final int LARGEST = 1 << 20;

    private final Map<Path, Known> known = new ConcurrentHashMap<>();

    /** The last valid content of a file, and the hash of invalid content that was logged, or 0. */
    private record Known(Content content, int loggedHash) {}

    private record Content(String tenant, String client, Proof.FileContent proof) {}

    /**
     * The identity with tenant, client and proof from its file. An identity that names no file is
     * returned unchanged.
     *
     * @throws IllegalArgumentException when the file is missing, not allowed or invalid; the
     *     message shows nothing of its content
     */
    AzureIdentity read(AzureIdentity identity) {
        if (!(identity.proof() instanceof Proof.FileNamed file)) {
            return identity;
        }
        var content = content(file.path(), bytes(file));
        return identity.with(content.tenant(), content.client(), content.proof());
    }

    private Content content(Path path, byte[] bytes) {
        var before = known.get(path);
        try {
            var content = parse(path, bytes);
            known.put(path, new Known(content, 0));
            return content;
        } catch (IllegalArgumentException wrong) {
            if (before == null) {
                throw wrong;
            }
            int hash = Arrays.hashCode(bytes);
            if (before.loggedHash() != hash) {
                known.put(path, new Known(before.content(), hash));
                LOG.warn("{}; its last valid content is used", wrong.getMessage());
            }
            return before.content();
        }
    }

    private static Content parse(Path path, byte[] bytes) {
        JsonNode json;
        try {
            json = JSON.readTree(bytes);
        } catch (JsonProcessingException shown) {
            // the parser's message shows parts of the file
            throw wrong(path, "is no JSON");
        } catch (IOException e) {
            throw wrong(path, "cannot be read: " + e.getClass().getSimpleName());
        }
        var authority = text(path, json, "authentication_endpoint");
        if (!authority.startsWith("https://")) {
            throw wrong(path, "has an authentication_endpoint that is no https:// URL");
        }
        return new Content(
                text(path, json, "tenant_id"),
                text(path, json, "client_id"),
                new Proof.FileContent(
                        path,
                        new Sensitive(text(path, json, "client_secret")),
                        Cloud.https("authentication_endpoint", authority)));
    }

    private static String text(Path path, JsonNode json, String field) {
        var value = json.path(field).asText("").strip();
        if (value.isEmpty()) {
            throw wrong(path, "has no " + field);
        }
        return value;
    }

    private static byte[] bytes(Proof.FileNamed file) {
        try {
            var real = file.path().toRealPath();
            if (file.below().isPresent() && !real.startsWith(file.below().get().toRealPath())) {
                throw wrong(
                        file.path(),
                        "is a link that leads out of " + file.below().get() + ", and is not read");
            }
            if (!Files.isRegularFile(real)) {
                throw wrong(file.path(), "is no regular file");
            }
            try (var in = Files.newInputStream(real)) {
                var bytes = in.readNBytes(LARGEST + 1);
                if (bytes.length > LARGEST) {
                    throw wrong(file.path(), "is larger than 1 MiB");
                }
                return bytes;
            }
        } catch (NoSuchFileException missing) {
            throw wrong(file.path(), "does not exist");
        } catch (IOException e) {
            throw wrong(file.path(), "cannot be read: " + e.getClass().getSimpleName());
        }
    }

    private static IllegalArgumentException wrong(Path path, String what) {
        return new IllegalArgumentException(
                "the file %s, which %s names, %s".formatted(path, AzureIdentity.FILE, what));
    }
}
