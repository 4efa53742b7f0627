package dev.dragoman;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.NodeList;

/** Each library that the project names has its reason in docs/decisions. */
class DependenciesDocumentedTest {
    @Test
    void eachDependencyHasItsReason() throws Exception {
        var pom = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse("pom.xml");
        var found =
                (NodeList)
                        XPathFactory.newInstance()
                                .newXPath()
                                .evaluate(
                                        "/project/dependencies/dependency/artifactId",
                                        pom,
                                        XPathConstants.NODESET);
        var page = Files.readString(Path.of("docs/decisions/2026-11-dependencies.md"));
        assertThat(found.getLength()).isGreaterThan(20);
        for (int i = 0; i < found.getLength(); i++) {
            assertThat(page).contains("`" + found.item(i).getTextContent() + "`");
        }
    }
}
