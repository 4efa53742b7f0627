package dev.dragoman.composition.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of templates that are wrong: file, line, why, and the way out. */
class WrongTemplatesTest {
    private static final String START = "object:\n  apiVersion: v1\n  kind: ConfigMap\n";
    private static final String NAMED = START + "  metadata: { name: a }\n";

    private static String role(String kind, String rest) {
        return "object:\n  apiVersion: rbac.authorization.k8s.io/v1\n  kind: "
                + kind
                + "\n  metadata: { name: a }\n"
                + rest;
    }

    static Stream<Arguments> forms() {
        return Stream.of(
                arguments("", "1: the file has 0 documents; write one,"),
                arguments(NAMED + "---\n" + NAMED, "1: the file has 2 documents; write one, and"),
                arguments("object:\n  a: [", "2: not YAML: "),
                arguments(
                        "object: !!int abc\n", "1: 'abc' is no text, number or truth value; write"),
                arguments(
                        NAMED + "  data: { a: !!int abc }\n",
                        "5: 'abc' is no text, number or truth value; write it"),
                arguments(
                        NAMED + "  data: { a: !!binary '%' }\n",
                        "5: '%' is no text, number or truth value; write it"),
                arguments(
                        NAMED + "  data: { a: !!float abc }\n",
                        "5: 'abc' is no text, number or truth value; write it"),
                arguments(
                        NAMED + "  data: { a: .inf }\n",
                        "5: '.inf' is no text, number or truth value; write it"),
                arguments("- a\n", "1: write keys with values here"),
                arguments("each: [ a ]\n", "1: the file has no 'object:'; write the object there"),
                arguments(
                        NAMED + "wehn: true\n",
                        "5: 'wehn' is no option; there are each, elsewhere,"),
                arguments("object: text\n", "1: 'object' must be a Kubernetes object"),
                arguments(
                        "object:\n  kind: ConfigMap\n  metadata: { name: a }\n",
                        "2: apiVersion must be a literal text, so that it is known what is made"),
                arguments(
                        "object:\n  apiVersion: v1\n  kind: ${object.spec.kind}\n  metadata: { name: a }\n",
                        "3: kind must be a literal text, so that it is known what is made"),
                arguments(NAMED + "keep: never\n", "5: 'keep' must be always or deletion"),
                arguments(NAMED + "open: yes\n", "5: 'open' must be false or true"),
                arguments(NAMED + "ready: never\n", "5: 'ready' must be existence"),
                arguments(NAMED + "when: true\n", "5: 'when' must be one expression ${...} that"),
                arguments(NAMED + "when: ${'a'}\n", "5: 'when' must be one expression ${...} that"),
                arguments(
                        START + "  metadata: { name: '${each}' }\neach: [ a ]\n",
                        "5: 'each' must be one expression ${...} that gives a list"),
                arguments(
                        NAMED + "each: ${object.spec.all}\n",
                        "4: metadata.name has no ${each}, so all objects of this line would"),
                arguments(
                        START + "  metadata: { name: '${each}' }\n",
                        "4: column 3: there is no 'each'"),
                arguments(START, "2: the object has no metadata.name; write one"),
                arguments(
                        START + "  metadata: { name: 5 }\n",
                        "4: metadata.name must be a text; write it in quotation marks"),
                arguments(
                        START + "  metadata: ${object.metadata}\n",
                        "2: the object has no metadata.name; write one"),
                arguments(
                        START + "  metadata: { name: a, finalizers: [ a ] }\n",
                        "4: metadata.finalizers is set by the operator; a template may set only"),
                arguments(
                        START
                                + "  metadata: { name: a, labels: { dragoman.dev/composition: a } }\n",
                        "4: dragoman.dev/composition is the operator's; remove it"),
                arguments(NAMED + "  status: { a: b }\n", "5: a template cannot set the status"),
                arguments(
                        NAMED + "  data: { a: &a b, c: *a }\n",
                        "5: anchors and aliases are not read"),
                arguments(NAMED + "  data: { ${object.spec.a}: b }\n", "5: "),
                arguments(
                        NAMED + "  data: { '${object.spec.a}': b }\n",
                        "5: a key must be a plain text without expressions"),
                arguments(NAMED + "  data: { a: b, a: c }\n", "5: the key a stands twice"),
                arguments(
                        NAMED + "  data: " + "[".repeat(60) + "]".repeat(60) + "\n",
                        "5: nested too deeply"),
                arguments(
                        NAMED + "missing: true\nkeep: always\n",
                        "2: 'missing' is for ConfigMaps and Secrets, and not together with 'keep'"));
    }

    static Stream<Arguments> expressions() {
        return Stream.of(
                arguments(
                        "${object.spec.a +}", "5: column 18: mismatched input '<EOF>'; correct it"),
                arguments("${nothing}", "5: column 3: there is no variable or function nothing;"),
                arguments("a ${object.spec.a", "5: column 3: the expression has no end; write }"),
                arguments(
                        "${object.status.a}", "5: column 9: object.status cannot be read; of the"),
                arguments(
                        "${object['status'].a}",
                        "5: column 9: object['status'] cannot be read; of"),
                arguments(
                        "${object}", "5: column 3: object cannot be read; of the object there are"),
                arguments("${object[object.spec.a].b}", "5: column 3: object cannot be read; of"),
                arguments("${cluster.name}", "5: column 10: cluster.name cannot be read; of the"),
                arguments("${a.metadata.name}", "5: column 4: the line reads itself; let it read"),
                arguments("${peers}", "5: column 3: there is no variable or function peers;"),
                arguments(
                        "${secret.data.a}", "5: column 9: secret.data cannot be read; of a Secret"),
                arguments("${secret}", "5: column 3: secret cannot be read; of a Secret there are"),
                arguments("${secret.metadata.annotations.a}", "5: column "),
                arguments("${secret['data'].a}", "5: column 9: secret['data'] cannot be read; of"),
                arguments("${secret.?data.?a.orValue('')}", "5: column "),
                arguments(
                        "${secrets.map(s, s.data.a).join()}",
                        "5: column 3: secrets cannot be read"),
                arguments("${has(secret.data.a)}", "5: column "),
                arguments(
                        "${'" + "a".repeat(64 * 1024) + "'}",
                        "5: column 3: the expression has more than "));
    }

    static Stream<Arguments> rights() {
        var choose =
                " must be literal: who writes the reconciled object would choose rights with it";
        return Stream.of(
                arguments(
                        role("Role", "  rules: ${object.spec.rules}\n"),
                        "5: rules of a Role" + choose),
                arguments(
                        role("Role", "  rules: [ { verbs: [ '${object.spec.verb}' ] } ]\n"),
                        "5: rules of a Role" + choose),
                arguments(
                        role("ClusterRole", "  aggregationRule: { a: '${object.spec.a}' }\n"),
                        "5: aggregationRule of a ClusterRole" + choose),
                arguments(
                        role("RoleBinding", "  roleRef: { name: '${object.spec.role}' }\n"),
                        "5: roleRef of a RoleBinding" + choose),
                arguments(
                        role("ClusterRoleBinding", "  roleRef: ${object.spec.role}\n"),
                        "5: roleRef of a ClusterRoleBinding" + choose),
                arguments(
                        role("RoleBinding", "  subjects: [ { kind: '${object.spec.kind}' } ]\n"),
                        "5: subjects[].kind of a RoleBinding" + choose),
                arguments(
                        role("RoleBinding", "  subjects: ${object.spec.all}\n"),
                        "5: write the list 'subjects' itself, because the kinds of subjects must"),
                arguments(
                        role(
                                "RoleBinding",
                                "  subjects: [ '${object.spec.subject}' ]\nopen: true\n"),
                        "5: write the list 'subjects' itself, because the kinds of subjects must"),
                arguments(
                        "object:\n  apiVersion: v1\n  kind: Secret\n  metadata: { name: a }\n  type: ${object.spec.type}\n",
                        "5: type of a Secret" + choose));
    }

    @ParameterizedTest
    @MethodSource({"forms", "rights"})
    void aFileIsToldWithItsLine(String content, String problem) {
        assertThat(Files.problems(Files.line("a", content)))
                .first()
                .asString()
                .startsWith("/etc/shop.a.object.yaml:" + problem);
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void anExpressionIsToldWithItsColumn(String expression, String problem) {
        var secret = "object: { apiVersion: v1, kind: Secret, metadata: { name: %s } }\n";
        var each = secret.formatted("'${each}'") + "each: ${object.spec.names}\n";
        assertThat(
                        Files.problems(
                                Files.line(
                                        "a",
                                        NAMED.replace("a }", "a }\n  data:")
                                                + "    x: \""
                                                + expression
                                                + "\"\n"),
                                Files.line("secret", secret.formatted("a")),
                                Files.line("secrets", each)))
                .singleElement()
                .asString()
                .startsWith("/etc/shop.a.object.yaml:" + problem.replaceFirst("^5", "6"));
    }

    /** Nobody would find out that the name of a file is what is wrong. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "namespace",
                "package",
                "in",
                "as",
                "break",
                "const",
                "continue",
                "else",
                "for",
                "function",
                "if",
                "import",
                "let",
                "loop",
                "void",
                "var",
                "while",
                "true",
                "false",
                "null",
                "return"
            })
    void aLineThatIsNamedByAWordOfTheLanguageIsToldWhereItIsRead(String word) {
        var named = Files.line(word, NAMED);
        var other = Files.line("a", Files.map("a", "{ x: b, y: 'this in.line' }"));
        assertThat(Files.problems(named, other)).isEmpty();
        for (var read : List.of("${%s.metadata.name}", "x-${%s.?metadata.?name.orValue('')}")) {
            var text = Files.map("a", "{ x: \"%s\" }".formatted(read.formatted(word)));
            assertThat(Files.problems(named, Files.line("a", text)))
                    .singleElement()
                    .asString()
                    .startsWith("/etc/shop.a.object.yaml:5: column ")
                    .endsWith(
                            "; no expression can read the line '%1$s', whose name is a word of the language: rename shop.%1$s.object.yaml, and the line in the route"
                                    .formatted(word));
        }
    }

    /** The word is none of a line, so that nothing can be renamed. */
    @Test
    void anotherWordOfTheLanguageIsTold() {
        assertThat(Files.problems(Files.line("a", Files.map("a", "{ x: '${namespace.b}' }"))))
                .containsExactly(
                        "/etc/shop.a.object.yaml:5: column 3: reserved identifier: namespace; correct it");
    }

    static Stream<Arguments> names() {
        return Stream.of(
                arguments("object.yaml", ".object.yaml"),
                arguments("the name must be COMPOSITION.LINE.object.yaml", "shop.object.yaml"),
                arguments("the name must be COMPOSITION.LINE.object.yaml", "shop.a.b.object.yaml"),
                arguments("the name must be COMPOSITION.LINE.object.yaml", "Shop.a.object.yaml"),
                arguments(
                        "the line 'a-b' must have letters and digits only", "shop.a-b.object.yaml"),
                arguments(
                        "a composition cannot have the name 'edit', because dragoman-edit is the operator's",
                        "edit.a.object.yaml"),
                arguments(
                        "a composition cannot have the name 'shop-operator', because",
                        "shop-operator.a.object.yaml"),
                arguments("a line cannot have the name 'observe'", "shop.observe.object.yaml"),
                arguments("a line cannot have the name 'object'", "shop.object.object.yaml"),
                arguments("a line cannot have the name 'desired'", "shop.desired.object.yaml"));
    }

    @ParameterizedTest
    @MethodSource("names")
    void aNameOfAFileIsTold(String problem, String file) {
        assertThat(Files.problems(Files.file(file, NAMED)))
                .first()
                .asString()
                .startsWith("/etc/" + file + ":1: ")
                .contains(problem);
    }

    @Test
    void labelsOfOnesOwnMayHaveAnyName() {
        var labels = NAMED.replace("{ name: a }", "{ name: a, labels: { keep: x, adopt: y } }");
        assertThat(Files.problems(Files.line("a", labels))).isEmpty();
    }

    /** A composition of such a name would share an account or a role with the installation. */
    @Test
    void noCompositionHasANameOfTheInstallation() throws IOException {
        var names = new TreeSet<String>();
        try (var files = java.nio.file.Files.walk(Path.of("kubernetes"))) {
            for (var file :
                    files.filter(each -> each.toString().matches(".*(?<!teams/[^/]{1,40})[.]yaml"))
                            .toList()) {
                var name = Pattern.compile("name: \"?dragoman-([a-z0-9-]+)");
                name.matcher(java.nio.file.Files.readString(file))
                        .results()
                        .forEach(each -> names.add(each.group(1)));
            }
        }
        assertThat(names).contains("edit", "azure", "discovery-writes");
        for (var each : names) {
            assertThat(Files.problems(Files.file(each + ".a.object.yaml", NAMED)))
                    .as(each)
                    .first()
                    .asString()
                    .contains("a composition cannot have the name '%s'".formatted(each));
        }
    }

    @Test
    void whatALineIsNamedByReadsNoLine() {
        var name = START + "  metadata: { name: '${b.metadata.name}' }\n";
        var namespace = START + "  metadata: { name: a, namespace: '${b.metadata.name}' }\n";
        var each = START + "  metadata: { name: '${each}' }\neach: ${b.data.all}\n";
        var b = Files.line("b", NAMED);
        assertThat(Files.problems(Files.line("a", name), b))
                .containsExactly(
                        "/etc/shop.a.object.yaml:4: metadata.name reads the line b; it may read only object, platform, cluster and each, so that it is known which objects there are");
        assertThat(Files.problems(Files.line("a", namespace), b)).hasSize(1);
        assertThat(Files.problems(Files.line("a", each), b))
                .singleElement()
                .asString()
                .startsWith("/etc/shop.a.object.yaml:5: each reads the line b;");
    }

    @Test
    void linesThatReadEachOtherAreToldOnce() {
        assertThat(
                        Files.problems(
                                Files.line("a", Files.map("a", "{ x: '${b.data.x}' }")),
                                Files.line("b", Files.map("b", "{ x: '${c.data.x}' }")),
                                Files.line("c", Files.map("c", "{ x: '${a.data.x}' }"))))
                .singleElement()
                .asString()
                .contains("read each other, so none can be made; break the circle");
    }

    @Test
    void eachProblemOfAFileIsTold() {
        assertThat(
                        Files.problems(
                                Files.line(
                                        "a",
                                        START
                                                + "  metadata: { name: '${object.name}', uid: x }\n  data: { a: '${b}' }\nkeep: x\n")))
                .hasSize(4);
    }

    static Stream<Arguments> rules() {
        return Stream.of(
                arguments(
                        "rule: a\n",
                        "1: write a list of rules, each with rule, reason and message"),
                arguments(
                        "- rule: 'true'\n",
                        "1: a rule has three texts: rule, reason (CamelCase) and"),
                arguments(
                        "- { rule: 'true', reason: no, message: m }\n",
                        "1: a rule has three texts: rule, reason (CamelCase) and"),
                arguments(
                        "- { rule: 'true', reason: A, message: m, when: {} }\n",
                        "1: a rule has three texts: rule, reason (CamelCase) and"),
                arguments(
                        "- { rule: 'true', reason: A, message: m, peers: cluster }\n",
                        "1: 'peers' must be namespace; without it, they are those of the cluster"),
                arguments(
                        "- { rule: 'true', reason: A, message: m }\n- { rule: '1', reason: A, message: m }\n",
                        "2: rule: it must give true or false"),
                arguments(
                        "- { rule: 'object.status.x == 1', reason: A, message: m }\n",
                        "1: rule: object.status cannot be read; of the object there are metadata, spec"),
                arguments(
                        "- { rule: 'object.spec.', reason: A, message: m }\n",
                        "1: rule: line 1, column 13: no viable alternative at input '.'; correct it"),
                arguments(
                        "- { rule: 'identity.a', reason: A, message: m }\n",
                        "1: rule: line 1, column 1: there is no variable or function identity;"));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void aRuleIsToldWithItsLine(String content, String problem) {
        assertThat(Files.problems(Files.line("a", NAMED), Files.rules(content)))
                .singleElement()
                .asString()
                .startsWith("/etc/shop.rules.yaml:" + problem);
    }

    @Test
    void rulesWithoutTemplatesAreTold() {
        assertThat(Files.problems(Files.rules("[]")))
                .containsExactly(
                        "/etc/shop.rules.yaml:1: there are no templates shop.LINE.object.yaml to which this file belongs");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "status: { conditions: [] } | 1: status.conditions is the operator's; choose another name",
                "status: { size: '${each}' } | 1: column 3: there is no 'each'",
                "status: { size: '${configuraton.data.size}' } | 1: ",
                "state: {} | 1: write the fields of the status below 'status:'"
            })
    void wrongFieldsOfTheStatusAreTold(String content, String problem) {
        var status = Files.file("shop.status.yaml", content);
        var lines = Files.file("shop.configuration.object.yaml", Files.map("shop", "{ a: b }"));
        assertThat(Files.problems(lines, status))
                .singleElement()
                .asString()
                .startsWith("/etc/shop.status.yaml:" + problem);
    }
}
