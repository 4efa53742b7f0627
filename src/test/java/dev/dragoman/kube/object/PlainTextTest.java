package dev.dragoman.kube.object;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainTextTest {
    @Test
    void whatATerminalObeysIsShown() {
        assertThat(PlainText.of("a\n\tb\r\u001b[31m\u2028\u202ec\u0085"))
                .isEqualTo("a\n\tb\\r\\u001b[31m\\u2028\\u202ec\\u0085");
    }

    /** Letters that nobody sees, with which a text says something else to programs. */
    @Test
    void whatNobodySeesIsShown() {
        assertThat(PlainText.of("a" + Character.toString(0xe0041) + "b"))
                .isEqualTo("a\\udb40\\udc41b");
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
