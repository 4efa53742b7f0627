package dev.dragoman.witness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is taken for secret, and where it is found. */
class SecretPiecesTest {
    private static final String KEY = "q7Xv0Zt4Yb1Nc8Md2Lf6Kg9Hj3Pw5Rs==";

    private final SecretPieces pieces = new SecretPieces();

    @Test
    void aKeyIsFoundInAnyTextAndInBase64() {
        pieces.whole(KEY);
        assertThat(pieces.in(KEY)).hasSize(1);
        assertThat(pieces.in("x".repeat(100_000) + KEY + "y".repeat(70))).hasSize(1);
        assertThat(pieces.in("{\"data\":\"%s\"}".formatted(base64(KEY)))).hasSize(1);
        assertThat(pieces.in(KEY.substring(1, 10) + "x".repeat(50))).isEmpty();
    }

    @Test
    void aShortSecretIsFoundToo() {
        pieces.whole("pa55word!");
        assertThat(pieces.in("refused: pa55word! is wrong")).containsExactly("pa55word!");
    }

    /** A credential's Secret may name an entry; the entry has the value. */
    @Test
    void theNameOfAnEntryIsNoSecret() {
        pieces.whole("keyvault://vvaultsteps4/client-secret");
        assertThat(pieces.in("azure-key-vault://vvaultsteps402")).isEmpty();
        assertThat(pieces.in("keyvault://vvaultsteps4/client-secret")).isEmpty();
    }

    @Test
    void ofAConnectionStringTheKeyIsTaken() {
        pieces.partsOf(
                "DefaultEndpointsProtocol=https;AccountName=sample;AccountKey=%s;EndpointSuffix=core.windows.net"
                        .formatted(KEY));
        assertThat(pieces.in("AccountName=sample;EndpointSuffix=core.windows.net")).isEmpty();
        assertThat(pieces.in("key " + KEY)).hasSize(1);
    }

    @Test
    void ofATokenTheSignatureIsTaken() {
        var token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.Zm9vYmFyYmF6MDEyMzQ1Njc4OUFCQ0RFRg";
        pieces.partsOf("token: x\n" + token);
        assertThat(pieces.in("Bearer " + token)).hasSize(1);
        assertThat(pieces.in(token.substring(0, token.lastIndexOf('.')))).isEmpty();
    }

    @Test
    void ofAPairTheKeyIsTakenAndNotTheCertificate() {
        var line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";
        var other = "MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ";
        pieces.partsOf(
                "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
                        .formatted(other, line));
        assertThat(pieces.in("x" + line + "y")).hasSize(1);
        assertThat(pieces.in(line.substring(0, 30) + "\\n")).isEmpty();
        assertThat(pieces.in(other)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://sample.Blob1.core.windows.net/",
                "/subscriptions/00000000-0000-0000-0000-00000000000A/resourceGroups/Rg1",
                "6F9619FF-8B86-d011-B42D-00C04FC964FF",
                "busofdragoman.servicebus.windows.net",
                "short"
            })
    void whatIsNoSecretIsNotTaken(String value) {
        pieces.partsOf(value);
        assertThat(pieces.size()).isZero();
    }

    @Test
    void anIdIsNoSecret() {
        pieces.whole("6f9619ff-8b86-d011-b42d-00c04fc964ff");
        assertThat(pieces.size()).isZero();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatIsKeptIsFoundByAnotherJvm(@TempDir Path directory) {
        var secrets = new SecretPieces();
        secrets.whole("hunter22");
        secrets.whole("a secret of many words");
        secrets.write(directory.resolve("kept"));
        var read = SecretPieces.read(directory.resolve("kept"));
        assertThat(read.size()).isEqualTo(secrets.size());
        assertThat(read.in("it says hunter22, and a secret of many words"))
                .isEqualTo(secrets.in("it says hunter22, and a secret of many words"))
                .hasSize(2);
    }
}
