package dev.dragoman.sandbox.controlplane;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Finds the control plane's programs, or fetches or builds them.
 *
 * <p>When {@code DRAGOMAN_CONTROL_PLANE_BIN} names a directory, all programs must be in it; those
 * of another minor version in its subdirectory {@code kubernetes-MINOR}. Otherwise each program
 * comes from the first of these that has it: the directory of {@code KUBEBUILDER_ASSETS}, the cache
 * ({@link Cache}), its official release, a build with Go. Thread-safe.
 */
public final class Binaries {
    static final String DIRECTORY = "DRAGOMAN_CONTROL_PLANE_BIN";
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private final Map<String, String> environment;
    private final Cache cache;
    private final Assets assets;
    private final Downloads downloads;
    private final Consumer<String> progress;

    /**
     * Uses the environment of this process.
     *
     * @param progress gets lines for the user about steps that take long
     */
    public Binaries(Consumer<String> progress) {
        this(System.getenv(), Releases.load(), SILENCE, progress);
    }

    Binaries(
            Map<String, String> environment,
            Releases releases,
            Duration silence,
            Consumer<String> progress) {
        this.environment = Map.copyOf(environment);
        this.cache = Cache.of(environment, progress);
        this.assets = new Assets(environment);
        this.downloads = new Downloads(cache, releases, this.environment, silence, progress);
        this.progress = progress;
    }

    /**
     * Fetches or builds the programs that are missing. {@link #path} returns at once for them
     * afterwards.
     *
     * @throws ControlPlaneException when a program cannot be obtained; the message says what the
     *     user can do
     */
    public void require(Collection<Program> programs) {
        if (given().isEmpty()) {
            assets.said(programs).forEach(progress);
        }
        get(programs);
    }

    /** The program's file; fetches or builds it first when it is missing. */
    public Path path(Program program) {
        return find(program)
                .orElseGet(
                        () -> {
                            get(List.of(program));
                            return find(program).orElseThrow();
                        });
    }

    private void get(Collection<Program> programs) {
        var missing =
                programs.stream()
                        .filter(program -> find(program).isEmpty())
                        .map(program -> new Wanted(program, assets.forms(program)))
                        .toList();
        if (!missing.isEmpty()) {
            missing = downloads.fetch(missing);
        }
        if (!missing.isEmpty()) {
            build(missing);
        }
    }

    private void build(List<Wanted> missing) {
        var programs = new ArrayList<Program>();
        for (var wanted : missing) {
            programs.add(
                    wanted.forms().stream()
                            .filter(form -> GoModule.exists(form.module()))
                            .findFirst()
                            .orElseThrow(() -> new ControlPlaneException(noForm(wanted))));
        }
        var go =
                Go.find(environment).orElseThrow(() -> new ControlPlaneException(noGo(missing)));
        new GoBuilds(go, cache, progress).build(programs);
    }

    private Optional<Path> find(Program program) {
        if (given().isPresent()) {
            return Optional.of(inGiven(given().get(), program));
        }
        return assets.file(program)
                .or(
                        () ->
                                assets.forms(program).stream()
                                        .flatMap(form -> cached(form).stream())
                                        .findFirst());
    }

    private Optional<String> given() {
        return Optional.ofNullable(environment.get(DIRECTORY)).filter(value -> !value.isBlank());
    }

    private static Path inGiven(String directory, Program program) {
        var name =
                program.ofAnotherMinor() ? program.module() + "/" + program.name() : program.name();
        var file = Path.of(directory, name);
        if (!Files.isExecutable(file)) {
            throw new ControlPlaneException(
                    DIRECTORY + "=" + directory + " has no executable " + name);
        }
        return file;
    }

    private Optional<Path> cached(Program form) {
        return downloads
                .place(form)
                .filter(Files::isExecutable)
                .or(
                        () ->
                                Optional.of(form.module())
                                        .filter(GoModule::exists)
                                        .map(GoModule::load)
                                        .map(module -> GoBuild.home(cache, module))
                                        .map(home -> home.resolve(form.name()))
                                        .filter(Files::isExecutable));
    }

    private String noForm(Wanted wanted) {
        var server = assets.server();
        return ("%s of Kubernetes %s cannot be fetched%s, and Go can build only its versions 1.30 and"
                + " 1.36. Put the program of version %s or one minor version less into %s, or"
                + " use an API server of version 1.36 there")
                .formatted(
                        wanted.program().name(),
                        server.line(),
                        refusals(),
                        server.line(),
                        Assets.VARIABLE);
    }

    private String noGo(List<Wanted> missing) {
        return missing.stream()
                        .map(wanted -> wanted.program().name())
                        .collect(Collectors.joining(", "))
                + ": not in the cache, cannot be fetched as a release"
                + refusals()
                + ", and Go was not found. One of these helps: the programs in a directory that "
                + Assets.VARIABLE
                + " names; network to dl.k8s.io and github.com, or their mirror in "
                + Mirror.VARIABLE
                + "; Go 1.26 or newer (https://go.dev/dl); or --kubeconfig of a cluster that you have";
    }

    private String refusals() {
        var said = downloads.refusals();
        return said.isEmpty() ? "" : " (" + said + ")";
    }
}
