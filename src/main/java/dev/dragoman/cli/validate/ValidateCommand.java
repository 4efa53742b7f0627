package dev.dragoman.cli.validate;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.dragoman.Operator;
import dev.dragoman.camel.Outcomes;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.check.Diagnostic;
import dev.dragoman.cli.trial.CheckedFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks overlays before they are rolled out. */
@Command(
        name = "validate",
        description =
                "Checks overlays: routes, kamelets, the template of namespaces; one line for each"
                        + " problem. Runs steps of extension points on small objects of each"
                        + " capability. Exit code 1 when the operator would not start with these"
                        + " overlays, or when a step does what steps may not do. With only warnings it is"
                        + " 0.",
        mixinStandardHelpOptions = true)
public final class ValidateCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "DIR",
            description =
                    "Directories with *.camel.yaml and *.kamelet.yaml. Of files with the same"
                            + " name, the one in the first directory counts. Default:"
                            + " DRAGOMAN_OVERLAYS.")
    private List<Path> directories = List.of();

    @Option(
            names = "--object",
            paramLabel = "FILE",
            description =
                    "Prints what would be sent or applied for the objects in this file, without"
                            + " and with the overlays. Says why steps of the overlays refuse an object."
                            + " Neither a cluster nor Azure is asked: Secrets and ConfigMaps that an"
                            + " object names must be in the file. The object's owner and the"
                            + " resources in Azure that it refers to are assumed to exist.")
    private Optional<Path> object = Optional.empty();

    @Option(
            names = "--namespace",
            paramLabel = "FILE",
            description = "The Namespace of the objects, with its labels and annotations.")
    private Optional<Path> namespace = Optional.empty();

    @Option(
            names = "--rights",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "NAME",
            description =
                    "Prints, for kubectl apply, the rights that the overlays need beyond those of the"
                            + " operator's manifests. With NAME: the ServiceAccount of the"
                            + " composition NAME, its rights, and those of the operator to act as it.")
    private Optional<String> rights = Optional.empty();

    @Spec private CommandSpec spec;

    private final Map<String, String> settings;

    /** Reads the settings from the environment of this process. */
    public ValidateCommand() {
        this(System.getenv());
    }

    public ValidateCommand(Map<String, String> settings) {
        this.settings = settings;
    }

    @Override
    public Integer call() {
        // the output must hold only findings, and no log lines of Camel
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
        var err = spec.commandLine().getErr();
        if (namespace.isPresent() && object.isEmpty()) {
            err.println("--namespace has no effect without --object");
            return 1;
        }
        if (rights.isPresent() && isDirectory(rights.get())) {
            // the option takes the directory behind it for a name
            directories =
                    Stream.concat(Stream.of(Path.of(rights.get())), directories.stream()).toList();
            rights = Optional.of("");
        }
        var missing = directories.stream().filter(each -> !Files.isDirectory(each)).findFirst();
        if (missing.isPresent()) {
            err.println(missing.get() + ": not a directory");
            return 1;
        }
        try {
            return code(directories.isEmpty() ? Overlays.of(settings) : new Overlays(directories));
        } catch (IllegalArgumentException setting) {
            err.println(setting.getMessage());
            return 1;
        } finally {
            err.flush();
            spec.commandLine().getOut().flush();
        }
    }

    /** Prints what is found of the files; returns the exit code. */
    private int code(Overlays overlays) {
        var err = spec.commandLine().getErr();
        var check = Operator.overlayCheck(settings, overlays);
        var broken = CheckedFiles.broken(settings, overlays);
        if (nothing(overlays)) {
            err.println(
                    "nothing to check: %s does not exist; name a directory, or set %s"
                            .formatted(overlays.directories().getFirst(), Overlays.VARIABLE));
            return 1;
        }
        var composition = rights.filter(each -> !each.isEmpty());
        if (composition.isPresent() && broken.isEmpty()) {
            return RightsPage.print(overlays, composition.get(), settings, spec.commandLine());
        }
        var found = check.check(overlays);
        found.forEach(err::println);
        broken.forEach(err::println);
        if (!broken.isEmpty() || !found.stream().allMatch(Diagnostic::warning)) {
            return 1;
        }
        if (rights.isPresent()) {
            OverlayRights.print(overlays, check, settings, spec.commandLine());
            return 0;
        }
        if (!isTried(overlays)) {
            return 1;
        }
        if (object.isEmpty()) {
            spec.commandLine().getOut().println(sound(overlays));
        }
        return 0;
    }

    /** Whether the text is a directory, and no composition of the other directories. */
    private boolean isDirectory(String text) {
        var templates = new Overlays(directories).ending(".object.yaml").stream();
        return !text.isEmpty()
                && Files.isDirectory(Path.of(text))
                && templates.noneMatch(
                        each -> each.getFileName().toString().startsWith(text + "."));
    }

    /** Whether there is nothing to do. An object can be tried without overlays too. */
    private boolean nothing(Overlays overlays) {
        return object.isEmpty() && overlays.directories().stream().noneMatch(Files::isDirectory);
    }

    private static String sound(Overlays overlays) {
        var directories =
                overlays.directories().stream()
                        .map(Path::toString)
                        .collect(Collectors.joining(", "));
        if (empty(overlays)) {
            return "nothing to check: %s has no route file, kamelet or template"
                    .formatted(directories);
        }
        return "%s, %s, %s and %s are sound (%s)"
                .formatted(
                        counted(overlays.routes().size(), "route file"),
                        overlays.steps().size() == 1
                                ? "1 file of steps"
                                : overlays.steps().size() + " files of steps",
                        counted(overlays.kamelets().size(), "kamelet"),
                        counted(files(overlays), "template"),
                        directories);
    }

    /** Number of templates: of compositions, and files that replace those of a capability. */
    private static int files(Overlays overlays) {
        var replaced = Operator.FILES.stream().filter(each -> overlays.file(each).isPresent());
        return overlays.ending(".object.yaml").size() + (int) replaced.count();
    }

    private static boolean empty(Overlays overlays) {
        return overlays.isEmpty() && files(overlays) == 0;
    }

    /** Runs the steps, on samples or on the user's objects; false when there is a problem. */
    private boolean isTried(Overlays overlays) {
        var err = spec.commandLine().getErr();
        try {
            if (object.isPresent()) {
                var out = spec.commandLine().getOut();
                return new ObjectTrial(overlays, environment(), out, err)
                        .isSound(object.get(), namespace);
            }
            var found = new SampleTrial(overlays, environment()).problems();
            found.forEach(err::println);
            return found.stream().allMatch(Diagnostic::warning);
        } catch (IllegalArgumentException wrong) {
            err.println(wrong.getMessage());
            return false;
        } catch (RuntimeException | StackOverflowError unforeseen) {
            err.println("the steps cannot be tried: " + Outcomes.text(unforeseen));
            return false;
        }
    }

    /**
     * The settings. Samples are in no target namespace, so the setting for target namespaces is
     * removed for them.
     */
    private Map<String, String> environment() {
        var all = new HashMap<>(settings);
        if (object.isEmpty()) {
            all.remove("AZURE_TARGET_NAMESPACES");
        }
        return all;
    }

    private static String counted(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
