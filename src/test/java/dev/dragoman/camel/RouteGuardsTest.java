package dev.dragoman.camel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.builder.AdviceWith;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a message cannot do to the lines of a route. */
class RouteGuardsTest extends RoutesFixture {
    @Test
    void stepsBetweenTheLinesSeeNoValueOfASecret() throws Exception {
        var secret =
                Map.of("apiVersion", "v1", "kind", "Secret", "data", Map.of("tls.key", "planted"));
        scripts.put("certificates", List.of("apply"));
        var seen = new ArrayList<String>();
        AdviceWith.adviceWith(
                context(),
                "certificates",
                advice ->
                        advice.weaveByToUri("kubernetes-apply:dragoman-certificates*")
                                .after()
                                .process(
                                        exchange ->
                                                seen.add(
                                                        String.valueOf(
                                                                exchange.getMessage().getBody()))));
        started();
        for (var each : List.<Object>of(secret, List.of(secret), 4, "planted")) {
            result = each;
            assertThat(send("certificates", "g", "K", false).getException()).isNull();
        }
        assertThat(seen).hasSize(4).noneMatch(each -> each.contains("planted"));
        assertThat(seen.subList(0, 3))
                .satisfiesExactly(
                        one -> assertThat(one).contains("tls.key=***"),
                        one -> assertThat(one).contains("tls.key=***"),
                        one -> assertThat(one).isEqualTo("4"));
    }

    @Test
    void whatALineThatFailsWorkedOnGoes() throws Exception {
        scripts.put("certificates", List.of("apply"));
        failing = "apply";
        started();
        var left = send("certificates", "g", "K", false);
        assertThat(left.getMessage().getBody()).isEqualTo(Map.of());
    }

    @Test
    void finalizersOfTheCapabilitiesAreTheirs() {
        assertThat(ALL.stream().flatMap(each -> each.finalizers().stream()))
                .containsExactlyInAnyOrder(
                        "serviceoperator.azure.com/finalizer",
                        "dragoman.dev/agents",
                        "dragoman.dev/discovery",
                        "finalizer.operator.marin3r.3scale.net");
    }

    @Test
    void oneObjectIsInHandOnce() throws Exception {
        scripts.put("azure", List.of("put"));
        var others = new ArrayList<Exchange>();
        during = exchange -> others.add(send("azure", "g", "K", false));
        started();
        var first = send("azure", "g", "K", false);
        assertThat(done).containsExactly("observe", "put");
        assertThat(Outcomes.of(first)).isEqualTo(Outcome.done());
        assertThat(others)
                .singleElement()
                .satisfies(each -> assertThat(Outcomes.of(each).reason()).isEqualTo("InHand"));
        during = exchange -> {};
        assertThat(Outcomes.of(send("azure", "g", "K", false))).isEqualTo(Outcome.done());
    }

    /** What was done would be forgotten, and done again on what was observed before it. */
    @ParameterizedTest
    @CsvSource({"azure, azure", "azure, agents", "agents, agents"})
    void aSecondObserveOnAnExchangeFails(String first, String second) throws Exception {
        context()
                .addRoutes(
                        new RouteBuilder() {
                            @Override
                            public void configure() {
                                from("direct:called").routeId("called").to("direct:" + second);
                            }
                        });
        AdviceWith.adviceWith(
                context(),
                first,
                advice ->
                        advice.weaveByToUri("bean:%s?method=end".formatted(first))
                                .before()
                                .to("direct:called"));
        var step = first.equals("azure") ? "put" : "apply";
        scripts.put("azure", List.of("put"));
        scripts.put("agents", List.of("apply"));
        started();
        var exchange = send(first, "g", "K", false);
        assertThat(done).containsExactly("observe", step);
        assertThat(exchange.getProperty(Outcomes.OUTCOME)).isInstanceOf(Outcome.Transient.class);
        assertThat(shown)
                .singleElement()
                .asString()
                .startsWith("OverlayFailed")
                .contains("observes within a reconciliation of '%s'".formatted(first));
    }

    /** Another route may send to the same address, and that is a request of its own. */
    @Test
    void anAddressIsALineInTheRouteOfItsCapabilityAlone() throws Exception {
        context()
                .addRoutes(
                        new RouteBuilder() {
                            @Override
                            public void configure() {
                                from("direct:beside").routeId("beside").to("azure-arm:post");
                            }
                        });
        AdviceWith.adviceWith(
                context(), "azure", advice -> advice.weaveByToUri("azure-arm:post").remove());
        scripts.put("azure", List.of("post"));
        started();
        send("azure", "g", "K", false);
        assertThat(done).containsExactly("observe");
        assertThat(shown.getFirst()).startsWith("LeftOut route azure has no line for 'post'");
    }
}
