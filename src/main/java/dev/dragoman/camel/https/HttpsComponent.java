package dev.dragoman.camel.https;

import dev.dragoman.capability.Outside;
import dev.dragoman.reconcile.SteadyClock;
import dev.dragoman.reconcile.turn.CircuitBreakers;
import dev.dragoman.settings.AllowedHosts;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
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
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.util.Timeout;

/**
 * Camel's component for https, restricted to allowed hosts. Checks the host when an endpoint is
 * created, and before each request, because headers of an exchange can change the address. Does not
 * follow redirects, keep cookies, use proxies, retry, or use plain http. Allows only a few options,
 * because others could undo these restrictions.
 */
public final class HttpsComponent extends HttpComponent {
    /** Name of the component in the Camel context. */
    public static final String SCHEME = "https";

    /** Longest time to connect, in milliseconds. */
    static final int CONNECT_TIMEOUT = 2_000;

    /** Longest time to wait for the answer, in milliseconds. */
    static final int RESPONSE_TIMEOUT = 10_000;

    /** Options that an endpoint may have. */
    static final Set<String> OPTIONS =
            Set.of(
                    "connectTimeout",
                    "httpMethod",
                    "okStatusCodeRange",
                    "responseTimeout",
                    "throwExceptionOnFailure",
                    "userAgent");

    /** Options of Camel's component that are missing from its list of property names. */
    private static final Set<String> UNLISTED =
            Set.of(
                    "connectionRequestTimeout",
                    "soTimeout",
                    "muteException",
                    "httpBinding",
                    "httpMethodRestrict",
                    "transferException",
                    "chunked");

    /**
     * All other options of Camel's component. If they were not refused, Camel would send them as
     * query parameters.
     */
    private static final Set<String> REFUSED = refused();

    /**
     * Parameters of a URI that are options and not part of the query: {@link #OPTIONS}, and those
     * of any Camel endpoint.
     */
    static final Set<String> NO_QUERY =
            Stream.concat(
                            OPTIONS.stream(),
                            Stream.of(
                                    "autowiredEnabled",
                                    "bridgeErrorHandler",
                                    "hash",
                                    "lazyStartProducer"))
                    .collect(Collectors.toUnmodifiableSet());

    /** Prefixes of options that configure the HTTP client itself. */
    private static final Set<String> PREFIXES = Set.of("httpClient.", "httpConnection.");

    /** Limits for the length and number of an answer's headers. */
    private static final Http1Config ANSWERS =
            Http1Config.custom().setMaxLineLength(16 * 1024).setMaxHeaderCount(100).build();

    private final AllowedHosts hosts;
    private final SSLContext tls;
    private final Optional<Outside> outside;
    private final CircuitBreakers breakers =
            new CircuitBreakers(SteadyClock.from(InstantSource.system()));

    private HttpsComponent(HttpsAccess access) {
        this.hosts = access.hosts();
        this.tls = access.tls();
        this.outside = access.outside();
        setConnectTimeout(CONNECT_TIMEOUT);
        setConnectionRequestTimeout(CONNECT_TIMEOUT);
        setResponseTimeout(RESPONSE_TIMEOUT);
        setSoTimeout(RESPONSE_TIMEOUT);
        setHeaderFilterStrategy(new OutgoingHeaders());
        // otherwise the headers of an answer would be sent with the next request
        setSkipResponseHeaders(true);
        setCookieManagementDisabled(true);
        setContentCompressionDisabled(true);
        setUserAgent("dragoman");
        setHttpClientConfigurer(this::restrict);
    }

    /** Which hosts do not answer. */
    CircuitBreakers breakers() {
        return breakers;
    }

    /** Adds the component to the context under the name {@value #SCHEME}. */
    public static void install(CamelContext context, HttpsAccess access) {
        context.addComponent(SCHEME, new HttpsComponent(access));
    }

    private static Set<String> refused() {
        var all = new TreeSet<>(new HttpEndpointUriFactory().propertyNames());
        all.addAll(UNLISTED);
        all.removeAll(OPTIONS);
        // any endpoint has this option
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
                    "connectTimeout and responseTimeout of https must be at least 1 millisecond");
        }
        endpoint.setHttpUri(address(address, uri));
        return new HttpsEndpoint(this, uri, endpoint);
    }

    /**
     * Tells Camel to keep parameters as they are written in the route, because a signature in a
     * query covers their encoding.
     */
    @Override
    public boolean useRawUri() {
        return true;
    }

    /**
     * The address with the query that is written in the route, without the options.
     *
     * @param read the address as Camel has parsed it
     * @param written the URI in the route
     */
    private static URI address(URI read, String written) throws URISyntaxException {
        var query = query(written);
        return new URI(
                read.toString().replaceFirst("\\?.*", "")
                        + (query.isEmpty()
                                ? ""
                                : "?" + UnsafeUriCharactersEncoder.encodeHttpURI(query)));
    }

    /** The query of a URI without the options, as it was written; empty when there is none. */
    static String query(String written) {
        return parameters(written, pair -> !NO_QUERY.contains(name(pair)));
    }

    /** The options of a URI, as they were written; empty when there are none. */
    static String options(String written) {
        return parameters(written, pair -> NO_QUERY.contains(name(pair)));
    }

    private static String parameters(String written, Predicate<String> kept) {
        int mark = written.indexOf('?');
        return mark < 0
                ? ""
                : Stream.of(written.substring(mark + 1).split("&", -1))
                        .filter(kept)
                        .collect(Collectors.joining("&"));
    }

    /** The name of a parameter, decoded as Camel decodes it. */
    private static String name(String pair) {
        var written = pair.replaceFirst("(?s)=.*", "");
        try {
            return URLDecoder.decode(written, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return written;
        }
    }

    /**
     * Why a parameter may not stand in the URI of a route: it is a refused option of Camel's
     * component. Empty when the parameter is allowed.
     */
    public static Optional<String> refusal(String option) {
        return REFUSED.contains(option) || PREFIXES.stream().anyMatch(option::startsWith)
                ? Optional.of(
                        "the option '%s' of https is not allowed in routes; allowed are %s"
                                .formatted(option, String.join(", ", new TreeSet<>(OPTIONS))))
                : Optional.empty();
    }

    private void check(String scheme, String host, int port) {
        if (!SCHEME.equals(scheme)) {
            throw new IllegalArgumentException("messages can be sent only by https");
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

    /** Configures each HTTP client, after all other configuration. */
    private void restrict(HttpClientBuilder client) {
        client.disableRedirectHandling();
        client.disableAutomaticRetries();
        client.disableAuthCaching();
        client.setProxy(null);
        client.addExecInterceptorFirst("hosts", this::checked);
    }

    /**
     * Checks a request before a connection is opened, so that a host that is not allowed is not
     * contacted at all.
     */
    private ClassicHttpResponse checked(
            ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        var target = scope.route.getTargetHost();
        if (scope.route.getProxyHost() != null) {
            throw HttpsFailed.of("messages are sent without a proxy");
        }
        try {
            check(target.getSchemeName(), target.getHostName(), target.getPort());
        } catch (IllegalArgumentException refused) {
            throw HttpsFailed.of("nothing was sent: " + refused.getMessage());
        }
        return outside.isPresent()
                ? answered(request, target, outside.get())
                : chain.proceed(request, scope);
    }

    private static ClassicHttpResponse answered(
            ClassicHttpRequest request, HttpHost target, Outside outside)
            throws IOException, HttpException {
        var headers = new LinkedHashMap<String, String>();
        for (var header : request.getHeaders()) {
            headers.put(header.getName(), header.getValue());
        }
        var body = request.getEntity();
        var reply =
                outside.send(
                        new Outside.Request(
                                request.getMethod(),
                                URI.create(
                                        "https://"
                                                + AllowedHosts.shown(
                                                        target.getHostName(), target.getPort())
                                                + request.getRequestUri()),
                                headers,
                                body == null ? new byte[0] : EntityUtils.toByteArray(body)));
        var answer = new BasicClassicHttpResponse(reply.status());
        reply.headers().forEach(answer::setHeader);
        answer.setEntity(new ByteArrayEntity(reply.body(), null));
        return answer;
    }
}
