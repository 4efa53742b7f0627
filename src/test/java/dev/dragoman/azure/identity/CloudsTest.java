package dev.dragoman.azure.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the tokens of a Secret may go: who writes it chooses among known clouds. */
class CloudsTest {
    private static final Map<String, String> SEVERAL = Map.of("ALLOW_MULTI_ENV_MANAGEMENT", "true");
    private static final String GOVERNMENT = "https://management.usgovcloudapi.net";

    private static Map<String, String> keys(String arm, String audience, String authority) {
        var keys = new HashMap<String, String>();
        keys.put("AZURE_RESOURCE_MANAGER_ENDPOINT", arm == null ? "" : arm);
        keys.put("AZURE_RESOURCE_MANAGER_AUDIENCE", audience == null ? "" : audience);
        keys.put("AZURE_AUTHORITY_HOST", authority == null ? "" : authority);
        return keys;
    }

    private static Cloud of(Map<String, String> env, Map<String, String> keys) {
        return Clouds.from(env).of(keys, "Secret team/x");
    }

    private static Map<String, String> with(String more) {
        var env = new HashMap<>(SEVERAL);
        env.put("DRAGOMAN_CLOUDS", more);
        return env;
    }

    @ParameterizedTest(name = "[{index}] {0} {1} {2}")
    @CsvSource({
        "'', '', ''",
        "https://management.azure.com, '', ''",
        "https://management.azure.com/, https://management.core.windows.net, https://login.microsoftonline.com/",
        "'', https://management.azure.com, ''"
    })
    void whatTheOperatorHasMayBeRepeated(String arm, String audience, String authority) {
        assertThat(of(Map.of(), keys(arm, audience, authority))).isEqualTo(Cloud.PUBLIC);
        assertThat(of(SEVERAL, keys(arm, audience, authority))).isEqualTo(Cloud.PUBLIC);
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource({
        "https://management.usgovcloudapi.net, https://management.core.usgovcloudapi.net/, https://login.microsoftonline.us",
        "https://management.usgovcloudapi.net/, https://management.usgovcloudapi.net, https://login.microsoftonline.us/",
        "https://management.chinacloudapi.cn, https://management.core.chinacloudapi.cn, https://login.chinacloudapi.cn",
        "https://management.chinacloudapi.cn, https://management.chinacloudapi.cn, https://login.partner.microsoftonline.cn"
    })
    void theCloudsOfAzureMayBeNamedWhereTheOperatorServesSeveral(
            String arm, String audience, String authority) {
        var cloud = of(SEVERAL, keys(arm, audience, authority));
        assertThat(cloud.armEndpoint()).hasToString(arm.replaceAll("/$", ""));
        assertThat(cloud.authorityHost()).hasToString(authority.replaceAll("/$", ""));
        assertThat(cloud.scope()).startsWith(audience).endsWith("/.default");
        assertThatThrownBy(() -> of(Map.of(), keys(arm, audience, authority)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("in Secret team/x differs from the operator's value")
                .hasMessageContaining("ALLOW_MULTI_ENV_MANAGEMENT=true");
    }

    @ParameterizedTest(name = "{0} {2}")
    @CsvSource({
        "https://management.azure.com, https://management.core.windows.net/, https://login.microsoftonline.com, vault.azure.net",
        "https://management.usgovcloudapi.net, https://management.core.usgovcloudapi.net/, https://login.microsoftonline.us, vault.usgovcloudapi.net",
        "https://management.chinacloudapi.cn, https://management.core.chinacloudapi.cn, https://login.chinacloudapi.cn, vault.azure.cn",
        "https://management.chinacloudapi.cn, https://management.chinacloudapi.cn, https://login.partner.microsoftonline.cn, vault.azure.cn"
    })
    void eachCloudHasKeyVaultsOfItsOwn(
            String arm, String audience, String authority, String suffix) {
        var cloud = of(SEVERAL, keys(arm, audience, authority));
        var suffixes = VaultSettings.NONE.suffixes(cloud.vaultSuffix());
        var vault = VaultAddress.of("my-vault", suffixes);
        assertThat(vault.host()).isEqualTo("my-vault." + suffix);
        assertThat(vault.scope()).isEqualTo("https://" + suffix + "/.default");
        for (var other : List.of("vault.azure.net", "vault.usgovcloudapi.net", "vault.azure.cn")) {
            if (!other.equals(suffix)) {
                assertThatThrownBy(() -> VaultAddress.of("my-vault." + other, suffixes))
                        .hasMessageContaining("no token is sent there");
            }
        }
    }

    @Test
    void whereTheVaultsOfAMadeUpCloudAreIsNotKnown() {
        var cloud = Cloud.of("https://arm.local", "https://arm.local", "https://login.local");
        assertThat(cloud.vaultSuffix()).isEmpty();
    }

    /** Each would send a token, or an assertion, to a host that somebody has made up. */
    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource({
        "https://evil.example, https://management.core.windows.net/, https://login.microsoftonline.com",
        "https://management.azure.com, https://management.core.windows.net/, https://evil.example",
        "https://management.azure.com, https://vault.azure.net, https://login.microsoftonline.com",
        "https://management.azure.com.evil.example, https://management.azure.com, https://login.microsoftonline.com",
        "https://management.azure.com@evil.example, https://management.azure.com, https://login.microsoftonline.com",
        "https://management.azure.com:8443, https://management.azure.com, https://login.microsoftonline.com",
        "http://management.azure.com, https://management.azure.com, https://login.microsoftonline.com",
        "https://management.usgovcloudapi.net, https://management.core.usgovcloudapi.net/, https://login.microsoftonline.com",
        "https://management.usgovcloudapi.net, https://management.core.windows.net/, https://login.microsoftonline.us",
        "https://evil.management.azure.com, https://management.azure.com, https://login.microsoftonline.com",
        "not a url, x, y"
    })
    void anyOtherIsRefused(String arm, String audience, String authority) {
        assertThatThrownBy(() -> of(SEVERAL, keys(arm, audience, authority)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name no cloud that is allowed, so nothing is sent there")
                .hasMessageContaining("DRAGOMAN_CLOUDS")
                .hasMessageNotContaining("evil");
    }

    @ParameterizedTest
    @CsvSource({
        "AZURE_RESOURCE_MANAGER_ENDPOINT",
        "AZURE_RESOURCE_MANAGER_AUDIENCE",
        "AZURE_AUTHORITY_HOST"
    })
    void theThreeAreNamedTogether(String missing) {
        var keys =
                keys(
                        GOVERNMENT,
                        "https://management.core.usgovcloudapi.net/",
                        "https://login.microsoftonline.us");
        keys.put(missing, " ");
        assertThatThrownBy(() -> of(SEVERAL, keys))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(missing + " is not set, and ")
                .hasMessageContaining("set all of");
    }

    @Test
    void aPlatformListsItsOwn() {
        var env =
                with(
                        "https://arm.local:1 https://arm.local:1 https://login.local:2,"
                                + " https://arm.two  https://audience.two https://login.two/");
        assertThat(
                        of(
                                        env,
                                        keys(
                                                "https://arm.two",
                                                "https://audience.two",
                                                "https://login.two"))
                                .scope())
                .isEqualTo("https://audience.two/.default");
        assertThat(
                        of(
                                        env,
                                        keys(
                                                "https://arm.local:1/",
                                                "https://arm.local:1",
                                                "https://login.local:2"))
                                .authorityHost())
                .hasToString("https://login.local:2");
        assertThatThrownBy(
                        () ->
                                of(
                                        env,
                                        keys(
                                                "https://arm.two",
                                                "https://audience.two",
                                                "https://login.local:2")))
                .as("a mixture of two")
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void fromAnotherCloudThePublicOneCanBeNamed() {
        var env = new HashMap<>(SEVERAL);
        env.putAll(
                keys(
                        GOVERNMENT,
                        "https://management.core.usgovcloudapi.net/",
                        "https://login.microsoftonline.us"));
        assertThat(Clouds.from(env).own().armEndpoint()).hasToString(GOVERNMENT);
        assertThat(
                        of(
                                env,
                                keys(
                                        "https://management.azure.com",
                                        "https://management.core.windows.net/",
                                        "https://login.microsoftonline.com")))
                .isEqualTo(Cloud.PUBLIC);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://a",
                "https://a https://b",
                "https://a https://b https://c https://d",
                "http://a https://b https://c",
                "https://a https://b http://c"
            })
    void aListThatCannotBeReadEndsTheStart(String list) {
        assertThatThrownBy(() -> Clouds.from(with(list)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("DRAGOMAN_CLOUDS");
    }
}
