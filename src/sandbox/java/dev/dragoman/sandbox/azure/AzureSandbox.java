package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.sandbox.TemporaryDirectory;
import dev.dragoman.sandbox.azure.control.ControlServer;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.sandbox.azure.control.SandboxControl;
import dev.dragoman.sandbox.azure.devops.DevOps;
import dev.dragoman.sandbox.azure.devops.DevOpsApi;
import dev.dragoman.sandbox.azure.entra.Directory;
import dev.dragoman.sandbox.azure.entra.Entra;
import dev.dragoman.sandbox.azure.entra.Imds;
import dev.dragoman.sandbox.azure.entra.LinkedTenants;
import dev.dragoman.sandbox.azure.entra.Tokens;
import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Call;
import dev.dragoman.sandbox.azure.http.ConnectProxy;
import dev.dragoman.sandbox.azure.http.Faults;
import dev.dragoman.sandbox.azure.http.Json;
import dev.dragoman.sandbox.azure.http.Listener;
import dev.dragoman.sandbox.azure.http.RateLimits;
import dev.dragoman.sandbox.azure.servicebus.ServiceBus;
import dev.dragoman.sandbox.azure.vault.KeyVaults;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;

/** A local Azure, running until it is closed. */
public final class AzureSandbox implements AutoCloseable {
    /** Host of public Azure's Resource Manager. */
    public static final String ARM_HOST = "management.azure.com";

    /** Host of public Azure's Entra. */
    public static final String AUTHORITY_HOST = "login.microsoftonline.com";

    /**
     * The audience of public Azure's classic API. Resource Manager accepts tokens for it too, and
     * most tools ask for them.
     */
    private static final String CLASSIC = "https://management.core.windows.net";

    private final Options options;
    private final Authority authority;
    private final Arm arm;
    private final Entra entra;
    private final SandboxControl control;
    private final Listener armListener;
    private final Listener authorityListener;
    private final Listener controlListener;
    private final Listener nodeListener;
    private final DevOps devOps;
    private final Listener devOpsListener;
    private final KeyVaults vaults;
    private final Listener vaultListener;
    private final ServiceBus serviceBus;
    private final ConnectProxy proxy;
    private final Clock clock = Clock.systemUTC();

    /** The temporary state directory; empty when the options name a directory. */
    private final Optional<TemporaryDirectory> own;

    private AzureSandbox(Options options, Path state, Optional<TemporaryDirectory> own) {
        this.options = options;
        this.own = own;
        authority = Authority.create(state);
        // clients learn the ports after this constructor has returned, so no handler runs earlier
        armListener = new Listener(options.armPort(), authority.server(), this::arm);
        authorityListener = new Listener(options.authorityPort(), authority.server(), this::entra);
        var types = new Types(options.catalog());
        var faults = new Faults();
        var resources = new Resources(clock);
        var directory = new Directory(options.tenantId(), options.clients());
        var tokens = new Tokens(options.tenantId(), audiences());
        serviceBus = new ServiceBus(new ArmEntities(resources), tokens, authority.server());
        var events =
                new ArmEvents(resources, serviceBus, options.tenantId(), armEndpoint(), clock);
        var parts =
                new Arm.Parts(
                        types,
                        resources,
                        new Providers(
                                types,
                                options.subscriptionId(),
                                options.unregistered(),
                                clock,
                                faults),
                        new Rights(directory, resources),
                        tokens,
                        faults,
                        new RateLimits(),
                        new LinkedTenants(tokens),
                        events);
        arm = new Arm(options, parts, clock);
        entra = new Entra(directory, parts.rights(), parts.tokens(), clock);
        devOps = new DevOps(clock);
        var pools = new DevOpsApi(devOps, parts.tokens(), clock);
        devOpsListener =
                new Listener(
                        0, authority.server(), call -> faulty(call).orElseGet(() -> pools.answer(call)));
        var imds = new Imds(entra, clock);
        nodeListener = new Listener(0, null, call -> imds.answer(call, this::faulty));
        vaults = new KeyVaults(new ArmVaults(resources), tokens, faults, clock);
        resources.deletedVaults().onPurge(vaults::purged);
        vaultListener = new Listener(0, authority.server(), this::vault);
        control = new SandboxControl(parts, directory, entra, imds, vaults, serviceBus);
        control.listeners(
                armListener, authorityListener, devOpsListener, nodeListener, vaultListener);
        controlListener =
                new Listener(options.controlPort(), null, new ControlServer(control)::answer);
        proxy = new ConnectProxy(this::route);
    }

    /** Opens the ports and writes the certificate files. */
    public static AzureSandbox start(Options options) {
        if (options.state() != null) {
            return new AzureSandbox(options, options.state(), Optional.empty());
        }
        var own = TemporaryDirectory.create("dragoman-azure");
        try {
            return new AzureSandbox(options, own.path(), Optional.of(own));
        } catch (RuntimeException e) {
            own.close();
            throw e;
        }
    }

    /** Value for AZURE_RESOURCE_MANAGER_ENDPOINT. */
    public String armEndpoint() {
        return options.publicNames()
                ? "https://" + ARM_HOST
                : "https://localhost:" + armListener.port();
    }

    /** Value for AZURE_RESOURCE_MANAGER_AUDIENCE. */
    public String audience() {
        return armEndpoint();
    }

    /** Value for AZURE_AUTHORITY_HOST; ends with a slash, as Azure's does. */
    public String authorityHost() {
        return options.publicNames()
                ? "https://" + AUTHORITY_HOST + "/"
                : "https://localhost:" + authorityListener.port() + "/";
    }

    /**
     * The base URL of a node's metadata service (plain HTTP), value for
     * AZURE_POD_IDENTITY_AUTHORITY_HOST.
     */
    public URI nodeMetadata() {
        return URI.create("http://localhost:" + nodeListener.port());
    }

    /**
     * The URL of a proxy, value for HTTPS_PROXY. Through it clients reach vaults at {@code
     * https://NAME.vault.azure.net}, and Resource Manager and Entra at their names in public Azure.
     * It also connects to the sandbox's own ports, and refuses all other addresses. For a vault
     * that does not exist it answers 502.
     */
    public String vaultProxy() {
        return proxy.url();
    }

    /** The loopback port of Resource Manager, also when it answers under a public name. */
    public int armPort() {
        return armListener.port();
    }

    /** The loopback port of Entra, also when it answers under a public name. */
    public int authorityPort() {
        return authorityListener.port();
    }

    /** The loopback port of all key vaults; a request's header Host names the vault. */
    public int vaultPort() {
        return vaultListener.port();
    }

    /** Whether there is a key vault of this name. */
    public boolean hasVault(String name) {
        return vaults.exists(name);
    }

    /** The base URL of the control API (plain HTTP). */
    public URI controlEndpoint() {
        return URI.create("http://localhost:" + controlListener.port());
    }

    /**
     * The TLS context of a server at {@code localhost} whose certificate {@link #caPem()} has
     * signed, for a proxy in front of the sandbox.
     */
    public SSLContext serverTls() {
        return authority.server();
    }

    /** The file of the CA certificate that signed the certificates of all HTTPS endpoints. */
    public Path caPem() {
        return authority.pem();
    }

    /** A PKCS#12 trust store with the certificate of {@link #caPem()}. */
    public Path trustStore() {
        return authority.trustStore();
    }

    /** Password of {@link #trustStore()}. */
    public String trustStorePassword() {
        return Authority.PASSWORD;
    }

    /**
     * The id of the first subscription; {@link SandboxControl#subscription} adds further
     * subscriptions.
     */
    public String subscriptionId() {
        return options.subscriptionId();
    }

    /** The id of the tenant. */
    public String tenantId() {
        return options.tenantId();
    }

    /** Azure DevOps with pools of build agents. Its REST API is at {@link #organisation}. */
    public DevOps devOps() {
        return devOps;
    }

    /** The URL of an organisation, as in a CDTarget. */
    public String organisation(String name) {
        return "https://localhost:%d/%s".formatted(devOpsListener.port(), name);
    }

    /** Service Bus, with the namespaces of Resource Manager. */
    public ServiceBus serviceBus() {
        return serviceBus;
    }

    /** Reads and changes the state, and plans faults, in ways that Azure does not offer. */
    public SandboxControl control() {
        return control;
    }

    @Override
    public void close() {
        armListener.close();
        authorityListener.close();
        controlListener.close();
        devOpsListener.close();
        nodeListener.close();
        vaultListener.close();
        serviceBus.close();
        proxy.close();
        own.ifPresent(TemporaryDirectory::close);
    }

    private List<String> audiences() {
        return options.publicNames() ? List.of(CLASSIC, audience()) : List.of(audience());
    }

    private Answer entra(Call call) {
        return faulty(call)
                .orElseGet(() -> entra.answer(call, authorityHost().replaceAll("/$", "")));
    }

    /** Applies the faults that a test has set: waits, and returns the answer of a fault, if any. */
    private Optional<Answer> faulty(Call call) {
        control.faults().delay(call).ifPresent(AzureSandbox::pause);
        return control.faults().answer(call);
    }

    private Answer arm(Call call) {
        control.faults().delay(call).ifPresent(AzureSandbox::pause);
        var answer = arm.answer(call, armEndpoint());
        capture(call, armEndpoint() + call.uri(), json(call.body()), answer.body(), answer);
        return delivered(answer, call);
    }

    private Answer vault(Call call) {
        var named = vaults.named(call);
        control.faults().delay(named).ifPresent(AzureSandbox::pause);
        var answer = vaults.answer(call, authorityHost() + options.tenantId());
        capture(
                call,
                "https://" + call.header("Host").orElse("") + call.uri(),
                KeyVaults.withoutValue(json(call.body())),
                KeyVaults.withoutValue(answer.body()),
                answer);
        return delivered(answer, named);
    }

    /** The answer, or {@link Answer#LOST} if a planned fault drops it. A 401 is never dropped. */
    private Answer delivered(Answer answer, Call call) {
        return answer.status() != 401 && control.faults().loses(call) ? Answer.LOST : answer;
    }

    private void capture(
            Call call, String url, JsonNode asked, JsonNode answered, Answer answer) {
        var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(call.headers());
        headers.remove("Authorization");
        headers.remove("x-ms-authorization-auxiliary");
        control.captured(
                new Exchange(
                        clock.instant(),
                        call.method(),
                        url,
                        headers,
                        asked,
                        answer.status(),
                        Map.copyOf(answer.headers()),
                        answered));
    }

    private ConnectProxy.Route route(String host, int port) {
        if (List.of("localhost", "127.0.0.1").contains(host)) {
            return ownPorts().contains(port)
                    ? ConnectProxy.Route.to(port)
                    : ConnectProxy.Route.FORBIDDEN;
        }
        var vault = KeyVaults.name(host).filter(any -> port == 443);
        if (vault.isPresent()) {
            return vaults.exists(vault.get())
                    ? ConnectProxy.Route.to(vaultListener.port())
                    : ConnectProxy.Route.UNRESOLVED;
        }
        return switch (host + ":" + port) {
            case ARM_HOST + ":443" -> ConnectProxy.Route.to(armListener.port());
            case AUTHORITY_HOST + ":443" -> ConnectProxy.Route.to(authorityListener.port());
            default -> ConnectProxy.Route.FORBIDDEN;
        };
    }

    private List<Integer> ownPorts() {
        return List.of(
                armListener.port(),
                authorityListener.port(),
                devOpsListener.port(),
                nodeListener.port(),
                controlListener.port());
    }

    private static JsonNode json(String body) {
        try {
            return body.isBlank() ? null : Json.parse(body);
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    private static void pause(java.time.Duration delay) {
        try {
            Thread.sleep(delay);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
