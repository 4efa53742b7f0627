package dev.dragoman.camel.confine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.camel.Outcomes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "filter: { jsonpath: \"$[?(@.a =~ /(a+)+$/)]\", steps: [ { log: x } ] }",
                "setBody: { jsonpath: { expression: \"$[?(@.a =~ /(a+)+$/)]\" } }",
                "setBody: { language: { language: jsonpath, expression: \"$[?(@.a =~ /(a+)+$/)]\" } }",
                "filter: { jsonpath: \"$[?(@.a == '${body[v]}')]\", steps: [ { log: x } ] }",
                "setBody: { jsonpath: \"$[?(@.a == '${body[v]}')]\" }",
                "split: { tokenize: { token: \"(a+)+$\", regex: true }, steps: [ { log: x } ] }",
                "split: { tokenize: { token: \"a\", endToken: \"(a+)+$\" }, steps: [ { log: x } ] }",
                "split: { tokenize: { token: \"a\", xml: true }, steps: [ { log: x } ] }",
                "split: { tokenize: { token: \"${body}\" }, steps: [ { log: x } ] }"
            })
    void whatHasNoTimeLimitIsRefused(String step) {
        assertThat(refused("- " + step + "\n", Map.of("v", "' || @.a =~ /(a+)+$/ || '")))
                .containsAnyOf(
                        "because its regular expression has no time limit; use 'regex' of simple",
                        "split with a plain 'token'",
                        "is computed; write a plain text");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    token: ','                                 ; x,a+b,y   ; [x, a+b, y]
                    token: 'a+'                                ; xa+baay   ; [x, baay]
                    token: '|'                                 ; x|y       ; [x, y]
                    token: '(a+)+$'                            ; x(a+)+$a  ; [x, a]
                    token: '\\n'                               ; 1~2       ; [1, 2]
                    token: '.', group: 2                       ; 1.2.3     ; [1.2, 3]
                    token: '.', group: 2, groupDelimiter: '-'  ; 1.2.3     ; [1-2, 3]
                    token: '.', skipFirst: true                ; 1.2.3     ; [2, 3]
                    """)
    void aTokenIsAPlainText(String token, String body, String parts) throws Exception {
        var done =
                run("- setBody: { tokenize: { %s } }\n".formatted(token), body.replace('~', '\n'));
        assertThat(done.getException()).isNull();
        var found = new ArrayList<Object>();
        Iterator<?> tokens = done.getMessage().getBody(Iterator.class);
        tokens.forEachRemaining(found::add);
        assertThat(found).hasToString(parts);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    $.l[?(@.n == 'b')].v             ; [2]
                    $.l[?(@.n == '${header.n}')].v   ; [1]
                    $.l[?(@.n != '${header.n}')].v   ; [2]
                    $.l[0].v                         ; 1
                    """)
    void pathsAreAsCamelHasThem(String path, String expected) throws Exception {
        var done =
                run(
                        "- setHeader: { name: n, constant: a }\n- setBody: { jsonpath: \"%s\" }\n"
                                .formatted(path),
                        "{\"l\": [{\"n\": \"a\", \"v\": 1}, {\"n\": \"b\", \"v\": 2}]}");
        assertThat(done.getException()).isNull();
        assertThat(done.getMessage().getBody()).hasToString(expected);
    }

    /** Camel itself takes the question mark for a part of the name, so that the value is null. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    ${header.m?[k]} == 'v'                    ; yes
                    ${header.m?[k]?[x]} == null               ; yes
                    ${header.m?[other]} == null               ; yes
                    ${header.none?[k]} == null                ; yes
                    ${headers.m?[k]} == 'v'                   ; yes
                    ${variable.m?[k]} == 'v'                  ; yes
                    ${variable.none?[k]} == null              ; yes
                    ${uppercase(${header.m?[k]})} == 'V'      ; yes
                    ${header.m?[k]} regex 'v|w'               ; yes
                    ${header.m?[k]} == 'w'                    ; null
                    """)
    void aQuestionMarkMayStandBehindTheNameOfAHeader(String predicate, String met)
            throws Exception {
        var done =
                run(
                        """
                        - setHeader: { name: m, simple: "${map(k,v)}" }
                        - setVariable: { name: m, simple: "${map(k,v)}" }
                        - setBody: { simple: "${header.m?[k]}" }
                        - filter: { simple: "%s", steps: [ { setHeader: { name: met, constant: "yes" } } ] }
                        """
                                .formatted(predicate),
                        "");
        assertThat(done.getException()).isNull();
        assertThat(done.getMessage().getBody()).isEqualTo("v");
        assertThat(String.valueOf(done.getMessage().getHeader("met"))).isEqualTo(met);
    }

    /** Camel's short form of a predicate, with and without a value of the message. */
    @ParameterizedTest
    @ValueSource(strings = {"l.v < 2", "l.v < ${header.most}"})
    void shortPredicatesAreAsCamelHasThem(String predicate) throws Exception {
        var steps =
                """
                - setHeader: { name: most, constant: "2" }
                - filter: { jsonpath: "%s", steps: [ { setHeader: { name: met, constant: "yes" } } ] }
                """
                        .formatted(predicate);
        assertThat(run(steps, "{\"l\": [{\"v\": 1}]}").getMessage().getHeader("met"))
                .isEqualTo("yes");
        camel.stop();
        build();
        assertThat(run(steps, "{\"l\": [{\"v\": 3}]}").getMessage().getHeader("met")).isNull();
    }

    /** What compares a body recurses once for each level. */
    @Test
    void aTextThatIsNestedTooDeepBecomesNoBody() throws Exception {
        var deep = "[".repeat(950) + "]".repeat(950);
        assertThat(refused("- unmarshal: { json: {} }", deep)).contains("nesting depth");
        build();
        var done = run("- unmarshal: { json: {} }", "[".repeat(150) + "]".repeat(150));
        assertThat(done.getException()).isNull();
    }
}
