package dev.dragoman.namespaces.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TokenClaimsTest {
    @Test
    void readsWhatTheApiServerWrites() {
        var claims =
                TokenClaims.of(
                                token(
                                        """
                                        {"iat":1000,"exp":4600,"kubernetes.io":{"namespace":"n",
                                        "secret":{"name":"dragoman-token","uid":"h"},
                                        "serviceaccount":{"name":"admin","uid":"a"}}}
                                        """))
                        .orElseThrow();
        assertThat(claims)
                .isEqualTo(
                        new TokenClaims(
                                Instant.ofEpochSecond(1000),
                                Instant.ofEpochSecond(4600),
                                "n",
                                "admin",
                                "a",
                                "h"));
        assertThat(claims.renewAt()).isEqualTo(Instant.ofEpochSecond(1000 + 2880));
    }

    @Test
    void whatIsNoTokenHasNoClaims() {
        assertThat(TokenClaims.of("")).isEmpty();
        assertThat(TokenClaims.of("garbage")).isEmpty();
        assertThat(TokenClaims.of("a.b.c")).isEmpty();
        assertThat(TokenClaims.of(token("[]"))).isEmpty();
        assertThat(TokenClaims.of(token("{\"iat\":5,\"exp\":4}"))).isEmpty();
        assertThat(TokenClaims.of(token("{\"iat\":5,\"exp\":5}"))).isEmpty();
        assertThat(TokenClaims.of(token("{\"iat\":0,\"exp\":5}"))).isEmpty();
        assertThat(TokenClaims.of(token("{\"iat\":5,\"exp\":9223372036854775807}"))).isEmpty();
        assertThat(TokenClaims.of("x".repeat(1_000_000))).isEmpty();
    }

    @Property
    void neverThrows(@ForAll String text) {
        assertThat(TokenClaims.of(text)).isNotNull();
        assertThat(TokenClaims.of(token(text))).isNotNull();
    }

    private static String token(String payload) {
        return "h."
                + Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(payload.getBytes(StandardCharsets.UTF_8))
                + ".s";
    }
}
