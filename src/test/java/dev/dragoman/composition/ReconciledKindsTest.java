package dev.dragoman.composition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.composition.template.Files;
import dev.dragoman.composition.template.TemplateText;
import dev.dragoman.reconcile.GroupKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which kinds routes hand to a composition, and what is wrong with that. */
class ReconciledKindsTest {
    private static final GroupKind SHOP = new GroupKind("example.org", "Shop");

    private static String route(String from, String to) {
        return "- route: { from: { uri: '%s', steps: [ { to: { uri: '%s' } } ] } }\n"
                .formatted(from, to);
    }

    private static ReconciledKinds kinds(String routes) {
        return ReconciledKinds.of(List.of(new TemplateText("a.camel.yaml", "/etc/a", routes)));
    }

    private static List<String> problems(String routes, String made) {
        var line =
                Files.line(
                        "a",
                        "object: { apiVersion: example.org/v1, kind: %s, metadata: { name: a } }\n"
                                .formatted(made));
        return kinds(routes).problems(Map.of("shop", Files.templates(line)));
    }

    @Test
    void aRouteHandsItsKindsOnThroughOthers() {
        var first = "kubernetes-reconcile:a?kinds=example.org/Shop";
        var direct = route(first, "direct:shop");
        var through = route("direct:b", "direct:shop") + route("direct:a", "direct:b");
        assertThat(kinds(direct).of("shop")).containsExactly(SHOP);
        assertThat(kinds(through + route(first, "direct:a")).of("shop")).containsExactly(SHOP);
        assertThat(kinds(through + route(first, "direct:c")).of("shop")).isEmpty();
    }

    @Test
    void aCompositionIsOfOneKind() {
        var one = route("kubernetes-reconcile:a?kinds=example.org/Shop", "direct:shop");
        var other = route("kubernetes-reconcile:b?kinds=example.org/Cafe", "direct:shop");
        assertThat(problems(one + one, "Made")).isEmpty();
        assertThat(problems(one + other, "Made"))
                .containsExactly(
                        "/etc/shop.a.object.yaml:1: routes hand Shop and Cafe to the composition shop, but a composition is of one kind; write the templates again under another name");
    }

    @Test
    void aCircleThroughAnotherRouteIsFound() {
        var routes =
                route("kubernetes-reconcile:a?kinds=example.org/Shop", "direct:a")
                        + route("direct:a", "direct:shop");
        assertThat(problems(routes, "Shop"))
                .singleElement()
                .asString()
                .contains("a Shop leads to the composition shop again");
    }
}
