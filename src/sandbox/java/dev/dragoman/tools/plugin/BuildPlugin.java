package dev.dragoman.tools.plugin;

import dev.dragoman.settings.Version;
import dev.dragoman.tools.image.Libraries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Builds the archive of {@code kubectl dragoman}: script, program and libraries. Writes the
 * manifest for krew, which has the checksum of the archive. The same inputs give the same bytes.
 */
@Command(name = "build-plugin", description = "Builds kubectl-dragoman.tar.gz and its manifest")
public final class BuildPlugin implements Callable<Integer> {
    /** Machine code of one platform. Without it the JDK's RSA is taken, on any platform. */
    private static final String NATIVE = "AmazonCorrettoCryptoProvider";

    @Option(names = "--created", required = true, description = "Time of the archive's files")
    private Instant created;

    @Option(names = "--target", required = true, description = "Maven's target directory")
    private Path target;

    @Option(names = "--files", required = true, description = "Directory of script and manifest")
    private Path files;

    @Option(names = "--license", required = true, description = "File with the license")
    private Path license;

    @Option(names = "--uri", required = true, description = "Where the archive will be")
    private String uri;

    @Option(names = "--output", description = "Directory of the results; default: the target")
    private Path output;

    /** Builds the plugin and ends the JVM, with exit code 0 on success. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new BuildPlugin()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        var directory = output == null ? target : output;
        var archive = directory.resolve("kubectl-dragoman.tar.gz");
        try (var gzip = new GZIPOutputStream(Files.newOutputStream(archive));
                var tar = new TarArchiveOutputStream(gzip)) {
            add(tar, files.resolve("kubectl-dragoman"), "kubectl-dragoman", 0755);
            add(tar, license, "LICENSE", 0644);
            add(tar, target.resolve("dragoman.jar"), "dragoman.jar", 0644);
            for (var library : Libraries.of(target)) {
                if (!library.contains(NATIVE)) {
                    add(tar, target.resolve(library), library, 0644);
                }
            }
        }
        // krew wants the plugin's name as that of the file
        var manifest = directory.resolve("krew").resolve("dragoman.yaml");
        Files.createDirectories(manifest.getParent());
        Files.writeString(
                manifest,
                Files.readString(files.resolve("dragoman.yaml"))
                        .replaceFirst("^(#.*\n)+", "")
                        .replace("${version}", Version.CURRENT)
                        .replace("${uri}", uri)
                        .replace("${sha256}", sha256(archive)));
        System.out.println("plugin: %s, %s".formatted(archive, manifest));
        return 0;
    }

    private void add(TarArchiveOutputStream tar, Path file, String name, int mode)
            throws IOException {
        var entry = new TarArchiveEntry(name);
        entry.setSize(Files.size(file));
        entry.setMode(mode);
        entry.setLastModifiedTime(FileTime.from(created));
        tar.putArchiveEntry(entry);
        Files.copy(file, tar);
        tar.closeArchiveEntry();
    }

    private static String sha256(Path file) throws IOException {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
