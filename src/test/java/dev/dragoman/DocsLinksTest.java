package dev.dragoman;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Files that pages link to are there. */
class DocsLinksTest {
    private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#\\s]+)(?:#[^)]*)?\\)");

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        var pages = new ArrayList<Path>();
        try (var docs = Files.walk(Path.of("docs"))) {
            docs.filter(page -> page.toString().endsWith(".md")).forEach(pages::add);
        }
        for (var page : new String[] {"README.md", "CONTRIBUTING.md", "CHANGELOG.md"}) {
            pages.add(Path.of(page));
        }
        var broken = new ArrayList<String>();
        int links = 0;
        for (var page : pages) {
            var found = LINK.matcher(Files.readString(page));
            while (found.find()) {
                links++;
                var target = page.toAbsolutePath().resolveSibling(found.group(1)).normalize();
                if (!Files.exists(target)) {
                    broken.add(page + ": " + found.group(1));
                }
            }
        }
        assertThat(links).isGreaterThan(100);
        assertThat(broken).isEmpty();
    }
}
