package dev.dragoman.camel.check;

import dev.dragoman.camel.https.HttpsComponent;
import dev.dragoman.camel.https.OverlaySecrets;
import dev.dragoman.settings.AllowedHosts;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Checks https addresses: the host must be written in the address and not computed, and must be
 * allowed.
 */
final class HttpsUse {
    private static final Pattern AUTHORITY =
            Pattern.compile("https:(?://)?(?<authority>[^/?#]*).*");

    private HttpsUse() {}

    /**
     * @param secrets the values of Secrets that have been read
     */
    static List<Diagnostic> check(
            YamlFile file, Node from, AllowedHosts hosts, OverlaySecrets secrets) {
        var problems = new ArrayList<Diagnostic>();
        for (var address : EndpointAddress.of(file, from)) {
            var whole = SecretUse.whole(address);
            boolean https = address.hasScheme(HttpsComponent.SCHEME);
            if (whole.isEmpty() && !https) {
                continue;
            }
            if (address.use() != EndpointAddress.Use.SENDS) {
                problems.add(address.problem("https has no consumer: use it in 'to'"));
            } else if (whole.isPresent()) {
                // SecretUse reports a Secret that could not be read
                secrets.value(whole.get())
                        .flatMap(value -> secret(value, hosts))
                        .ifPresent(
                                reason ->
                                        problems.add(address.problem(whole.get() + ": " + reason)));
            } else {
                literal(address.uri(), hosts)
                        .ifPresent(reason -> problems.add(address.problem(reason)));
            }
            address.parameterNames().stream()
                    .flatMap(name -> HttpsComponent.refusal(name).stream())
                    .forEach(reason -> problems.add(address.problem(reason)));
        }
        return problems;
    }

    private static Optional<String> secret(String value, AllowedHosts hosts) {
        return value.startsWith("https://")
                ? literal(value, hosts)
                : Optional.of(
                        "the value is not an https address; write https://HOST/PATH in its place");
    }

    /**
     * What is wrong with the host; empty when it is allowed. The text shows no other part of the
     * address, which may be secret.
     */
    private static Optional<String> literal(String uri, AllowedHosts hosts) {
        var read = AUTHORITY.matcher(uri);
        var authority = read.matches() ? read.group("authority") : "";
        if (EndpointAddress.isComputed(authority)) {
            return Optional.of(
                    "the host of this address is computed; write the host out, or take the whole address from a hidden value: {{secret:NAME/KEY}} or {{azure:NAME}}");
        }
        try {
            var target = new URI("https://" + authority + "/");
            return hosts.allows(target.getHost(), target.getPort())
                    ? Optional.empty()
                    : Optional.of(hosts.refusal(target.getHost(), target.getPort()));
        } catch (URISyntaxException e) {
            return Optional.of(hosts.refusal(null, 0));
        }
    }
}
