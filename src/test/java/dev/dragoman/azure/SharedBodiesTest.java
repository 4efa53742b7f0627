package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.decision.Answer;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A body that was made before a child was written is not sent after it. */
class SharedBodiesTest {
    private static final String NETWORK = "/subscriptions/s/providers/n/virtualNetworks/a";
    private static final String SUBNET = "/subscriptions/s/providers/n/VirtualNetworks/A/subnets/b";
    private static final Answer DONE =
            new Answer(200, Map.of(), Optional.empty(), Optional.empty(), Optional.empty(), "");

    private final SharedBodies bodies = new SharedBodies();

    private int look() {
        return bodies.looking(NETWORK, true, () -> DONE).status();
    }

    private int network(Supplier<Answer> write) {
        return bodies.writing(NETWORK, true, write).status();
    }

    private int subnet(Supplier<Answer> write) {
        return bodies.writing(SUBNET, false, write).status();
    }

    private static Answer answer(int status) {
        return status == 200
                ? DONE
                : new Answer(
                        status, Map.of(), Optional.empty(), Optional.empty(), Optional.empty(), "");
    }

    @Test
    void oneAfterTheOther() {
        assertThat(look()).isEqualTo(200);
        assertThat(network(() -> DONE)).isEqualTo(200);
        assertThat(subnet(() -> DONE)).isEqualTo(200);
        assertThat(network(() -> DONE)).as("looked at before the subnet").isEqualTo(412);
        assertThat(look()).isEqualTo(200);
        assertThat(network(() -> DONE)).isEqualTo(200);
    }

    @Test
    void notWhileAnotherRuns() {
        assertThat(look()).isEqualTo(200);
        assertThat(network(() -> answer(subnet(() -> DONE)))).as("the subnet").isEqualTo(412);
        assertThat(subnet(() -> answer(network(() -> DONE)))).as("the network").isEqualTo(412);
    }

    /** Its answer may show it, or not. */
    @Test
    void aLookDuringAWriteCountsAsBeforeIt() {
        assertThat(look()).isEqualTo(200);
        assertThat(subnet(() -> answer(look()))).isEqualTo(200);
        assertThat(network(() -> DONE)).isEqualTo(412);
    }

    /** After a start the child may be written before the parent is looked at. */
    @Test
    void aChildThatBeganBeforeTheFirstLookCounts() {
        assertThat(subnet(() -> answer(look()))).isEqualTo(200);
        assertThat(network(() -> DONE)).isEqualTo(412);
    }

    @Test
    void aParentThatNobodyLooksAtIsNotRemembered() {
        assertThat(subnet(() -> DONE)).isEqualTo(200);
        assertThat(bodies.size()).isZero();
        assertThat(look()).isEqualTo(200);
        assertThat(bodies.size()).isOne();
    }

    @Test
    void childrenDoNotWaitForEachOther() {
        assertThat(look()).isEqualTo(200);
        assertThat(subnet(() -> answer(subnet(() -> DONE)))).isEqualTo(200);
    }

    @Test
    void nothingOfItWasSent() {
        assertThat(look()).isEqualTo(200);
        assertThat(subnet(() -> DONE)).isEqualTo(200);
        var refused =
                bodies.writing(
                        NETWORK,
                        true,
                        () -> {
                            throw new AssertionError("sent");
                        });
        assertThat(refused.error().orElseThrow().sent()).isFalse();
        assertThat(refused.outdated()).isTrue();
    }

    /** Nobody looks before a deletion, so that it would wait for ever. */
    @Test
    void aParentIsDeletedWhateverWasWrittenBelow() {
        assertThat(look()).isEqualTo(200);
        assertThat(subnet(() -> DONE)).isEqualTo(200);
        assertThat(bodies.deleting(NETWORK, () -> DONE).status()).isEqualTo(200);
    }

    @Test
    void theDeletionOfAChildIsAWriteOfIt() {
        assertThat(look()).isEqualTo(200);
        assertThat(bodies.deleting(SUBNET, () -> DONE).status()).isEqualTo(200);
        assertThat(network(() -> DONE)).isEqualTo(412);
    }

    /** Of resources whose children are not in their body nothing is remembered. */
    @Test
    void othersAreWrittenAtAnyTime() {
        assertThat(subnet(() -> DONE)).isEqualTo(200);
        assertThat(bodies.writing("/", false, () -> DONE).status()).isEqualTo(200);
    }
}
