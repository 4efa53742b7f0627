package dev.dragoman.sandbox.azure;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Microsoft's command line tool as Debian packages it, in {@code ~/.cache/dragoman/az}: apt loads
 * what the machine lacks of it and of its libraries, and checks the signatures as ever, but nothing
 * is installed. That takes no root and leaves the machine as it is.
 */
final class DebianAz {
    /** Tag of tests that need apt. */
    static final String TAG = "apt";

    private static final String PACKAGE = "azure-cli";
    private static final Path APT = Path.of("/usr/bin/apt-get");
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Command SYSTEM =
            new Command(Map.of("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"));

    /** The library of {@code az keyvault}, which Debian's package lacks. */
    private static final String KEY_VAULT = "azure-keyvault==1.1.0";

    private final Path home;
    private final List<Path> libraries;

    private DebianAz(Path home, List<Path> libraries) {
        this.home = home;
        this.libraries = libraries;
    }

    /**
     * The tool, loaded if it was not yet, and again if it no longer starts, as when the machine has
     * lost a library that it had. Skips the test where there is no apt, or apt has no such package.
     */
    static synchronized DebianAz load() throws IOException {
        assumeTrue(Files.isExecutable(APT), "az is loaded by apt, and there is no " + APT);
        var cache =
                Files.createDirectories(
                        Path.of(System.getProperty("user.home"), ".cache", "dragoman"));
        var az = new DebianAz(cache.resolve("az"), List.of());
        try (var channel =
                        FileChannel.open(
                                cache.resolve("az.lock"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                var lock = channel.lock()) {
            if (lock.isValid() && !az.starts()) {
                az.replace(cache.resolve("az.loading"));
            }
        }
        return az;
    }

    /**
     * The tool with the library that {@code az keyvault} needs. Skips the test where pip cannot
     * load it.
     */
    DebianAz withKeyVault() throws IOException {
        var library = home.resolve("az-keyvault");
        if (!Files.isDirectory(library)) {
            var work = Files.createTempDirectory(home, "az-keyvault");
            var pip =
                    new Command(System.getenv())
                            .run(
                                    LIMIT,
                                    List.of(
                                            "python3",
                                            "-m",
                                            "pip",
                                            "install",
                                            "--quiet",
                                            "--no-input",
                                            "--no-deps",
                                            "--target",
                                            work.toString(),
                                            KEY_VAULT));
            assumeTrue(pip.exit() == 0, "pip has no " + KEY_VAULT + ": " + pip.error());
            // the tool's own code still calls a function that Python 3.11 no longer has
            Files.writeString(
                    work.resolve("sitecustomize.py"),
                    "import inspect\ninspect.getargspec = inspect.getfullargspec\n");
            Files.move(work, library, StandardCopyOption.ATOMIC_MOVE);
        }
        return new DebianAz(home, List.of(library));
    }

    /**
     * Runs it to its end, with nothing of this process's environment.
     *
     * @param environment what it is told of where it is
     */
    Command.Result run(Map<String, String> environment, List<String> arguments) throws IOException {
        var all = new ArrayList<String>();
        all.add(home.resolve("usr/bin/az").toString());
        all.addAll(arguments);
        return python(environment, all);
    }

    /** Runs a script with Python and Microsoft's libraries that came along with the tool. */
    Command.Result python(Map<String, String> environment, List<String> arguments)
            throws IOException {
        // where python itself was loaded, the one that came along; its libraries lie beside it
        var python = home.resolve("usr/bin/python3");
        var command = new ArrayList<String>();
        command.add(Files.exists(python) ? python.toString() : "/usr/bin/python3");
        command.addAll(arguments);
        var all = new HashMap<>(environment);
        all.put("PATH", "/usr/bin:/bin");
        all.put("LANG", "C.UTF-8");
        all.put("PYTHONPATH", pythonPath());
        all.put("LD_LIBRARY_PATH", libraries());
        return new Command(all).run(Duration.ofMinutes(2), command);
    }

    private String pythonPath() {
        return Stream.concat(
                        libraries.stream(),
                        Stream.of(home.resolve("usr/lib/python3/dist-packages")))
                .map(Path::toString)
                .collect(Collectors.joining(":"));
    }

    private String libraries() throws IOException {
        var found = new ArrayList<String>();
        for (var lib : List.of("lib", "usr/lib")) {
            if (Files.isDirectory(home.resolve(lib))) {
                try (var each = Files.newDirectoryStream(home.resolve(lib), "*-linux-gnu*")) {
                    each.forEach(directory -> found.add(directory.toString()));
                }
            }
        }
        return String.join(":", found);
    }

    private boolean starts() throws IOException {
        return Files.exists(home) && run(Map.of(), List.of("version")).exit() == 0;
    }

    private void replace(Path work) throws IOException {
        must(List.of("rm", "-rf", work.toString(), home.toString()));
        var root = Files.createDirectories(work.resolve("root"));
        for (var archive : packages(work)) {
            must(List.of("dpkg-deb", "--extract", archive.toString(), root.toString()));
        }
        Files.move(root, home, StandardCopyOption.ATOMIC_MOVE);
        must(List.of("rm", "-rf", work.toString()));
        var version = run(Map.of(), List.of("version"));
        if (version.exit() != 0) {
            throw new IOException("az does not start from " + home + ": " + version.error());
        }
    }

    private static List<Path> packages(Path work) throws IOException {
        // A machine may have no lists, and only root may fetch them to where the machine has them.
        var apt =
                List.of(
                        APT.toString(),
                        "--quiet",
                        "--yes",
                        "--no-install-recommends",
                        "--option=Dir::State::lists=" + work.resolve("lists"),
                        "--option=Dir::Cache=" + work.resolve("cache"),
                        "--option=Acquire::Languages=none",
                        "--option=APT::Sandbox::User=root",
                        "--option=Debug::NoLocking=true");
        Files.createDirectories(work.resolve("lists/partial"));
        var archives = Files.createDirectories(work.resolve("cache/archives"));
        Files.createDirectories(archives.resolve("partial"));
        var update = SYSTEM.run(LIMIT, and(apt, "update"));
        var known = SYSTEM.run(LIMIT, and(apt, "--simulate", "install", PACKAGE));
        assumeTrue(
                known.exit() == 0,
                "apt has no " + PACKAGE + ": " + known.error() + " " + update.error());
        must(and(apt, "--download-only", "--reinstall", "install", PACKAGE));
        try (var found = Files.newDirectoryStream(archives, "*.deb")) {
            var all = new ArrayList<Path>();
            found.forEach(all::add);
            return all;
        }
    }

    private static List<String> and(List<String> command, String... more) {
        var all = new ArrayList<>(command);
        all.addAll(List.of(more));
        return all;
    }

    private static void must(List<String> command) throws IOException {
        var result = SYSTEM.run(LIMIT, command);
        if (result.exit() != 0) {
            throw new IOException(String.join(" ", command) + " failed: " + result.error());
        }
    }
}
