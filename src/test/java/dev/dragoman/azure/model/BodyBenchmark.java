package dev.dragoman.azure.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.Catalog;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What each reconciliation over an unchanged storage account computes, beside what a library does
 * anyway.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BodyBenchmark {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};
    private static final AzureVersion ACCOUNT =
            Catalog.load()
                    .find("storage.azure.com", "StorageAccount")
                    .flatMap(kind -> kind.version("v20230101"))
                    .orElseThrow();
    private static final byte[] KEY = new byte[32];
    private static final ReferencedValues NOTHING = ReferencedValues.NONE;

    private final Map<String, Object> spec =
            json(
                    """
                    {"location": "westeurope", "kind": "StorageV2", "sku": {"name": "Standard_LRS"},
                     "accessTier": "Hot", "minimumTlsVersion": "TLS1_2", "tags": {"team": "orders"},
                     "networkAcls": {"defaultAction": "Deny", "ipRules": [
                       {"value": "192.0.2.1", "action": "Allow"}, {"value": "192.0.2.2", "action": "Allow"}]},
                     "owner": {"name": "orders"}}
                    """);
    private final Map<String, Object> body = ArmBody.of(ACCOUNT, spec, "orders", NOTHING).body();
    private final Map<String, Object> answer =
            json(
                    """
                    {"id": "/subscriptions/s/resourceGroups/orders/providers/x", "name": "orders",
                     "location": "westeurope", "kind": "StorageV2",
                     "sku": {"name": "Standard_LRS", "tier": "Standard"}, "tags": {"team": "orders"},
                     "properties": {"accessTier": "Hot", "minimumTlsVersion": "TLS1_2",
                       "provisioningState": "Succeeded", "networkAcls": {"bypass": "AzureServices",
                         "defaultAction": "Deny", "virtualNetworkRules": [], "ipRules": [
                       {"value": "192.0.2.1", "action": "Allow"}, {"value": "192.0.2.2", "action": "Allow"}]}}}
                    """);
    private final JsonNode one = JSON.valueToTree(answer);
    private final JsonNode other = JSON.valueToTree(answer);

    private static Map<String, Object> json(String text) {
        try {
            return JSON.readValue(text, OBJECT);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    @Benchmark
    public List<String> compare() {
        return Differences.paths(ACCOUNT, body, answer, Set.of());
    }

    /** Deep equality of two equal trees, which says nothing about spelling or what is ours. */
    @Benchmark
    public boolean compareBaseline() {
        return one.equals(other);
    }

    @Benchmark
    public ArmBody.Result map() {
        return ArmBody.of(ACCOUNT, spec, "orders", NOTHING);
    }

    /** A copy without any rule. */
    @Benchmark
    public Map<String, Object> mapBaseline() {
        return JSON.convertValue(spec, OBJECT);
    }

    @Benchmark
    public String hash() {
        return BodyHash.hmac(KEY, body, "2023-01-01");
    }

    /** Without key and without an order of the fields. */
    @Benchmark
    public byte[] hashBaseline() throws JsonProcessingException, NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-256").digest(JSON.writeValueAsBytes(body));
    }
}
