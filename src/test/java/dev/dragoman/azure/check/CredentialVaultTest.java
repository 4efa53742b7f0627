package dev.dragoman.azure.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.azure.arm.ArmFixture;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Proof;
import dev.dragoman.azure.identity.Sensitive;
import dev.dragoman.azure.identity.VaultSettings;
import dev.dragoman.azure.vault.VaultReader.Read;
import dev.dragoman.capability.status.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Client secrets that a credential names in a Key Vault. */
class CredentialVaultTest {
    private static final String UUID = "00000000-0000-0000-0000-000000000000";
    private static final Map<String, String> NAMED =
            Map.of("AZURE_CLIENT_ID", "a", "AZURE_CLIENT_SECRET", "keyvault://vault-a/entry");

    private static final Proof SECRET = new Proof.ClientSecret(new Sensitive("keyvault:"));

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private Instant now = Instant.EPOCH;
    private Read answer = Read.of("first");
    private Runnable meanwhile = () -> {};

    private final CredentialVault vault = vault(Duration.ZERO);

    private CredentialVault vault(Duration patience) {
        return new CredentialVault(
                VaultSettings.from(Map.of("DRAGOMAN_KEY_VAULTS", "team-a=vault-a,*=common")),
                () -> Optional.of(ArmFixture.client()),
                (client, address, source) -> {
                    asked.add(address.host() + "/" + source.name());
                    meanwhile.run();
                    return answer;
                },
                () -> now,
                patience);
    }

    private String secret() {
        return secret(vault);
    }

    private static String secret(CredentialVault vault) {
        return resolved(vault, NAMED, SECRET, "team-a").get("AZURE_CLIENT_SECRET");
    }

    private Map<String, String> resolved(
            Map<String, String> values, Proof proof, String namespace) {
        return resolved(vault, values, proof, namespace);
    }

    private static Map<String, String> resolved(
            CredentialVault vault, Map<String, String> values, Proof proof, String namespace) {
        var written =
                new AzureIdentity(
                        UUID, UUID, UUID, proof, List.of(), AzureSettings.from(Map.of()).cloud());
        return vault.resolved(values, written, namespace, "Secret s");
    }

    @Test
    void theValueIsReadOnceInAMinute() {
        assertThat(secret()).isEqualTo("first");
        assertThat(secret()).isEqualTo("first");
        assertThat(asked).containsExactly("vault-a.vault.azure.net/entry");
        answer = Read.of("second");
        now = now.plus(CredentialVault.FRESH);
        assertThat(secret()).isEqualTo("second");
        assertThat(asked).hasSize(2);
    }

    @Test
    void whileTheVaultIsSilentTheLastValueCounts() {
        assertThat(secret()).isEqualTo("first");
        now = now.plus(Duration.ofHours(1));
        answer = failed(Answer.failure(Answer.UNREACHABLE, "no answer", false));
        assertThat(secret()).isEqualTo("first");
        answer = Read.failed(Problem.waiting("KeyVaultEntryNotFound", "it does not exist"));
        now = now.plus(CredentialVault.SILENT);
        assertThatThrownBy(this::secret)
                .hasMessage("Secret s, key AZURE_CLIENT_SECRET: it does not exist");
        answer = failed(Answer.failure(Answer.UNREACHABLE, "no answer", false));
        now = now.plus(CredentialVault.SILENT);
        assertThatThrownBy(this::secret).as("it was withdrawn").hasMessageContaining("silent");
    }

    private static Read failed(Answer why) {
        return new Read(
                Optional.empty(),
                Optional.of(Problem.waiting("Silent", "the vault is silent")),
                Optional.of(why));
    }

    /** Else somebody could act as another team whose client secret the operator can read. */
    @Test
    void onlyVaultsThatAreListedForTheNamespaceAreRead() {
        assertThatThrownBy(() -> resolved(NAMED, SECRET, "team-b"))
                .hasMessageContaining("team-b may not be read from vault-a.vault.azure.net")
                .hasMessageContaining("DRAGOMAN_KEY_VAULTS");
        var common = Map.of("AZURE_CLIENT_SECRET", "keyvault://common/entry");
        assertThatThrownBy(() -> resolved(common, SECRET, "team-a"))
                .hasMessageContaining("may not be read from common.vault.azure.net");
        assertThat(asked).isEmpty();
    }

    @Test
    void otherKeysAndPlainValuesStay() {
        var plain = Map.of("AZURE_CLIENT_SECRET", "s", "AZURE_CLIENT_ID", "keyvault://vault-a/id");
        assertThat(resolved(plain, SECRET, "team-a")).isEqualTo(plain);
        assertThat(resolved(NAMED, new Proof.TokenFile(), "team-a"))
                .as("another proof was chosen")
                .isEqualTo(NAMED);
        assertThat(asked).isEmpty();
    }

    /** Each try may take a minute, and each object of the namespace needs the value. */
    @Test
    void aSilentVaultIsAskedAgainAfterAWhile() {
        answer = failed(Answer.failure(Answer.UNREACHABLE, "no answer", false));
        assertThatThrownBy(this::secret).hasMessageContaining("silent");
        assertThatThrownBy(this::secret).hasMessageContaining("silent");
        assertThat(asked).hasSize(1);
        answer = Read.of("first");
        now = now.plus(CredentialVault.SILENT);
        assertThat(secret()).isEqualTo("first");
        answer = failed(Answer.failure(Answer.NO_VAULT, "no such name", false));
        now = now.plus(CredentialVault.FRESH);
        assertThat(secret()).as("a name server that restarts").isEqualTo("first");
        assertThat(secret()).isEqualTo("first");
        assertThat(asked).hasSize(3);
    }

    /** Each certificate has a password beside it, in the same vault. */
    @Test
    void aSilentVaultIsAskedOnceForAllItsEntries() {
        answer = failed(Answer.failure(Answer.UNREACHABLE, "no answer", false));
        assertThatThrownBy(this::secret).hasMessageContaining("silent");
        var other = Map.of("AZURE_CLIENT_SECRET", "keyvault://vault-a/other");
        assertThatThrownBy(() -> resolved(other, SECRET, "team-a")).hasMessageContaining("silent");
        assertThat(asked).hasSize(1);
    }

    /** It is told for each of its entries, because it seldom appears by itself. */
    @Test
    void aVaultThatDoesNotExistIsNoVaultThatIsSilentForAMoment() {
        answer = failed(Answer.failure(Answer.NO_VAULT, "no such name", false));
        assertThatThrownBy(this::secret).hasMessageContaining("silent");
        var other = Map.of("AZURE_CLIENT_SECRET", "keyvault://vault-a/other");
        assertThatThrownBy(() -> resolved(other, SECRET, "team-a"))
                .isInstanceOfSatisfying(
                        CredentialVault.Unresolved.class,
                        why -> assertThat(why.passing()).isFalse());
        assertThat(asked).hasSize(1);
    }

    /** A worker waits for the vault, and not all workers of the namespace. */
    @Test
    void oneThreadReadsAndTheOthersDoNotWait() {
        meanwhile =
                () ->
                        assertThatThrownBy(this::secret)
                                .hasMessageContaining("is being read for another object");
        assertThat(secret()).isEqualTo("first");
        assertThat(asked).hasSize(1);
    }

    /** After a start all objects of a namespace ask at once, and stay Ready. */
    @Test
    void whoHasNoValueWaitsAMomentForTheReadThatRuns() throws Exception {
        var begun = new CountDownLatch(1);
        var goesOn = new CountDownLatch(1);
        meanwhile =
                () -> {
                    begun.countDown();
                    assertThatCode(goesOn::await).doesNotThrowAnyException();
                };
        var patient = vault(Duration.ofMinutes(1));
        var first = CompletableFuture.supplyAsync(() -> secret(patient));
        begun.await();
        var second = CompletableFuture.supplyAsync(() -> secret(patient));
        goesOn.countDown();
        assertThat(first.get(1, TimeUnit.MINUTES)).isEqualTo("first");
        assertThat(second.get(1, TimeUnit.MINUTES)).isEqualTo("first");
        assertThat(asked).hasSize(1);
    }

    @Test
    void theVaultThatIsGoneForAnHourCountsAsGone() {
        assertThat(secret()).isEqualTo("first");
        answer = failed(Answer.failure(Answer.NO_VAULT, "no such name", false));
        now = now.plus(CredentialVault.OUTAGE).minusSeconds(1);
        assertThat(secret()).isEqualTo("first");
        now = now.plus(CredentialVault.SILENT);
        assertThatThrownBy(this::secret).hasMessageContaining("silent");
    }

    @Test
    void anEmptyEntryIsNoSecret() {
        answer = Read.of(" ");
        assertThatThrownBy(this::secret).hasMessageContaining("is empty; write it");
    }

    /** Nobody can mend an object while a vault is silent. These problems do not pass so. */
    @Test
    void whatDoesNotPassIsToldAsMissing() {
        var noVault = failed(Answer.failure(Answer.NO_VAULT, "no such name", false));
        var absent = Read.failed(Problem.waiting("KeyVaultEntryNotFound", "it does not exist"));
        var denied =
                new Read(
                        Optional.empty(),
                        Optional.of(Problem.waiting("ForbiddenByRbac", "no")),
                        Optional.of(Answer.failure("ForbiddenByRbac", "no", true)));
        for (var each : List.of(noVault, absent, denied)) {
            answer = each;
            assertThatThrownBy(this::secret)
                    .isInstanceOfSatisfying(
                            CredentialVault.Unresolved.class,
                            why -> {
                                assertThat(why.problem().reason()).isEqualTo("CredentialNotFound");
                                assertThat(why.passing()).isFalse();
                            });
            now = now.plus(CredentialVault.FRESH);
        }
    }

    /** The problem says when the vault may be asked again. */
    @Test
    void whatTheVaultAsksForIsKept() {
        answer =
                new Read(
                        Optional.empty(),
                        Optional.of(
                                new Problem(
                                        "TooManyRequests",
                                        Condition.Severity.WARNING,
                                        "wait",
                                        Problem.Retry.SLOW,
                                        Optional.of(Duration.ofSeconds(7)),
                                        true)),
                        Optional.of(Answer.failure(Answer.THROTTLED, "wait", false)));
        assertThatThrownBy(this::secret)
                .isInstanceOfSatisfying(
                        CredentialVault.Unresolved.class,
                        why -> {
                            assertThat(why.problem().reason()).isEqualTo("TooManyRequests");
                            assertThat(why.passing()).isTrue();
                            assertThat(why.problem().notBefore()).contains(Duration.ofSeconds(7));
                            assertThat(why.problem().quoted()).isTrue();
                        });
    }
}
