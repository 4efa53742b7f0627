package dev.dragoman.vending;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Landing;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a pipeline does, with kubectl and nothing but the credentials that it got. */
@Landing
class NamespacesIT {
    private Vending vending;

    @BeforeEach
    void start() {
        vending = new Vending();
    }

    @AfterEach
    void stop() {
        vending.close();
    }

    @Test
    void credentialsWorkInTheirNamespaceAndNowhereElse() {
        vending.start();
        var hello = vending.name("hello-there");
        var other = vending.name("other");
        vending.request(hello);
        vending.request(other);
        vending.ready(hello);
        vending.ready(other);

        assertThat(vending.secret(hello).getData())
                .containsOnlyKeys("token", "kubeconfig", "ca.crt", "namespace", "server", "expiry");
        assertThat(vending.value(hello, "namespace")).isEqualTo(hello);
        assertThat(vending.as(hello, "get", "pods").code()).isZero();
        assertThat(vending.as(hello, "create", "configmap", "mine").code()).isZero();
        for (var elsewhere : new String[] {"default", vending.requests, other, "kube-system"}) {
            assertThat(vending.as(hello, "get", "pods", "-n", elsewhere).forbidden())
                    .as(elsewhere)
                    .isTrue();
            assertThat(vending.as(hello, "get", "secrets", "-n", elsewhere).forbidden()).isTrue();
        }
        assertThat(vending.as(hello, "get", "namespaces").forbidden()).isTrue();
        assertThat(vending.as(hello, "delete", "namespace", other).forbidden()).isTrue();
        await().untilAsserted(
                        () ->
                                assertThat(vending.events(hello))
                                        .containsExactly("CredentialsReady"));

        vending.stop();
        assertThat(vending.as(hello, "delete", "namespace", hello, "--wait=false").code()).isZero();
        await().until(
                        () ->
                                vending.namespace(hello) == null
                                        && vending.current(hello) == null
                                        && vending.secret(hello) == null);
        assertThat(vending.secret(other)).isNotNull();
    }

    @Test
    void oneRequestCostsTenWritesAndAnotherLookNone() {
        var mark = vending.plane.audit().mark();
        vending.start();
        var name = vending.name("counted");
        vending.request(name);
        vending.ready(name);
        await().until(() -> vending.writes(mark, name).contains("create events"));
        assertThat(vending.writes(mark, name))
                .containsExactly(
                        "patch namespaces",
                        "patch serviceaccounts",
                        "patch rolebindings",
                        "patch roles",
                        "patch rolebindings",
                        "patch secrets",
                        "create serviceaccounts",
                        "patch secrets",
                        "patch configmaps",
                        "create events");

        var later = vending.plane.audit().mark();
        vending.stop();
        vending.start();
        var second = vending.name("second");
        vending.request(second);
        vending.ready(second);
        assertThat(vending.writes(later, name)).isEmpty();
    }

    @Test
    void whatIsOptedForIsInTheNamespaceAndWorks() {
        vending.environment.put("DRAGOMAN_NAMESPACES_QUOTA", "pods=1");
        vending.environment.put("DRAGOMAN_NAMESPACES_LIMITS", "default.cpu=250m max.cpu=1");
        vending.environment.put("DRAGOMAN_NAMESPACES_POD_SECURITY", "baseline");
        vending.environment.put("DRAGOMAN_NAMESPACES_DEFAULT_DENY", "true");
        vending.start();
        var name = vending.name("opted");
        vending.request(name);
        vending.ready(name);

        var denied = vending.client().network().v1().networkPolicies().inNamespace(name).list();
        assertThat(denied.getItems())
                .singleElement()
                .satisfies(
                        policy -> {
                            assertThat(policy.getSpec().getPodSelector().getMatchLabels())
                                    .isNullOrEmpty();
                            assertThat(policy.getSpec().getPolicyTypes())
                                    .containsExactlyInAnyOrder("Ingress", "Egress");
                        });
        assertThat(vending.as(name, "run", "one", "--image=x").code()).isZero();
        assertThat(
                        vending.client()
                                .pods()
                                .inNamespace(name)
                                .withName("one")
                                .get()
                                .getSpec()
                                .getContainers()
                                .getFirst()
                                .getResources()
                                .getLimits())
                .as("the limit range sets it")
                .containsKey("cpu");
        assertThat(vending.as(name, "run", "two", "--image=x").said()).contains("exceeded quota");
        assertThat(vending.as(name, "run", "root", "--image=x", "--privileged").said())
                .contains("PodSecurity");
        assertThat(vending.as(name, "delete", "resourcequota", "--all").forbidden()).isTrue();
    }
}
