package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWKSet;
import dev.dragoman.Patience;
import dev.dragoman.azure.identity.ClientCertificates;
import dev.dragoman.certificates.pki.KeySpec;
import dev.dragoman.cli.Commands;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.entra.JwksSource;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Objects, namespaces and the operator with an identity each, which may do nothing elsewhere. */
@Landing
class ScopesIT {
    private static final String GROUPS = "resources.azure.com/v1api20200601";
    private static final String AUDIENCE = "api://AzureADTokenExchange";
    private static final String NAMESPACE_CREDENTIAL = "aso-credential";

    private Road road;
    private String other;

    /** By what an identity proves that it is the one. */
    enum Type {
        SECRET,
        PEM,
        PKCS12,
        FEDERATED
    }

    /** An identity, and where it may act. */
    private record Known(String subscription, String client, Map<String, String> secret) {}

    @BeforeEach
    void prepare() {
        road = new Road("scopes");
        other = road.namespace + "-other";
        namespace(other);
        serviceAccount(road.namespace);
        road.environment.put("AZURE_TARGET_NAMESPACES", road.namespace + "," + other);
        // else it could do everywhere what others are to do
        road.azure
                .control()
                .client(
                        Client.secret(AzurePart.CLIENT, AzurePart.SECRET)
                                .within("/subscriptions/" + road.azure.subscriptionId()));
    }

    @AfterEach
    void stop() {
        road.close();
        road.client().namespaces().withName(other).delete();
    }

    private void namespace(String name) {
        road.client()
                .resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .endMetadata()
                                .build())
                .create();
        Install.grantSecrets(road.client(), name);
    }

    private void serviceAccount(String namespace) {
        var _ = in(namespace, "create", "serviceaccount", "dragoman-azure");
    }

    private String in(String namespace, String... arguments) {
        var all = new java.util.ArrayList<>(List.of("-n", namespace));
        all.addAll(List.of(arguments));
        return road.install.kubectl(all);
    }

    private Supplier<JWKSet> keys() {
        return JwksSource.http(
                road.plane.server().resolve("/openid/v1/jwks"), road.plane.caFile(), () -> "");
    }

    /** Makes it known to Entra, with rights in a subscription of its own. */
    private Known known(Type type, String subject) {
        var subscription = UUID.randomUUID().toString();
        var client = UUID.randomUUID().toString();
        var values = new HashMap<String, String>();
        values.put("AZURE_SUBSCRIPTION_ID", encode(subscription));
        values.put("AZURE_TENANT_ID", encode(road.azure.tenantId()));
        values.put("AZURE_CLIENT_ID", encode(client));
        var issued = ClientCertificates.issue(KeySpec.RSA_2048);
        Client made =
                switch (type) {
                    case SECRET -> Client.secret(client, Teams.secretOf(client));
                    case PEM, PKCS12 -> Client.certificate(client, issued.certificate());
                    case FEDERATED ->
                            Client.federated(
                                    client, road.plane.issuer(), subject, AUDIENCE, keys());
                };
        switch (type) {
            case SECRET -> values.put("AZURE_CLIENT_SECRET", encode(Teams.secretOf(client)));
            case PEM ->
                    values.put(
                            "AZURE_CLIENT_CERTIFICATE",
                            encode(
                                    ClientCertificates.certificate(issued)
                                            + ClientCertificates.key(issued)));
            case PKCS12 -> {
                values.put(
                        "AZURE_CLIENT_CERTIFICATE",
                        Base64.getEncoder()
                                .encodeToString(ClientCertificates.pkcs12(issued, "p12 password")));
                values.put("AZURE_CLIENT_CERTIFICATE_PASSWORD", encode("p12 password"));
            }
            case FEDERATED -> {}
        }
        road.azure.control().subscription(subscription);
        road.azure.control().client(made.within("/subscriptions/" + subscription));
        return new Known(subscription, client, values);
    }

    private static String encode(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String subject(String namespace) {
        return "system:serviceaccount:%s:dragoman-azure".formatted(namespace);
    }

    private void secret(String namespace, String name, Known known) {
        var secret =
                new SecretBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(namespace)
                        .endMetadata()
                        .withData(known.secret())
                        .build();
        var _ = road.client().resource(secret).serverSideApply();
    }

    private void group(String namespace, String name, String credential) {
        var yaml = Samples.group(name, "orders");
        var annotated =
                credential.isEmpty()
                        ? yaml
                        : yaml.replace(
                                "metadata: {name: %s}".formatted(name),
                                "metadata: {name: %s, annotations: {serviceoperator.azure.com/credential-from: '%s'}}"
                                        .formatted(name, credential));
        var _ = road.install.apply(annotated, name + ".yaml", "-n", namespace, "--server-side");
    }

    private void ready(String namespace, String name) {
        try {
            var _ =
                    in(
                            namespace,
                            "wait",
                            "--for=condition=Ready",
                            "resourcegroup/" + name,
                            Patience.timeout());
        } catch (RuntimeException e) {
            throw new AssertionError(in(namespace, "get", "resourcegroup", name, "-o", "yaml"), e);
        }
    }

    private String message(String namespace, String name, String reason) {
        var found = new HashMap<String, Object>();
        await().untilAsserted(
                        () -> {
                            found.clear();
                            found.putAll(
                                    Road.condition(
                                            road.client()
                                                    .genericKubernetesResources(
                                                            GROUPS, "ResourceGroup")
                                                    .inNamespace(namespace)
                                                    .withName(name)
                                                    .get()));
                            assertThat(found).containsEntry("reason", reason);
                        });
        return String.valueOf(found.get("message"));
    }

    private boolean exists(Known known, String group) {
        return road.azure
                .control()
                .get("/subscriptions/%s/resourceGroups/%s".formatted(known.subscription(), group))
                .isPresent();
    }

    private boolean asked(String group) {
        return road.azure.control().exchanges().stream()
                .anyMatch(each -> each.path().endsWith("/" + group));
    }

    /**
     * The most specific one wins, and each acts where it alone may. FifteenSetupsIT has the other
     * types, and what replaces them.
     */
    @ParameterizedTest
    @EnumSource(
            value = Type.class,
            names = {"PKCS12", "FEDERATED"})
    void eachScopeActsAsItself(Type type) {
        var own = known(type, subject(road.namespace));
        var ofNamespace = known(type, subject(road.namespace));
        secret(road.namespace, "mine", own);
        secret(road.namespace, NAMESPACE_CREDENTIAL, ofNamespace);
        road.start();
        group(road.namespace, "of-object", "mine");
        group(road.namespace, "of-namespace", "");
        group(other, "of-operator", "");
        ready(road.namespace, "of-object");
        ready(road.namespace, "of-namespace");
        ready(other, "of-operator");
        assertThat(exists(own, "of-object")).isTrue();
        assertThat(exists(ofNamespace, "of-namespace")).isTrue();
        assertThat(road.azure.control().get(road.group("of-operator"))).isPresent();

        // deleted with the credential that made it
        var _ = in(road.namespace, "delete", "resourcegroup/of-object");
        assertThat(exists(own, "of-object")).isFalse();
    }

    @Test
    void whatIsNamedAndNotThereIsNotReplacedByAnother() {
        road.start();
        group(road.namespace, "early", "late");
        assertThat(message(road.namespace, "early", "CredentialNotFound"))
                .contains("Secret %s/late does not exist".formatted(road.namespace));
        group(road.namespace, "slash", other + "/aso-credential");
        assertThat(message(road.namespace, "slash", "InvalidCredentialFrom"))
                .contains("is no name of a Secret of this namespace");
        assertThat(asked("early")).isFalse();
        assertThat(asked("slash")).isFalse();
        var late = known(Type.SECRET, "");
        secret(road.namespace, "late", late);
        ready(road.namespace, "early");
        assertThat(exists(late, "early")).isTrue();
    }

    /** Azure would let it: an owner that is an object does not lead out of the subscription. */
    @Test
    void anOwnerOfAnotherSubscriptionIsReachedByItsIdAlone() {
        var known = known(Type.SECRET, "");
        road.azure
                .control()
                .client(
                        Client.secret(known.client(), Teams.secretOf(known.client()))
                                .within("/subscriptions/" + road.azure.subscriptionId()));
        secret(road.namespace, "mine", known);
        road.start();
        group(road.namespace, "orders", "");
        ready(road.namespace, "orders");

        account("ordersdata", "{name: orders}");
        var condition =
                road.reason(Teams.STORAGE, "StorageAccount", "ordersdata", "SubscriptionMismatch");
        assertThat(condition.get("message").toString())
                .contains(road.azure.subscriptionId(), known.subscription(), "spec.owner.armId");
        assertThat(asked("ordersdata")).isFalse();

        account("byid", "{armId: \"%s\"}".formatted(road.group("orders")));
        road.ready("storageaccount/byid");
    }

    private void account(String name, String owner) {
        var yaml =
                Samples.account(name)
                        .replace(
                                "metadata: {name: %s}".formatted(name),
                                "metadata: {name: %s, annotations: {serviceoperator.azure.com/credential-from: mine}}"
                                        .formatted(name))
                        .replace("owner: {name: orders}", "owner: " + owner);
        assertThat(yaml).contains("credential-from", owner);
        road.apply(yaml);
    }

    @Test
    void anIncompleteOneSaysWhatIsMissingAndHeals() {
        var whole = known(Type.SECRET, "");
        var part = new HashMap<>(whole.secret());
        part.remove("AZURE_TENANT_ID");
        secret(
                road.namespace,
                NAMESPACE_CREDENTIAL,
                new Known(whole.subscription(), whole.client(), part));
        road.start();
        group(road.namespace, "orders", "");
        assertThat(message(road.namespace, "orders", "CredentialNotFound"))
                .contains(
                        "AZURE_TENANT_ID is not set; set it in Secret %s/aso-credential"
                                .formatted(road.namespace));
        part.put("AZURE_TENANT_ID", encode(road.azure.tenantId()));
        part.put("AZURE_AUTHORITY_HOST", encode("https://login.example.com"));
        secret(
                road.namespace,
                NAMESPACE_CREDENTIAL,
                new Known(whole.subscription(), whole.client(), part));
        await().until(
                        () ->
                                message(road.namespace, "orders", "CredentialNotFound")
                                        .contains("AZURE_AUTHORITY_HOST"));
        assertThat(asked("orders")).isFalse();
        part.remove("AZURE_AUTHORITY_HOST");
        // keys that are unknown do no harm
        part.put("SOMETHING", encode("else"));
        // what was deleted for a moment would leave the object to the credential of all
        var _ =
                in(
                        road.namespace,
                        "patch",
                        "secret",
                        NAMESPACE_CREDENTIAL,
                        "--type=json",
                        "--patch=[{\"op\":\"remove\",\"path\":\"/data/AZURE_AUTHORITY_HOST\"}]");
        secret(
                road.namespace,
                NAMESPACE_CREDENTIAL,
                new Known(whole.subscription(), whole.client(), part));
        ready(road.namespace, "orders");
    }

    /** Its ids are no secrets: another team can write them down. */
    @Test
    void namingAnotherTeamsClientGainsNothing() {
        var theirs = known(Type.FEDERATED, subject(road.namespace));
        serviceAccount(other);
        secret(other, NAMESPACE_CREDENTIAL, theirs);
        secret(other, "named", theirs);
        road.start();
        group(other, "stolen", "");
        group(other, "stolen-too", "named");
        for (var each : List.of("stolen", "stolen-too")) {
            assertThat(message(other, each, "AuthenticationFailed"))
                    .contains("AADSTS700213", subject(other), AUDIENCE, theirs.client());
            assertThat(exists(theirs, each)).isFalse();
        }
        secret(road.namespace, NAMESPACE_CREDENTIAL, theirs);
        group(road.namespace, "owned", "");
        ready(road.namespace, "owned");
        assertThat(exists(theirs, "owned")).isTrue();

        var told = credentials();
        assertThat(told.get(road.namespace + "/" + NAMESPACE_CREDENTIAL))
                .contains("workload identity", theirs.client(), theirs.subscription(), "granted")
                .doesNotContain("az identity");
        assertThat(told.get(other + "/named"))
                .contains("workload identity", "refused: AADSTS700213")
                .contains(
                        "az identity federated-credential create",
                        "--issuer=" + road.plane.issuer(),
                        "--subject=" + subject(other),
                        "--audiences=" + AUDIENCE)
                .contains(
                        "kind: FederatedIdentityCredential",
                        "subject: " + subject(other),
                        "issuer: " + road.plane.issuer());
    }

    /** What the command says of each Secret. */
    private Map<String, String> credentials() {
        var out = new StringWriter();
        int code =
                Commands.line()
                        .setOut(new PrintWriter(out))
                        .execute("credentials", "--kubeconfig=" + road.plane.adminKubeconfig());
        assertThat(code).as("one is refused").isOne();
        assertThat(out.toString()).contains("Identity mode: strict");
        var told = new HashMap<String, String>();
        String at = "";
        for (var line : out.toString().lines().toList()) {
            at = line.startsWith(" ") ? at : line.replaceFirst(" .*", "");
            told.merge(at, line + "\n", String::concat);
        }
        return told;
    }

    @Test
    void anObjectWhoseCredentialMayNotBeReadIsNotReleased() {
        var own = known(Type.SECRET, "");
        secret(other, "mine", own);
        road.start();
        group(other, "orders", "mine");
        ready(other, "orders");
        var _ = in(other, "delete", "rolebinding", "dragoman-secrets");
        var _ = in(other, "delete", "resourcegroup/orders", "--wait=false");
        assertThat(message(other, "orders", "ReadRefused")).contains("mine");
        assertThat(exists(own, "orders")).isTrue();
        Install.grantSecrets(road.client(), other);
        await().until(() -> !exists(own, "orders"));
    }

    @Test
    void withoutItsServiceAccountItSaysHowToMakeIt() {
        var federated = known(Type.FEDERATED, subject(other));
        secret(other, NAMESPACE_CREDENTIAL, federated);
        road.start();
        group(other, "orders", "");
        assertThat(message(other, "orders", "AuthenticationFailed"))
                .contains("kubectl create serviceaccount dragoman-azure --namespace=" + other);
        serviceAccount(other);
        ready(other, "orders");
    }

    /** As Azure Service Operator does it: one service account for all, theirs by default. */
    @Test
    void theSharedModeUsesOneServiceAccountForAll() {
        road.environment.put("DRAGOMAN_IDENTITY_MODE", "shared");
        road.environment.put("DRAGOMAN_IDENTITY_SERVICE_ACCOUNT", other + "/theirs");
        var _ = in(other, "create", "serviceaccount", "theirs");
        var federated = known(Type.FEDERATED, "system:serviceaccount:%s:theirs".formatted(other));
        secret(road.namespace, NAMESPACE_CREDENTIAL, federated);
        road.start();
        group(road.namespace, "orders", "");
        assertThat(message(road.namespace, "orders", "AuthenticationFailed"))
                .contains("the operator may not request the token");
        var _ =
                in(
                        other,
                        "create",
                        "role",
                        "dragoman-identity",
                        "--verb=create",
                        "--resource=serviceaccounts/token",
                        "--resource-name=theirs");
        var _ =
                in(
                        other,
                        "create",
                        "rolebinding",
                        "dragoman-identity",
                        "--role=dragoman-identity",
                        "--serviceaccount=dragoman-system:dragoman");
        ready(road.namespace, "orders");
        assertThat(exists(federated, "orders")).isTrue();
    }

    @Test
    void clientSecretsCanBeForbidden() {
        secret(road.namespace, NAMESPACE_CREDENTIAL, known(Type.SECRET, ""));
        secret(road.namespace, "certificate", known(Type.PEM, ""));
        road.environment.put("DRAGOMAN_CLIENT_SECRETS", "forbid");
        road.start();
        group(road.namespace, "by-secret", "");
        group(road.namespace, "by-certificate", "certificate");
        ready(road.namespace, "by-certificate");
        assertThat(message(road.namespace, "by-secret", "CredentialNotFound"))
                .contains("AZURE_CLIENT_SECRET", "DRAGOMAN_CLIENT_SECRETS=forbid");
        assertThat(asked("by-secret")).isFalse();
    }

    @Test
    void theConsentOfBeforeDoesNothingAndSaysSo() {
        secret(other, NAMESPACE_CREDENTIAL, known(Type.SECRET, ""));
        var _ =
                road.install.kubectl(
                        List.of(
                                "annotate",
                                "namespace",
                                other,
                                "dragoman.dev/accept-operator-credential=true"));
        road.start();
        group(other, "orders", "");
        ready(other, "orders");
        await().ignoreExceptionsInstanceOf(KubernetesClientException.class)
                .until(
                        () ->
                                in(other, "get", "resourcegroup", "orders", "-o", "yaml")
                                        .contains(
                                                "accept-operator-credential of the namespace does nothing"));
        assertThat(road.azure.control().get(road.group("orders"))).isEmpty();
    }
}
