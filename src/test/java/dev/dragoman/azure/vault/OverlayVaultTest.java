package dev.dragoman.azure.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.azure.arm.ArmFixture;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.identity.VaultSettings;
import dev.dragoman.azure.vault.VaultReader.Read;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of the platform's Key Vault for overlays. */
class OverlayVaultTest {
    private static final String VERSION = "0123456789abcdef0123456789abcdef";

    private final List<String> asked = new ArrayList<>();
    private String value = "{\"url\": \"https://a\", \"port\": 1, \"deep\": {}}";

    private OverlayVault vault(String named) {
        return new OverlayVault(
                VaultSettings.from(Map.of("DRAGOMAN_OVERLAY_KEY_VAULT", named)),
                ArmFixture::client,
                (client, address, source) -> {
                    asked.add("%s %s %s".formatted(address, source.name(), source.version()));
                    return Read.of(value);
                });
    }

    @Test
    void theWholeValueAPropertyOrAVersion() {
        var vault = vault("platform");
        assertThat(vault.read("entry")).startsWith("{");
        assertThat(vault.read("entry#url")).isEqualTo("https://a");
        assertThat(vault.read("entry#port@" + VERSION)).isEqualTo("1");
        assertThat(asked)
                .containsExactly(
                        "platform.vault.azure.net entry ",
                        "platform.vault.azure.net entry ",
                        "platform.vault.azure.net entry " + VERSION);
        assertThatThrownBy(() -> vault.read("entry#deep"))
                .hasMessageContaining("no JSON object with a property deep")
                .hasMessageNotContaining("https://a");
    }

    @Test
    void aValueThatIsNoJsonIsInNoException() {
        value = "{\"url\": s3cret}";
        assertThatThrownBy(() -> vault("platform").read("entry#url"))
                .hasMessageContaining("no JSON object with a property url")
                .satisfies(
                        thrown ->
                                assertThat(Throwables.getStackTrace(thrown))
                                        .doesNotContain("s3cret"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "a:b", "a@1", "a#", "../keys/a"})
    void whatNamesNoValueIsRefused(String text) {
        assertThatThrownBy(() -> vault("platform").read(text))
                .hasMessageContaining("write {{azure:NAME}}");
        assertThat(asked).isEmpty();
    }

    /** The operator must say why it does not start before Kubernetes loses patience. */
    @Test
    void aVaultThatDoesNotAnswerIsAskedOnce() {
        var count = new AtomicInteger();
        var silent =
                new OverlayVault(
                        VaultSettings.from(Map.of("DRAGOMAN_OVERLAY_KEY_VAULT", "platform")),
                        ArmFixture::client,
                        (client, address, source) -> {
                            count.incrementAndGet();
                            var answer = Answer.failure(Answer.UNREACHABLE, "no answer", false);
                            return new Read(
                                    Optional.empty(),
                                    Optional.of(Problem.passing(answer, "read", Optional.empty())),
                                    Optional.of(answer));
                        });
        for (var entry : List.of("a", "b")) {
            assertThatThrownBy(() -> silent.read(entry))
                    .hasMessage(
                            "Key Vault platform.vault.azure.net cannot be read: AzureUnreachable: no answer");
        }
        assertThat(count).hasValue(1);
    }

    @Test
    void withoutAVaultTheSettingIsNamed() {
        assertThatThrownBy(() -> vault("").read("entry"))
                .hasMessageContaining("DRAGOMAN_OVERLAY_KEY_VAULT");
    }
}
