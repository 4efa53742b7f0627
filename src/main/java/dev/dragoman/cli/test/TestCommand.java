package dev.dragoman.cli.test;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs cases of overlays without a cluster. */
@Command(
        name = "test",
        description =
                "Runs the cases NAME.case.yaml below a directory: the operator itself with a team's"
                        + " files, over objects and answers that the case has. Neither a cluster nor"
                        + " Azure nor any other host is asked. Exit code 1 when a case fails.",
        mixinStandardHelpOptions = true)
public final class TestCommand implements Callable<Integer> {
    /** Cases that run at the same time: each has an operator of its own in memory. */
    private static final int AT_ONCE = Math.min(2, Runtime.getRuntime().availableProcessors());

    @Parameters(paramLabel = "DIR", description = "Directory of cases. Nothing outside is read.")
    private Path root;

    @Option(
            names = "--overlays",
            paramLabel = "DIR",
            description =
                    "Directories with the team's files, for cases that name none and have no directory"
                            + " overlays beside them.")
    private List<Path> overlays = List.of();

    @Option(names = "--case", paramLabel = "NAME", description = "Only the cases of these names.")
    private List<String> only = List.of();

    @Option(names = "--update", description = "Writes the golden files of the cases.")
    private boolean updates;

    @Option(names = "--strict", description = "Warnings about the team's files fail a case.")
    private boolean strict;

    @Option(names = "--show", description = "Prints what each case did, as YAML.")
    private boolean shows;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "Writes the results to this file, in the form of JUnit.")
    private Optional<Path> junit = Optional.empty();

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
        var err = spec.commandLine().getErr();
        var missing = new ArrayList<>(overlays);
        missing.add(root);
        missing.removeIf(Files::isDirectory);
        if (!missing.isEmpty()) {
            err.println(missing.getFirst() + ": not a directory");
            return 2;
        }
        var cases = cases();
        for (var each : only) {
            if (cases.stream().noneMatch(file -> file.endsWith(each + CaseFile.ENDING))) {
                err.printf("--case %s: there is no file %s%s%n", each, each, CaseFile.ENDING);
                return 2;
            }
        }
        if (cases.isEmpty()) {
            err.printf("%s has no case: a case is a file NAME%s%n", root, CaseFile.ENDING);
            return 2;
        }
        var out = spec.commandLine().getOut();
        var results = results(cases, out);
        long failed = results.stream().filter(each -> !each.isMet()).count();
        out.printf(
                "%d %s, %d failed%n",
                results.size(), results.size() == 1 ? "case" : "cases", failed);
        out.flush();
        err.flush();
        try {
            junit.ifPresent(file -> writeReport(file, results));
        } catch (UncheckedIOException e) {
            err.printf("--junit: cannot write (%s)%n", e.getCause());
            return 2;
        }
        return failed == 0 ? 0 : 1;
    }

    private List<Path> cases() {
        try (var all = Files.walk(root)) {
            return all.filter(each -> each.toString().endsWith(CaseFile.ENDING))
                    .filter(
                            each ->
                                    only.isEmpty()
                                            || only.stream()
                                                    .anyMatch(
                                                            name ->
                                                                    each.endsWith(
                                                                            name
                                                                                    + CaseFile
                                                                                            .ENDING)))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Prints each result when it and those before it are there. */
    private List<CaseResult> results(List<Path> cases, PrintWriter out)
            throws InterruptedException {
        var run = new CaseRun(root, overlays, Map.of(), updates);
        try (var workers = Executors.newFixedThreadPool(AT_ONCE)) {
            var pending = cases.stream().map(each -> workers.submit(() -> run.of(each))).toList();
            var results = new ArrayList<CaseResult>();
            for (var each : pending) {
                var result = judged(each.get());
                print(result, out);
                out.flush();
                results.add(result);
            }
            return results;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private CaseResult judged(CaseResult result) {
        if (!strict || result.warnings().isEmpty()) {
            return result;
        }
        var faults = new ArrayList<>(result.faults());
        faults.addAll(result.warnings());
        return new CaseResult(result.name(), faults, List.of(), result.record(), result.time());
    }

    private void print(CaseResult result, PrintWriter out) {
        out.printf("%-4s %s%n", result.isMet() ? "ok" : "FAIL", result.name());
        result.faults().forEach(each -> out.println(each.indent(5).stripTrailing()));
        result.warnings().forEach(each -> out.println(each.indent(5).stripTrailing()));
        if (shows) {
            out.print(result.record());
        }
    }

    /** Writes results in the form of JUnit, which CI systems read. */
    private static void writeReport(Path file, List<CaseResult> results) {
        try (var out = Files.newBufferedWriter(file)) {
            var xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", "dragoman test");
            xml.writeAttribute("tests", String.valueOf(results.size()));
            xml.writeAttribute(
                    "failures",
                    String.valueOf(results.stream().filter(each -> !each.isMet()).count()));
            xml.writeAttribute("errors", "0");
            xml.writeAttribute("skipped", "0");
            xml.writeAttribute(
                    "time",
                    seconds(results.stream().mapToLong(each -> each.time().toMillis()).sum()));
            for (var each : results) {
                writeResult(xml, each);
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void writeResult(XMLStreamWriter xml, CaseResult result)
            throws XMLStreamException {
        int slash = result.name().lastIndexOf('/');
        xml.writeCharacters("\n");
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", slash < 0 ? "cases" : result.name().substring(0, slash));
        xml.writeAttribute("name", result.name().substring(slash + 1));
        xml.writeAttribute("time", seconds(result.time().toMillis()));
        if (!result.isMet()) {
            xml.writeStartElement("failure");
            xml.writeAttribute("message", plain(result.faults().getFirst()));
            xml.writeAttribute("type", "dragoman.Case");
            xml.writeCharacters(plain(String.join("\n", result.faults())));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    /** Without characters that XML cannot have. */
    private static String plain(String text) {
        return text.replaceAll("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\uFFFE\\uFFFF]", "?");
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.3f", millis / 1000.0);
    }
}
