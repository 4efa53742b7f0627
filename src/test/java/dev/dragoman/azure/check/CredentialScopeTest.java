package dev.dragoman.azure.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which Secret an object's credential is in. */
class CredentialScopeTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void chooses(String why, Map<String, Object> annotations, boolean namespace, String chosen) {
        var object = Map.<String, Object>of("metadata", Map.of("annotations", annotations));
        assertThat(text(CredentialScope.of(object, () -> namespace))).isEqualTo(chosen);
    }

    private static String text(CredentialScope scope) {
        return switch (scope) {
            case CredentialScope.Global _ -> "the operator's";
            case CredentialScope.Own own -> own.secret();
            case CredentialScope.None none -> none.problem().reason();
        };
    }

    static Stream<Arguments> rows() {
        return Stream.of(
                arguments("neither", Map.of(), false, "the operator's"),
                arguments("of the namespace", Map.of(), true, "aso-credential"),
                arguments("of the object", from("mine"), false, "mine"),
                arguments("of the object before the namespace's", from("mine"), true, "mine"),
                arguments(
                        "of another namespace", from("other/mine"), false, "InvalidCredentialFrom"),
                arguments("of another namespace", from("../mine"), true, "InvalidCredentialFrom"),
                arguments("no name", from(""), true, "InvalidCredentialFrom"),
                arguments("no name of a Secret", from("Mine"), false, "InvalidCredentialFrom"));
    }

    private static Map<String, Object> from(String name) {
        return Map.of("serviceoperator.azure.com/credential-from", name);
    }
}
