package dev.dragoman.tools.image;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarFile;

/**
 * An image in the format of {@code docker load}: a tar file with a manifest, a configuration and
 * layers.
 */
public final class ImageTar {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String WHITEOUT = ".wh.";
    private static final String OPAQUE = ".wh..wh..opq";

    private final Path file;
    private final JsonNode manifest;

    private ImageTar(Path file, JsonNode manifest) {
        this.file = file;
        this.manifest = manifest;
    }

    /** Opens an image. Layers are read only when they are unpacked. */
    public static ImageTar read(Path file) throws IOException {
        try (var tar = new TarFile(file.toFile())) {
            return new ImageTar(file, json(tar, "manifest.json").path(0));
        }
    }

    /** The name with its tag. */
    public String name() {
        return manifest.path("RepoTags").path(0).asText();
    }

    /** The configuration: user, entry point, digests of the layers and more. */
    public JsonNode configuration() throws IOException {
        try (var tar = new TarFile(file.toFile())) {
            return json(tar, manifest.path("Config").asText());
        }
    }

    /** The digests of the uncompressed layers, from the lowest to the highest. */
    public List<String> layers() throws IOException {
        return texts(configuration().at("/rootfs/diff_ids"));
    }

    /** The environment variables of the image, by name. */
    public Map<String, String> environment() throws IOException {
        var all = new TreeMap<String, String>();
        for (var each : texts(configuration().at("/config/Env"))) {
            int equal = each.indexOf('=');
            all.put(each.substring(0, equal), each.substring(equal + 1));
        }
        return all;
    }

    /** The entry point and its arguments. */
    public List<String> entryPoint() throws IOException {
        return texts(configuration().at("/config/Entrypoint"));
    }

    /** Arguments of the entry point where a container has none. */
    public List<String> command() throws IOException {
        return texts(configuration().at("/config/Cmd"));
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
    }

    private static JsonNode json(TarFile tar, String name) throws IOException {
        try (var in = tar.getInputStream(entry(tar, name))) {
            return JSON.readTree(in);
        }
    }

    private static TarArchiveEntry entry(TarFile tar, String name) throws IOException {
        return tar.getEntries().stream()
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IOException("the image has no file " + name));
    }

    /**
     * Unpacks all layers on top of each other, as a container runtime does: with modes and times,
     * and without files that a layer deletes.
     *
     * @return the tar entries of the files that are in the directory at the end, by path
     * @throws IOException also for an entry outside of the directory
     */
    public Map<String, TarArchiveEntry> unpack(Path directory) throws IOException {
        var root = Files.createDirectories(directory).toRealPath();
        var all = new LinkedHashMap<String, TarArchiveEntry>();
        try (var tar = new TarFile(file.toFile())) {
            for (var layer : texts(manifest.path("Layers"))) {
                try (var in = layer(tar.getInputStream(entry(tar, layer)))) {
                    for (var e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
                        put(root, e, in, all);
                    }
                }
            }
        }
        // set last, because writing into a directory changes its time
        for (var each : all.entrySet()) {
            if (each.getValue().isDirectory()) {
                time(root.resolve(each.getKey()), each.getValue());
            }
        }
        return all;
    }

    private static TarArchiveInputStream layer(InputStream in) throws IOException {
        var buffered = new BufferedInputStream(in);
        buffered.mark(2);
        var gzip = buffered.read() == 0x1f && buffered.read() == 0x8b;
        buffered.reset();
        return new TarArchiveInputStream(gzip ? new GZIPInputStream(buffered, 1 << 16) : buffered);
    }

    private static void put(
            Path root, TarArchiveEntry e, InputStream in, Map<String, TarArchiveEntry> all)
            throws IOException {
        var path = inside(root, e.getName());
        var name = path.getFileName().toString();
        if (name.equals(OPAQUE)) {
            remove(root, path.getParent(), all, false);
            return;
        }
        if (name.startsWith(WHITEOUT)) {
            var gone = path.resolveSibling(name.substring(WHITEOUT.length()));
            remove(root, gone, all, true);
            return;
        }
        if (!(e.isDirectory() && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))) {
            remove(root, path, all, true);
        }
        if (e.isDirectory()) {
            Files.createDirectories(path);
        } else if (e.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(e.getLinkName()));
        } else if (e.isLink()) {
            Files.createLink(path, inside(root, e.getLinkName()));
        } else {
            Files.copy(in, path, StandardCopyOption.REPLACE_EXISTING);
        }
        if (!e.isSymbolicLink()) {
            Files.setPosixFilePermissions(path, permissions(e.getMode()));
            time(path, e);
        }
        all.put(root.relativize(path).toString(), e);
    }

    /**
     * The path of an entry, with its real parent, because a link in a lower layer could lead out of
     * the root.
     */
    private static Path inside(Path root, String name) throws IOException {
        var path = root.resolve(name.replaceFirst("^/+", "")).normalize();
        if (path.equals(root)) {
            return path;
        }
        if (path.startsWith(root)) {
            Files.createDirectories(path.getParent());
            var parent = path.getParent().toRealPath();
            if (parent.startsWith(root)) {
                return parent.resolve(path.getFileName());
            }
        }
        throw new IOException("the image has an entry outside of its root directory: " + name);
    }

    private static void remove(
            Path root, Path path, Map<String, TarArchiveEntry> all, boolean itself)
            throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (var below = Files.walk(path)) {
            below.sorted(Comparator.reverseOrder())
                    .filter(each -> itself || !each.equals(path))
                    .forEach(
                            each -> {
                                delete(each);
                                all.remove(root.relativize(each).toString());
                            });
        }
    }

    private static void delete(Path path) {
        try {
            Files.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void time(Path path, TarArchiveEntry e) throws IOException {
        Files.setLastModifiedTime(path, FileTime.from(e.getLastModifiedTime().toInstant()));
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        var letters = new StringBuilder("rwxrwxrwx");
        for (int bit = 0; bit < letters.length(); bit++) {
            if ((mode & (0400 >> bit)) == 0) {
                letters.setCharAt(bit, '-');
            }
        }
        return PosixFilePermissions.fromString(letters.toString());
    }
}
