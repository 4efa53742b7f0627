package dev.dragoman.kube;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainTextTest {
    @Test
    void whatATerminalObeysIsShown() {
        assertThat(PlainText.of("a\n\tb\r\u001b[31m\u2028\u202ec\u0085"))
                .isEqualTo("a\n\tb\\r\\u001b[31m\\u2028\\u202ec\\u0085");
    }

    @Test
    void oneLineHasNoLineBreaksEither() {
        assertThat(PlainText.oneLine("a\n\tb\r\u001b[31m\u2029c"))
                .isEqualTo("a\\n\\tb\\r\\u001b[31m\\u2029c");
    }

    @Test
    void whatPeopleWriteStays() {
        var text = "Größe \"ü\" \\n 漢字 😀 …";
        assertThat(PlainText.oneLine(text)).isSameAs(text);
    }
}
