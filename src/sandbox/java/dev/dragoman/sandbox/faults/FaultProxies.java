package dev.dragoman.sandbox.faults;

import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.http.ConnectProxy;
import dev.dragoman.sandbox.azure.vault.KeyVaults;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The fault proxies in front of a control plane and a local Azure. All share one list of planned
 * faults. An operator uses the proxies when its addresses and its trusted CA are replaced by those
 * of the proxies.
 */
public final class FaultProxies implements AutoCloseable {
    private final AzureSandbox azure;
    private final Faults faults = new Faults();
    private final FaultProxy kubernetes;
    private final FaultProxy arm;
    private final FaultProxy entra;
    private final FaultProxy vault;
    private final ConnectProxy vaults;

    public FaultProxies(ControlPlane plane, AzureSandbox azure) {
        this.azure = azure;
        kubernetes = proxy(Passing.Target.KUBERNETES, plane.server(), plane.caFile());
        arm = proxy(Passing.Target.ARM, URI.create(azure.armEndpoint()), azure.caPem());
        var authority = azure.authorityHost().replaceAll("/$", "");
        entra = proxy(Passing.Target.ENTRA, URI.create(authority), azure.caPem());
        var ofVaults = URI.create("https://localhost:" + azure.vaultPort());
        vault = proxy(Passing.Target.VAULT, ofVaults, azure.caPem());
        vaults = new ConnectProxy(this::route);
    }

    /** Routes the names of vaults to their fault proxy, and refuses all other hosts. */
    private ConnectProxy.Route route(String host, int port) {
        return KeyVaults.name(host)
                .filter(any -> port == 443)
                .map(
                        name ->
                                azure.hasVault(name)
                                        ? ConnectProxy.Route.to(vault.uri().getPort())
                                        : ConnectProxy.Route.UNRESOLVED)
                .orElse(ConnectProxy.Route.FORBIDDEN);
    }

    private FaultProxy proxy(Passing.Target target, URI upstream, Path ca) {
        return FaultProxy.start(target, upstream, azure.serverTls(), trust(ca), faults);
    }

    public Faults faults() {
        return faults;
    }

    /**
     * Changes a client configuration so that it reaches the API server through its proxy.
     *
     * @param direct the configuration that reaches the API server directly; this method changes and
     *     returns it
     * @param userAgent distinguishes this operator process from its successor
     */
    public Config cluster(Config direct, String userAgent) {
        direct.setMasterUrl(kubernetes.uri() + "/");
        direct.setCaCertData(null);
        direct.setCaCertFile(azure.caPem().toString());
        direct.setUserAgent(userAgent);
        return direct;
    }

    /**
     * Writes a kubeconfig that reaches the API server through its proxy.
     *
     * @param direct a kubeconfig of this control plane
     * @param target the file to write
     */
    public Path kubeconfig(Path direct, Path target) {
        try {
            var through =
                    Files.readString(direct)
                            .replaceAll("server: \"[^\"]*\"", "server: \"" + kubernetes.uri() + '"')
                            .replaceAll(
                                    "certificate-authority-data: \"[^\"]*\"",
                                    "certificate-authority: \"" + azure.caPem() + '"');
            return Files.writeString(target, through);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The operator settings that send requests to Azure through the proxies. */
    public Map<String, String> environment(String userAgent) {
        return Map.of(
                "AZURE_RESOURCE_MANAGER_ENDPOINT", arm.uri().toString(),
                "AZURE_AUTHORITY_HOST", entra.uri() + "/",
                "AZURE_USER_AGENT_SUFFIX", userAgent);
    }

    /**
     * The settings of {@link #environment}, and those that send requests to key vaults through
     * their proxy. All other requests go to {@code localhost}, without HTTPS_PROXY.
     */
    public Map<String, String> environmentWithVaults(String userAgent) {
        var all = new HashMap<>(environment(userAgent));
        all.put("HTTPS_PROXY", vaults.url());
        all.put("NO_PROXY", "localhost");
        all.put("DRAGOMAN_KEY_VAULT_SUFFIXES", "vault.azure.net");
        return all;
    }

    /** Refuses all further requests with this user agent, and resets its open connections. */
    public void kill(String userAgent) {
        faults.kill(userAgent);
        all().forEach(each -> each.reset(userAgent));
    }

    @Override
    public void close() {
        vaults.close();
        all().forEach(FaultProxy::close);
    }

    private List<FaultProxy> all() {
        return List.of(kubernetes, arm, entra, vault);
    }

    private static SSLContext trust(Path pem) {
        try (var in = Files.newInputStream(pem)) {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setCertificateEntry(
                    "server", CertificateFactory.getInstance("X.509").generateCertificate(in));
            var managers =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            var context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot trust " + pem, e);
        }
    }
}
