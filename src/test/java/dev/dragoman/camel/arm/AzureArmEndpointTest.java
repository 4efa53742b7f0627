package dev.dragoman.camel.arm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.ArmSender;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.StepCall;
import dev.dragoman.reconcile.Reconciliation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;

/** Requests of routes: which are lines of the route {@code azure}, and which are a team's own. */
class AzureArmEndpointTest {
    private record Delete() implements Step {}

    /** Notes what it was asked for. */
    private static final class Noting implements ArmSender {
        private final List<String> asked = new ArrayList<>();

        @Override
        public Answer send(
                Reconciliation reconciliation,
                String method,
                String path,
                String apiVersion,
                Optional<Map<String, Object>> body) {
            asked.add(method + " " + path);
            throw new IllegalStateException("a request of a team");
        }

        @Override
        public Answer send(StepCall<?> call) {
            asked.add("step " + call.step().name());
            return Answer.failure("Planted", "no Azure here", false);
        }
    }

    /** The headers of a request above would lead the product's DELETE to another path. */
    @Test
    @SuppressWarnings("NullAway") // the sender does not look at the context
    void aLineSendsTheRequestOfItsStepWhateverTheHeadersSay() throws Exception {
        var sender = new Noting();
        try (var camel = new DefaultCamelContext()) {
            camel.getRegistry().bind(ArmSender.BEAN, sender);
            camel.start();
            try (var template = camel.createProducerTemplate()) {
                template.sendBodyAndHeaders(
                        "azure-arm:delete",
                        new StepCall<Object>(null, new Delete()),
                        Map.of(
                                AzureArmConstants.PATH, "/subscriptions/s/resourceGroups/other",
                                AzureArmConstants.API_VERSION, "2020-06-01"));
            }
        }
        assertThat(sender.asked).containsExactly("step delete");
    }
}
