package dev.dragoman.camel.confine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.camel.Overlays;
import dev.dragoman.capability.point.Opaque;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.support.PluginHelper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the context itself keeps from routes, whatever a check of their text lets through. */
class ConfinedContextTest extends ConfinedContextFixture {
    @Test
    void theWayToRuntimeEndsAtTheClass() {
        assertThat(
                        refused(
                                """
                                - setBody: { constant: 'java.lang.Runtime' }
                                - convertBodyTo: { type: java.lang.Class }
                                - setBody: { simple: "${body.methods[0].invoke(null,null)}" }
                                """,
                                ""))
                .contains("type must be specified");
    }

    @Test
    void anObjectThatIsNoValueHasNoMethods() {
        for (var object :
                List.of(Trap.class, new File("/"), camel, Thread.currentThread(), Path.of("/"))) {
            assertThat(refused("- setBody: { simple: \"${body.toString}\" }", object))
                    .contains("cannot be read");
            camel.stop();
            build();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${body.getClass}",
                "${body.class}",
                "${body.class.name}",
                "${body[a].getClass.getName}",
                "${body.forEach(null)}",
                "${body[a].formatted(1)}",
                "${body[a].describeConstable}",
                "${body[a].bytes}",
                "${body[n].class}",
                "${body[l].stream}",
                "${exchange.context.classResolver}",
                "${exchange.getContext()}",
                "${camelContext.classResolver}",
                "${in.exchange.context}",
                "${body.load(null)}",
                // brackets and quotes that Camel counts in another way when it reads a part alone
                "${body.keySet()')[last'].toString().describeConstable()}",
                "${body.keySet()')[last'].toString().getClass().getName()}"
            })
    void methodsThatAreNoReadingAreRefused(String path) {
        var body = new LinkedHashMap<String, Object>(Map.of("a", "text", "n", 1, "l", List.of(1)));
        assertThat(refused("- setBody: { simple: \"" + path + "\" }", body)).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "- setBody: { simple: { expression: \"x\", resultType: \"TRAP\" } }",
                "- convertBodyTo: { type: \"TRAP\" }",
                "- convertBodyTo: { type: java.net.URL }",
                "- convertBodyTo: { type: java.io.File }",
                "- unmarshal: { json: { unmarshalType: \"TRAP\" } }",
                "- unmarshal: { json: { unmarshalType: java.net.URL } }",
                "- unmarshal: { json: { moduleClassNames: \"TRAP\" } }",
                "- setBody: { simple: \"${bodyAs(TRAP)}\" }",
                "- setBody: { simple: \"${mandatoryBodyAs(TRAP)}\" }",
                "- setBody: { simple: \"${headerAs(x, TRAP)}\" }",
                "- setBody: { simple: \"${bean:type:TRAP?method=spring}\" }",
                "- setBody: { simple: \"${bean:TRAP?method=spring}\" }",
                "- setBody: { simple: \"${bean:TRAP::spring}\" }",
                "- setBody: { simple: \"${type:TRAP.SPRUNG}\" }",
                "- setBody: { method: { beanType: \"TRAP\", method: spring } }",
                "- setBody: { method: { ref: \"TRAP\", method: spring } }",
                "- setBody: { language: { language: bean, expression: \"TRAP::spring\" } }",
                "- bean: { beanType: \"TRAP\", method: spring }",
                "- bean: { ref: \"TRAP\", method: spring }",
                "- to: \"bean:TRAP?method=spring\"",
                "- to: \"class:TRAP?method=spring\"",
                "- throwException: { exceptionType: \"TRAP\", message: m }",
                "- split: { simple: \"${body}\", aggregationStrategy: \"#class:TRAP\", steps: [ {log: x} ] }",
                "- process: { ref: \"#class:TRAP\" }",
                "- to: \"log:x?exchangeFormatter=#class:TRAP\"",
                "- setBody: { groovy: \"1\" }",
                "- setBody: { simple: \"${sysenv.PATH}\" }",
                "- setBody: { simple: \"${env:PATH}\" }",
                "- setBody: { simple: \"${ref:client}\" }",
                "- setBody: { simple: \"${properties:camel.main.name}\" }",
                "- setBody: { simple: \"$simple{sys.user.home}\" }",
                "- setBody: { simple: \"${empty(${sys.user.home})}\" }",
                "- filter: { simple: \"${sysenv.PATH} != null\", steps: [ { log: x } ] }",
                "- log: \"${sysenv.PATH}\"",
                "- to: \"bean:verdict?method=refuse(a, ${sysenv.PATH})\"",
                "- setBody: { simple: \"${convertTo(${body},TRAP)}\" }",
                "- script: { groovy: \"1\" }",
                "- setBody: { ref: nothing }",
                "- setBody: { csimple: \"${body}\" }",
                "- setBody: { java: \"1\" }",
                "- setBody: { xpath: \"/a\" }",
                "- setBody: { simple: \"resource:file:/etc/hostname\" }",
                "- setBody: { simple: \"resource:classpath:logback.xml\" }",
                "- setBody: { constant: \"resource:file:/etc/hostname\" }",
                "- to: \"bean:client?method=list\"",
                "- to: \"bean:client\"",
                "- to: \"bean:verdict?method=getClass\"",
                "- to: \"bean:verdict?method=hashCode\"",
                "- bean: { ref: client, method: size }",
                "- setBody: { method: { ref: client, method: size } }",
                "- setBody: { simple: \"${bean:client.size}\" }",
                "- setBody: { simple: \"${bean:client?method=size}\" }",
                "- setBody: { simple: \"${bean:sayer?method=say(it).name}\" }",
                "- setBody: { simple: \"${bean:sayer.say(it).getClass()}\" }",
                "- setBody: { method: { ref: sayer, method: say(it).name } }",
                "- setBody: { method: { ref: sayer, method: \"say(it)[name]\" } }",
                "- bean: { ref: sayer, method: say(it).name }",
                "- to: \"bean:sayer?method=say(it).name\"",
                "- setBody: { constant: \"{{env:PATH}}\" }",
                "- setBody: { constant: \"{{env:DRAGOMAN_MANAGEMENT_PORTS:x}}\" }",
                "- setBody: { constant: \"{{PATH}}\" }",
                "- setBody: { constant: \"{{java.home}}\" }",
                "- to: \"file:/tmp\"",
                "- to: \"language:simple:x\"",
                "- to: \"log:x?component.camelContext.name=other\"",
                "- to: \"log:x?camelContext.name=other\"",
                "- unmarshal: { jaxb: { contextPath: x } }",
                "- unmarshal: { custom: { ref: client } }"
            })
    void theseLeadNowhere(String step) {
        var text = step.replace("TRAP", TRAP);
        assertThat(refused(text, "\"file:/etc/hostname\"")).isNotBlank();
    }

    @Test
    void whatAMessageSaysIsNoFunction() {
        assertThat(
                        refused(
                                "- setBody: { simple: { expression: \"${body}\", nested: true } }",
                                "${sysenv.PATH}"))
                .contains("is not for routes");
        camel.stop();
        build();
        assertThat(refused("- setBody: { simple: \"${empty(${sys.user.home})}\" }", ""))
                .contains("'${sys.user.home}' is not for routes");
    }

    @Test
    void noPropertyOfTheMessageChoosesTheMethod() throws Exception {
        var done =
                run(
                        """
                        - setProperty: { name: CamelBeanMethodName, constant: getClass }
                        - setHeader: { name: CamelBeanMethodName, constant: getClass }
                        - to: bean:nothing
                        """,
                        "kept");
        assertThat(done.getException()).isNull();
        assertThat(done.getMessage().getBody()).isEqualTo("kept");
    }

    @Test
    void nothingBecomesAClassOrAFileAndNoFileIsRead() throws Exception {
        camel.start();
        var converter = camel.getTypeConverter();
        var secret = Files.writeString(directory.resolve("secret"), "s3cret");
        assertThat((Object) converter.convertTo(Class.class, TRAP)).isNull();
        for (var type : List.of(File.class, Path.class, URL.class, URI.class)) {
            assertThat((Object) converter.tryConvertTo(type, "file:" + secret)).isNull();
        }
        for (var source :
                List.of(secret.toFile(), secret, secret.toUri(), secret.toUri().toURL())) {
            for (var type : List.of(InputStream.class, byte[].class, java.io.Reader.class)) {
                assertThat((Object) converter.tryConvertTo(type, source)).isNull();
            }
            assertThat(converter.convertTo(String.class, source)).doesNotContain("s3cret");
        }
    }

    @Test
    void valuesStayValues() throws Exception {
        camel.start();
        var converter = camel.getTypeConverter();
        assertThat(converter.convertTo(Integer.class, "7")).isEqualTo(7);
        assertThat(converter.convertTo(byte[].class, "a")).isEqualTo(new byte[] {'a'});
        assertThat(
                        converter.convertTo(
                                String.class,
                                "a".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .isEqualTo("a");
        assertThat((Object) converter.convertTo(List.class, new Object[] {"a"}))
                .isEqualTo(List.of("a"));
        var json = new ObjectMapper().readTree("{\"a\": {\"b\": [1]}}");
        assertThat(
                        run("- setBody: { simple: \"${body.at('/a/b').size}\" }", json)
                                .getMessage()
                                .getBody(Integer.class))
                .isEqualTo(1);
    }

    @Test
    void objectsOfTheOperatorDoNotBecomeJson() {
        for (var body :
                List.of(
                        new Held("s3cret"),
                        Map.of("a", new Held("s3cret")),
                        List.of(new IllegalStateException("s3cret", null)))) {
            assertThat(refused("- marshal: { json: {} }", body))
                    .contains("cannot be written as JSON")
                    .doesNotContain("s3cret");
            camel.stop();
            build();
        }
    }

    @Test
    void valuesBecomeJson() throws Exception {
        var body = new LinkedHashMap<String, Object>();
        body.put("a", List.of(1, "b", true));
        body.put("hidden", Opaque.of("s3cret"));
        body.put("tree", new ObjectMapper().readTree("{\"x\": null}"));
        var done = run("- marshal: { json: { prettyPrint: false } }", body);
        assertThat(done.getException()).isNull();
        assertThat(done.getMessage().getBody(String.class))
                .isEqualTo("{\"a\":[1,\"b\",true],\"hidden\":\"***\",\"tree\":{\"x\":null}}");
    }

    @Test
    void pathsLeadThroughMapsListsAndTexts() throws Exception {
        var body = Map.of("a", List.of("Text", "b"), "m", Map.of("x.y", 3));
        var done =
                run(
                        """
                        - setHeader: { name: h1, simple: "${body[a][0].toUpperCase().substring(1,3)}" }
                        - setHeader: { name: h2, simple: "${body[a][last]}" }
                        - setHeader: { name: h3, simple: "${body.size} ${body[a].size()} ${body.get('m').get('x.y')}" }
                        - setHeader: { name: h4, simple: "${body?[none]?[none]}" }
                        - setHeader: { name: h5, simple: "${body[m]['x.y']}" }
                        - setHeader: { name: h6, simple: "${bodyAs(String).length}" }
                        """,
                        body);
        assertThat(done.getException()).isNull();
        var headers = done.getMessage().getHeaders();
        assertThat(headers).containsEntry("h1", "EX").containsEntry("h2", "b");
        assertThat(headers).containsEntry("h3", "2 2 3").containsEntry("h5", 3);
        assertThat(headers.get("h4")).isNull();
        assertThat(headers.get("h6")).isNotNull();
    }

    @Test
    void filesAreThoseOfTheOverlaysAlone() throws IOException {
        var resources = PluginHelper.getResourceLoader(camel);
        Files.writeString(directory.resolve("a.kamelet.yaml"), "x");
        Files.createDirectory(directory.resolve("below"));
        Files.writeString(directory.resolve("below/x.yaml"), "x");
        assertThat(
                        resources
                                .resolveResource("file:" + directory.resolve("a.kamelet.yaml"))
                                .exists())
                .isTrue();
        for (var uri :
                List.of(
                        "file:/etc/hostname",
                        "file:" + directory + "/../x.yaml",
                        "file:" + directory + "/below/x.yaml",
                        "file:" + directory + "/below%2Fx.yaml",
                        "classpath:routes/%2e%2e/logback.xml",
                        "https://localhost/x.yaml",
                        "classpath:logback.xml",
                        "classpath:routes/../logback.xml",
                        "base64:eA==",
                        "ref:client",
                        "bean:client.size")) {
            assertThat(resources.resolveResource(uri).exists()).as(uri).isFalse();
        }
        assertThat(new Overlays(List.of(directory)).kamelets()).hasSize(1);
    }
}
