package dev.dragoman.road;

import com.nimbusds.jose.jwk.JWKSet;
import dev.dragoman.azure.identity.ClientCertificates;
import dev.dragoman.certificates.pki.KeySpec;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.entra.JwksSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** An identity of one type, with a subscription in which it alone may act, and its rotation. */
final class SetUp {
    /** By what an identity proves that it is the one. */
    enum Type {
        SECRET("AADSTS7000215", "AZURE_CLIENT_SECRET"),
        CERTIFICATE("AADSTS700027", "register the certificate with the application"),
        FILE("AADSTS700027", "write a valid credential to "),
        FEDERATED("AADSTS700016", "federated credential"),
        NODE("invalid_request: Identity not found", "assign the identity with client id ");

        final String refusal;
        final String remedy;

        Type(String refusal, String remedy) {
            this.refusal = refusal;
            this.remedy = remedy;
        }
    }

    private final Road road;
    private final Type type;
    private final String subject;
    private final Path file;
    final String subscription = UUID.randomUUID().toString();
    final String next = UUID.randomUUID().toString();
    final String name;
    String client = UUID.randomUUID().toString();
    private String proof = "";

    /**
     * @param subject of the tokens that prove it, if any do
     * @param file where its credentials are, if they are in one
     */
    SetUp(Road road, Type type, String name, String subject, Path file) {
        this.road = road;
        this.type = type;
        this.name = name;
        this.subject = subject;
        this.file = file;
        road.azure.control().subscription(subscription);
        prove();
        written();
    }

    /** Entra no longer accepts what it accepted before, and the operator does not know yet. */
    void turn() {
        switch (type) {
            case SECRET, CERTIFICATE, FILE -> prove();
            case FEDERATED -> {
                road.azure.control().revokeClient(client);
                client = next;
                prove();
            }
            // the node has its new identity a while after the Secret names it
            case NODE -> client = next;
        }
    }

    /** What the operator is to know now is there. */
    void written() {
        if (type == Type.NODE) {
            prove();
        }
        if (type == Type.FILE) {
            write();
        }
    }

    private void prove() {
        var issued = ClientCertificates.issue(KeySpec.RSA_2048);
        var pem = ClientCertificates.certificate(issued) + ClientCertificates.key(issued);
        Client made =
                switch (type) {
                    case SECRET -> {
                        proof = "not-to-be-shown-" + UUID.randomUUID();
                        yield Client.secret(client, proof);
                    }
                    case CERTIFICATE -> {
                        proof = pem;
                        yield Client.certificate(client, issued.certificate());
                    }
                    case FILE -> {
                        proof =
                                Base64.getEncoder()
                                        .encodeToString(ClientCertificates.pkcs12(issued, ""));
                        yield Client.certificate(client, issued.certificate());
                    }
                    case FEDERATED ->
                            Client.federated(
                                    client,
                                    road.plane.issuer(),
                                    subject,
                                    "api://AzureADTokenExchange",
                                    keys());
                    case NODE -> Client.managed(client);
                };
        road.azure.control().client(made.within("/subscriptions/" + subscription));
        if (type == Type.NODE) {
            road.azure.control().assignToNode(client);
        }
    }

    private Supplier<JWKSet> keys() {
        return JwksSource.http(
                road.plane.server().resolve("/openid/v1/jwks"), road.plane.caFile(), () -> "");
    }

    private void write() {
        var text =
                """
                {"client_id": "%s", "client_secret": "%s", "tenant_id": "%s", "authentication_endpoint": "%s", "not_before": "2026-11-24T00:00:00Z", "cannot_renew_after": "2027-11-24T00:00:00Z"}
                """
                        .formatted(
                                client, proof, road.azure.tenantId(), road.azure.authorityHost());
        try {
            Files.createDirectories(file.getParent());
            var whole = Files.writeString(file.resolveSibling("new"), text);
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Keys of its Secret. */
    Map<String, String> keysOfSecret() {
        var values = new HashMap<String, String>();
        values.put("AZURE_SUBSCRIPTION_ID", subscription);
        values.put("AZURE_TENANT_ID", road.azure.tenantId());
        values.put("AZURE_CLIENT_ID", client);
        switch (type) {
            case SECRET -> values.put("AZURE_CLIENT_SECRET", proof);
            case CERTIFICATE -> values.put("AZURE_CLIENT_CERTIFICATE", proof);
            case FILE -> values.put("AZURE_USER_ASSIGNED_IDENTITY_CREDENTIALS", file.toString());
            case FEDERATED -> values.put("USE_WORKLOAD_IDENTITY_AUTH", "true");
            case NODE -> values.put("AUTH_MODE", "podidentity");
        }
        return values;
    }

    /** By what Entra has to have known it. */
    String by() {
        return switch (type) {
            case SECRET -> "secret";
            case CERTIFICATE, FILE -> "certificate";
            case FEDERATED -> subject;
            case NODE -> "node";
        };
    }

    /** What must stand nowhere. */
    String hidden() {
        return proof.isEmpty() ? "not-to-be-shown" : proof.substring(proof.length() / 2);
    }

    boolean made(String group) {
        return road.azure
                .control()
                .get("/subscriptions/%s/resourceGroups/%s".formatted(subscription, group))
                .isPresent();
    }

    static Map<String, String> encoded(Map<String, String> values) {
        var all = new HashMap<String, String>();
        values.forEach(
                (key, value) ->
                        all.put(
                                key,
                                Base64.getEncoder()
                                        .encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        return all;
    }
}
