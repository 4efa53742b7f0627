package dev.dragoman.camel.confine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each function that docs/points.md lists does its work in a route of the operator. */
class SimpleFunctionsTest extends ConfinedContextFixture {
    private static final String CALLS =
            """
            abs(-1)
            assert(${body[a]} == 'x','not x')
            average(1,2)
            bean:teller?method=say(x)
            body
            bodyAs(String)
            bodyOneLine
            bodyType
            capitalize(one two)
            ceil(1.5)
            collate(2)
            concat(a,b)
            contains(${body[a]},'x')
            convertTo(1,Integer)
            date:now
            date-with-timezone:now:UTC:yyyy
            distinct(1,1)
            empty(map)
            exception
            exchangeId
            exchangeProperty.x
            filter(${body[l]},${isAlpha(${body})})
            floor(1.5)
            forEach(${body[l]},${uppercase(${body})})
            fromRouteId
            hash(x)
            header.x
            headerAs(x,String)
            headers
            id
            iif(${body[a]} == 'x',1,2)
            in.body
            isAlpha(x)
            isAlphaNumeric(x)
            isEmpty(x)
            isNumeric(1)
            join(-,p,${body[l]})
            kindOfType(${body})
            length(x)
            list(1,2)
            lowercase(X)
            mandatoryBodyAs(String)
            map(a,1)
            max(1,2)
            messageTimestamp
            min(1,2)
            newEmpty(map)
            normalizeWhitespace(a  b)
            not(${body[a]} == 'y')
            null
            pad(x,3)
            pretty(${body[a]})
            prettyBody
            quote(x)
            random(1,5)
            range(1,5)
            replace(x,y)
            reverse(1,2)
            routeGroup
            routeId
            safeQuote(x)
            setHeader(a,b)
            setVariable(a,b)
            shuffle(1,2)
            size(${body[l]})
            skip(1)
            split(${body[a]},-)
            stepId
            substring(1)
            substringAfter(${body[a]},'x')
            substringBefore(${body[a]},'x')
            substringBetween(${body[a]},'x','y')
            sum(1,2)
            trim( x )
            unquote('x')
            uppercase(x)
            uuid
            variable.x
            variableAs(x,String)
            variables
            """;

    static List<String> calls() {
        return CALLS.lines().toList();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aFunctionOfThePageIsThere(String call) throws Exception {
        camel.getRegistry().bind("teller", new Teller());
        var step = "- setProperty: { name: done, simple: \"${%s}\" }\n".formatted(call);
        var done = run(step, Map.of("a", "x", "l", List.of("x", "y")));
        assertThat(done.getException()).as(call).isNull();
    }

    @Test
    void eachHasACall() {
        var called =
                calls().stream()
                        .map(call -> call.replaceFirst("[.:(].*", ""))
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(called).isEqualTo(SimpleFunctions.names());
    }
}
