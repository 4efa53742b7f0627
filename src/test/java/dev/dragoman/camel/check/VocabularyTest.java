package dev.dragoman.camel.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What overlays may use is what Camel has. */
class VocabularyTest {
    @Test
    void whatIsAllowedIsThere() {
        assertThat(new Vocabulary().unknown()).isEmpty();
    }
}
