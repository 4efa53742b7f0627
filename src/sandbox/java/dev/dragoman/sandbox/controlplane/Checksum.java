package dev.dragoman.sandbox.controlplane;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Compares files with pinned SHA-256 checksums. */
final class Checksum {
    private Checksum() {}

    /**
     * Returns normally when the file has the checksum.
     *
     * @param sha256 in lower case, as hexadecimal digits
     * @throws ControlPlaneException naming {@code from}, when the file has another checksum
     */
    static void check(URI from, Path file, String sha256) throws IOException {
        var found = sha256(file);
        if (!found.equals(sha256)) {
            throw new ControlPlaneException(
                    "%s is not the file that is pinned: its SHA-256 is %s, not %s. The file is not used."
                                    .formatted(from, found, sha256)
                            + " "
                            + Mirror.VARIABLE
                            + "=off builds with Go instead");
        }
    }

    static String sha256(Path file) throws IOException {
        var digest = digest();
        try (var in = new DigestInputStream(Files.newInputStream(file), digest)) {
            var buffer = new byte[1 << 16];
            while (in.read(buffer) >= 0) {
                // reading updates the digest
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
