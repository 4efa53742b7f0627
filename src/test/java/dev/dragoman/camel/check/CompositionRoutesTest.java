package dev.dragoman.camel.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.CompositionsPage;
import dev.dragoman.Operator;
import dev.dragoman.camel.Overlays;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Routes of compositions: each mistake is told with its place, before anything starts. */
class CompositionRoutesTest {
    private static final String ROUTES = "webapplications.camel.yaml";

    @TempDir private Path directory;

    @BeforeEach
    void write() throws IOException {
        CompositionsPage.write(directory);
    }

    private List<String> findings() {
        var overlays = new Overlays(List.of(directory));
        return Operator.overlayCheck(
                        Map.of("AZURE_SUBSCRIPTION_ID", "s", "AZURE_TENANT_ID", "t"), overlays)
                .check(overlays)
                .stream()
                .map(each -> each.toString().replace(directory + "/", ""))
                .toList();
    }

    private void change(String pattern, String text) throws IOException {
        var file = directory.resolve(ROUTES);
        var before = Files.readString(file);
        var after = before.replaceFirst("(?m)" + pattern, text);
        assertThat(after).isNotEqualTo(before);
        Files.writeString(file, after);
    }

    private void rename(String from, String to) throws IOException {
        Files.move(directory.resolve(from), directory.resolve(to));
    }

    @Test
    void thePageHasNoMistake() {
        assertThat(findings()).isEmpty();
    }

    /** These are all that is found: one mistake is told once. */
    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    ^.*kubernetes-apply.*\\n                 | ~~                               | :17: route 'webapplications' has no line 'apply' (kubernetes-apply:dragoman-webapplications), which is required
                    (kubernetes-apply:[a-z-]+)"              | $1", parameters: { force: true }   | :37: the line 'apply' has force=true, but a line of a composition has no options besides a bean's method; remove them
                    (kubernetes-apply:[a-z-]+)"              | $1?owner=true"                     | :37: the line 'apply' has owner=true, but a line of a composition has no options besides a bean's method; remove them
                    (webapplications.group)"                 | $1", parameters: { keep: always }  | :25: the line 'group' has keep=always, but a line of a composition has no options besides a bean's method; remove them
                    (webapplications.role)"                  | $1?each=x"                         | :28: the line 'role' has each=x, but a line of a composition has no options besides a bean's method; remove them
                    (dragoman-point:[a-z]+-objects)"         | $1?x=1"                            | :31: the line 'objects' has x=1, but a line of a composition has no options besides a bean's method; remove them
                    (.*object:[a-z]+.group.*\\n)(.*\\n)      | $2$1                               | :25: 'storage' needs the line 'group' above it
                    (.*object:[a-z]+.identity.*\\n)(.*\\n)   | $2$1                               | :27: 'role' needs the line 'identity' above it
                    (.*object:[a-z]+.storage.*\\n)           | $1$1                               | :27: the line 'storage' stands in the route twice, but one line makes all its objects; leave one out
                    (dispatch(?:.*\\n)*?.*steps:\\n)         | $1        - to: "kubernetes-object:webapplications.group"\\n | :9: the line kubernetes-object:webapplications.group works only in the route that begins with direct:webapplications; move it there
                    (.*method=release.*\\n)                  | $1        - to: "kubernetes-object:webapplications.group"\\n | :54: the line kubernetes-object:webapplications.group works only in the route that begins with direct:webapplications; move it there
                    (.*object:[a-z]+.role.*\\n)              | $1        - to: "kubernetes-object:webapplications.rolle"\\n | :29: there is no template webapplications.rolle.object.yaml for this line; write it, or remove the line
                    (.*object:[a-z]+.role.*\\n)              | $1        - to: "kubernetes-object:others"\\n | :29: there is no template others.object.yaml for this line; write it, or remove the line
                    """)
    void oneMistakeIsTold(String pattern, String text, String finding) throws IOException {
        change(pattern, text.replace("\\n", "\n"));
        assertThat(findings()).containsExactly(ROUTES + finding);
    }

    /** What else is wrong then, such as calls of what is not there, is told too. */
    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    direct:webapplications$          | direct:others          | :1: has the route 'webapplications-deletion', but has no route 'webapplications', which belongs to it; add that
                    direct:webapplications-deletion$ | direct:others-deletion | :1: has the route 'webapplications', but has no route 'webapplications-deletion', which belongs to it; add that
                    (.*object:[a-z]+.role.*\\n)((?:.*\\n){5}) | $2$1            | :33: 'role' needs the line 'compare' below it
                    webapplications.identity"        | webapplications.identy" | :27: there is no template webapplications.identy.object.yaml for this line; write it, or remove the line
                    """)
    void amongOthersTheMistakeIsTold(String pattern, String text, String finding)
            throws IOException {
        change(pattern, text);
        assertThat(findings()).contains(ROUTES + finding);
    }

    @Test
    void templatesWithoutRoutesAreAnErrorOfEach() throws IOException {
        Files.delete(directory.resolve(ROUTES));
        assertThat(findings())
                .hasSize(6)
                .contains(
                        "webapplications.group.object.yaml:1: no route begins with direct:webapplications; './dragoman new composition' writes a file with the routes of a composition");
    }

    /** A line may be left out; it is told what that means. */
    @Test
    void aTemplateWithoutALineIsAWarning() throws IOException {
        change("^.*object:webapplications.role.*\\n", "");
        assertThat(findings())
                .containsExactly(
                        "webapplications.role.object.yaml:1: warning: no route has the line kubernetes-object:webapplications.role: its objects are not made, and those that exist go");
    }

    @Test
    void aLineThatOthersReadCannotBeLeftOut() throws IOException {
        change("^.*object:webapplications.storage.*\\n", "");
        assertThat(findings()).contains(ROUTES + ":27: 'role' needs the line 'storage' above it");
    }

    @Test
    void aLineWithoutATemplateIsAnErrorWhereTheCompositionHasNone() throws IOException {
        rename("webapplications.role.object.yaml", "webapplication.role.object.yaml");
        assertThat(findings())
                .contains(
                        ROUTES
                                + ":28: there is no template webapplications.role.object.yaml for this line; write it, or remove the line",
                        "webapplication.role.object.yaml:1: no route begins with direct:webapplication; './dragoman new composition' writes a file with the routes of a composition");
    }

    @Test
    void aCompositionHasNoNameOfOurs() throws IOException {
        rename("webapplications.role.object.yaml", "azure.role.object.yaml");
        assertThat(findings())
                .contains(
                        "azure.role.object.yaml:1: the name azure is that of a built-in capability; choose another");
    }

    @Test
    void aNameThatNothingReadsIsToldWhatItMayBe() throws IOException {
        rename("webapplications.role.object.yaml", "webapplications.role.yaml");
        assertThat(findings())
                .anySatisfy(
                        each ->
                                assertThat(each)
                                        .startsWith("webapplications.role.yaml:1: is not read")
                                        .endsWith(
                                                "a template of a composition is COMPOSITION.LINE.object.yaml"));
    }
}
