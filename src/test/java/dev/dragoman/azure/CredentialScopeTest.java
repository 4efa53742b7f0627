package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.decision.Problem;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CredentialScopeTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void refuses(
            String why, String named, String accepts, Optional<Boolean> secret, String reason) {
        var object = annotated("serviceoperator.azure.com/credential-from", named);
        var namespace = annotated("dragoman.dev/accept-operator-credential", accepts);
        assertThat(
                        CredentialScope.problem(object, Optional.of(namespace), secret)
                                .map(Problem::reason)
                                .orElse(""))
                .isEqualTo(reason);
    }

    static Stream<Arguments> rows() {
        var no = Optional.of(false);
        var yes = Optional.of(true);
        var unknown = Optional.<Boolean>empty();
        return Stream.of(
                arguments("asks for no other", "", "", no, ""),
                arguments("the object asks for another", "mine", "", no, "CredentialNotSupported"),
                arguments("its namespace does", "", "", yes, "CredentialNotSupported"),
                arguments("an administrator accepts ours", "mine", "true", yes, ""),
                arguments("accepted, whatever is known of the Secret", "", "true", unknown, ""),
                arguments(
                        "any other word accepts nothing", "", "yes", yes, "CredentialNotSupported"),
                arguments(
                        "not known whether there is a Secret",
                        "",
                        "",
                        unknown,
                        "CredentialUnknown"),
                arguments(
                        "the object asks, whatever the namespace has",
                        "mine",
                        "",
                        unknown,
                        "CredentialNotSupported"));
    }

    private static Map<String, Object> annotated(String key, String value) {
        return Map.of("metadata", Map.of("namespace", "team", "annotations", Map.of(key, value)));
    }
}
