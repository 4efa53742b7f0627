package dev.dragoman.camel.https;

import dev.dragoman.settings.AllowedHosts;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.component.http.HttpComponent;
import org.apache.camel.component.http.HttpEndpoint;
import org.apache.camel.component.http.HttpEndpointUriFactory;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.util.UnsafeUriCharactersEncoder;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.util.Timeout;

/**
 * Camel's component for https, held to hosts that are allowed: when an endpoint is made, and before
 * each request, whatever headers of the exchange say of its address. No redirects, no cookies, no
 * proxy, no second try, no plain http. Of its options few are left; all others would undo this.
 */
public final class HttpsComponent extends HttpComponent {
    /** Name under which the context has it. */
    public static final String SCHEME = "https";

    /** Time to connect, in milliseconds. */
    static final int CONNECT_TIMEOUT = 2_000;

    /** Time to wait for the answer, in milliseconds. */
    static final int RESPONSE_TIMEOUT = 10_000;

    /** Options of an endpoint. */
    static final Set<String> OPTIONS =
            Set.of(
                    "connectTimeout",
                    "httpMethod",
                    "okStatusCodeRange",
                    "responseTimeout",
                    "throwExceptionOnFailure",
                    "userAgent");

    /** Those of the component that its list of options does not have. */
    private static final Set<String> UNLISTED =
            Set.of(
                    "connectionRequestTimeout",
                    "soTimeout",
                    "muteException",
                    "httpBinding",
                    "httpMethodRestrict",
                    "transferException",
                    "chunked");

    /** Camel's other options of this component, which would otherwise become part of the query. */
    private static final Set<String> REFUSED = refused();

    /** What Camel takes out of an address: our options, and those of any endpoint. */
    private static final Set<String> NO_QUERY =
            Stream.concat(
                            OPTIONS.stream(),
                            Stream.of(
                                    "autowiredEnabled",
                                    "bridgeErrorHandler",
                                    "hash",
                                    "lazyStartProducer"))
                    .collect(Collectors.toUnmodifiableSet());

    /** Beginnings of options that configure the client itself. */
    private static final Set<String> PREFIXES = Set.of("httpClient.", "httpConnection.");

    /** A header of an answer may not be longer, and there may not be more of them. */
    private static final Http1Config ANSWERS =
            Http1Config.custom().setMaxLineLength(16 * 1024).setMaxHeaderCount(100).build();

    private final AllowedHosts hosts;
    private final SSLContext tls;
    private final boolean sends;

    private HttpsComponent(HttpsAccess access) {
        this.hosts = access.hosts();
        this.tls = access.tls();
        this.sends = access.sends();
        setConnectTimeout(CONNECT_TIMEOUT);
        setConnectionRequestTimeout(CONNECT_TIMEOUT);
        setResponseTimeout(RESPONSE_TIMEOUT);
        setSoTimeout(RESPONSE_TIMEOUT);
        setHeaderFilterStrategy(new OutgoingHeaders());
        // of an answer come body and status: its headers would go out with the next request
        setSkipResponseHeaders(true);
        setCookieManagementDisabled(true);
        setContentCompressionDisabled(true);
        setUserAgent("dragoman");
        setHttpClientConfigurer(this::restrict);
    }

    /** Makes it what the context has under {@value #SCHEME}. */
    public static void install(CamelContext context, HttpsAccess access) {
        context.addComponent(SCHEME, new HttpsComponent(access));
    }

    private static Set<String> refused() {
        var all = new TreeSet<>(new HttpEndpointUriFactory().propertyNames());
        all.addAll(UNLISTED);
        all.removeAll(OPTIONS);
        // of any endpoint
        all.remove("lazyStartProducer");
        return Set.copyOf(all);
    }

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
            throws Exception {
        for (var option : parameters.keySet()) {
            var refusal = refusal(option);
            if (refusal.isPresent()) {
                throw new IllegalArgumentException(refusal.get());
            }
        }
        var endpoint = (HttpEndpoint) super.createEndpoint(uri, remaining, parameters);
        var address = endpoint.getHttpUri();
        check(address.getScheme(), address.getHost(), address.getPort());
        if (endpoint.getConnectTimeout() < 1 || endpoint.getResponseTimeout() < 1) {
            throw new IllegalArgumentException(
                    "connectTimeout and responseTimeout of https are at least 1 millisecond");
        }
        endpoint.setHttpUri(address(address, uri));
        return new HttpsEndpoint(this, uri, endpoint);
    }

    /** Parameters come as they were written: signatures are made over their encoding. */
    @Override
    public boolean useRawUri() {
        return true;
    }

    /** The address with the query that the route wrote, without the options in it. */
    private static URI address(URI read, String written) throws URISyntaxException {
        var query = query(written);
        return new URI(
                read.toString().replaceFirst("\\?.*", "")
                        + (query.isEmpty()
                                ? ""
                                : "?" + UnsafeUriCharactersEncoder.encodeHttpURI(query)));
    }

    /** What of the query of an address is no option, as it was written; empty without any. */
    static String query(String written) {
        int mark = written.indexOf('?');
        return mark < 0
                ? ""
                : Stream.of(written.substring(mark + 1).split("&", -1))
                        .filter(pair -> !NO_QUERY.contains(pair.replaceFirst("=.*", "")))
                        .collect(Collectors.joining("&"));
    }

    /**
     * Why a parameter of an address cannot be one: Camel has it as an option of this component, and
     * it is none here.
     */
    public static Optional<String> refusal(String option) {
        return REFUSED.contains(option) || PREFIXES.stream().anyMatch(option::startsWith)
                ? Optional.of(
                        "https has no option '%s' here; it has %s"
                                .formatted(option, String.join(", ", new TreeSet<>(OPTIONS))))
                : Optional.empty();
    }

    private void check(String scheme, String host, int port) {
        if (!SCHEME.equals(scheme)) {
            throw new IllegalArgumentException("messages are sent by https, and by nothing else");
        }
        if (!hosts.allows(host, port)) {
            throw new IllegalArgumentException(hosts.refusal(host, port));
        }
    }

    @Override
    protected HttpClientConnectionManager createConnectionManager(
            Map<String, Object> parameters,
            SSLContextParameters ignored,
            Map<String, Object> connectionOptions) {
        var waiting = Timeout.ofMilliseconds(RESPONSE_TIMEOUT);
        return PoolingHttpClientConnectionManagerBuilder.create()
                .setTlsSocketStrategy(new DefaultClientTlsStrategy(tls))
                .setConnectionFactory(
                        ManagedHttpClientConnectionFactory.builder().http1Config(ANSWERS).build())
                .setDefaultSocketConfig(SocketConfig.custom().setSoTimeout(waiting).build())
                .setDefaultTlsConfig(TlsConfig.custom().setHandshakeTimeout(waiting).build())
                .setMaxConnTotal(getMaxTotalConnections())
                .setMaxConnPerRoute(getConnectionsPerRoute())
                .build();
    }

    /** The last word on each client. */
    private void restrict(HttpClientBuilder client) {
        client.disableRedirectHandling();
        client.disableAutomaticRetries();
        client.disableAuthCaching();
        client.setProxy(null);
        client.addExecInterceptorFirst("hosts", this::checked);
    }

    /** Runs before there is a connection: another host is not even asked for one. */
    private ClassicHttpResponse checked(
            ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        if (!sends) {
            throw HttpsFailed.of(
                    HttpsFailed.NOT_ASKED + scope.route.getTargetHost().toHostString());
        }
        var target = scope.route.getTargetHost();
        if (scope.route.getProxyHost() != null) {
            throw HttpsFailed.of("messages are sent without a proxy");
        }
        try {
            check(target.getSchemeName(), target.getHostName(), target.getPort());
        } catch (IllegalArgumentException refused) {
            throw HttpsFailed.of("nothing was sent: " + refused.getMessage());
        }
        return chain.proceed(request, scope);
    }
}
