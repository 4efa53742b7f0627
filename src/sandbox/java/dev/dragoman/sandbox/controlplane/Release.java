package dev.dragoman.sandbox.controlplane;

import java.net.URI;
import java.util.Optional;

/**
 * An official release of a program.
 *
 * @param program file name of the binary
 * @param version without the {@code v}, such as {@code 1.36.3}
 * @param platform such as {@code linux-amd64}
 * @param sha256 of the downloaded file, which for etcd is an archive; in lower case
 */
record Release(String program, String version, String platform, String sha256) {
    private static final String GITHUB = "github.com/";

    /**
     * The URL of the file.
     *
     * @param mirror a URL below which each official host is a directory; empty: the official hosts
     *     themselves
     */
    URI address(Optional<String> mirror) {
        return URI.create(mirror.map(base -> base + "/").orElse("https://") + place());
    }

    private String place() {
        return switch (program) {
            case "etcd" ->
                    GITHUB + "etcd-io/etcd/releases/download/v" + version + "/" + unpacked() + ending();
            case "kwok" ->
                    GITHUB + "kubernetes-sigs/kwok/releases/download/v" + version + "/kwok-" + platform;
            default ->
                    "dl.k8s.io/release/v%s/bin/%s/%s"
                            .formatted(version, platform.replace('-', '/'), program);
        };
    }

    private String ending() {
        return platform.startsWith("linux") ? ".tar.gz" : ".zip";
    }

    private String unpacked() {
        return "etcd-v" + version + "-" + platform;
    }

    /** The program's path in the downloaded archive; empty when the file is the program. */
    Optional<String> member() {
        return program.equals("etcd") ? Optional.of(unpacked() + "/etcd") : Optional.empty();
    }

    /** The name of the release's directory in the cache. */
    String directory() {
        return program + "-v" + version + "-" + platform + "-" + sha256.substring(0, 16);
    }

    @Override
    public String toString() {
        return program + " " + version;
    }
}
