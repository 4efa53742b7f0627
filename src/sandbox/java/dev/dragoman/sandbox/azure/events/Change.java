package dev.dragoman.sandbox.azure.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.http.Json;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * What was done to a resource, or was tried.
 *
 * @param id the id of the resource
 * @param type its type, such as {@code Microsoft.Storage/storageAccounts}
 * @param action such as {@code Microsoft.Storage/storageAccounts/write}
 * @param succeeded whether it was done
 * @param clientId the application that asked for it
 * @param objectId the object id of that application
 * @param tenant the tenant of the subscription
 * @param correlation the correlation id of the request
 * @param method the method of the request
 * @param url the URL of the request
 * @param clientRequest the client's id of the request; empty if it has none
 * @param resource the resource as a GET answers it; empty if it is gone
 * @param apiVersion the api-version of {@code resource}
 */
public record Change(
        String id,
        String type,
        String action,
        boolean succeeded,
        String clientId,
        String objectId,
        String tenant,
        String correlation,
        String method,
        String url,
        String clientRequest,
        Optional<ObjectNode> resource,
        String apiVersion,
        Instant at) {
    /** The id of the subscription, with {@code /subscriptions/} before it. */
    public String subscription() {
        return "/subscriptions/" + id.split("/", -1)[2];
    }

    /** Write, Delete or Action. */
    String verb() {
        var last = action.substring(action.lastIndexOf('/') + 1);
        return last.substring(0, 1).toUpperCase(Locale.ROOT) + last.substring(1);
    }

    /** The data of an event of a subscription or a resource group. */
    ObjectNode request() {
        var data = Json.object();
        var authorization = data.putObject("authorization");
        authorization.put("scope", id).put("action", action);
        authorization.putObject("evidence").put("role", "Subscription Admin");
        var claims = "http://schemas.microsoft.com/identity/claims/";
        data.putObject("claims")
                .put("aud", "https://management.azure.com/")
                .put("iss", "https://sts.windows.net/" + tenant + "/")
                .put("appid", clientId)
                .put("appidacr", "1")
                .put(claims + "objectidentifier", objectId)
                .put(
                        "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier",
                        objectId)
                .put(claims + "tenantid", tenant)
                .put("ver", "1.0");
        data.put("correlationId", correlation);
        data.putObject("httpRequest")
                .put("clientRequestId", clientRequest)
                .put("clientIpAddress", "127.0.0.1")
                .put("method", method)
                .put("url", url);
        return data.put("resourceProvider", type.substring(0, type.indexOf('/')))
                .put("resourceUri", id)
                .put("operationName", action)
                .put("status", succeeded ? "Succeeded" : "Failed")
                .put("subscriptionId", id.split("/", -1)[2])
                .put("tenantId", tenant);
    }

    /** The data of a resource notification. */
    ObjectNode notification(String time) {
        var data = Json.object();
        var info = data.putObject("resourceInfo");
        info.put("id", id).put("name", id.substring(id.lastIndexOf('/') + 1)).put("type", type);
        resource.ifPresent(
                shown -> {
                    info.set("location", shown.path("location"));
                    info.set("tags", orEmpty(shown.path("tags")));
                    info.set("properties", orEmpty(shown.path("properties")));
                    data.put("apiVersion", apiVersion);
                });
        data.putObject("operationalInfo").put("resourceEventTime", time);
        return data;
    }

    private static JsonNode orEmpty(JsonNode value) {
        return value.isMissingNode() ? Json.object() : value;
    }
}
