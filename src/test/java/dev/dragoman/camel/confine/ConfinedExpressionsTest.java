package dev.dragoman.camel.confine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.camel.Outcomes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expressions over texts that somebody else has written. */
class ConfinedExpressionsTest extends ConfinedContextFixture {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "- setVariable: {name: 'global:x', constant: a}",
                "- setVariable: {name: 'route:r:x', constant: a}",
                "- setBody: {simple: '${variable.global:x}'}",
                "- to: {uri: 'log:x', variableSend: 'global:x'}"
            })
    void noVariableIsSharedByObjects(String steps) {
        assertThat(refused(steps, "b")).contains("VariableRepository");
    }

    /** Where Camel evaluates a function within another one, it reads the outer one afterwards. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "filter: { simple: \"${contains(${body[a]},'x')}\", steps: [ { log: x } ] }",
                "filter: { simple: \"${body[a]} contains 'x'\", steps: [ { log: x } ] }",
                "filter: { simple: \"${concat(${body[a]},${body[a]})} == '${body[a]}'\", steps: [ { log: x } ] }",
                "setBody: { simple: \"${contains('${body[a]}','x')}\" }",
                "setBody: { simple: \"${uppercase('${body[a]}')}\" }",
                "setBody: { simple: \"${map(name,${body[a]})}\" }",
                "setBody: { simple: \"${uppercase('${concat('${body[a]}','b')}')}\" }",
                "setBody: { simple: \"${forEach(${body[l]},${map(name,${body})})}\" }",
                "setBody: { simple: \"${iif(${body[a]} == 'x','${body[a]}','${body[a]}')}\" }",
                "setBody: { simple: \"${bean:teller?method=say(${body[a]})}\" }",
                "setBody: { simple: \"${bean:teller?method=say('${body[a]}')}\" }",
                "setBody: { method: { ref: teller, method: \"say(${body[a]})\" } }",
                "to: \"bean:teller?method=say(${body[a]})\"",
                "log: \"${body[a]} ${uppercase(${body[a]})}\""
            })
    void whatAUserWritesIsNotReadAsAnExpression(String step) throws Exception {
        camel.getRegistry().bind("teller", new Teller());
        for (var text :
                List.of(
                        "${bean:teller?method=told(x)}",
                        "${bean:teller?method=told}",
                        "'${bean:teller?method=told(x)}'",
                        "x',${bean:teller?method=told(x)},'",
                        "x)} ${bean:teller?method=told(x)}")) {
            Teller.TOLD.set(0);
            var body = Map.of("a", text, "l", List.of(text));
            try {
                var _ = run("- " + step + "\n", body);
            } catch (Exception atBuild) {
                assertThat(all(atBuild)).as("no expression of Camel").isNotBlank();
            }
            assertThat(Teller.TOLD).as(step + " " + text).hasValue(0);
            camel.stop();
            build();
            camel.getRegistry().bind("teller", new Teller());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "filter: { simple: \"${body[a]} regex 'REGEX'\", steps: [ { log: x } ] }",
                "filter: { simple: \"${body[a]} !regex 'REGEX'\", steps: [ { log: x } ] }",
                "filter: { simple: \"${body[a]} != null && ${body[a]} regex 'REGEX'\", steps: [ { log: x } ] }",
                "choice: { when: [ { simple: \"${body[n]} != null || ${body[a]} regex 'REGEX'\", steps: [ { log: x } ] } ] }",
                "setBody: { simple: { expression: \"${body[a]} regex 'REGEX'\", resultType: java.lang.Boolean } }",
                "setBody: { simple: \"${body[a].matches('REGEX')}\" }",
                "setBody: { simple: \"${body[a].replaceAll('REGEX','b')}\" }",
                "setBody: { simple: \"${body[a].replaceFirst('REGEX','b')}\" }",
                "setBody: { simple: \"${body?[a].split('REGEX')}\" }"
            })
    void aRegularExpressionEnds(String step) throws Exception {
        var failure =
                run(
                        "- " + step.replace("REGEX", ".*a".repeat(12) + "b") + "\n",
                        Map.of("a", "a".repeat(60) + "!"));
        assertThat(failure.getException()).as(step).isNotNull();
        assertThat(all(failure.getException()))
                .contains("takes too long on a text of 61 characters");
        assertThat(Outcomes.of(failure).message()).contains("takes too long on a text of 61");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    ${body[a]} regex '[a-z ]+'                            ; true
                    ${body[a]} regex 'one'                                ; false
                    ${body[a]} !regex 'one'                               ; true
                    ${body?[none]} regex '.*'                             ; false
                    ${body?[none]} !regex '.*'                            ; true
                    ${body[a]} regex ${body[r]}                           ; true
                    ${body[a]} == 'x' || ${body[a]} regex '^one.*'        ; true
                    ${body[a]} regex '\\w+ \\w+' && ${body[a]} !regex 'x' ; true
                    ${body[a].matches('one.*')}                           ; true
                    ${body[a].replaceAll('[aeiou]','-')} == '-n- tw-'     ; true
                    ${body[a].replaceFirst('o','0')} == '0ne two'         ; true
                    ${body[a].split(' ')[1]} == 'two'                     ; true
                    ${body[a].split(' ',2)[0]} == 'one'                   ; true
                    """)
    void regularExpressionsAreAsCamelHasThem(String predicate, boolean expected) throws Exception {
        var done =
                run(
                        "- setBody:\n    simple:\n      expression: |\n        "
                                + predicate
                                + "\n      resultType: java.lang.Boolean\n",
                        Map.of("a", "one two", "r", "one.*"));
        assertThat(done.getException()).isNull();
        assertThat(done.getMessage().getBody()).isEqualTo(expected);
    }
}
