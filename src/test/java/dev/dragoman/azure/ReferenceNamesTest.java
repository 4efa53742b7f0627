package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.check.ReferenceResolver;
import dev.dragoman.azure.claim.ClaimSeal;
import dev.dragoman.azure.model.Reference;
import dev.dragoman.kube.Reader;
import dev.dragoman.reconcile.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of Secrets and ConfigMaps as a spec has them. */
class ReferenceNamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"b/passwords", "b%2Fpasswords", "../../b/secrets/passwords", "..", "A", ""})
    void whatIsNoNameIsNotAskedFor(String name) {
        var around =
                new ReferenceResolver(
                        "a",
                        KnownObjects.none(),
                        new Unasked(),
                        Catalog.load(),
                        new ClaimSeal(() -> new byte[32]),
                        false);
        assertThat(around.secret(name, "key")).isEmpty();
        assertThat(around.secretMap(name)).isEmpty();
        assertThat(around.config(name, "key")).isEmpty();
        var reference =
                new Reference("password", Reference.Type.SECRET, "", "", name, "key", "", "");
        assertThat(around.missing(reference).reason()).isEqualTo("InvalidReference");
        assertThat(around.missing(reference).message())
                .contains("'%s' is no name of a Secret of this namespace".formatted(name));
    }

    @Test
    void anObjectThatIsMissingIsNamed() {
        var around =
                new ReferenceResolver(
                        "a",
                        KnownObjects.none(),
                        new Unasked(),
                        Catalog.load(),
                        new ClaimSeal(() -> new byte[32]),
                        false);
        var reference =
                new Reference(
                        "identity",
                        Reference.Type.ARM,
                        "managedidentity.azure.com",
                        "UserAssignedIdentity",
                        "deployer",
                        "",
                        "",
                        "");
        assertThat(around.missing(reference).message())
                .startsWith("spec.identity (UserAssignedIdentity deployer): this namespace has no");
    }

    private static final class Unasked implements Reader {
        @Override
        public Optional<Map<String, Object>> get(String apiVersion, ObjectKey key) {
            throw new AssertionError("asked for " + key);
        }

        @Override
        public <T> List<T> list(
                String apiVersion,
                String kind,
                String namespace,
                String labelSelector,
                Function<Map<String, Object>, T> part) {
            throw new AssertionError("asked for " + kind);
        }
    }
}
