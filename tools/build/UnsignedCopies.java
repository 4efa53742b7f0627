import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Takes the signatures out of the libraries beside the product. A JVM keeps classes of signed jars
 * out of its class cache and verifies them in each process, and nothing here asks who signed them:
 * Maven compares each library with its checksum when it fetches it. Run as a source file with the
 * directory; entries and times stay as they are, and a second run finds nothing to do.
 */
final class UnsignedCopies {
    private UnsignedCopies() {}

    public static void main(String[] args) throws IOException {
        try (var jars = Files.newDirectoryStream(Path.of(args[0]), "*.jar")) {
            for (var jar : jars) {
                if (isSigned(jar)) {
                    replace(jar);
                }
            }
        }
    }

    private static boolean isSigned(Path jar) throws IOException {
        try (var file = new JarFile(jar.toFile(), false)) {
            return file.stream().anyMatch(UnsignedCopies::isSignature);
        }
    }

    private static boolean isSignature(ZipEntry entry) {
        return entry.getName().toUpperCase(Locale.ROOT).matches("META-INF/[^/]+\\.(SF|RSA|DSA|EC)");
    }

    private static void replace(Path jar) throws IOException {
        var time = Files.getLastModifiedTime(jar);
        var copy = Files.createTempFile(jar.getParent(), "unsigned", ".tmp");
        try (var from = new JarFile(jar.toFile(), false);
                var to = new ZipOutputStream(Files.newOutputStream(copy))) {
            for (var entry : (Iterable<ZipEntry>) from.stream().map(e -> (ZipEntry) e)::iterator) {
                if (isSignature(entry)) {
                    continue;
                }
                if (entry.getName().equals(JarFile.MANIFEST_NAME)) {
                    var manifest = withoutDigests(from.getManifest());
                    copy(entry, to, out -> manifest.write(out));
                } else {
                    copy(entry, to, out -> from.getInputStream(entry).transferTo(out));
                }
            }
        }
        Files.setLastModifiedTime(copy, time);
        // as copied by Maven: readable for everybody, which a temporary file is not
        Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(jar));
        Files.move(copy, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private interface Content {
        void write(OutputStream out) throws IOException;
    }

    private static void copy(ZipEntry entry, ZipOutputStream to, Content content)
            throws IOException {
        var same = new ZipEntry(entry.getName());
        same.setTimeLocal(entry.getTimeLocal());
        to.putNextEntry(same);
        content.write(to);
        to.closeEntry();
    }

    /** The digests say nothing without the signature; what else is said of an entry stays. */
    private static Manifest withoutDigests(Manifest manifest) {
        var out = new Manifest(manifest);
        for (var attributes : out.getEntries().values()) {
            attributes.keySet().removeIf(UnsignedCopies::isDigest);
        }
        out.getEntries().values().removeIf(Attributes::isEmpty);
        return out;
    }

    private static boolean isDigest(Object name) {
        return name.toString().toUpperCase(Locale.ROOT).endsWith("-DIGEST");
    }
}
