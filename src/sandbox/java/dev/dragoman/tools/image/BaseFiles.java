package dev.dragoman.tools.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Makes the base of the image without a registry: a Java runtime from the JDK of the build, the C
 * library that it needs, and the user. It has no shell, no tools and no package manager.
 */
final class BaseFiles {
    /** The modules that the operator's libraries need: Java SE and some of the JDK. */
    private static final String MODULES =
            "java.se,jdk.httpserver,jdk.unsupported,jdk.management,jdk.zipfs,jdk.naming.dns,jdk.jfr,jdk.net,jdk.security.auth";

    private static final Pattern NEEDED = Pattern.compile("(?m)(/\\S+) \\(0x");
    private static final Pattern MISSING = Pattern.compile("(?m)^\\s*(\\S+) => not found");

    private final Path java;
    private final Path directory;

    private BaseFiles(Path directory) {
        this.java = directory.resolve("opt/java");
        this.directory = directory;
    }

    /** Empties the directory and writes the files into it. */
    static void make(Path jdk, Path directory) throws IOException, InterruptedException {
        var base = new BaseFiles(Tool.emptied(directory));
        base.link(jdk);
        base.libraries();
        base.write(
                "etc/passwd",
                """
                root:x:0:0:root:/:/nonexistent
                dragoman:x:65532:65532:dragoman:/:/nonexistent
                """);
        base.write("etc/group", "root:x:0:\ndragoman:x:65532:\n");
        base.write("etc/nsswitch.conf", "hosts: files dns\n");
    }

    private void link(Path jdk) throws IOException, InterruptedException {
        Files.createDirectories(java.getParent());
        var _ =
                Tool.run(
                        directory,
                        List.of(
                                jdk.resolve("bin/jlink").toString(),
                                "--add-modules=" + MODULES,
                                "--strip-debug",
                                "--no-header-files",
                                "--no-man-pages",
                                "--output=" + java));
        try (var programs = Files.list(java.resolve("bin"))) {
            for (var each : programs.toList()) {
                if (!each.endsWith("java")) {
                    Files.delete(each);
                }
            }
        }
        // java starts other programs with these helpers, and the image has no other programs
        for (var helper : List.of("jspawnhelper", "jexec")) {
            var _ = Files.deleteIfExists(java.resolve("lib").resolve(helper));
        }
    }

    /**
     * Copies the system libraries that the JVM needs. Deletes the libraries of the JDK that need
     * further ones.
     */
    private void libraries() throws IOException, InterruptedException {
        var system = new TreeSet<Path>();
        for (var part : List.of("bin/java", "lib/server/libjvm.so", "lib/libnet.so")) {
            system.addAll(needs(java.resolve(part)));
        }
        for (var library : ownLibraries()) {
            if (!system.containsAll(needs(library))) {
                // for screens, printers and sound; they cannot be loaded in the image
                Files.delete(library);
            }
        }
        for (var each : system) {
            var copy = directory.resolve(each.toString().substring(1));
            Files.createDirectories(copy.getParent());
            Files.copy(each, copy);
        }
    }

    private List<Path> ownLibraries() throws IOException {
        try (var all = Files.walk(java.resolve("lib"))) {
            return new ArrayList<>(all.filter(each -> each.toString().endsWith(".so")).toList());
        }
    }

    /** The libraries outside of the Java runtime that the program is linked with. */
    private Set<Path> needs(Path program) throws IOException, InterruptedException {
        var linked = Tool.run(directory, List.of("ldd", program.toString()));
        var needs = new TreeSet<Path>();
        var own = ownLibraries().stream().map(Path::getFileName).toList();
        MISSING.matcher(linked)
                .results()
                .map(each -> Path.of(each.group(1)))
                // ldd does not find the JDK's own libraries, which the JVM has already loaded
                .filter(each -> !own.contains(each))
                .forEach(needs::add);
        NEEDED.matcher(linked)
                .results()
                .map(each -> Path.of(each.group(1)).normalize())
                .filter(each -> !each.startsWith(java))
                .forEach(needs::add);
        return needs;
    }

    private void write(String name, String text) throws IOException {
        var file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
