package dev.dragoman.reconcile.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PageSizeTest {
    private final PageSize pages = PageSize.ofObjects();

    @Test
    void shrinksByHalvesToOneAndGrowsBack() {
        for (int expected : new int[] {25, 12, 6, 3, 1}) {
            assertThat(pages.failed(pages.now())).isTrue();
            assertThat(pages.now()).isEqualTo(expected);
        }
        assertThat(pages.failed(1)).as("nothing smaller is left").isFalse();
        for (int i = 0; i < 20; i++) {
            pages.came(pages.now(), Duration.ofMillis(50));
        }
        assertThat(pages.now()).isEqualTo(PageSize.MOST);
    }

    @Test
    void whatIsSlowShrinksAndWhatIsNeitherStays() {
        pages.came(50, Duration.ofSeconds(4));
        assertThat(pages.now()).isEqualTo(25);
        pages.came(25, Duration.ofSeconds(2));
        assertThat(pages.now()).isEqualTo(25);
        // one that was asked for before says nothing of what is asked for now
        pages.came(10, Duration.ofMillis(50));
        assertThat(pages.now()).isEqualTo(25);
    }
}
