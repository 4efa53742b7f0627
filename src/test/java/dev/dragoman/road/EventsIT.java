package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.tier.Landing;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What is changed in Azure by others is put right at once, though the next resync is in an hour.
 */
@Landing
class EventsIT {
    private EventRoad events;

    @BeforeEach
    void start() {
        events = new EventRoad("events");
        // no try after a failure comes by itself
        events.road.environment.put("DRAGOMAN_RETRY", "ResourceGroup.resources.azure.com=1h..2h");
        events.road.start();
    }

    @AfterEach
    void stop() {
        events.close();
    }

    @Test
    void whatIsDeletedOrChangedByOthersIsPutRightWithinFiveSeconds() throws Exception {
        var road = events.road;
        var control = road.azure.control();
        var before = Instant.now();
        road.apply(events.groups(0, 2));
        road.ready("resourcegroup/group-0");
        road.ready("resourcegroup/group-1");
        var changed = events.id("/resourceGroups/group-0");
        var deleted = events.id("/resourceGroups/group-1");
        long gets = control.count("GET");
        long puts = control.count("PUT");

        // what the operator did itself is told too, and is looked at by nobody
        events.send(EventRoad.event("WriteSuccess", changed, before));
        await().until(() -> events.left().isEmpty());
        assertThat(control.count("GET")).isEqualTo(gets);

        var _ =
                control.mutate(
                        changed, new ObjectMapper().readTree("{\"tags\":{\"team\":\"nobody\"}}"));
        control.remove(deleted);
        var begin = Instant.now();
        events.send(
                EventRoad.event("WriteSuccess", changed.toLowerCase(java.util.Locale.ROOT), begin));
        events.send(
                "["
                        + EventRoad.event(
                                "DeleteSuccess", deleted.toUpperCase(java.util.Locale.ROOT), begin)
                        + "]");
        await().untilAsserted(
                        () -> {
                            assertThat(control.get(changed).orElseThrow().at("/tags/team").asText())
                                    .isEqualTo("orders");
                            assertThat(control.get(deleted)).isPresent();
                        });
        assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(5));
        await().until(() -> events.left().isEmpty());
        assertThat(control.count("PUT")).isEqualTo(puts + 2);
    }

    /** Azure's clock is ahead, so the event of a refused request seems to be later than it. */
    @Test
    void theEventsOfARefusedRequestDoNotSendItAgain() {
        var road = events.road;
        var control = road.azure.control();
        road.apply(events.groups(0, 1));
        road.ready("resourcegroup/group-0");
        var id = events.id("/resourceGroups/group-0");
        control.fail(50, "PUT .*/resourceGroups/group-0.*", 400, "InvalidTag", "not this team");
        road.apply(events.groups(0, 1).replace("orders", "sales"));
        road.reason("resources.azure.com/v1api20200601", "ResourceGroup", "group-0", "InvalidTag");
        long puts = control.count("PUT");
        for (int i = 0; i < 5; i++) {
            events.send(EventRoad.event("WriteFailure", id, Instant.now().plusSeconds(5)));
            await().until(() -> events.left().isEmpty());
        }
        // a look of another object, so that one of this object would have been made, too
        road.apply(events.groups(1, 2));
        road.ready("resourcegroup/group-1");
        assertThat(control.count("PUT")).isEqualTo(puts + 1);
    }
}
