package dev.dragoman;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.dragoman.azure.AzureArchitectureTest;
import dev.dragoman.certificates.CertificateArchitectureTest;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A rule of the architecture that no class could break would be none: each fails for this one. */
class PlantedViolationsTest {
    /** By the name of a rule, where a class stands that breaks it, and what the class has. */
    private static final Map<String, List<String>> PLANTED =
            Map.ofEntries(
                    row("decisionsDoNotAct", "agents.decision", "dev.dragoman.kube.Applier it;"),
                    row(
                            "engineKnowsNothingAboveIt",
                            "reconcile.queue",
                            "dev.dragoman.kube.Applier it;"),
                    row(
                            "kubernetesEffectsKnowNoCamelAndNoCapability",
                            "kube",
                            "dev.dragoman.agents.AgentProvider it;"),
                    row(
                            "theCoreKnowsNoCamelAndNoCapability",
                            "capability",
                            "org.apache.camel.Exchange it;"),
                    row(
                            "operatorAndSettingsNameNoCapability",
                            "settings",
                            "dev.dragoman.azure.AzureProvider it;"),
                    row(
                            "capabilitiesDoNotKnowEachOther",
                            "discovery.decision",
                            "dev.dragoman.certificates.CertificateProvider it;"),
                    row("boundsOfKeysStandAlone", "keys", "org.slf4j.Logger it;"),
                    row("camelOnlyInItsPackages", "azure", "org.apache.camel.Exchange it;"),
                    row(
                            "nothingImportsCommandsOrSandbox",
                            "camel",
                            "dev.dragoman.cli.CommandProvider it;"),
                    row(
                            "productDoesNotNeedTheSandbox",
                            "cli",
                            "dev.dragoman.sandbox.azure.Options it;"),
                    row("expressionsStandAlone", "expression", "org.slf4j.Logger it;"),
                    row(
                            "onePackageKnowsTheExpressionLanguage",
                            "azure",
                            "dev.cel.compiler.CelCompiler it;"),
                    row(
                            "onePackageKnowsTheClientOfKeyVault",
                            "azure",
                            "com.azure.security.keyvault.secrets.SecretClient it;"),
                    row(
                            "ownershipOfIdsIsDecidedAlone",
                            "azure.claim",
                            "dev.dragoman.capability.point.Point it;"),
                    row(
                            "rulesOfCertificatesStandAlone",
                            "certificates.pki",
                            "org.slf4j.Logger it;"),
                    row(
                            "oneClassKnowsBouncyCastle",
                            "certificates",
                            "org.bouncycastle.asn1.ASN1Primitive it;"));

    private static Map.Entry<String, List<String>> row(String rule, String room, String member) {
        return Map.entry(rule, List.of(room, member));
    }

    static Stream<Field> rules() {
        return Stream.of(
                        ArchitectureTest.class,
                        AzureArchitectureTest.class,
                        CertificateArchitectureTest.class)
                .flatMap(each -> Arrays.stream(each.getDeclaredFields()))
                .filter(each -> each.getType() == ArchRule.class);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void eachRuleIsBrokenByAClassThatBreaksIt(Field rule, @TempDir Path directory)
            throws Exception {
        assertThat(PLANTED).as("a violation of each rule").containsKey(rule.getName());
        var planted = PLANTED.get(rule.getName());
        var classes = compile(directory, planted.get(0), planted.get(1));
        rule.setAccessible(true);
        var type = Class.forName(planted.get(1).replaceFirst(" .*", ""));
        var imported =
                new ClassFileImporter()
                        .importUrls(
                                List.of(
                                        classes.toUri().toURL(),
                                        type.getResource(type.getSimpleName() + ".class")));
        var result = ((ArchRule) rule.get(null)).evaluate(imported);
        assertThat(result.getFailureReport().getDetails())
                .anyMatch(each -> each.contains("Planted"));
    }

    private static Path compile(Path directory, String room, String member) throws Exception {
        var source = directory.resolve("Planted.java");
        Files.writeString(
                source, "package dev.dragoman.%s;\nclass Planted { %s }\n".formatted(room, member));
        var classes = Files.createDirectory(directory.resolve("classes"));
        int failed =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-proc:none",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                classes.toString(),
                                source.toString());
        assertThat(failed).as("the planted class compiles").isZero();
        return classes;
    }
}
