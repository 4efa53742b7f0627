package dev.dragoman.cli.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes results in the form of JUnit, which CI systems read. */
final class JunitReport {
    private JunitReport() {}

    static void write(Path file, List<CaseResult> results) {
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
                result(xml, each);
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

    private static void result(XMLStreamWriter xml, CaseResult result) throws XMLStreamException {
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
