package dev.dragoman.camel.arm;

import dev.dragoman.azure.ArmSender;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.camel.ProducerEndpoint;
import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.capability.StepCall;
import dev.dragoman.capability.point.Revealing;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.Category;
import org.apache.camel.Component;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;

/**
 * Send a request to Azure Resource Manager with the identity of the reconciled object. The message
 * body for put and post is a map. The endpoint replaces the body by that of Azure's answer: an
 * empty map when get or delete find no resource. Without a path, the endpoint is a line of the
 * route {@code azure}, and sends the request of its step.
 */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "azure-arm",
        title = "Azure Resource Manager",
        syntax = "azure-arm:method",
        producerOnly = true,
        headersClass = AzureArmConstants.class,
        category = {Category.CLOUD})
public class AzureArmEndpoint extends ProducerEndpoint {
    /** Methods of requests with a path. */
    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete");

    /**
     * Further methods, only for lines of the route {@code azure}. A line is identified by its
     * address, so steps with the same HTTP method need different names here.
     */
    private static final Set<String> STEPS = Set.of("look-up", "poll", "await", "register", "call");

    private static final int NOT_FOUND = 404;

    @UriPath(enums = "get,put,post,delete,look-up,poll,await,register,call")
    @Metadata(
            required = true,
            description =
                    "HTTP method of the request: get, put, post or delete. The other values are"
                            + " for lines of the route azure, which have no path.")
    private String method;

    @UriParam(
            description =
                    "Absolute path; {id} at its beginning stands for the ARM id of the object's"
                            + " resource. May be omitted only in lines of the route azure."
                            + " Example: {id}/providers/Microsoft.Authorization/locks/keep.")
    private String path = "";

    @UriParam(description = "API version of the resource type. Example: 2020-05-01.")
    private String apiVersion = "";

    public AzureArmEndpoint(String uri, Component component) {
        super(uri, component);
    }

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        if (!METHODS.contains(method) && !STEPS.contains(method)) {
            throw new IllegalArgumentException(
                    "azure-arm:%s does not exist; use azure-arm:get, put, post or delete"
                            .formatted(method));
        }
        if (STEPS.contains(method) && !path.isEmpty()) {
            throw new IllegalArgumentException(
                    "azure-arm:%s is a line of the route azure and takes no path; use azure-arm:get, put, post or delete"
                            .formatted(method));
        }
    }

    @Override
    protected void send(Exchange exchange) {
        var message = exchange.getMessage();
        var sender = bean(ArmSender.BEAN, ArmSender.class);
        // a line ignores the headers, which an earlier request of a team's step may have set
        if (message.getBody() instanceof StepCall<?> call) {
            message.setBody(sender.send(call));
            return;
        }
        var to = message.getHeader(AzureArmConstants.PATH, path, String.class);
        var version = message.getHeader(AzureArmConstants.API_VERSION, apiVersion, String.class);
        if (to.isEmpty()) {
            throw new IllegalArgumentException(
                    "azure-arm:%s needs the option path; only lines of the route azure may omit it"
                            .formatted(method));
        }
        var answer =
                sender.send(
                        ReconciliationExchange.current(exchange),
                        method.toUpperCase(Locale.ROOT),
                        to,
                        version,
                        body(exchange));
        boolean nothing =
                answer.status() == NOT_FOUND && ("get".equals(method) || "delete".equals(method));
        if (!answer.ok() && !nothing) {
            throw failure(to, answer);
        }
        message.setHeader(AzureArmConstants.STATUS, answer.status());
        message.setBody(nothing ? Map.of() : answer.body());
    }

    private Optional<Map<String, Object>> body(Exchange exchange) {
        if ("get".equals(method) || "delete".equals(method)) {
            return Optional.empty();
        }
        var body = exchange.getMessage().getBody();
        if (body instanceof Map<?, ?> map) {
            var json = new LinkedHashMap<String, Object>();
            map.forEach((key, value) -> json.put(String.valueOf(key), value));
            if (Revealing.isHidden(json)) {
                throw new IllegalArgumentException(
                        "azure-arm:%s: the body has a hidden value, which would be sent as ***; name the value in the object's spec, or leave it out"
                                .formatted(method));
            }
            return Optional.of(json);
        }
        if (body == null && "post".equals(method)) {
            return Optional.empty();
        }
        throw new IllegalArgumentException(
                "azure-arm:%s needs a map as message body, not %s"
                        .formatted(method, body == null ? "nothing" : body.getClass().getName()));
    }

    private OutcomeException failure(String to, Answer answer) {
        var code = answer.error().map(Answer.Failure::code).filter(c -> !c.isEmpty());
        var reason = code.orElse("HTTP" + answer.status());
        var said = answer.error().map(Answer.Failure::message).orElse("HTTP " + answer.status());
        return new OutcomeException(
                new Outcome.Transient(
                        reason,
                        "azure-arm:%s %s: %s: %s".formatted(method, to, reason, said),
                        Outcome.Pace.SLOW,
                        answer.retryAfter()));
    }

    public String getMethod() {
        return method;
    }

    public void setMethod(String method) {
        this.method = method;
    }

    public String getPath() {
        return path;
    }

    public void setPath(String path) {
        this.path = path;
    }

    public String getApiVersion() {
        return apiVersion;
    }

    public void setApiVersion(String apiVersion) {
        this.apiVersion = apiVersion;
    }
}
