package dev.dragoman.vending;

import static dev.dragoman.Patience.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.namespaces.decision.TokenClaims;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.sandbox.faults.Fault;
import dev.dragoman.sandbox.faults.FaultProxies;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens and their lives: policies, renewal, revocation, and what is made good when it is lost. */
@Landing
class TokensIT {
    private static final String POLICY = "nsplease.container.training/issue-token";
    private Vending vending;

    @BeforeEach
    void prepare() {
        vending = new Vending();
    }

    @AfterEach
    void stop() {
        vending.close();
    }

    @Test
    void renewedAtFourFifthsOfItsLifeAndNotBefore() {
        vending.environment.put("DRAGOMAN_NAMESPACES_TOKEN_LIFETIME", "10m");
        vending.start();
        var name = vending.name("renewed");
        vending.request(name);
        vending.ready(name);
        var first = vending.value(name, "token");
        var life = TokenClaims.of(first).orElseThrow();
        assertThat(Duration.between(life.issuedAt(), life.expiresAt()))
                .isEqualTo(Duration.ofMinutes(10));
        assertThat(vending.value(name, "expiry")).isEqualTo(life.expiresAt().toString());
        vending.stop();

        vending.start(at(life.renewAt().minusSeconds(60)));
        var witness = vending.name("witness");
        vending.request(witness);
        vending.ready(witness);
        assertThat(vending.value(name, "token")).isEqualTo(first);
        vending.stop();

        // issued at least two seconds later than the first, so that one renewal is enough
        await().until(() -> Instant.now().isAfter(life.issuedAt().plusSeconds(3)));
        vending.start(at(life.renewAt().plusSeconds(1)));
        await().until(() -> !vending.value(name, "token").equals(first));
        assertThat(vending.as(name, "get", "pods").code()).isZero();
        await().until(() -> vending.events(name).contains("TokenRenewed"));
        assertThat(vending.annotations(name))
                .containsEntry("dragoman.dev/token-expires", vending.value(name, "expiry"));
    }

    @Test
    void deletingTheHandleRevokesAndAnotherTokenIsPublished() {
        vending.start();
        var name = vending.name("revoked");
        vending.request(name);
        vending.ready(name);
        var first = vending.value(name, "token");
        vending.client().secrets().inNamespace(name).withName("dragoman-token").delete();
        await().until(() -> vending.as(name, "--token=" + first, "get", "pods").code() != 0);
        await().until(() -> !vending.value(name, "token").equals(first));
        assertThat(vending.as(name, "get", "pods").code()).isZero();
    }

    /** Also while nobody touches the request, and while the operator is away. */
    @Test
    void anAuthorityThatIsReplacedIsPublished() throws Exception {
        var file = Files.createTempFile("authority", ".crt");
        var old = Files.readString(vending.plane.caFile());
        Files.writeString(file, old);
        vending.environment.put("DRAGOMAN_NAMESPACES_CA_FILE", file.toString());
        vending.start();
        var name = vending.name("authority");
        vending.request(name);
        vending.ready(name);
        assertThat(vending.value(name, "ca.crt")).isEqualTo(old);
        var token = vending.value(name, "token");

        Files.writeString(file, old + old);
        await().until(() -> vending.value(name, "ca.crt").equals(old + old));
        assertThat(vending.value(name, "kubeconfig"))
                .contains(Base64.getEncoder().encodeToString((old + old).getBytes(UTF_8)));

        vending.stop();
        Files.writeString(file, old + old + old);
        vending.start();
        await().until(() -> vending.value(name, "ca.crt").equals(old + old + old));
        assertThat(vending.value(name, "token")).isEqualTo(token);
        assertThat(vending.as(name, "get", "pods").code()).isZero();
        Files.delete(file);
    }

    @Test
    void onlyOnceIsOnce() {
        vending.environment.put("TOKEN_POLICY_DEFAULT", "only-once");
        vending.start();
        var name = vending.name("once");
        vending.request(name);
        vending.reason(name, "TokenIssuedOnce");
        assertThat(vending.as(name, "get", "pods").code()).isZero();
        assertThat(
                        vending.client()
                                .serviceAccounts()
                                .inNamespace(name)
                                .withName("admin")
                                .get()
                                .getMetadata()
                                .getAnnotations())
                .containsEntry(POLICY, "only-once");
        vending.client().secrets().inNamespace(vending.requests).withName(name).delete();
        vending.client().secrets().inNamespace(name).withName("dragoman-token").delete();
        await().until(
                        () ->
                                vending.client()
                                                .secrets()
                                                .inNamespace(name)
                                                .withName("dragoman-token")
                                                .get()
                                        != null);
        var witness = vending.name("witness");
        vending.request(witness);
        vending.reason(witness, "TokenIssuedOnce");
        assertThat(vending.secret(name)).isNull();
        vending.reason(name, "OnlyTokenGone");

        // the policy is the account's: changed there, a token is issued again
        policy(name, "multiple-times");
        vending.ready(name);
        assertThat(vending.as(name, "get", "pods").code()).isZero();
    }

    @Test
    void aPolicyThatThereIsNotStopsUntilItIsCorrected() {
        vending.start();
        var name = vending.name("policy");
        vending.request(name);
        vending.ready(name);
        policy(name, "sometimes");
        assertThat(vending.reason(name, "InvalidTokenPolicy")).contains("only-once");
        policy(name, "multiple-times");
        vending.ready(name);
    }

    /**
     * Whatever the operator is about to ask or to write about the account, the edit is later. A
     * reconciliation that is still under way from before the policy was emptied does not count.
     */
    @ParameterizedTest
    @CsvSource({"GET, 1", "GET, 2", "PATCH, 1"})
    void aPolicyWrittenWhileAPassRunsStays(String method, int nth) {
        try (var part = new AzurePart().start(vending.plane);
                var proxies = new FaultProxies(vending.plane, part.azure())) {
            vending.start(proxies);
            var name = vending.name("overtaken");
            vending.request(name);
            vending.ready(name);
            var account = "/namespaces/%s/serviceaccounts/admin".formatted(name);
            var overtaken =
                    proxies.faults()
                            .request(
                                    request ->
                                            request.method().equals(method)
                                                    && request.pathOnly().endsWith(account)
                                                    && policyOf(name).isEmpty(),
                                    nth,
                                    new Fault.Overtaken(() -> policy(name, "sometimes")));
            // one that began before may put it back with fewer requests than those that are counted
            await().until(
                            () -> {
                                if (overtaken.happened().isEmpty() && !policyOf(name).isEmpty()) {
                                    policy(name, "");
                                }
                                return overtaken.happened().isPresent();
                            });
            vending.reason(name, "InvalidTokenPolicy");
        }
    }

    @Test
    void whatIsDeletedOrSpoiltIsPutRight() {
        vending.start();
        var name = vending.name("repaired");
        vending.request(name);
        vending.ready(name);
        var client = vending.client();
        client.rbac().roleBindings().inNamespace(name).withName("admin-clusterrole").delete();
        client.rbac().roles().inNamespace(name).withName("admin").delete();
        client.rbac().roleBindings().inNamespace(name).withName("admin-role").delete();
        await().until(
                        () ->
                                vending.as(name, "get", "pods").code() == 0
                                        && vending.as(
                                                                name,
                                                                "auth",
                                                                "can-i",
                                                                "delete",
                                                                "namespace/" + name)
                                                        .code()
                                                == 0);
        client.secrets().inNamespace(vending.requests).withName(name).delete();
        await().until(() -> vending.secret(name) != null);
        assertThat(vending.as(name, "get", "pods").code()).isZero();

        client.secrets()
                .inNamespace(vending.requests)
                .withName(name)
                .edit(
                        s -> {
                            s.getData().put("token", "Z2FyYmFnZQ==");
                            s.getData().put("server", "Z2FyYmFnZQ==");
                            return s;
                        });
        await().until(() -> !vending.value(name, "server").equals("garbage"));
        await().until(() -> vending.as(name, "get", "pods").code() == 0);

        var token = vending.value(name, "token");
        client.serviceAccounts().inNamespace(name).withName("admin").delete();
        await().until(() -> !vending.value(name, "token").equals(token));
        await().until(() -> vending.as(name, "get", "pods").code() == 0);
        await().untilAsserted(
                        () ->
                                assertThat(vending.events(name))
                                        .contains("Restored", "TokenRenewed"));
    }

    @Test
    void aBindingOfAnotherRoleIsReplaced() {
        vending.start();
        var name = vending.name("rebound");
        vending.request(name);
        vending.ready(name);
        var bindings = vending.client().rbac().roleBindings().inNamespace(name);
        var wrong = bindings.withName("admin-clusterrole").get();
        wrong.getMetadata().setResourceVersion(null);
        wrong.getMetadata().setUid(null);
        wrong.getRoleRef().setName("view");
        // the operator may be faster and make the right one
        await().until(
                        () -> {
                            bindings.withName("admin-clusterrole").delete();
                            try {
                                return vending.client().resource(wrong).create() != null;
                            } catch (KubernetesClientException e) {
                                assertThat(e.getCode()).isEqualTo(409);
                                return false;
                            }
                        });
        await().until(
                        () -> {
                            var now = bindings.withName("admin-clusterrole").get();
                            return now != null && "admin".equals(now.getRoleRef().getName());
                        });
        assertThat(vending.as(name, "create", "configmap", "mine").code()).isZero();
    }

    @Test
    void anOperatorOfAnotherRequestsNamespaceDeletesNothing() {
        vending.start();
        var name = vending.name("stranger");
        vending.request(name, Map.of("dragoman.dev/delete-with-request", "true"));
        vending.ready(name);
        vending.stop();
        try (var other = new Vending()) {
            other.start();
            var witness = other.name("witness");
            other.request(witness);
            other.ready(witness);
            assertThat(other.namespace(name).getMetadata().getDeletionTimestamp()).isNull();
        }
    }

    @Test
    void aTokenOfSomebodyElseInTheSecretIsReplaced() {
        vending.start();
        var name = vending.name("planted");
        var other = vending.name("owner");
        vending.request(name);
        vending.request(other);
        vending.ready(name);
        vending.ready(other);
        var foreign = vending.secret(other).getData();
        vending.client()
                .secrets()
                .inNamespace(vending.requests)
                .withName(name)
                .edit(
                        s -> {
                            s.setData(foreign);
                            return s;
                        });
        await().until(
                        () ->
                                vending.value(name, "namespace").equals(name)
                                        && TokenClaims.of(vending.value(name, "token"))
                                                .filter(c -> c.namespace().equals(name))
                                                .isPresent());
        assertThat(vending.as(name, "get", "pods").code()).isZero();
    }

    @Test
    void timeToLiveAndGoingWithTheRequest() {
        vending.start();
        var brief = vending.name("brief");
        var bound = vending.name("bound");
        var kept = vending.name("kept");
        vending.request(brief, Map.of("dragoman.dev/time-to-live", "8s"));
        vending.request(bound, Map.of("dragoman.dev/delete-with-request", "true"));
        vending.request(kept);
        // the brief one may be gone before anybody has seen it ready
        vending.ready(bound);
        vending.ready(kept);
        await().until(() -> vending.namespace(brief) == null && vending.current(brief) == null);

        // annotations that come later, which anybody in the requests namespace could write
        annotate(kept, "dragoman.dev/time-to-live", "1s");
        annotate(kept, "dragoman.dev/delete-with-request", "true");
        vending.stop();
        vending.client().configMaps().inNamespace(vending.requests).withName(bound).delete();
        vending.client().configMaps().inNamespace(vending.requests).withName(kept).delete();
        vending.start();
        await().until(() -> vending.namespace(bound) == null);
        assertThat(vending.namespace(kept).getMetadata().getDeletionTimestamp()).isNull();
    }

    @Test
    void aSpentRequestMakesNothingAgain() {
        vending.start();
        var name = vending.name("spent");
        vending.request(name);
        vending.ready(name);
        // another owner keeps the garbage collector from taking the request along
        var keeper =
                vending.client()
                        .resource(
                                new ServiceAccountBuilder()
                                        .withNewMetadata()
                                        .withName("keeper")
                                        .withNamespace(vending.requests)
                                        .endMetadata()
                                        .build())
                        .create();
        vending.client()
                .configMaps()
                .inNamespace(vending.requests)
                .withName(name)
                .edit(
                        c -> {
                            c.getMetadata()
                                    .getOwnerReferences()
                                    .add(
                                            new io.fabric8.kubernetes.api.model
                                                            .OwnerReferenceBuilder()
                                                    .withApiVersion("v1")
                                                    .withKind("ServiceAccount")
                                                    .withName("keeper")
                                                    .withUid(keeper.getMetadata().getUid())
                                                    .build());
                            return c;
                        });
        vending.client().namespaces().withName(name).delete();
        vending.reason(name, "NamespaceGone");
        await().until(() -> vending.namespace(name) == null);
        await().until(
                        () ->
                                vending.annotations(name)
                                        .get("dragoman.dev/message")
                                        .contains("has been deleted"));
        assertThat(vending.namespace(name)).isNull();
        await().until(() -> vending.secret(name) == null);
    }

    private void annotate(String name, String key, String value) {
        vending.client()
                .configMaps()
                .inNamespace(vending.requests)
                .withName(name)
                .edit(
                        c -> {
                            c.getMetadata().getAnnotations().put(key, value);
                            return c;
                        });
    }

    private void policy(String namespace, String value) {
        vending.client()
                .serviceAccounts()
                .inNamespace(namespace)
                .withName("admin")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        """
                        {"metadata":{"annotations":{"%s":"%s"}}}"""
                                .formatted(POLICY, value));
    }

    private String policyOf(String namespace) {
        return vending.client()
                .serviceAccounts()
                .inNamespace(namespace)
                .withName("admin")
                .get()
                .getMetadata()
                .getAnnotations()
                .getOrDefault(POLICY, "none");
    }

    private static Clock at(Instant then) {
        return Clock.offset(Clock.systemUTC(), Duration.between(Instant.now(), then));
    }
}
