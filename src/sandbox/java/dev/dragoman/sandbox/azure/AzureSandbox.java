package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.sandbox.TemporaryDirectory;
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
    /** Public Azure's Resource Manager. */
    public static final String ARM_HOST = "management.azure.com";

    /** Public Azure's Entra. */
    public static final String AUTHORITY_HOST = "login.microsoftonline.com";

    /** Public Azure's older API: Resource Manager takes tokens for it too, and most tools ask for them. */
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
    private final Clock clock = Clock.systemUTC();

    /** The state directory, where nobody has named one that is to stay. */
    private final Optional<TemporaryDirectory> own;

    private AzureSandbox(Options options, Path state, Optional<TemporaryDirectory> own) {
        this.options = options;
        this.own = own;
        authority = Authority.create(state);
        // Handlers run only after the constructor: nobody knows the ports before.
        armListener = new Listener(options.armPort(), authority.server(), this::arm);
        authorityListener = new Listener(options.authorityPort(), authority.server(), this::entra);
        var types = new Types(options.catalog());
        var faults = new Faults();
        var resources = new Resources(clock);
        var directory = new Directory(options.tenantId(), options.clients());
        var tokens = new Tokens(options.tenantId(), audiences());
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
                        new LinkedTenants(tokens));
        arm = new Arm(options, parts, clock);
        entra = new Entra(directory, parts.rights(), parts.tokens(), clock);
        devOps = new DevOps(clock);
        var pools = new DevOpsApi(devOps, parts.tokens(), clock);
        devOpsListener =
                new Listener(
                        0, authority.server(), call -> faulty(call).orElseGet(() -> pools.answer(call)));
        var imds = new Imds(entra, clock);
        nodeListener = new Listener(0, null, call -> imds.answer(call, this::faulty));
        control = new SandboxControl(parts, directory, entra, imds);
        control.listeners(armListener, authorityListener, devOpsListener, nodeListener);
        controlListener =
                new Listener(options.controlPort(), null, new ControlServer(control)::answer);
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

    /** For AZURE_RESOURCE_MANAGER_ENDPOINT. */
    public String armEndpoint() {
        return options.publicNames()
                ? "https://" + ARM_HOST
                : "https://localhost:" + armListener.port();
    }

    /** For AZURE_RESOURCE_MANAGER_AUDIENCE. */
    public String audience() {
        return armEndpoint();
    }

    /** For AZURE_AUTHORITY_HOST; ends in a slash, as that of Azure does. */
    public String authorityHost() {
        return options.publicNames()
                ? "https://" + AUTHORITY_HOST + "/"
                : "https://localhost:" + authorityListener.port() + "/";
    }

    /** The metadata service of a node, for AZURE_POD_IDENTITY_AUTHORITY_HOST: plain HTTP. */
    public URI nodeMetadata() {
        return URI.create("http://localhost:" + nodeListener.port());
    }

    /** Where Resource Manager listens, on the loopback address, whatever its name. */
    public int armPort() {
        return armListener.port();
    }

    /** Where Entra listens, on the loopback address, whatever its name. */
    public int authorityPort() {
        return authorityListener.port();
    }

    /** The control API: plain HTTP. */
    public URI controlEndpoint() {
        return URI.create("http://localhost:" + controlListener.port());
    }

    /** Proves {@code localhost} to who trusts {@link #caPem()}: for what stands in front of it. */
    public SSLContext serverTls() {
        return authority.server();
    }

    /** Certificate of the authority that signed both endpoints. */
    public Path caPem() {
        return authority.pem();
    }

    /** The same certificate as a PKCS#12 trust store. */
    public Path trustStore() {
        return authority.trustStore();
    }

    /** Password of {@link #trustStore()}. */
    public String trustStorePassword() {
        return Authority.PASSWORD;
    }

    /** The only subscription. */
    public String subscriptionId() {
        return options.subscriptionId();
    }

    /** The only tenant. */
    public String tenantId() {
        return options.tenantId();
    }

    /** Its pools of build agents, which it shows under {@link #organisation}. */
    public DevOps devOps() {
        return devOps;
    }

    /** Address of an organisation, as a CDTarget has it. */
    public String organisation(String name) {
        return "https://localhost:%d/%s".formatted(devOpsListener.port(), name);
    }

    /** What Azure would not let anyone do. */
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
        own.ifPresent(TemporaryDirectory::close);
    }

    private List<String> audiences() {
        return options.publicNames() ? List.of(CLASSIC, audience()) : List.of(audience());
    }

    private Answer entra(Call call) {
        return faulty(call)
                .orElseGet(() -> entra.answer(call, authorityHost().replaceAll("/$", "")));
    }

    /** What somebody has asked to go wrong; empty when nothing does. */
    private Optional<Answer> faulty(Call call) {
        control.faults().delay(call).ifPresent(AzureSandbox::pause);
        return control.faults().answer(call);
    }

    private Answer arm(Call call) {
        control.faults().delay(call).ifPresent(AzureSandbox::pause);
        var answer = arm.answer(call, armEndpoint());
        var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(call.headers());
        headers.remove("Authorization");
        headers.remove("x-ms-authorization-auxiliary");
        control.captured(
                new Exchange(
                        clock.instant(),
                        call.method(),
                        armEndpoint() + call.uri(),
                        headers,
                        json(call.body()),
                        answer.status(),
                        Map.copyOf(answer.headers()),
                        answer.body()));
        return answer;
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
